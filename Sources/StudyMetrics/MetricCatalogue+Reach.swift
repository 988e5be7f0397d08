import OutputAnalysis
import ResultsStore
import Workload

extension MetricCatalogue {
  /// The freshness that users find on opening apps that could have fetched in the background before.
  ///
  /// An open is reachable if, at some instant since the app's last foreground fetch or the start, all gates that no
  /// policy opens were open for one kind of item by which the app fetches.
  static let reach: [MetricDefinition] = [
    MetricDefinition(
      "reachable_open_share", unit: "1", nil,
      "Share of opens that are reachable: at some instant since the app's last foreground fetch all gates that no "
        + "policy opens were open for one kind of item by which it fetches.",
      of: [.population, .app]
    ) { share($0.freshness?.counts[.reachable], of: $0.freshness?.counts[.opens]) },
    MetricDefinition(
      "staleness_at_reachable_open_s", unit: "s", .smallerIsBetter,
      "Mean over reachable opens of the time since the oldest change of content that had not been fetched; 0 if "
        + "none.",
      of: [.population, .app]
    ) { $0.freshness?.stalenessPerReachableOpen },
    MetricDefinition(
      "fresh_reachable_open_share", unit: "1", .largerIsBetter,
      "Share of reachable opens whose staleness is at most the app's `freshWithin`.", of: [.population, .app]
    ) { share($0.freshness?.counts[.freshReachable], of: $0.freshness?.counts[.reachable]) },
  ]
}
