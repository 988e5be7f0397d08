import Basics
import Libc
import ResultsStore
import Studies
import StudyReports

/// The folder of a published study: the study, its results, and the tables that a repetition must give.
struct StudyArchive {
  static let results = "results.sqlite"
  static let sums = "SHA256SUMS"
  private static let selection = ExportSelection(tableFolder: "tables/", studyFolder: "study/")

  let folder: String
  /// The SHA-256 of each file that the author does not edit, by path.
  let sums: [(path: String, digest: String)]

  /// Opens an archive.
  init(_ folder: String) throws {
    self.folder = folder
    let path = "\(folder)/\(Self.sums)"
    guard let bytes = try? TextFile.read(path, limit: 1 << 24) else {
      throw CommandFailure(
        "`\(folder)` is a folder, but not an archive of `slumber publish`: it has no `\(Self.sums)`")
    }
    sums = try String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      let (digest, name) = (line.prefix { $0 != " " }, line.drop { $0 != " " }.dropFirst(2))
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      guard digest.count == 64, !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
        throw CommandFailure(
          "\(path): found \(MessageWord.quoted(String(line))), expected a SHA-256 and a path in the folder")
      }
      return (String(name), String(digest))
    }
  }

  /// The bytes of a file of any size.
  static func bytes(of path: String) throws -> [UInt8] {
    do throws(TextFileError) { return try TextFile.read(path, limit: .max - 1) } catch {
      throw CommandFailure("`\(path)` cannot be read: \(error.reason)")
    }
  }

  /// The files that are missing or have other contents.
  var damages: [(path: String, what: String)] {
    sums.compactMap { path, digest in
      guard let bytes = try? Self.bytes(of: "\(folder)/\(path)") else {
        return (path, "it is missing")
      }
      return SHA256.hexadecimal(bytes) == digest ? nil : (path, "its SHA-256 differs from `\(Self.sums)`")
    }
  }

  /// Writes the study, the tables and the figures of results.
  ///
  /// - Parameter study: The description of the study as the archive has it.
  static func write(
    _ results: ResultsFile, of study: StudyDescription, into folder: ExportFolder,
    _ arguments: ParsedArguments
  ) throws {
    let reports = try ExportCommand.reports(selection, results, arguments)
    _ = try results.export(into: folder, of: study, selecting: selection, reports: reports)
    let report = try ComparisonReport(
      results, plan: try CompareCommand.plan(arguments, results), policies: PolicyFacts(arguments.policies),
      frontier: try CompareCommand.frontierPlan(arguments, results))
    let title = report.question.isEmpty ? report.study : report.question
    if let section = report.frontier,
      let svg = FrontierPlot.svg(of: section, title: title, size: nil, axisNames: nil)
    {
      try folder.write("figures/front.svg", svg)
    }
  }

  /// The study in a folder of an archive, and its runs that results contain.
  ///
  /// - Throws: If the study lacks a run of the results, so that the archive could not reproduce it.
  static func plan(
    of results: ResultsFile, in folder: String, _ arguments: ParsedArguments
  ) throws -> (study: StudyFile, plan: RunPlan) {
    let file = try StudyFile(path: "\(folder)/study/study.json", catalogue: arguments.policies)
    let stored = try results.runs()
    let known = Dictionary(stored.map { ($0.runID, $0) }, uniquingKeysWith: { first, _ in first })
    var plan = RunPlan(file, command: "")
    plan.entries = plan.entries.compactMap { entry in
      guard let run = known[entry.planned.runID] else { return nil }
      var entry = entry
      // The tables contain the command of the author.
      entry.planned.replay = run.replay
      return entry
    }
    guard plan.entries.count == stored.count else {
      throw CommandFailure(
        "\(results.path): the effective study has only \(plan.entries.count) of the \(stored.count) runs, so an archive "
          + "cannot reproduce the results. Run the study without `--plausible`, into a new results file")
    }
    return (file, plan)
  }

  /// Refuses results that other models have computed.
  static func checkModel(of study: StudyDescription, _ path: String) throws {
    let model = study.versions.first { $0.name == "model" }?.version ?? "unknown"
    guard model == ModelVersion.current else {
      throw CommandFailure(
        "\(path): model version \(MessageWord.word(model)) computed the runs, but this program has model version "
          + "\(ModelVersion.current). Use the slumber that computed them")
    }
  }
}

/// `slumber verify FOLDER`: runs the study of an archive again, and compares each table byte for byte.
enum ArchiveCheck {
  private struct Finding {
    var path: String
    /// The first difference; nil for a file with the same bytes.
    var difference: String?
  }

