import Basics
import ResultsStore
import Studies
import Synchronization

/// `slumber run --shard I/N`: the blocks of one shard, published as separate files.
enum ShardRun {
  /// - Parameter path: The results file that all shards are merged into, which is only read.
  static func run(
    _ shard: Shard, of file: StudyFile, _ plan: RunPlan, _ description: StudyDescription, into path: String,
    jobs: Int, style: ProgressReporter.Style
  ) throws -> ExitCode {
    let blocks = BlockPlan(file, plan.entries)
    let done = try ShardFile.earlier(shard, description, path).reduce(into: StoredWork()) {
      $0.merge(try $1.storedWork())
    }
    let tasks = blocks.tasks(missingIn: done, of: shard)
    let own = shard.blockCount(of: blocks.count)
    guard !tasks.isEmpty else {
      let state = own == 0 ? "the study has only \(blocks.count) blocks" : "all of its \(own) blocks are done"
      Terminal.note("shard \(shard): no work, because \(state)")
      return .done
    }
    let local = try ShardFile(shard, of: description, into: path, planning: plan.entries.map(\.planned))
    let execution = try Experiment.missing(
      of: plan, in: file, into: local.results, besides: done, shard: shard
    ) { Host.clock() }
    let outcome = try execution.run(
      .here(jobs: jobs, style: style, tellsFailure: true) { local.publication.publishIfDue() })
    guard try local.publish() else { return .failed }
    let place =
      outcome.stored > 0 ? ", published as \(path).shards/\(local.publication.name)" : ", nothing to publish"
    Terminal.note("shard \(shard): \(outcome.stored) of \(execution.blockCount) missing blocks done\(place)")
    if outcome.isInterrupted {
      Terminal.error("interrupted. To continue, run the same command")
      return .interrupted
    }
    let code = RunCommand.end(isInterrupted: false, failed: outcome.failed.count)
    if code == .done { Terminal.note("after all shards: slumber merge \(ShellWord.quoted(path))") }
    return code
  }
}

/// The file in which a shard keeps its runs, on this machine, until they are published.
struct ShardFile {
  private static let localName = "results.sqlite"

  let results: ResultsFile
  let publication: Publication
  private let workplace: Workplace
  private let shard: Shard
  private let description: StudyDescription
  private let path: String

  /// - Parameter path: The results file that all shards are merged into, which is only read.
  init(
    _ shard: Shard, of description: StudyDescription, into path: String, planning runs: [PlannedRun] = []
  ) throws {
    (self.shard, self.description, self.path) = (shard, description, path)
    workplace = try Workplace(purpose: String(description.baseDigest.prefix(16)))
    results = try ResultsFile.open("\(workplace.path)/\(Self.localName)", for: description, planning: runs)
    try results.skipSyncing()
    publication = try Publication(of: results, by: shard, in: path + ".shards")
  }

  /// The results file of all shards, and the files that one has published before.
  static func earlier(
    _ shard: Shard, _ description: StudyDescription, _ path: String
  ) throws -> [ResultsFile] {
    var files = [try ResultsFile.openIfThere(path, of: description)].compactMap(\.self)
    for published in PublishedFile.all(in: path + ".shards")
    where published.shard == shard.index && published.count == shard.count {
      do {
        let file = try ResultsFile.open(published.path, toleratesDamage: true)
        try file.checkMerging(into: description)
        files.append(file)
      } catch { Terminal.error("slumber: \(error); this shard repeats the work of the file") }
    }
    return files
  }

  func earlierRuns() throws -> EarlierRuns {
    try Self.earlier(shard, description, path).reduce(into: EarlierRuns()) { try $0.add($1) }
  }

  /// - Returns: Whether all is published; otherwise the command that joins it is printed.
  func publish() throws -> Bool {
    do { try publication.publish() } catch {
      let kept = try workplace.keep(Self.localName, as: "slumber-unpublished-\(publication.name)")
      Terminal.error("slumber: the shard could not be published: \(error)")
      Terminal.error("to add its results: slumber merge \(ShellWord.quoted(path)) \(ShellWord.quoted(kept))")
      return false
    }
    return true
  }
}

extension ParsedArguments {
  func shard() throws -> Shard? {
    guard let text = value("--shard") else { return nil }
    guard let shard = Shard(text) else {
      throw UsageError("`--shard` was given `\(text)`, expected I/N with 1 ≤ I ≤ N ≤ \(Shard.largestCount)")
    }
    return shard
  }
}

final class Publication: Sendable {
  private struct State {
    /// The end time of the last publication, and its duration, in seconds.
    var ended = Host.clock()
    var duration = 0.0
    var changes: Int
    var hasWarned = false
  }

  /// Least time between two publications in seconds, and its least multiple of the time that one takes.
  private static let leastInterval = 60.0
  private static let leastShare = 20.0

  /// Name of the file, which no other process uses.
  let name: String
  private let results: ResultsFile
  private let folder: String
  private let state: Mutex<State>

  init(of results: ResultsFile, by shard: Shard, in folder: String) throws {
    state = Mutex(State(changes: try results.changes()))
    self.results = results
    self.folder = folder
    let digits = UInt64.random(in: .min ... .max).text(digits: 16, radix: 16)
    name = "\(shard.index)-of-\(shard.count).\(digits).sqlite"
  }

  /// A failure is said once and tried again later.
  func publishIfDue() {
    state.withLock { state in
      let waited = Host.clock() - state.ended
      guard waited >= max(Self.leastInterval, Self.leastShare * state.duration) else { return }
      do { try publish(&state) } catch {
        if !state.hasWarned { Terminal.error("slumber: the shard cannot be published at present: \(error)") }
        state.hasWarned = true
        state.ended = Host.clock()
      }
    }
  }

  func publish() throws { try state.withLock { state in try publish(&state) } }

  private func publish(_ state: inout State) throws {
    let changes = try results.changes()
    guard changes > state.changes else { return }
    let started = Host.clock()
    try results.publish(as: name, in: folder)
    state.ended = Host.clock()
    state.duration = state.ended - started
    state.changes = changes
  }
}
