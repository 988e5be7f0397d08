/// The subject of a run's metric.
public enum MetricScope: String, Hashable, Sendable, CaseIterable, CellProperty {
  case population, app, mechanism, component
}

/// The part of one run in a metric that is a ratio of sums: energy and device-days, fresh opens and opens.
///
/// A design point is estimated by the sum of the numerators of its replications over the sum of their denominators.
public struct MetricFraction: Hashable, Sendable {
  /// In the unit of the metric times the unit of the denominator.
  package var numerator: Double
  /// At least 0; a run with 0 has no value of its own and still adds its numerator.
  package var denominator: Double

  package init(_ numerator: Double, over denominator: Double) {
    self.numerator = numerator
    self.denominator = denominator
  }

  package var value: Double? { denominator > 0 ? numerator / denominator : nil }
}

/// One metric of a run.
public struct MetricRow: StoredRow, Hashable {
  package var runID = ""
  package var scope = MetricScope.population
  package var entity = ""
  package var metric = ""
  package var unit = ""
  package var value: Double?
  private var numerator: Double?
  private var denominator: Double?

  package init() {}

  package init(
    runID: String, scope: MetricScope, entity: String, metric: String, unit: String, value: Double?,
    fraction: MetricFraction? = nil
  ) {
    self.runID = runID
    self.scope = scope
    self.entity = entity
    self.metric = metric
    self.unit = unit
    self.value = value
    numerator = fraction?.numerator
    denominator = fraction?.denominator
  }

  package var fraction: MetricFraction? {
    guard let numerator, let denominator else { return nil }
    return MetricFraction(numerator, over: denominator)
  }

  /// Metrics of runs in tidy form: one row a run, scope, entity and metric.
  package static let table = Table<MetricRow>(
    "metrics", "One metric of a run, after warm-up (tidy form; metrics are explained at summary.csv).",
    key: ["run_id", "scope", "entity", "metric"], references: TableDefinition.ForeignKey.ofRun,
    columns: [
      .runID(\.runID), Column("scope", "What the metric speaks of.", \.scope),
      Column(
        "entity", "Bundle id, mechanism or component; `all` where the scope is the population.", \.entity),
      Column("metric", "Name of the metric.", \.metric),
      Column("unit", "Unit of the value; 1 for shares and counts.", \.unit),
      Column("value", "The value; empty where there is none, such as a share of no opens.", \.value),
      Column(
        "numerator",
        "What the run adds to the numerator of a ratio of sums; empty for a metric that is no ratio. A design "
          + "point is the sum of numerators over the sum of denominators of its replications.", \.numerator),
      Column(
        "denominator",
        "What the run adds to the denominator; value = numerator / denominator where it is above 0.",
        \.denominator),
    ])
}
