import Basics
import ResultsStore

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
