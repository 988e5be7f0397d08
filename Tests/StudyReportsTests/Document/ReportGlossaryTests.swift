import Basics
import ResultsStore
import StudyReports
import Testing

@Suite("Definitions of a report") struct ReportGlossaryTests {
  private func link(_ text: String) -> String { "<a href=\"#x\" class=\"value\">\(text)</a>" }

  @Test("numbers of a sentence link to a definition; digits within names do not")
  func numbers() {
    #expect(
      ReportGlossary.numbers(in: "30.8 % of opens, +527 ± 158 <J>", to: "x")
        == "\(link("30.8 %")) of opens, \(link("+527 ± 158")) &lt;J&gt;")
    #expect(ReportGlossary.numbers(in: "iphone-15, p90, a_2, b[1]", to: "x") == "iphone-15, p90, a_2, b[1]")
    #expect(ReportGlossary.numbers(in: "none", to: "x") == "none")
  }

  @Test("cells link to the metric at the end of the subject, or to a term")
  func cells() {
    let table = TextTable([("policy", .left)], subject: "gap=1 h energy_j_per_day")
    let look = ReportGlossary.look(table)
    #expect(look(0, "policy", "never") == HTMLCell())
    #expect(look(1, "estimate", "12 ± 3") == HTMLCell(target: "metric-energy_j_per_day"))
    #expect(look(1, "estimate", "-") == HTMLCell())
    #expect(look(2, "note", "the denominators add up to 0") == HTMLCell())
    #expect(look(3, "verdict", "slightly worse; same sign in 3 of 4 points").style == "bad")
    #expect(look(3, "verdict", "equivalent, lower") == HTMLCell(target: "term-verdict"))
    let stranger = ReportGlossary.look(TextTable([("policy", .left)], subject: "nothing known"))
    #expect(stranger(1, "estimate", "12") == HTMLCell())
  }

  @Test("the section defines what the page links to, in the words of the results file")
  func section() {
    let page = HTMLText.link(to: "term-margin", "2") + HTMLText.link(to: "metric-energy_j_per_day", "3")
    let stored = MetricDescription(
      name: "energy_j_per_day", unit: "J/d", polarity: "lower", definition: "All <that> is drawn.",
      censoring: "None.", isPopulation: true)
    let section = ReportGlossary.section(for: page, metrics: [stored])
    #expect(section.body.contains("<dt id=\"term-margin\">margin</dt>"))
    #expect(
      section.body.contains(
        "<dt id=\"metric-energy_j_per_day\">energy of the phone <code>energy_j_per_day</code></dt>\n"
          + "<dd>J/d, lower is better. All &lt;that&gt; is drawn. None.</dd>"))
    #expect(section.body.split(separator: "<dt ").count == 3)
  }
}
