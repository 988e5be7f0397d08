import PlainText
import ResultsStore
import StudyMetrics
import StudyReports

/// The metrics that `--metric` names, for commands that compare values of the population.
enum MetricSelection {
  /// The names, checked; nil without the option.
  ///
  /// - Throws: ``UsageError`` for a name that is unknown, given twice, or of no use for paired differences.
  static func names(_ arguments: ParsedArguments) throws -> [String]? {
    let names = arguments.all("--metric")
    for (place, name) in names.enumerated() {
      guard let metric = MetricCatalogue.metric(name) else {
        let hint =
          NameSuggestion.nearest(to: name, in: MetricCatalogue.names).map { "; did you mean `\($0)`?" } ?? ""
        throw UsageError("there is no metric `\(name)`\(hint)")
      }
      guard metric.scopes.contains(.population) else {
        throw UsageError("metric `\(name)` does not speak of the population")
      }
      guard metric.deviceQuantile == nil else {
        throw UsageError("\(ComparisonError.quantileOverDevices(name))")
      }
      if names[..<place].contains(name) {
        throw UsageError("`--metric` was given `\(name)` twice")
      }
    }
    return names.isEmpty ? nil : names
  }
}
