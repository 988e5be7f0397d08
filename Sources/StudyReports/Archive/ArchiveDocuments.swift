import Basics
import ModelParameters
import ResultsStore

/// The texts of an archive of a study, filled with facts of the study and of the model.
///
/// They state no fact about the author. An item that only the author knows has the words *the author has to add*, or
/// is an empty field.
package struct ArchiveDocuments: Sendable {
  /// The facts that results do not contain.
  package struct Origin: Sendable {
    /// The name and the SHA-256 of the program that reproduces the study.
    package var program, programDigest: String
    /// Whether the archive contains this program.
    package var hasProgram: Bool
    /// The date of the archive, ISO 8601.
    package var date: String
    /// The identifier of the commit of slumber; nil if the program does not know it.
    package var revision: SWHID?

    package init(
      program: String, programDigest: String, hasProgram: Bool, date: String, revision: SWHID?
    ) {
      (self.program, self.programDigest, self.hasProgram) = (program, programDigest, hasProgram)
      (self.date, self.revision) = (date, revision)
    }
  }

  package let study: StudyDescription
  package let origin: Origin
  let design: StudyDesign
  let provenance: StudyProvenance
  private let metrics: [String]
  /// The identifier of the folder of the study, and of the study file in it.
  let directory, content: SWHID

  /// - Parameters:
  ///   - study: The description of the study as the archive has it.
  ///   - sources: The files in the folder of the study, by their paths in this folder.
  package init(
    _ file: ResultsFile, of study: StudyDescription,
    sources: [(path: String, bytes: [UInt8], isExecutable: Bool)],
    _ origin: Origin, plan: ComparisonPlan
  ) throws {
    (self.study, self.origin) = (study, origin)
    design = try StudyDesign(file)
    provenance = try StudyProvenance(file, of: study)
    metrics = plan.metrics.map(\.name)
    directory = SWHID(
      directory: sources.map { SWHID.File($0.path, $0.bytes, isExecutable: $0.isExecutable) })
    content = SWHID(
      content: sources.first { $0.path == StudyDescription.effectiveStudyFile }?.bytes ?? [])
  }

  package var hosts: [String] { provenance.hosts }

  /// The documents by their names in the archive.
  package var all: [(name: String, text: String)] {
    var texts = [
      ("README.md", filled(PackageResources.readme_md)), ("ODD.md", filled(PackageResources.odd_md)),
      ("AI-USE.md", filled(PackageResources.ai_use_md)),
    ]
    if study.licence != .open { texts.append(("LICENSE", license)) }
    return texts
  }

  /// The script that calls the program.
  package var script: String { filled(PackageResources.reproduce_txt) }

  private var license: String {
    """
    SPDX-License-Identifier: \(study.licence.name)

    The author licenses this archive under \(study.licence.name).
    The text of the license is at \(study.licence.path)\
    \(origin.hasProgram ? "\nThe program in bin/ has the licenses of slumber and of its libraries." : "")

    """
  }

  private func filled(_ text: [UInt8]) -> String {
    facts.reduce(String(decoding: text, as: UTF8.self)) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  private var facts: KeyValuePairs<String, String> {
    func rows<Row>(_ rows: [Row], _ cells: (Row) -> [String]) -> String {
      rows.map { row in
        "| " + cells(row).map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
      }.joined(separator: "\n")
    }
    let parameters = ParameterCatalogue.all
    let model = study.versions.first { $0.name == "model" }?.version ?? "unknown"
    let question = study.question.split(separator: "\n").joined(separator: " ")
    let isRecorded = design.trace != nil
    return [
      "study": study.name,
      "question": question.isEmpty ? "The author has to add the question of the study." : question,
      "size": design.size, "horizon": design.horizon, "population": design.populationText,
      "runs": CountText.text(design.counts.done, "run"), "time": TimeSpanText.text(provenance.wallSeconds),
      "command": provenance.command, "program": origin.program,
      "commands": study.startsPrograms ? " --allow-commands" : "",
      "allowance": study.startsPrograms
        ? "`--allow-commands` lets the study start the programs in `study/`. Read them before you run them."
        : "The study starts no other program.",
      "versions": provenance.versions, "model": model, "seed": String(study.seed),
      "slumber": study.versions.first { $0.name == "slumber" }?.version ?? "",
      "digest": study.baseDigest, "commit": study.commit.isEmpty ? "unknown" : study.commit,
      "programRole": origin.hasProgram ? "program `bin/slumber`" : "program that wrote this archive",
      "programDigest": origin.programDigest, "directory": "\(directory)", "content": "\(content)",
      "revision": origin.revision.map { "\($0)" } ?? "unknown; the commit above names it",
      "inputs": study.files.isEmpty
        ? "| none | |" : rows(study.files) { ["`study/\($0.path)`", $0.digest] },
      "license": study.licence == .open
        ? "The author has to choose a license. Many authors choose CC-BY-4.0 for data: "
          + "`\(origin.program) publish RESULTS --to FOLDER --license CC-BY-4.0`."
        : "The author licenses this archive under \(study.licence.name); see `LICENSE`.",
      "devices": "\(design.devices)", "apps": "\(design.apps.count)", "policies": "\(design.policies.count)",
      "points": "\(design.designPoints.count)", "replications": "\(design.replications)",
      "assumed": "\(parameters.count { $0.grade == .d })", "parameters": "\(parameters.count)",
      "policyTable": rows(design.policies) {
        [
          $0.label == $0.name ? $0.label : "\($0.label) (\($0.name))",
          $0.gates.isEmpty ? "none" : $0.gates.joined(separator: ", "),
        ]
      },
      "warmUp": design.text("warmUpDays").map { "Warm-up takes \($0 == "1" ? "1 day" : "\($0) days")." }
        ?? "",
      "metrics": metrics.isEmpty ? "`slumber metrics` lists them" : metrics.joined(separator: ", "),
      "recorded": design.recorded.isEmpty
        ? "" : "Detail tables: \(design.recorded.joined(separator: ", ")).",
      "inputData": isRecorded
        ? "The devices replay the recording `\(design.trace ?? "")`, which drives use, charging and networks. slumber "
          + "generates the events that the recording lacks. The author has to add how and by whom the recording was made."
        : "The model uses no time series from outside. slumber generates all events from the distributions of the "
          + "population\(design.hasScript ? " and from the script of the study" : "").",
    ]
  }
}
