import Basics
import ResultsStore
import SchedulingPolicies
import Studies

/// The work that is done for a results file: in the file itself and in the files that its shards have published.
struct ShardInputs {
  struct Published {
    var file: PublishedFile
    var work: StoredWork
    var failed: Set<String>
    var firstStart: String?
  }

  let results: ResultsFile?
  private(set) var published: [Published] = []
  private(set) var unusable: [(path: String, reason: String)] = []
  private(set) var work = StoredWork()
  /// The part of it that the results file holds, which is all that commands other than `plan`, `status` and `merge` see.
  private(set) var merged = StoredWork()
  private(set) var failed: Set<String> = []

  /// - Parameters:
  ///   - path: The results file, which may be missing.
  ///   - study: The required study and versions; nil accepts any study, with the versions of the results file
  ///     or, without it, of the first published file.
  static func read(_ path: String, of study: StudyDescription? = nil) throws -> ShardInputs {
    var expected = study
    var inputs = ShardInputs(results: try ResultsFile.openIfThere(path, of: study))
    if let results = inputs.results {
      expected = try study ?? results.study()
      inputs.merged = try results.storedWork()
      inputs.work = inputs.merged
      inputs.failed = try results.runIDs(.failed)
    }
    for file in PublishedFile.all(in: path + ".shards") {
      do {
        let part = try published(file, &expected)
        inputs.work.merge(part.work)
        inputs.failed.formUnion(part.failed)
        inputs.published.append(part)
      } catch { inputs.unusable.append((file.path, "\(error)")) }
    }
    inputs.failed.subtract(inputs.work.finished)
    return inputs
  }

  /// Reads a published file if it can be merged into the expected study, or sets the expected study.
  private static func published(
    _ file: PublishedFile, _ expected: inout StudyDescription?
  ) throws -> Published {
    let shard = try ResultsFile.open(file.path, toleratesDamage: true)
    if let expected { try shard.checkMerging(into: expected) }
    expected = try expected ?? shard.study()
    return Published(
      file: file, work: try shard.storedWork(), failed: try shard.runIDs(.failed),
      firstStart: try shard.firstStart())
  }

  func anyFile() throws -> ResultsFile? {
    if let results { return results }
    return try published.first.map { try ResultsFile.open($0.file.path, toleratesDamage: true) }
  }
}

/// `slumber status`: how far a study is whose shards run elsewhere.
enum StatusCommand {
  static let specification = CommandSpecification(
    name: "status", arguments: "RESULTS|STUDY", argumentCount: 1...1,
    summary: "Shows the progress of a study from its results file and published shards.",
    example: "slumber status quickstart.results.sqlite",
    options: """
      --csv --markdown --json
      """, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    var path = arguments.arguments[0]
    // The results file that a study has by default: its shards may be there before it is.
    if StudyFiles.isFile(path), !ResultsFile.isOne(path) {
      path = StudyOptions.resultsPath(arguments, try StudyOptions.study(arguments))
    }
    let status = try StudyStatus(path, policies: arguments.policies)
    try Terminal.show(status.page, json: status.json, arguments)
    return .done
  }
}

/// The state of a study whose work is spread over processes: read from files alone, and from `squeue` where it answers.
struct StudyStatus: Record {
  struct Shard {
    var index: Int
    var count: Int
    var files: Int
    var blocks: (done: Int, all: Int)?
    var age: Double
  }

  let name: String
  let runs: RunCounts
  /// Blocks that are done, and all; nil where they cannot be counted.
  let blocks: (done: Int, all: Int)?
  /// The number of finished blocks that are published but not yet in the results file; nil if blocks cannot
  /// be counted.
  let unmergedBlocks: Int?
  private let path: String
  let blocksUnknown: String?
  let shards: [Shard]
  let unusable: [(path: String, reason: String)]
  let rate: Double?
  let jobs: SubmittedJobs
  /// Tasks of them that wait or run; nil if `squeue` does not answer, or was not asked as there are no jobs.
  let tasks: [(state: String, tasks: Int)]?

