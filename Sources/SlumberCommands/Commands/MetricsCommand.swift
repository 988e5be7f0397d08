import JSON
import PlainText
import ResultsStore
import StudyMetrics

/// `slumber metrics`: definitions of the metrics.
enum MetricsCommand {
  static let specification = CommandSpecification(
    name: "metrics", arguments: "[NAME|PREFIX]", argumentCount: 0...1,
    summary: "Lists the metrics, or defines one.", example: "slumber metrics staleness_at_open_s",
    options: OutputForm.tableOptions + [.flag("--json", "as JSON")], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let all = MetricCatalogue.descriptions
    switch try Catalogue(kind: "metric", entries: all, name: \.name).selection(arguments) {
    case .all: try show(all, arguments)
    case .several(let chosen): try show(chosen, arguments)
    case .one(let metric): try Terminal.show(page(metric), json: .array([json(metric)]), arguments)
    }
    return .done
  }

  private static func show(_ metrics: [MetricDescription], _ arguments: ParsedArguments) throws {
    var table = TextTable([("metric", .left), ("unit", .left), ("better", .left), ("definition", .left)])
    for metric in metrics { table.add([metric.name, metric.unit, metric.polarity, metric.definition]) }
    try Terminal.show(TextPage(table), json: .array(metrics.map(json)), arguments)
  }

  private static func page(_ metric: MetricDescription) -> TextPage {
    """
    \(metric.name) (\(metric.unit)), better: \(metric.polarity)

    \(metric.definition)

    Censoring: \(metric.censoring)
    """
  }

  private static func json(_ metric: MetricDescription) -> JSONValue {
    .members([
      "name": .string(metric.name), "unit": .string(metric.unit), "polarity": .string(metric.polarity),
      "definition": .string(metric.definition), "censoring": .string(metric.censoring),
    ])
  }
}
