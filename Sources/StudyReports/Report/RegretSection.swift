import Basics
import ResultsStore

/// Each policy's fetches beside the fewest that would have kept its content as fresh, and its staleness beside that of
/// the best schedule with as many fetches, for runs that recorded it.
///
/// Every run has bounds of its own: their schedules fetch at instants when that run's hard gates were open.
struct RegretSection {
  private struct Line {
    var designPoint: String
    var policy: String
    var staleness: ComparisonRow?
    var bound: ComparisonRow?
    var regret: ComparisonRow
    var ratio: ComparisonRow?
    var needed: ComparisonRow?
    var efficiency: ComparisonRow?

    var made: Double? {
      guard let needed = needed?.mean, let efficiency = efficiency?.mean, efficiency > 0 else { return nil }
      return needed / efficiency
    }
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
        regret: regret, ratio: row("regret_ratio", like: regret),
        needed: row("fetches_needed", like: regret), efficiency: row("fetch_efficiency", like: regret))
    }
  }

  func page(in point: String) -> TextPage {
    let lines = lines.filter { $0.designPoint == point }
    guard !lines.isEmpty else { return TextPage() }
    func interval(_ row: ComparisonRow?) -> String { NumberText.interval(row?.mean, row?.halfWidth) }
    func whole(_ number: Double?) -> String { number.map { NumberText.fixed($0, decimals: 0) } ?? "-" }
    let table = TextTable(
      lines,
      [
        TextColumn("policy", \.policy), TextColumn("fetches made", .right) { whole($0.made) },
        TextColumn("needed", .right) { whole($0.needed?.mean) },
        TextColumn("efficiency", .right) { interval($0.efficiency) },
        TextColumn("regret s", .right) { interval($0.regret) },
        TextColumn("ratio", .right) { interval($0.ratio) },
      ], indentation: 2)
    var page: TextPage = """

      Background fetches of a replication, and the fewest that would have kept content as fresh; staleness at an open \
      above the best that as many fetches can reach (regret), and its ratio to that where opens are in reach
      """
    page.add(table)
    return page
  }

  var json: [JSONValue] {
    lines.map { line in
      JSONValue([
        "design_point": line.designPoint, "policy": line.policy,
        "staleness_at_open_s": line.staleness?.mean, "bound_staleness_s": line.bound?.mean,
        "bound_half_width": line.bound?.halfWidth, "regret_staleness_s": line.regret.mean,
        "regret_half_width": line.regret.halfWidth, "regret_ratio": line.ratio?.mean,
        "ratio_half_width": line.ratio?.halfWidth, "fetches_needed": line.needed?.mean,
        "fetches_made": line.made, "fetch_efficiency": line.efficiency?.mean,
        "efficiency_half_width": line.efficiency?.halfWidth,
      ])
    }
  }
}