  init(_ path: String, policies: PolicyCatalogue) throws {
    let inputs = try ShardInputs.read(path)
    guard let file = try inputs.anyFile() else {
      let reasons = inputs.unusable.map { "; \($0.reason)" }.joined()
      throw CommandFailure(
        "`\(path)` does not exist, and `\(path).shards` contains no usable shards. Run the study first\(reasons)"
      )
    }
    name = try file.study().name
    unusable = inputs.unusable
    jobs = SubmittedJobs(shardFolder: path + ".shards")
    tasks = jobs.jobs.isEmpty ? nil : SlurmQueue.ask().map { [jobs] in jobs.states(in: $0) }

    let all = try file.counts().expected
    var blocks: BlockPlan?
    var unknown: String?
    do { blocks = try BlockPlan(file, policies: policies) } catch {
      let isOfStudy = if case StoredStudyError.namesFiles = error { true } else { false }
      unknown = "\(error)" + (isOfStudy ? "; `slumber plan STUDY` shows the remaining work" : "")
    }
    blocksUnknown = unknown
    let current = Set(try file.runs().map(\.runID))
    runs = RunCounts(
      expected: all,
      done: blocks.map { $0.finishedRuns(in: inputs.work) }
        ?? current.intersection(inputs.work.finished).count,
      failed: current.intersection(inputs.failed).count)
    let finished = blocks.map { $0.finished(in: inputs.work) }
    self.blocks = finished.map { ($0.count, blocks?.count ?? 0) }
    unmergedBlocks = blocks.map { $0.finished(in: inputs.work).count - $0.finished(in: inputs.merged).count }
    self.path = path
    let now = Host.seconds
    shards = Self.shards(inputs.published, blocks, now)

    let starts =
      try [inputs.results].compactMap { try $0?.firstStart() } + inputs.published.compactMap(\.firstStart)
    let last = inputs.published.map(\.file.published).max()
    if let start = starts.compactMap({ Host.seconds($0) }).min(), let finished, !finished.isEmpty {
      let end = try last ?? inputs.results?.lastEnd().flatMap { Host.seconds($0) } ?? now
      rate = Double(finished.count) / max(1, end - start)
    } else {
      rate = nil
    }
  }

  private static func shards(
    _ published: [ShardInputs.Published], _ blocks: BlockPlan?, _ now: Double
  ) -> [Shard] {
    let byShard = Dictionary(grouping: published) { [$0.file.count, $0.file.shard] }
    return byShard.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, inputs in
      let (count, index) = (key[0], key[1])
      let work = inputs.reduce(into: StoredWork()) { $0.merge($1.work) }
      let blocks = blocks.map { blocks in
        let own = blocks.finished(in: work).count { $0 % count == index - 1 }
        return (done: own, all: blocks.count < index ? 0 : (blocks.count - index) / count + 1)
      }
      let last = inputs.last?.file.published ?? now
      return Shard(index: index, count: count, files: inputs.count, blocks: blocks, age: max(0, now - last))
    }
  }

  var secondsLeft: Double? {
    guard let rate, rate > 0, let blocks else { return nil }
    return Double(blocks.all - blocks.done) / rate
  }

  var page: TextPage {
    var lines = [
      "\(name): \(runs.done) of \(runs.expected) runs done, \(runs.failed) failed, \(runs.missing) missing"
    ]
    if let blocks {
      lines.append("blocks: \(blocks.done) of \(blocks.all) done")
    } else if let blocksUnknown {
      lines.append("blocks: not counted: \(blocksUnknown)")
    }
    if let unmergedBlocks, unmergedBlocks > 0 {
      let blocks = unmergedBlocks == 1 ? "1 of these blocks is" : "\(unmergedBlocks) of these blocks are"
      lines.append(
        "\(blocks) published but not yet in the results file. To add them, run `slumber merge \(path)`")
    }
    if let rate, let secondsLeft, runs.missing > 0 {
      lines.append(
        "rate: \(RateText.text(rate * 60)) blocks per minute, about \(TimeSpanText.text(secondsLeft)) left")
    }
    if let tasks {
      let states = tasks.map { "\($0.tasks) \($0.state)" }.joined(separator: ", ")
      lines.append("Slurm jobs: " + (states.isEmpty ? "all ended" : states))
    } else if !jobs.jobs.isEmpty {
      lines.append("Slurm jobs: \(jobs.jobs.count) submitted; `squeue` did not answer within 5 s")
    }
    for (_, reason) in unusable { lines.append("left out: \(reason)") }
    var page = TextPage(lines.joined(separator: "\n"))
    guard !shards.isEmpty else { return page }
    page.addGap()
    page.add(TextTable(shards, Self.columnsOfShards))
    return page
  }

  private static let columnsOfShards: Table<Shard> = [
    .page("shard") { "\($0.index)/\($0.count)" }, .json("shard", \.index), .json("shards", \.count),
    Column("files", .right) { Int64($0.files) }, .json("blocks") { $0.blocks?.all },
    .page("blocks done", .right) { $0.blocks.map { "\($0.done)" } ?? "" },
    .json("blocksDone") { $0.blocks?.done }, .page("of", .right) { $0.blocks.map { "\($0.all)" } ?? "" },
    .page("last publication", .right) { "\(TimeSpanText.text($0.age)) ago" },
    .json("secondsSincePublication", \.age),
  ]

  static let record: Table<Self> = [
    "name": \.name, "runs": \.runs,
    "blocks": { $0.blocks.map { JSONValue.record($0, ["expected": \.all, "done": \.done]) } },
    "unmergedBlocks": \.unmergedBlocks, "blocksPerSecond": \.rate, "secondsLeft": \.secondsLeft,
    "shards": { $0.shards.json(columnsOfShards) },
    "unusable": { $0.unusable.json(["path": \.path, "reason": \.reason]) },
    "jobs": { $0.jobs.jobs.json(["job": \.number, "name": \.name]) },
    "tasks": { $0.tasks?.json(["state": \.state, "tasks": \.tasks]) },
  ]
}
