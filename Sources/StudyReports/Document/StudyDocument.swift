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
    if let sensitivity, sensitivity.hasShares { report.robustness = [sensitivity] }
    let design = try StudyDesign(file)
    let provenance = try StudyProvenance(file)
    let details = try StudyDetails(file)
    statement = STRESSStatement(report, design, provenance)
    let study = provenance.studyFile
    func recording(_ table: String) -> String? { provenance.recording(table, beside: design.recorded) }
    var sections = [report.findingSection, design.section, report.verdictSection, report.frontSection]
    // A study that varies something is read for the effects of that.
    sections.insert(report.factorSection, at: report.effects == nil ? sections.count : 1)
    sections += [
      details.stalenessSection, details.waitSection(recording: recording),
      details.energySection(recording: recording), details.heldSection(recording: recording),
      try WarmUpCheck(file).section, sensitivity?.section ?? SensitivityTable.absence(study: study),
      PopulationTable.section(population, study: study, isRecorded: design.trace != nil),
      ReportCaveats(report: report, design: design, sensitivity: sensitivity, population: population).section,
      provenance.section, statement.section,
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

package enum ReportStyle {
  package static let sheet = """
    :root { --page: #ffffff; --text: #1d2127; --soft: #5a626c; --line: #d9dde2; --panel: #f5f6f8; --link: #00598c;
      --good: #00598c; --bad: #a84900; --note: #fff6e0; --note-line: #e0a030; }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; }
    body { margin: 0 auto; padding: 1.5rem 1.25rem 4rem; max-width: 60rem; background: var(--page); color: var(--text);
      font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
    h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 0.5rem; overflow-wrap: anywhere; }
    h2 { font-size: 1.4rem; margin: 2.75rem 0 0.75rem; padding-top: 0.75rem; border-top: 1px solid var(--line); }
    h3 { font-size: 1.1rem; margin: 1.75rem 0 0.5rem; overflow-wrap: anywhere; }
    h4 { font-size: 0.95rem; margin: 1.4rem 0 0.4rem; overflow-wrap: anywhere; }
    p, ul, ol, dl { margin: 0.6rem 0; overflow-wrap: anywhere; }
    .kind { color: var(--soft); margin: 0; font-size: 0.9rem; }
    .question { font-size: 1.15rem; }
    .size, footer { color: var(--soft); font-size: 0.9rem; }
    .finding { font-size: 1.1rem; padding: 0.9rem 1.1rem; background: var(--panel); border-left: 4px solid var(--link); }
    .incomplete, .absent { padding: 0.6rem 1rem; background: var(--note); border-left: 4px solid var(--note-line); }
    .absent p { margin: 0.2rem 0; }
    a { color: var(--link); }
    td a, th a, .finding a, li a, p a { text-decoration: underline; text-decoration-style: dotted;
      text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
    td a { color: inherit; }
    nav { background: var(--panel); padding: 0.6rem 1rem; margin: 1.25rem 0; }
    nav ol { margin: 0; padding-left: 1.5rem; columns: 16rem 3; }
    .scroll { overflow-x: auto; margin: 0.6rem 0; }
    .scroll:focus-visible { outline: 2px solid var(--link); }
    table { border-collapse: collapse; font-size: 0.88rem; font-variant-numeric: tabular-nums; }
    th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.9rem 0.3rem 0; border-bottom: 1px solid var(--line); }
    thead th { color: var(--soft); font-weight: 600; border-bottom: 2px solid var(--line); }
    tbody th { font-weight: 500; white-space: nowrap; }
    .value { white-space: nowrap; }
    .number { text-align: right; white-space: nowrap; }
    .good a { color: var(--good); font-weight: 600; }
    .bad a { color: var(--bad); font-weight: 600; }
    .open a { color: var(--soft); font-style: italic; }
    code { font: 0.92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 0.7rem 0.9rem; background: var(--panel); font-size: 0.88rem; line-height: 1.45; }
    figure { margin: 1.25rem 0 1.75rem; }
    figure svg { display: block; max-width: 100%; height: auto; }
    figcaption { font-size: 0.9rem; color: var(--soft); margin-top: 0.4rem; }
    .table-name { white-space: nowrap; }
    dt { font-weight: 600; margin-top: 0.9rem; overflow-wrap: anywhere; }
    dd { margin: 0.1rem 0 0; }
    dt:target { background: var(--note); }
    @media screen and (prefers-color-scheme: dark) {
    :root { --page: #14161a; --text: #e4e7eb; --soft: #a3abb5; --line: #343a42; --panel: #1c1f24; --link: #7cc4ee;
      --good: #7cc4ee; --bad: #ff9d5c; --note: #33290f; --note-line: #b98424; }
    \(PlotColor.darkRules)}
    @media screen and (max-width: 44rem) {
    body { padding: 1rem 0.9rem 3rem; }
    h1 { font-size: 1.6rem; }
    figure svg { min-width: 40rem; }
    nav ol { columns: 1; }
    }
    @media print {
    body { max-width: none; padding: 0; font-size: 10pt; }
    nav, .table-name { display: none; }
    h2, h3, h4 { break-after: avoid; }
    figure, tr, .finding, .absent { break-inside: avoid; }
    .scroll { overflow: visible; }
    table { font-size: 8pt; }
    a, td a, th a, .finding a, li a, p a { color: inherit; text-decoration: none; }
    }

    """
}
