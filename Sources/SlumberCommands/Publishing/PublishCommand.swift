import Basics
import Libc
import ResultsStore
import Studies
import StudyReports

enum PublishCommand {
  static let specification = CommandSpecification(
    name: "publish", arguments: "RESULTS", argumentCount: 1...1,
    summary: "Writes an archive of finished results that anyone can reproduce.",
    example: "slumber publish quickstart.results.sqlite --to quickstart-archive --license CC-BY-4.0",
    options: """
      --to FOLDER | write the archive into this new folder
      --license SPDX-ID | license the archive, for example CC-BY-4.0 (default: the archive states no license)
      --binary FILE | add this program to the archive as bin/slumber
      --input FILE | add a file of which the results keep only the digest, such as a recording (may be repeated)
      """, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let target = try arguments.value("--to", or: "`publish` needs `--to FOLDER`")
    let licence = try licence(arguments)
    let results = try ResultsFile.open(arguments.arguments[0])
    try check(results)
    var study = try PublishedStudy(results, inputs: arguments.all("--input")).description
    study.licence = licence
    // The bytes of the program that reproduces the archive.
    let program = try StudyArchive.bytes(of: arguments.value("--binary") ?? FilePlace.program())
    // An empty folder goes, and the archive takes its name when it is complete.
    if FilePlace.exists(target), rmdir(target) != 0 {
      throw CommandFailure("`\(target)` exists and is not empty; name another folder with --to")
    }
    let folder = try ExportFolder(target)
    try StudyArchive.write(results, of: study, into: folder, arguments)
    _ = try StudyArchive.plan(of: results, in: folder.place, arguments)
    try results.publish(as: StudyArchive.results, in: folder.place)
    if arguments.has("--binary") {
      try write("bin/slumber", program, isExecutable: true, into: folder)
    }
    let documents = try documents(results, of: study, program, folder, arguments)
    try LocalPaths(results: results.path).check(documents, study, try results.study())
    let files = try paths(in: folder.place).map {
      ResearchCrate.File(path: $0, bytes: try StudyArchive.bytes(of: "\(folder.place)/\($0)"))
    }
    try folder.write(StudyArchive.sums, ResearchCrate.sums(files))
    let sums = ResearchCrate.File(path: StudyArchive.sums, bytes: [])
    try folder.write("ro-crate-metadata.json", ResearchCrate(documents, files + [sums]).json.text())
    try folder.commit()
    for path in files.map(\.path) + [StudyArchive.sums, "ro-crate-metadata.json"] {
      Terminal.out("\(folder.path)/\(path)")
    }
    if !documents.hosts.isEmpty {
      Terminal.note(
        "note: the archive names the computers of the runs: \(documents.hosts.joined(separator: ", "))")
    }
    Terminal.note(
      "next: complete the list at the end of \(folder.path)/README.md, then run \(folder.path)/reproduce")
    return .done
  }

  /// Refuses results that an archive could not reproduce.
  private static func check(_ results: ResultsFile) throws {
    let (counts, study) = (try results.counts(), try results.study())
    if let method = study.method {
      throw CommandFailure(
        "\(results.path): `slumber \(method)` chose these runs, so no study reproduces them. Publish a results file of "
          + "`slumber run`")
    }
    guard counts.expected > 0, counts.done == counts.expected else {
      throw CommandFailure(
        "\(results.path): \(counts.done) of \(counts.expected) runs are done, and \(counts.failed) failed. Finish the "
          + "results with `slumber run`, then publish them")
    }
    try StudyArchive.checkModel(of: study, results.path)
  }

  /// The license that the author chooses; an open license without the option.
  private static func licence(_ arguments: ParsedArguments) throws -> StudyDescription.Licence {
    guard let id = arguments.value("--license") else { return .open }
    let isPlain =
      id.utf8.allSatisfy { $0 < 128 } && id.allSatisfy { $0.isLetter || $0.isNumber || "-.+".contains($0) }
    guard isPlain, id.first?.isLetter == true || id.first?.isNumber == true, id.contains(where: \.isLetter),
      id.count <= 64
    else {
      throw UsageError(
        option: "--license", found: id,
        expected:
          "one identifier of the SPDX list (https://spdx.org/licenses), such as CC-BY-4.0 or Apache-2.0")
    }
    return .init(name: id, title: id, path: "https://spdx.org/licenses/\(id).html")
  }

  private static func documents(
    _ results: ResultsFile, of study: StudyDescription, _ program: [UInt8], _ folder: ExportFolder,
    _ arguments: ParsedArguments
  ) throws -> ArchiveDocuments {
    let origin = ArchiveDocuments.Origin(
      program: arguments.programName, programDigest: SHA256.hexadecimal(program),
      hasProgram: arguments.has("--binary"), date: String(Host.time.prefix { $0 != "T" }),
      // The program knows the whole name of its own commit alone.
      revision: Version.commit == study.commit ? SWHID(commit: Version.fullCommit) : nil)
    let plan = try CompareCommand.plan(arguments, results)
    let sources = try paths(in: folder.place).filter { $0.hasPrefix("study/") }.map { path in
      (
        path: String(path.dropFirst("study/".count)),
        bytes: try StudyArchive.bytes(of: "\(folder.place)/\(path)"),
        isExecutable: access("\(folder.place)/\(path)", X_OK) == 0
      )
    }
    let documents = try ArchiveDocuments(results, of: study, sources: sources, origin, plan: plan)
    for (name, text) in documents.all { try folder.write(name, text) }
    try write("reproduce", Array(documents.script.utf8), isExecutable: true, into: folder)
    let section = try ComparisonSection(effectiveStudy: study.effectiveStudy)
    let report = try StudyDocument(
      results, plan: plan, frontier: FrontierPlan(section), policies: PolicyFacts(arguments.policies),
      population: try PopulationTable(results), of: study)
    try folder.write("report.html", report.html)
    try folder.write("STRESS.md", report.statement.markdown)
    return documents
  }

  private static func write(
    _ name: String, _ bytes: [UInt8], isExecutable: Bool, into folder: ExportFolder
  ) throws {
    try folder.write(name, isExecutable: isExecutable) { (sink) throws(ResultsError) in try sink.write(bytes)
    }
  }

  /// The paths of all files in a folder, sorted.
  private static func paths(in folder: String) -> [String] {
    FolderListing.names(in: folder).flatMap { name in
      FolderListing.isFolder("\(folder)/\(name)")
        ? paths(in: "\(folder)/\(name)").map { "\(name)/\($0)" } : [name]
    }.sorted()
  }
}
