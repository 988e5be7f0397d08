import Basics
import ModelParameters
import Studies
import StudyReports

/// How the runs of a search over assumptions are done, and the folder in which they are kept.
struct SearchRun {
  let jobs: Int
  let style: ProgressReporter.Style
  let folder: String?
  private let minutes: Int
  /// When the search ends, whatever is left, on the clock of the host; nil for any time.
  private let deadline: Double?

  /// The longest time of a search in times of its budget: reports take some more.
  private static let overtime = 1.33

  /// - Parameter minutes: Time on two processors; 0 for any.
  init(_ arguments: ParsedArguments, minutes: Int = 0) throws {
    jobs = try Host.workers(arguments)
    style = try ProgressReporter.style(arguments)
    folder = arguments.value("--to")
    self.minutes = minutes
    let share = max(1, Double(SensitivityAllowance.processors) / Double(jobs))
    deadline = minutes > 0 ? Host.clock() + 60 * Double(minutes) * Self.overtime * share : nil
  }

  /// A search takes minutes: none of them is lost to a place that cannot be written.
  func makeFolder() throws {
    guard let folder else { return }
    try FilePlace.makeFolder(folder)
    guard FilePlace.isWritableFolder(folder) else {
      throw CommandFailure("`\(folder)` is no folder that can be written, expected one for `--to`")
    }
  }

  func journal(shard: Shard? = nil) throws -> SensitivityJournal? {
    guard let folder else { return nil }
    let journal = try SensitivityJournal(folder: folder, shard: shard)
    if journal.count > 0 { Terminal.note("`\(folder)` holds \(journal.count) finished runs") }
    return journal
  }

  func run(_ batch: SensitivityBatch) throws -> SensitivityResults {
    let progress = ProgressReporter(total: batch.deviceDays, style: style)
    defer { progress.finish() }
    return try run(batch) { progress.update($0) }
  }

  func run(
    _ batch: SensitivityBatch, progress: @escaping @Sendable (Int) -> Void
  ) throws -> SensitivityResults {
    try batch.run(
      jobs: jobs,
      shouldStop: { [deadline] in Interruption.isRequested || deadline.map { Host.clock() > $0 } ?? false },
      progress: progress)
  }

  var interruption: String {
    let cause = Interruption.isRequested ? "interrupted" : "the time of `--budget \(minutes)` is over"
    return folder.map { "\(cause); the same command goes on with the finished runs in `\($0)`" }
      ?? "\(cause); nothing is stored: with --to FOLDER finished runs are kept"
  }

  func stopped() -> ExitCode {
    Terminal.error(interruption)
    return Interruption.isRequested ? .interrupted : .failed
  }

  func store(_ files: [OutputTable], _ json: JSONValue, as name: String) throws {
    guard let folder else { return }
    for table in files { try OutputFile.write(table.bytes, to: "\(folder)/\(table.name)") }
    try OutputFile.write(json.text() + "\n", to: "\(folder)/\(name)")
  }

  static func grades(_ arguments: ParsedArguments) throws -> Set<EvidenceGrade> {
    switch arguments.value("--grades") {
    case nil, "D": [.d]
    case "CD": [.c, .d]
    case let other?: throw UsageError("`--grades` was given `\(other)`, expected D or CD")
    }
  }
}
