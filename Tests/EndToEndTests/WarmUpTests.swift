import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("slumber warm-up") struct WarmUpTests {
  private func folder(days: Int, replications: Int = 2) throws -> TestFolder {
    try TestFolder(run: Studies.small(days: days, replications: replications))
  }

  private func json(_ folder: TestFolder) throws -> [String: Any] {
    let outcome = try folder.slumber("warm-up", "small.results.sqlite", "--json", code: 0)
    return try outcome.object
  }

  @Test(
    "proposes a warm-up for all policies, with a table, a plot, and daily values that are those of days.csv")
  func proposal() throws {
    let folder = try folder(days: 28)
    let outcome = try folder.slumber("warm-up", "small.results.sqlite", "--svg", "welch.svg")
    holds(outcome.code == 0 && outcome.error == "picture: welch.svg\n", "\(outcome.summary)")
    holds(
      outcome.output.contains("28 whole days, 2 replications; the study's warm-up: 1 day\n"),
      "\(outcome.summary)")
    holds(outcome.output.contains("energy_j_per_day") && outcome.output.contains("left out"))
    let svg = try folder.xml("welch.svg")
    holds(svg.contains("staleness at an open within reach (s)"))

    let point = try #require((json(folder)["design_points"] as? [[String: Any]])?.first)
    holds(point["warm_up_days"] as? Double == 1 && point["whole_days"] as? Int == 28)
    holds(["longEnough", "tooLittle", "unsettled"].contains(point["verdict"] as? String ?? ""))
    let series = try #require(point["series"] as? [[String: Any]])
    // A policy that starts nothing completes none of its requests, which is a share as well.
    #expect(series.count == 5 * 3)
    let energy = try #require(
      series.first { $0["metric"] as? String == "energy_j_per_day" && $0["policy"] as? String == "never" })
    let values = try #require(energy["values"] as? [Double])
    let export = try folder.export("small.results.sqlite")
    let policies = Dictionary(
      uniqueKeysWithValues: try export.rows("runs.csv").map { ($0["run_id"] ?? "", $0["policy"] ?? "") })
    let rows = try export.rows("days.csv").filter { policies[$0["run_id"] ?? ""] == "never" }
    holds(rows.count == 2 * 28 && values.count == 28)
    for day in [0, 13, 27] {
      let own = rows.filter { $0["day"] == "\(day)" }
      let joules = own.compactMap { Double($0["energy_j"] ?? "") }.reduce(0, +)
      let days = own.compactMap { Double($0["observed_s"] ?? "") }.reduce(0, +) / 86_400
      holds(days == 6 && abs(joules / days - values[day]) < 1e-9 * values[day], "\(day)")
    }
  }

  @Test("days after warm-up add up to the metrics of the run")
  func sums() throws {
    let export = try folder(days: 6).export("small.results.sqlite")
    let metrics = try export.rows("metrics.csv").filter {
      $0["scope"] == "population" && $0["metric"] == "energy_j_per_day"
    }
    let days = try export.rows("days.csv")
    for metric in metrics {
      let own = days.filter { $0["run_id"] == metric["run_id"] && $0["day"] != "0" }
      #expect(own.count == 5)
      let sum = own.compactMap { Double($0["energy_j"] ?? "") }.reduce(0, +)
      let expected = try #require(metric["numerator"].flatMap(Double.init))
      #expect(abs(sum - expected) < 1e-9 * expected)
    }
  }
}
