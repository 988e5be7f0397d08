import Basics
import ResultsStore
import Studies
import StudyReports

enum VerifyCommand {
  static let specification = CommandSpecification(
    name: "verify", arguments: "RESULTS|FOLDER", argumentCount: 1...1,
    summary: "Checks results and repeats a sample, or reproduces a folder of `publish`.",
    example: "slumber verify quickstart.results.sqlite --sample 5",
    options: """
      --sample N | repeat N runs; 0: check only the digests (default: 3; a folder: all runs)
      --study STUDY | use this study, if the results name a trace or a program
      --jobs
      --json | print the findings as JSON
      --allow-commands
      \(StudyOptions.options)
      """,
    refusals: [.needing("--study", StudyOptions.names, "needs `--study STUDY`")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let path = arguments.arguments[0]
    if FolderListing.isFolder(path) {
      try arguments.refuse(["--study"]) { "`\($0)` has no effect: the folder contains its study" }
      if let sample = try arguments.integer("--sample", atLeast: 0), sample > 0 {
        throw UsageError(
          "`--sample \(sample)` has no effect: all runs of a folder are repeated, or none with 0")
      }
      return try ArchiveCheck.run(path, arguments)
    }
    if !arguments.has("--study") {
      try arguments.refuse(["--allow-commands"]) { "`\($0)` needs `--study STUDY`" }
    }
    let size = try arguments.integer("--sample", atLeast: 0) ?? 3
    let jobs = try Host.workers(arguments)
    let results = try ResultsFile.open(path, toleratesDamage: true)
    var findings = Findings(path: path, damages: try results.damages())
    // Damaged runs would be found different; their damage has been named.
    if findings.damages.isEmpty, size > 0 {
      try compare(results, size: size, jobs: jobs, arguments, &findings)
    } else {
      findings.finished = try results.counts().done
    }
    try Terminal.show(TextPage(findings.text), json: findings.json, arguments)
    return findings.isIdentical ? .done : .failed
  }

  private static func compare(
    _ results: ResultsFile, size: Int, jobs: Int, _ arguments: ParsedArguments, _ findings: inout Findings
  ) throws {
    let description = try results.study()
    // Other models have other results, which are none the worse for it.
    let model = description.versions.first { $0.name == "model" }?.version ?? "unknown"
    guard model == ModelVersion.current else {
      throw CommandFailure(
        "model version \(MessageWord.word(model)) computed the runs, but this program has model version "
          + "\(ModelVersion.current). To check only the digests, use --sample 0")
    }
    let runs = try results.runs()
    let file = try study(arguments, description, runs)
    let repetition = RunRepetition(runs, of: file, size: size)
    findings.finished = repetition.finished
    findings.known = repetition.known
    for run in repetition.sample {
      findings.sample.append((run, try difference(of: run, repetition, results, jobs)))
    }
  }

  /// The study of --study, or the complete study in the results.
  private static func study(
    _ arguments: ParsedArguments, _ description: StudyDescription, _ runs: [StoredRun]
  ) throws -> StudyFile {
    if let path = arguments.value("--study") {
      let file = try StudyOptions.study(arguments, path: path)
      guard file.study.name == description.name, file.baseDigest == description.baseDigest else {
        let found = StudyIdentity(name: file.study.name, baseDigest: file.baseDigest)
        throw CommandFailure(
          "\(path): found study \(found), expected the study of the results, \(description.identity)")
      }
      return file
    }
    let path = arguments.arguments[0]
    let file: StudyFile
    do {
      file = try StudyFile(stored: description.effectiveStudy, path: path, catalogue: arguments.policies)
    } catch let error as StoredStudyError {
      throw CommandFailure("\(error). Name the study with --study STUDY")
    }
    // Policies that an earlier command chose are found by their names.
    let labels = Set(file.study.policies.map(\.label))
    let chosen = runs.map(\.policy).unique
    guard !Set(chosen).isSubset(of: labels) else { return file }
    return
      (try? StudyFile(
        stored: description.effectiveStudy, path: path, policies: chosen, catalogue: arguments.policies))
      ?? file
  }

  private static func difference(
    of run: StoredRun, _ repetition: RunRepetition, _ results: ResultsFile, _ jobs: Int
  ) throws -> RunDifference? {
    let id = repetition.runID(of: run)
    guard id == run.runID else {
      return RunDifference(table: "runs", row: "", column: "run_id", stored: run.runID, computed: id)
    }
    let tables = try results.detailTables(of: run.runID)
    guard let finished = try repetition.repeated(run, tables: tables, jobs: jobs) else { return nil }
    return try results.difference(from: RunPart(finished, provenance: ProvenanceRow()))
  }

  private struct Findings {
    var path: String
    var damages: [ResultsDamage]
    var finished = 0
    var known = 0
    var sample: [(run: StoredRun, difference: RunDifference?)] = []

    var isIdentical: Bool { damages.isEmpty && sample.allSatisfy { $0.difference == nil } }

    var text: String {
      var lines: [String] = []
      let state = damages.isEmpty ? "all rows match their digests" : "damaged"
      lines.append("\(path): \(finished) finished runs, \(state)")
      for damage in damages { lines.append("  damaged    \(damage)") }
      if known < finished, !sample.isEmpty {
        lines.append(
          "\(finished - known) of the runs belong to policies or design points that the study does not have")
      }
      if !sample.isEmpty { lines.append("\(sample.count) of \(known) runs repeated:") }
      for (run, difference) in sample {
        let name =
          "run \(run.runID) (\(MessageWord.word(run.policy)), \(MessageWord.word(run.designPoint)), "
          + "replication \(run.replication))"
        lines.append(difference.map { "  different  \(name): \($0)" } ?? "  identical  \(name)")
      }
      return lines.joined(separator: "\n")
    }

    var json: JSONValue {
      let sampled: Table<(run: StoredRun, difference: RunDifference?)> = [
        "run_id": \.run.runID, "policy": \.run.policy, "design_point": \.run.designPoint,
        "replication": \.run.replication, "identical": { $0.difference == nil }, "difference": \.difference,
      ]
      return .record(
        self,
        [
          "results": \.path, "runs": \.finished, "identical": \.isIdentical,
          "digests": { $0.damages.isEmpty ? "match" : "differ" },
          "damaged": { $0.damages.json(["run_id": \.runID, "damage": \.what]) },
          "sample": { $0.sample.json(sampled) },
        ])
    }
  }
}
