import OutputAnalysis
import ResultsStore

/// A quantity of a run: its name, what it means, and how it follows from what was gathered.
///
/// One list of these feeds the metrics of every run, the catalogue that users read, and the data package.
public struct MetricDefinition: Sendable {
  /// Name in studies and files; ends with the unit where that is short.
  public let name: String
  /// Unit as in files; 1 for shares and counts.
  public let unit: String
  /// Which way is better; nil where neither is.
  public let polarity: Polarity?
  public let definition: String
  /// What waiting and unfinished items do to it.
  public let censoring: String
  /// What it is computed for.
  public let scopes: [MetricScope]
  /// The metric that stands in for this one in a comparison where this one is not reached.
  public let substitute: String?
  /// The value for what was gathered about one entity; nil where there is nothing to say.
  package let value: @Sendable (ScopeTotals) -> Double?

  init(
    _ name: String, unit: String, _ polarity: Polarity?, _ definition: String,
    censoring: String = Censoring.none, of scopes: [MetricScope] = [.population], substitute: String? = nil,
    _ value: @escaping @Sendable (ScopeTotals) -> Double?
  ) {
    self.name = name
    self.unit = unit
    self.polarity = polarity
    self.definition = definition
    self.censoring = censoring
    self.scopes = scopes
    self.substitute = substitute
    self.value = value
  }

  /// `lower`, `higher` or `none`: which way is better.
  public var polarityWord: String {
    switch polarity {
    case .smallerIsBetter: "lower"
    case .largerIsBetter: "higher"
    case nil: "none"
    }
  }

  /// The definition as a results file keeps it.
  public var description: MetricDescription {
    MetricDescription(
      name: name, unit: unit, polarity: polarityWord, definition: definition, censoring: censoring,
      isPopulation: scopes.contains(.population))
  }
}

/// What censoring does to metrics, in the words of the catalogue.
enum Censoring {
  static let none = "Nothing is censored."
  static let delay =
    "Waits that end without a launch (cancelled, force-quit, end of the horizon) are censored: they count as "
    + "lasting at least as long as they were seen (Kaplan–Meier)."
  static let quantile = delay + " Empty if too few waits end to reach the quantile."
  static let completion =
    "Items without a launch and runs under way at the horizon are censored (Kaplan–Meier). Empty if too few "
    + "complete to reach the quantile."
  static let pending = "Items that still wait at the end of the horizon count in the denominator only."
  static let gap = "The time before the first and after the last run counts, cut at the window."
  static let submitted = "Items submitted before the end of warm-up are left out."
}

extension MetricDefinition {
  /// The smallest difference that matters where a study does not say: a minute, two percentage points of a
  /// share, one percent of anything else.
  public var defaultMargin: Margin {
    switch unit {
    case "s": .absolute(60)
    case "1": .absolute(0.02)
    default: .relative(0.01)
    }
  }
}
