import Basics
import ResultsStore

/// A report on a study: one self-contained HTML page, and the tables of its figures.
///
/// slumber makes it from stored results: the pages of the commands in sequence, each with its figures. A chapter without data
/// names the entry of `record` or the command that provides them. The same results file gives the same bytes.
package struct StudyDocument: Sendable {
  package let html: String
  package let tables: [ReportData]
  package let statement: STRESSStatement

  package init(
    _ file: ResultsFile, plan: ComparisonPlan, frontier: FrontierPlan, policies: PolicyFacts,
    sensitivity: SensitivityTable? = nil, population: PopulationTable? = nil,
    of description: StudyDescription? = nil
  ) throws {
    var report = try ComparisonReport(file, plan: plan, policies: policies, frontier: frontier)
    if let sensitivity, sensitivity.hasShares { report.robustness = [sensitivity] }
    let design = try StudyDesign(file)
    let provenance = try StudyProvenance(file, of: description)
    statement = STRESSStatement(report, design, provenance)
    let study = provenance.studyFile
    var answer = report.answer.page
    if answer.isEmpty {
      answer.add("The results contain one policy and no factor, so there is no comparison.")
    }
    let caveats = ReportCaveats(
      report: report, design: design, sensitivity: sensitivity, population: population)
    var chapters = [ReportChapter("finding", "Answer", answer), report.chapter]
    chapters.append(ReportChapter("design", "Question and design", design.page))
    chapters += try StudyDetails(file).chapters { provenance.recording($0, beside: design.recorded) }
    chapters.append(try WarmUpCheck(file).chapter(units: report.units))
    chapters.append(sensitivity?.chapter(units: report.units) ?? SensitivityTable.absence(study: study))
    chapters.append(PopulationTable.chapter(population, study: study, isRecorded: design.trace != nil))
    chapters.append(ReportChapter("caveats", "Caveats", caveats.page))
    chapters.append(provenance.chapter)
    chapters.append(ReportChapter("stress", "STRESS-DES statement", statement.page))
    let metrics = design.description.metrics
    let glossary = ReportGlossary.page(for: chapters.map(\.html).joined(), metrics: metrics)
    chapters.append(ReportChapter("glossary", "Definitions", glossary))
    html = Self.page(chapters, report: report, design: design)
    tables = chapters.flatMap(\.data)
  }

  package static let tableNames = [
    "comparison.csv", "front.csv", "effects.csv", "interactions.csv", "regressions.csv",
    "staleness-over-devices.csv", "waits.csv",
    "energy-by-component.csv", "energy-by-cause.csv", "held-by-hour.csv", "warm-up.csv", "sensitivity.csv",
    "population.csv", "runs.csv",
  ]

  private static func page(
    _ chapters: [ReportChapter], report: ComparisonReport, design: StudyDesign
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
    let contents = chapters.map { "<li>\(HTMLText.link(to: $0.id, $0.title))</li>\n" }.joined()
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
      \(chapters.map(\.html).joined())</main>
      <footer><p>slumber made this report from stored results. \(versions).</p></footer>
      </body>
      </html>

      """
  }
}

/// The definitions at the end of a report: of all terms, and of the metrics that a page names.
package enum ReportGlossary {
  /// - Parameter metrics: The definitions in the results file, which go before the program's own.
  package static func page(for text: String, metrics: [MetricDescription]) -> TextPage {
    let terms = String(decoding: PackageResources.terms_txt, as: UTF8.self).split(separator: "\n").map {
      line in
      let cells = line.split(separator: " | ").map(String.init)
      return (cells[0], cells[1])
    }
    let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
    let stored = Dictionary(metrics.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let known = MetricCatalogue.all.filter { words.contains($0.name[...]) }.map { metric in
      (label: metric.label, description: stored[metric.name] ?? metric.description)
    }
    var page = TextPage(TextTable(terms, titles: ("term", "definition"), subject: "terms"))
    page.add(
      TextTable(
        known,
        [
          .page("metric", \.description.name), .page("title", \.label),
          .page("unit") { $0.description.unit == "1" ? "share or number" : $0.description.unit },
          .page("better") { $0.description.polarity == "none" ? "" : $0.description.polarity },
          .page("definition") { "\($0.description.definition) \($0.description.censoring)" },
        ], subject: "metrics"))
    return page
  }
}

package enum ReportStyle {
  /// The style sheet of a report; its rules for dark pages take the colors of pictures in.
  package static var sheet: String {
    String(decoding: PackageResources.report_css, as: UTF8.self).replacing(
      "{dark}", with: PlotColor.darkRules)
  }
}
