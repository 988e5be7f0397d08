import Basics
import ResultsStore
import StudyReports
import Testing

@Suite("Definitions of a report") struct ReportGlossaryTests {
  @Test("are of all terms, and of the metrics that the page names, in the words of the results file")
  func page() {
    let stored = MetricDescription(
      name: "energy_j_per_day", unit: "J/d", polarity: "lower", definition: "All <that> is drawn.",
      censoring: "None.", isPopulation: true)
    let page = ReportGlossary.page(for: "<td>energy_j_per_day</td>", metrics: [stored])
    let html = page.html()
    #expect(html.contains("<th scope=\"row\">margin</th><td>The smallest difference that matters"))
    #expect(
      html.contains(
        "<th scope=\"row\">energy_j_per_day</th><td>energy of the device</td><td>J/d</td><td>lower</td>"
          + "<td>All &lt;that&gt; is drawn. None.</td>"))
    // A longer name is another metric.
    #expect(!html.contains("background_energy_j_per_day"))
    #expect(page.tables.map(\.lines.count) == [18, 2])
  }
}
