import EventSimulation
import ResultsStore

/// Every metric of a run.
public enum MetricCatalogue {
  /// All metrics, in the order of files and of `slumber metrics`.
  public static let all: [MetricDefinition] =
    energy + device + reach + freshness + distribution + regret + delays + incidence + transfers + service
    + policy + reasons

  /// Names and places, for look-ups.
  private static let byName: [String: Int] = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })

  /// The metric of that name.
  public static func metric(_ name: String) -> MetricDefinition? { byName[name].map { all[$0] } }

  /// Names of all metrics.
  public static var names: [String] { all.map(\.name) }

  /// Definitions as a results file keeps them.
  public static var descriptions: [MetricDescription] { all.map(\.description) }

  /// Waits are averaged up to this length where a quantile is not reached.
  public static let delayLimit: TimeSpan = .hours(48)
}
