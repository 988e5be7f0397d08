import Basics
import OutputAnalysis
import StudyReports
import TestSupport
import Testing

@Suite("Report of a selection")
struct SelectionReportTests {
  private func report(
    _ difference: Double, _ policies: [String], state: SelectionReport.State = .selected,
    _ value: (String, Int) -> Double?
  ) throws -> SelectionReport {
    let plan = SelectionPlan(
      metric: try #require(MetricCatalogue.metric("energy_j_per_day")), difference: difference,
      confidence: 0.95, limit: 100, policies: policies, leftOut: ["clairvoyant"])
    return try SelectionReport(
      plan.selection(value), plan: plan, state: state, cost: .init(runs: 60, deviceDays: 600), value: value)
  }

  @Test("only rates per device-day with a better direction can be selected by")
  func metrics() {
    let names = Set(SelectionPlan.metrics.map(\.name))
    holds(
      names.isSuperset(of: [
        "energy_j_per_day", "discretionary_battery_j_per_day", "wake_ups_per_day", "hours_dead_per_day",
      ]))
    holds(
      names.isDisjoint(with: [
        "staleness_at_open_s", "fresh_open_share", "energy_per_fresh_open_j", "opens_per_day", "mean_power_w",
        "launches_per_powered_hour", "refresh_delay_median_s", "energy_j_per_day_p90_over_devices",
      ]))
  }

  @Test(
    "the lowest is selected with its guarantee; equal policies are named; at the limit there is no choice")
  func selections() throws {
    let lowest = try report(50, ["a", "b", "c"]) { policy, replication in
      let noise = Double(replication % 4)
      return switch policy {
      case "a": 5000 + noise
      case "b": 4000 + 2 * noise
      default: 7000 - noise
      }
    }
    holds(lowest.selected == "b" && lowest.common == 20 && lowest.equals == [])
    #expect(lowest.rows.map(\.leftAfter) == [20, nil, 20])
    #expect(lowest.rows.map { $0.lead?.upper == 0 } == [true, false, true])
    holds(lowest.rows[1].lead?.lower == 0 && lowest.json["selected"]?.characters == "b")
    #expect(lowest.json["probability_of_correct_selection"]?.real == 0.95)
    let equal = try report(50, ["a", "b", "c"]) { policy, replication in
      policy == "c" ? 9000 : 5000 + Double(replication)
    }
    let selected = try #require(equal.selected)
    holds(["a", "b"].contains(selected) && equal.equals == [selected == "a" ? "b" : "a"])
    let open = try report(0.5, ["a", "b"], state: .limit) { policy, replication in
      Double((replication * (policy == "a" ? 7 : 11)) % 13)
    }
    holds(open.selected == nil && open.stages.last?.replications == 100)
    #expect(open.json["state"]?.characters == "limit")
    try expectRecorded(
      "selection.txt",
      [
        "the lowest": lowest.page.text(width: 200), "equal policies": equal.page.text(width: 200),
        "at the limit": open.page.text(width: 200),
      ])
  }
}
