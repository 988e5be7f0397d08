import ResultsStore
import StudyReports

/// Runs with fronts that are known.
enum FrontTable {
  /// The policies of these tables, as reports know them.
  static let policies = PolicyFacts([
    "clairvoyant": .init(usesFuture: true, startsNothing: false, parameters: []),
    "never": .init(usesFuture: false, startsNothing: true, parameters: []),
    "fixed-interval": .init(usesFuture: false, startsNothing: false, parameters: ["fixed.interval"]),
  ])

  /// Five replications of policies around places, with a common part that is far larger than what is their own.
  static func runs(
    _ places: [(policy: String, energy: Double, staleness: Double)], designPoint: String = "base",
    replications: Int = 5
  ) -> [PolicyRun] {
    let fleets = [-900.0, 400, 1300, -200, -600]
    let own = [3.0, -2, -4, 1, 2]
    return places.enumerated().flatMap { index, place in
      (0..<replications).map { replication in
        PolicyRun(
          designPoint: designPoint, arm: "base", policy: place.policy, replication: replication,
          values: [
            DefaultMetrics.front.first: place.energy + fleets[replication] + own[(replication + index) % 5],
            DefaultMetrics.front.second: place.staleness + 2 * fleets[replication]
              + 5 * own[(2 * replication + index) % 5],
          ])
      }
    }
  }

  /// Each dominance once, and two policies with a place of their own.
  static let places: [(policy: String, energy: Double, staleness: Double)] = [
    ("seven-factor", 17_600, 7700), ("immediate", 18_000, 6600), ("never", 17_300, 20_000),
    ("aligned", 17_500, 6900), ("fixed-interval", 17_502, 6909), ("clairvoyant", 17_400, 6800),
    ("random", 17_400, 8000), ("charging-only", 17_398, 10_000),
  ]
}
