/// The subject of a run's metric.
public enum MetricScope: String, Hashable, Sendable, CaseIterable {
  case population, app, mechanism, component
}

/// One metric of a run.
public struct MetricRow: TableRow, Hashable {
  /// Identity of the run, as in `runs.csv`.
  public var runID: String
  /// The kind of subject: the population, an app, a mechanism or a component.
  public var scope: MetricScope
  /// Bundle id, mechanism or component; `all` for the population.
  public var entity: String
  /// Name of the metric in the catalogue.
  public var metric: String
  /// Unit of the value; 1 for shares and counts.
  public var unit: String
  /// Empty where there is nothing to say: a share of no opens, a quantile that is not reached.
  public var value: Double?
  /// The fraction whose ratio the value is; nil for a metric that is no ratio of sums.
  public var fraction: MetricFraction?

  public init(
    runID: String, scope: MetricScope, entity: String, metric: String, unit: String, value: Double?,
    fraction: MetricFraction? = nil
  ) {
    self.runID = runID
    self.scope = scope
    self.entity = entity
    self.metric = metric
    self.unit = unit
    self.value = value
    self.fraction = fraction
  }

  /// The table `metrics`.
  public static let table = ResultsSchema.metrics

  /// The cells of the row.
  public var values: [CellValue] {
    [
      .text(runID), .text(scope.rawValue), .text(entity), .text(metric), .text(unit), .optional(value),
      .optional(fraction?.numerator), .optional(fraction?.denominator),
    ]
  }
}

/// A metric as the file explains it, so that an export needs no program that knows the model.
public struct MetricDescription: Hashable, Sendable {
  /// Name of the metric in the catalogue, and of its column in `summary.csv`.
  public var name: String
  /// Unit of the values; 1 for shares and counts.
  public var unit: String
  /// `lower`, `higher` or `none`: which way is better.
  public var polarity: String
  /// The meaning of the values, in one sentence or more.
  public var definition: String
  /// The effect of waiting and unfinished items on it.
  public var censoring: String
  /// Whether it has a value for the whole population, and so a column in `summary.csv`.
  public var isPopulation: Bool

  public init(
    name: String, unit: String, polarity: String, definition: String, censoring: String, isPopulation: Bool
  ) {
    self.name = name
    self.unit = unit
    self.polarity = polarity
    self.definition = definition
    self.censoring = censoring
    self.isPopulation = isPopulation
  }
}
