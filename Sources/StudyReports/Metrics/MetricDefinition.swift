import OutputAnalysis
import ResultsStore

/// A quantity of a run: its name, its meaning, and its computation from the totals of the run.
///
/// One list of these feeds the metrics of every run, the catalogue that users read, and the data package.
public struct MetricDefinition: Sendable {
  /// Name in studies and files; ends with the unit where that is short.
  public let name: String
  /// Unit as in files; 1 for shares and counts.
  public let unit: String
  public let polarity: Polarity?
  public let definition: String
  public let censoring: String
  public let scopes: [MetricScope]
  /// The name of the metric that replaces this one in a comparison if a run does not reach it.
  public let substitute: String?
  private let computation: Computation

  private enum Computation: Sendable {
    /// One value per run, of which a design point is the mean.
    case value(@Sendable (ScopeTotals) -> Double?)
    case fraction(@Sendable (ScopeTotals) -> MetricFraction?)
    /// A quantile of the values of all devices of a design point.
    case quantile(DeviceQuantileMetric)
  }

  public var isRatio: Bool { if case .fraction = computation { true } else { false } }

  /// Whether the denominator is the same in every run of a design point: rates per device-day are sums over a number of
  /// days that the study fixes. Such a metric is the mean of its replications.
  public var hasFixedDenominator: Bool { isRatio && unit.hasSuffix("/d") }

  public var deviceQuantile: DeviceQuantileMetric? {
    if case .quantile(let quantile) = computation { quantile } else { nil }
  }

  package func value(_ totals: ScopeTotals) -> Double? {
    switch computation {
    case .value(let value): value(totals)
    case .fraction(let fraction): fraction(totals)?.value
    case .quantile(let quantile):
      totals.devices?.distribution[quantile.property].sketch.quantile(quantile.probability)
    }
  }

  package func fraction(_ totals: ScopeTotals) -> MetricFraction? {
    if case .fraction(let fraction) = computation { fraction(totals) } else { nil }
  }

  public var polarityWord: String {
    switch polarity {
    case .smallerIsBetter: "lower"
    case .largerIsBetter: "higher"
    case nil: "none"
    }
  }

  public var description: MetricDescription {
    MetricDescription(
      name: name, unit: unit, polarity: polarityWord,
      definition: definition
        + (mark.map { " Mark: \($0). On unseen hours, a constant predicts the temperature as well." } ?? ""),
      censoring: censoring,
      isPopulation: scopes.contains(.population))
  }

  /// A limit of the metric, which outputs print next to its name; nil for most metrics.
  var mark: String? {
    name == "hours_above_35_degc_per_day" || name.hasPrefix("capacity_loss_per_year")
      ? "no skill off the charger" : nil
  }

  /// The name with its mark: `capacity_loss_per_year (no skill off the charger)`.
  package var markedName: String { name + markSuffix }
  private var markSuffix: String { mark.map { " (\($0))" } ?? "" }

  /// The smallest difference that matters where a study does not say.
  public var defaultMargin: Margin {
    switch unit {
    case "s": .absolute(60)
    case "1": .absolute(0.02)
    case "J/d": .battery(0.001)
    default: .relative(0.01)
    }
  }

  private static let labels = [
    "discretionary_battery_j_per_day": "discretionary battery energy",
    "energy_j_per_day": "energy of the device",
    "background_energy_j_per_day": "background energy",
    "staleness_at_open_s": "staleness at opens", "fresh_open_share": "share of fresh opens",
    "staleness_at_reachable_open_s": "staleness at reachable opens",
    "fresh_reachable_open_share": "share of fresh reachable opens",
    "processing_completed_share": "share of completed processing",
  ]

  /// Whether users feel the metric: freshness of content, waits and completion.
  package var isFelt: Bool {
    ["staleness", "fresh", "content_age", "delay", "delivered", "complet"].contains(where: name.contains)
      && !unit.hasPrefix("J")
  }

  /// The metric in words, for sentences, headings and axes: `share of fresh opens`.
  public var label: String {
    Self.labels[name]
      ?? String(name.hasSuffix("_s") ? name.dropLast(2) : name[...])
      .replacing("_j_per_day", with: "").replacing("_", with: " ") + markSuffix
  }

  /// The label with a unit: `staleness at opens (h)`.
  func title(in unit: String) -> String { unit == "1" ? label : "\(label) (\(unit))" }
}

extension MetricDefinition {
  init(
    _ name: String, unit: String, _ polarity: Polarity?, of scopes: [MetricScope] = [.population],
    _ definition: String, censoring: String = Censoring.none, substitute: String? = nil,
    value: @escaping @Sendable (ScopeTotals) -> Double?
  ) {
    self.init(
      name: name, unit: unit, polarity: polarity,
      definition: "\(definition) Estimated by the mean over replications.", censoring: censoring,
      scopes: scopes, substitute: substitute, computation: .value(value))
  }

  init(
    _ name: String, unit: String, _ polarity: Polarity?, of scopes: [MetricScope] = [.population],
    _ definition: String, censoring: String = Censoring.none,
    _ fraction: @escaping @Sendable (ScopeTotals) -> MetricFraction?
  ) {
    self.init(
      name: name, unit: unit, polarity: polarity, definition: definition, censoring: censoring,
      scopes: scopes, substitute: nil, computation: .fraction(fraction))
  }

  init(
    _ name: String, unit: String, _ polarity: Polarity?, _ definition: String, quantile: DeviceQuantileMetric
  ) {
    self.init(
      name: name, unit: unit, polarity: polarity,
      definition: "\(definition) Estimated from the devices of all replications together, with a bootstrap "
        + "interval that resamples replications.", censoring: Censoring.none, scopes: [.population],
      substitute: nil, computation: .quantile(quantile))
  }
}

extension [MetricScope] {
  static let apps: Self = [.population, .app]
}

enum Censoring {
  static let none = "Nothing is censored."
  static let delay =
    "Waits that end without a launch (force-quit, canceled, lost, end of the horizon) are censored: they count as "
    + "lasting at least as long as they were seen (Kaplan–Meier)."
  static let quantile = delay + " Empty if too few waits end to reach the quantile."
  static let completion =
    "Items without a launch and runs under way at the horizon are censored (Kaplan–Meier). Empty if too few "
    + "complete to reach the quantile."
}
