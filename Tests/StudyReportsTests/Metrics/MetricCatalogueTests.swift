import Basics
import OutputAnalysis
import ResultsStore
import StudyReports
import Testing

@Suite("The catalogue of metrics")
struct MetricCatalogueTests {
  @Test("names every metric once and explains it")
  func complete() {
    let metrics = MetricCatalogue.all
    #expect(Set(metrics.map(\.name)).count == metrics.count)
    for metric in metrics {
      #expect(!metric.unit.isEmpty && metric.definition.hasSuffix("."), "\(metric.name)")
      #expect(metric.censoring.hasSuffix("."), "\(metric.name)")
      #expect(!metric.scopes.isEmpty)
      #expect(
        metric.name.utf8.allSatisfy { ($0 >= 97 && $0 <= 122) || ($0 >= 48 && $0 <= 57) || $0 == 95 },
        "\(metric.name)")
      if let substitute = metric.substitute { #expect(MetricCatalogue.metric(substitute) != nil) }
    }
  }

  @Test("metrics of temperature carry their mark in names, labels and definitions")
  func marks() {
    let mark = "no skill off the charger"
    let marked = [
      "hours_above_35_degc_per_day", "capacity_loss_per_year", "capacity_loss_per_year_least",
      "capacity_loss_per_year_most",
    ]
    for metric in MetricCatalogue.all {
      let texts = [metric.markedName, metric.label, metric.description.definition]
      #expect(texts.map { $0.contains(mark) } == texts.map { _ in marked.contains(metric.name) })
    }
  }

  @Test("has no metric with the name of a column that stands beside it")
  func columns() {
    let keys = Set(StoredRun.table.definition.columns.map(\.name))
    #expect(MetricCatalogue.names.filter(keys.contains) == [])
  }
}
