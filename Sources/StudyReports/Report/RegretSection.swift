import Basics
import ResultsStore

/// Each policy's fetches next to the fewest fetches for equally fresh content, and its staleness next to the best schedule's with
/// the same number of fetches.
///
/// Every run has its own bounds: their schedules fetch at instants when that run's hard gates were open.
struct RegretSection {
  private struct Line {
    let regret: ComparisonRow
    /// The rows of the same policy, by metric.
    let rows: [String: ComparisonRow]

    var staleness: ComparisonRow? { rows["staleness_at_open_s"] }
    var bound: ComparisonRow? { rows["bound_staleness_s"] }
    var ratio: ComparisonRow? { rows["regret_ratio"] }
    var needed: ComparisonRow? { rows["fetches_needed"] }
    var efficiency: ComparisonRow? { rows["fetch_efficiency"] }
    var made: Double? {
      guard let needed = needed?.mean, let efficiency = efficiency?.mean, efficiency > 0 else { return nil }
      return needed / efficiency
    }
  }

  private let lines: [Line]

  init(_ comparison: Comparison) {
    let places = Dictionary(grouping: comparison.rows) { [$0.designPoint, $0.policy] }
    lines = comparison.rows.filter { $0.metric == "regret_staleness_s" && $0.mean != nil }.map { regret in
      let own = places[[regret.designPoint, regret.policy]] ?? []
      return Line(regret: regret, rows: Dictionary(own.map { ($0.metric, $0) }) { first, _ in first })
    }
  }

  func page(in point: String, units: ShownUnits = ShownUnits()) -> TextPage {
    let lines = lines.filter { $0.regret.designPoint == point }
    guard !lines.isEmpty else { return TextPage() }
    let staleness = MetricCatalogue.metric("regret_staleness_s")
    let unit = units(staleness, for: lines.map(\.regret.mean))
    func interval(_ row: ComparisonRow?) -> String {
      NumberText.estimate(row?.mean, row?.halfWidth, ends: (row?.meanLower, row?.meanUpper))
    }
    func whole(_ number: Double?) -> String { number.map { NumberText.fixed($0, decimals: 0) } ?? "-" }
    let table = TextTable(
      lines,
      [
        .page("policy", \.regret.policy), .page("fetches made", .right) { whole($0.made) },
        .page("fetches needed", .right) { whole($0.needed?.mean) },
        .page("efficiency", .right) { interval($0.efficiency) },
        .page("regret (\(unit.name))", .right) {
          NumberText.estimate(
            unit($0.regret.mean), unit($0.regret.halfWidth),
            ends: (unit($0.regret.meanLower), unit($0.regret.meanUpper)))
        }, .page("regret ratio", .right, key: "ratio") { interval($0.ratio) },
      ], indentation: 2)
    var page = TextPage("\nFetch efficiency per replication", table)
    page.add(
      [
        "fetches needed":
          "fewest background fetches for equally fresh content, if opens and changes are known",
        "efficiency": "fetches needed divided by fetches made",
        "regret (\(unit.name))":
          "staleness at opens minus the lowest possible with equally many fetches; 0 without fetches",
        "regret ratio": "staleness at reachable opens divided by this lowest staleness; 1 without fetches",
      ] as Legend)
    return page
  }

  var json: JSONValue {
    lines.json([
      "design_point": \.regret.designPoint, "policy": \.regret.policy,
      "staleness_at_open_s": \.staleness?.mean, "bound_staleness_s": \.bound?.mean,
      "bound_half_width": \.bound?.halfWidth, "regret_staleness_s": \.regret.mean,
      "regret_half_width": \.regret.halfWidth, "regret_ratio": \.ratio?.mean,
      "ratio_half_width": \.ratio?.halfWidth, "fetches_needed": \.needed?.mean, "fetches_made": \.made,
      "fetch_efficiency": \.efficiency?.mean, "efficiency_half_width": \.efficiency?.halfWidth,
    ])
  }
}

/// The opens that are not reachable for any policy, with the causes.
///
/// The share follows from the settings of the population. The charge differs slightly between policies, so the shares are over
/// all policies.
package struct ReachSection {
  private let counts: [ReachCount]

  package init(_ counts: [ReachCount]) { self.counts = counts.filter { $0.opens > 0 } }

  package func text(in point: String) -> String {
    let counts = counts.filter { $0.designPoint == point }
    // A damaged file may contain counts whose sum exceeds the range of whole numbers.
    let opens = counts.reduce(0) { $0 + Double($1.opens) }
    guard opens > 0 else { return "" }
    let lost = counts.reduce(0) { $0 + Double($1.opens) * $1.unreachableShare }
    let causes = Self.causes(counts).filter { Self.percent($0.opens / opens) != "0 %" }
    var parts = [causes.map { "\($0.cause) \(Self.percent($0.opens / opens))" }.joined(separator: ", ")]
    let shares = counts.map(\.unreachableShare)
    if let least = shares.min(), let most = shares.max(), Self.percent(least) != Self.percent(most) {
      parts.append("by policy \(Self.percent(least)) to \(Self.percent(most))")
    }
    let details = parts.filter { !$0.isEmpty }.joined(separator: "; ")
    return "No policy could have refreshed the content before \(Self.percent(lost / opens)) of opens"
      + (details.isEmpty ? "" : " (\(details))")
      + ". All other opens are reachable. The shares follow from the settings of the population, such as `settings.barOff`, "
      + "and are not a result."
  }

  package var json: JSONValue {
    counts.json([
      "design_point": \.designPoint, "policy": \.policy, "opens": \.opens, "reachable_opens": \.reachable,
      "unreachable_opens": { count in
        JSONValue.object(DeviceColumns.causes.map { .init($0, .integer(count.unreachable[$0] ?? 0)) })
      },
    ])
  }

  private static func causes(_ counts: [ReachCount]) -> [(cause: String, opens: Double)] {
    // Equally frequent causes keep the order of the vocabulary.
    DeviceColumns.causes.map { cause in
      (cause, counts.reduce(0) { $0 + Double($1.unreachable[cause] ?? 0) })
    }.filter { $0.opens > 0 }.sorted { $0.opens > $1.opens }
  }

  private static func percent(_ share: Double) -> String { NumberText.percent(share) + " %" }
}

extension ReachCount {
  fileprivate var unreachableShare: Double { 1 - Double(reachable) / Double(opens) }
}
