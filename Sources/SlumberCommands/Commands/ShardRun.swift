import Basics
import ResultsStore
import Studies

/// `slumber run --shard I/N`: the blocks of one shard, published as files of their own.
struct ShardRun {
  let shard: Shard
  let file: StudyFile
  let plan: RunPlan
  let description: StudyDescription
  /// The results file that all shards are merged into, which is only read.
  let path: String

  /// The shard of `--shard`, which other options exclude.
  static func shard(_ arguments: ParsedArguments) throws -> Shard? {
    guard let shard = try arguments.shard() else { return nil }
    try arguments.refuse(["--only", "--device", "--fresh", "--json"]) {
      "`--shard` and `\($0)` exclude each other"
    }
    return shard
  }

  /// Does what is missing of the shard and publishes it.
  func run(jobs: Int, style: ProgressReporter.Style) throws -> ExitCode {
    let blocks = BlockPlan(file, plan.entries)
    let folder = path + ".shards"
    var done = try ResultsFile.openIfThere(path, of: description)?.storedWork() ?? StoredWork()
    for name in FolderListing.files(in: folder)
    where name.hasPrefix(Publication.prefix(of: shard)) && name.hasSuffix(".sqlite") {
      do {
        let file = try ResultsFile.open("\(folder)/\(name)", toleratesDamage: true)
        try file.checkMerging(into: description)
        done.merge(try file.storedWork())
      } catch {
        Terminal.error("slumber: \(error); its work is done again")
      }
    }
    let tasks = blocks.tasks(missingIn: done, of: shard)
    let own = shard.blockCount(of: blocks.count)
    guard !tasks.isEmpty else {
      let state =
        own == 0 ? "the study has no more than \(blocks.count) blocks" : "all of its \(own) blocks are done"
      Terminal.note("shard \(shard): nothing to do, \(state)")
      return .done
    }
    let workplace = try Workplace(purpose: String(description.baseDigest.prefix(16)))
    let results = try ResultsFile.open(
      "\(workplace.path)/\(Self.localName)", for: description, planning: plan.entries.map(\.planned))
    try results.skipSyncing()
    let publication = try Publication(of: results, by: shard, in: folder)
    let execution = StudyRun(file, tasks, into: results, clock: { Host.clock() })
    let outcome = try execution.run(jobs: jobs, style: style) { publication.publishIfDue() }
    do {
      try publication.publish()
    } catch {
      let kept = try workplace.keep(Self.localName, as: "slumber-unpublished-\(publication.name)")
      Terminal.error("slumber: the shard could not be published: \(error)")
      Terminal.error(
        "its results are kept: slumber merge \(ShellWord.quoted(path)) \(ShellWord.quoted(kept))")
      return .failed
    }
    let place =
      outcome.stored > 0 ? ", published as \(folder)/\(publication.name)" : ", nothing to publish"
    Terminal.note("shard \(shard): \(outcome.stored) of \(execution.blockCount) missing blocks done\(place)")
    if outcome.isInterrupted {
      Terminal.error("interrupted; the same command goes on")
      return .interrupted
    }
    guard outcome.failed.isEmpty else {
      Terminal.error(
        "\(CountText.text(outcome.failed.count, "run")) failed; each stored error names the command that replays it"
      )
      return .someRunsFailed
    }
    return .done
  }

  private static let localName = "results.sqlite"
}

extension ParsedArguments {
  /// The shard of `--shard`; nil if it was not given.
  func shard() throws -> Shard? {
    guard let text = value("--shard") else { return nil }
    guard let shard = Shard(text) else {
      throw UsageError("`--shard` was given `\(text)`, expected I/N with 1 ≤ I ≤ N ≤ \(Shard.largestCount)")
    }
    return shard
  }
}
