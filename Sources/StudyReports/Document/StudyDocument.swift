import Basics
import ResultsStore

/// A report on a study: one HTML page that needs no other file and no network, and the tables behind its figures.
///
/// It is made from stored results alone. A section whose tables are missing says which entry of `record` or which command
/// makes them. The same results file gives the same bytes.
package struct StudyDocument: Sendable {
  package let html: String
  package let tables: [ReportTable]
  package let statement: STRESSStatement

  package init(
    _ file: ResultsFile, plan: ComparisonPlan, frontier: FrontierPlan, policies: PolicyFacts,
    sensitivity: SensitivityTable? = nil, population: PopulationTable? = nil
  ) throws {
    var report = try ComparisonReport(file, plan: plan, policies: policies, frontier: frontier)
    if let sensitivity, sensitivity.hasShares { report.robustness = sensitivity }
    let design = try StudyDesign(file)
    let provenance = try StudyProvenance(file)
    let details = try StudyDetails(file)
    statement = STRESSStatement(report, design, provenance)
    let study = provenance.studyFile
    func recording(_ table: String) -> String? { provenance.recording(table, beside: design.recorded) }
    var sections = [
      report.findingSection, design.section, report.verdictSection, report.frontSection, report.factorSection,
      details.stalenessSection, details.waitSection(recording: recording),
      details.energySection(recording: recording), details.heldSection(recording: recording),
      try WarmUpCheck(file).section, sensitivity?.section ?? SensitivityTable.absence(study: study),
      PopulationTable.section(population, study: study, isRecorded: design.trace != nil),
      ReportCaveats(report: report, design: design, sensitivity: sensitivity).section, provenance.section,
      statement.section,
    ]
    let body = sections.map(\.html).joined()
    sections.append(ReportGlossary.section(for: body, metrics: design.description.metrics))
    html = Self.page(sections, report: report, design: design)
    tables = sections.flatMap(\.tables)
  }

  package static let tableNames = [
    "comparison.csv", "front.csv", "effects.csv", "staleness-over-devices.csv", "waits.csv",
    "energy-by-component.csv", "energy-by-cause.csv", "held-by-hour.csv", "warm-up.csv", "sensitivity.csv",
    "population.csv", "runs.csv",
  ]

  private static func page(
    _ sections: [ReportSection], report: ComparisonReport, design: StudyDesign
  ) -> String {
    let title = HTMLText.escaped(report.study)
    let question = design.description.question
    let lead = question.isEmpty ? "" : "<p class=\"question\">\(HTMLText.prose(question))</p>\n"
    let counts = report.counts
    let incomplete =
      counts.missing + counts.failed > 0
      ? "<p class=\"incomplete\" role=\"note\">INCOMPLETE: \(counts.done) of \(counts.expected) runs done, "
        + "\(counts.failed) failed and \(counts.missing) missing. See \(HTMLText.link(to: "caveats", "Caveats")).</p>\n"
      : ""
    let contents = sections.map { "<li>\(HTMLText.link(to: $0.id, $0.title))</li>\n" }.joined()
    let versions = HTMLText.escaped(
      design.description.versions.map { "\($0.name) \($0.version)" }.joined(separator: ", "))
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="light dark"/>
      <title>\(title): report</title>
      <style>
      \(ReportStyle.sheet)</style>
      </head>
      <body>
      <header>
      <p class="kind">Report on a simulation study</p>
      <h1>\(title)</h1>
      \(lead)<p class="size">\(HTMLText.escaped(design.size))</p>
      \(incomplete)</header>
      <nav aria-label="Contents">
      <ol>
      \(contents)</ol>
      </nav>
      <main>
      \(sections.map(\.html).joined())</main>
      <footer><p>Made from stored results; nothing was run. \(versions).</p></footer>
      </body>
      </html>

      """
  }
}