  static func run(_ folder: String, _ arguments: ParsedArguments) throws -> ExitCode {
    let archive = try StudyArchive(folder)
    let damages = archive.damages
    var findings: [Finding] = []
    var runs = 0
    if damages.isEmpty, try arguments.integer("--sample", atLeast: 0) != 0 {
      Interruption.install()
      let place = try Workplace(purpose: "verify")
      guard let again = try repeated(archive, in: place.path, arguments) else { return .interrupted }
      (runs, findings) = (again, try compared(archive, with: "\(place.path)/again"))
    }
    let isIdentical = damages.isEmpty && findings.allSatisfy { $0.difference == nil }
    var lines = [
      "\(folder): \(CountText.text(archive.sums.count, "file")), "
        + (damages.isEmpty ? "all match their SHA-256" : "damaged")
    ]
    for damage in damages { lines.append("  damaged    \(damage.path): \(damage.what)") }
    if runs > 0 {
      lines.append(
        "\(CountText.text(runs, "run")) repeated, \(CountText.text(findings.count, "file")) compared:")
    }
    for finding in findings {
      lines.append(
        finding.difference.map { "  different  \(finding.path): \($0)" } ?? "  identical  \(finding.path)")
    }
    let json: Table<ExitCode> = [
      "archive": { _ in folder }, "identical": { _ in isIdentical }, "runs": { _ in runs },
      "damaged": { _ in damages.json(["path": \.path, "damage": \.what]) },
      "files": { _ in
        findings.json([
          "path": \.path, "identical": { $0.difference == nil }, "difference": \.difference,
        ])
      },
    ]
    let code: ExitCode = isIdentical ? .done : .failed
    try Terminal.show(TextPage(lines.joined(separator: "\n")), json: json.json(code), arguments)
    return code
  }

  /// Runs the study and writes its tables into the folder `again` of a place.
  ///
  /// - Returns: The number of runs; nil if the user interrupted them.
  private static func repeated(
    _ archive: StudyArchive, in place: String, _ arguments: ParsedArguments
  ) throws -> Int? {
    let stored = try ResultsFile.open("\(archive.folder)/\(StudyArchive.results)")
    try StudyArchive.checkModel(of: try stored.study(), stored.path)
    let (study, plan) = try StudyArchive.plan(of: stored, in: archive.folder, arguments)
    try study.allowCommands(arguments.has("--allow-commands"))
    let description = RunCommand.description(of: study)
    let results = try ResultsFile.open(
      "\(place)/\(StudyArchive.results)", for: description, planning: plan.entries.map(\.planned))
    try results.skipSyncing()
    let conduct = Conduct.here(
      jobs: try Host.workers(arguments), style: try ProgressReporter.style(arguments), tellsFailure: true)
    let outcome = try Experiment.missing(of: plan, in: study, into: results) { Host.clock() }.run(conduct)
    if outcome.isInterrupted { return nil }
    guard outcome.failed.isEmpty else {
      throw CommandFailure(
        "\(CountText.text(outcome.failed.count, "run")) failed, so there are no tables to compare",
        code: .someRunsFailed)
    }
    let folder = try ExportFolder("\(place)/again")
    try StudyArchive.write(results, of: description, into: folder, arguments)
    try folder.commit()
    return plan.entries.count
  }

  private static func compared(_ archive: StudyArchive, with again: String) throws -> [Finding] {
    archive.sums.map(\.path).filter { path in
      // The provenance depends on the clock and the machine.
      path.hasPrefix("figures/") || path.hasPrefix("tables/") && path != "tables/provenance.csv"
    }.map { path in
      guard let stored = try? StudyArchive.bytes(of: "\(archive.folder)/\(path)"),
        let computed = try? StudyArchive.bytes(of: "\(again)/\(path)")
      else { return Finding(path: path, difference: "the repetition does not have this file") }
      return Finding(path: path, difference: stored == computed ? nil : difference(stored, computed))
    }
  }

  /// The first line that differs, from the first cell that differs.
  private static func difference(_ stored: [UInt8], _ computed: [UInt8]) -> String {
    let files = [stored, computed].map {
      $0.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
    let line = zip(files[0], files[1]).prefix { $0 == $1 }.count
    let lines = files.map { line < $0.count ? Array($0[line]) : [] }
    let same = lines[0].prefix(zip(lines[0], lines[1]).prefix { $0 == $1 }.count)
    let start = same.lastIndex(of: UInt8(ascii: ",")).map { $0 + 1 } ?? 0
    let texts = lines.map { MessageWord.quoted(String(decoding: $0.dropFirst(start), as: UTF8.self)) }
    return "line \(line + 1): the archive has \(texts[0]), the repetition has \(texts[1])"
  }
}
