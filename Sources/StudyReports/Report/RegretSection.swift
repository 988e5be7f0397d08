import JSON
import PlainText
import ResultsStore

/// Each policy's staleness beside the best schedule with as many fetches, for runs that recorded it.
///
/// Every run has a bound of its own: it spends as many fetches as that run did, at instants when that run's
/// hard gates were open. Means and intervals are over replications.
struct RegretSection {
  private struct Line {
    var designPoint: String
    var policy: String
    var staleness: ComparisonRow?
    var bound: ComparisonRow?
    var regret: ComparisonRow
    var ratio: ComparisonRow?
  }

  private let lines: [Line]

  init(_ comparison: Comparison) {
    func row(_ metric: String, like other: ComparisonRow) -> ComparisonRow? {
      comparison.rows.first {
        $0.metric == metric && $0.designPoint == other.designPoint && $0.policy == other.policy
      }
    }
    lines = comparison.rows.filter { $0.metric == "regret_staleness_s" && $0.mean != nil }.map { regret in
      Line(
        designPoint: regret.designPoint, policy: regret.policy,
        staleness: row("staleness_at_open_s", like: regret), bound: row("bound_staleness_s", like: regret),
        regret: regret, ratio: row("regret_ratio", like: regret))
    }
  }

  /// The table of one design point; empty where nothing was recorded.
  func text(in point: String) -> String {
    let lines = lines.filter { $0.designPoint == point }
    guard !lines.isEmpty else { return "" }
    var table = TextTable(
      [
        ("policy", .left), ("staleness at open", .right), ("bound", .right), ("regret", .right),
        ("ratio", .right),
      ], indentation: 2)
    for line in lines {
      table.add([
        line.policy, NumberText.interval(line.staleness?.mean, line.staleness?.halfWidth),
        NumberText.interval(line.bound?.mean, line.bound?.halfWidth),
        NumberText.interval(line.regret.mean, line.regret.halfWidth),
        NumberText.interval(line.ratio?.mean, line.ratio?.halfWidth),
      ])
    }
    return "\nRegret against the best schedule with as many fetches: s per open, "
      + "ratio of staleness to bound\n" + table.text
  }

  /// For programs: a line per design point and policy.
  var json: JSONValue {
    func number(_ row: ComparisonRow?) -> JSONValue { .optional(row?.mean) }
    func width(_ row: ComparisonRow?) -> JSONValue { .optional(row?.halfWidth) }
    return .array(
      lines.map { line in
        .members([
          "design_point": .string(line.designPoint), "policy": .string(line.policy),
          "staleness_at_open_s": number(line.staleness),
          "bound_staleness_s": number(line.bound), "bound_half_width": width(line.bound),
          "regret_staleness_s": number(line.regret), "regret_half_width": width(line.regret),
          "regret_ratio": number(line.ratio), "ratio_half_width": width(line.ratio),
        ])
      })
  }
}
