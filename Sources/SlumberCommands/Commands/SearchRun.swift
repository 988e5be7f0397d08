import Basics
import ModelParameters
import Studies
import StudyReports

/// How the runs of a search over assumptions are done, and the folder in which they are kept.
struct SearchRun {
  let jobs: Int
  let style: ProgressReporter.Style
  /// nil for none.
  let folder: String?

  init(_ arguments: ParsedArguments) throws {
    jobs = try Host.workers(arguments)
    style = try ProgressReporter.style(arguments)
    folder = arguments.value("--to")
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
    try batch.run(jobs: jobs, shouldStop: { Interruption.isRequested }, progress: progress)
  }

  var interruption: String {
    folder.map { "interrupted; the same command goes on with the finished runs in `\($0)`" }
      ?? "interrupted; nothing is stored: with --to FOLDER finished runs are kept"
  }

  /// Stores tables, pictures and the JSON, where there is a folder.
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
