import Basics
import OutputAnalysis
import StudyReports
import Testing

@Suite("Report of a selection")
struct SelectionReportTests {
  private func plan(_ metric: String, _ difference: Double, _ policies: [String]) throws -> SelectionPlan {
    SelectionPlan(
      metric: try #require(MetricCatalogue.metric(metric)), difference: difference, confidence: 0.95,
      limit: 100,
      policies: policies, leftOut: ["clairvoyant"])
  }

  private func report(
    _ plan: SelectionPlan, state: SelectionReport.State = .selected, _ value: (String, Int) -> Double?
  ) throws -> SelectionReport {
    try SelectionReport(
      plan.selection(value), plan: plan, state: state, cost: .init(runs: 60, deviceDays: 600), value: value)
  }

  @Test("only rates per device-day with a better direction can be selected by")
  func metrics() {
    let names = SelectionPlan.metrics.map(\.name)
    for name in [
      "energy_j_per_day", "discretionary_battery_j_per_day", "wake_ups_per_day", "hours_dead_per_day",
    ] {
      #expect(names.contains(name), "\(name)")
    }
    for name in [
      "staleness_at_open_s", "fresh_open_share", "energy_per_fresh_open_j", "opens_per_day", "mean_power_w",
      "launches_per_powered_hour", "refresh_delay_median_s", "energy_j_per_day_p90_over_devices",
    ] { #expect(!names.contains(name), "\(name)") }
  }

  @Test("the lowest is selected, with stages, guarantee and leads in the sense that positive is better")
  func lowest() throws {
    let plan = try plan("energy_j_per_day", 50, ["a", "b", "c"])
    let report = try report(plan) { policy, replication in
      let noise = Double(replication % 4)
      return switch policy {
      case "a": 5000 + noise
      case "b": 4000 + 2 * noise
      default: 7000 - noise
      }
    }
    #expect(report.selected == "b" && report.common == 20 && report.equals == [])
    #expect(report.rows.map(\.leftAfter) == [20, nil, 20])
    #expect(report.rows.map { $0.lead?.upper == 0 } == [true, false, true])
    #expect(report.rows[1].lead?.lower == 0)
    let text = report.page.text(width: 200)
    #expect(
      text.hasPrefix(
        "Selection of the policy with the lowest energy_j_per_day, δ = 50 J/d, probability of correct selection at least "
          + "95 %\nleft out: clairvoyant, which uses the future, so that no phone could run it\n"))
    #expect(text.contains("            20  b\n"))
    #expect(text.contains("selected: b\n"))
    #expect(text.contains("Where it is ahead by less, nothing is guaranteed."))
    #expect(report.json["selected"]?.characters == "b")
    #expect(report.json["probability_of_correct_selection"]?.real == 0.95)
  }

  @Test("policies that are equal in every replication are named")
  func equals() throws {
    let plan = try plan("energy_j_per_day", 50, ["a", "b", "c"])
    let report = try report(plan) { policy, replication in policy == "c" ? 9000 : 5000 + Double(replication) }
    let selected = try #require(report.selected)
    #expect(["a", "b"].contains(selected))
    #expect(report.equals == [selected == "a" ? "b" : "a"])
    #expect(report.page.text().contains("the choice among these is arbitrary"))
  }

  @Test("at the limit no policy is selected, and what would be needed is said")
  func limit() throws {
    let plan = try plan("energy_j_per_day", 0.5, ["a", "b"])
    let report = try report(plan, state: .limit) { policy, replication in
      Double((replication * (policy == "a" ? 7 : 11)) % 13)
    }
    #expect(report.selected == nil)
    #expect(report.stages.last?.replications == 100)
    let text = report.page.text(width: 200)
    #expect(text.contains("no selection within 100 replications: a, b are still in; at most "))
    #expect(report.json["state"]?.characters == "limit")
  }
}
