import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Factors in slumber run, compare and export") struct FactorTests {
  /// Two factors, of two and of three levels.
  private static let factors =
    "factors: {refresh.minGap: [15 min, 30 min, 1 h], policies.fixed-interval.fixed.interval: [30 min, 6 h]}\n"

  private func results() throws -> TestFolder {
    let folder = try TestFolder(Studies.small(replications: 3, extra: Self.factors))
    let outcome = try folder.slumber("run", "small.yaml", code: 0)
    holds(
      outcome.output.hasPrefix(
        "small: Does the program work from end to end?\n\n"
          + "effect of refresh.minGap: each level less the first one, 3 replications\n"), "\(outcome.summary)"
    )
    holds(outcome.output.contains("\neffect of policies.fixed-interval.fixed.interval: "))
    holds(!outcome.output.contains("interaction of"))
    return folder
  }

  @Test("effects are those of the exported runs: level less first level, other factors pooled")
  func levels() throws {
    let folder = try results()
    let export = try folder.export("small.results.sqlite")
    let runs = try export.rows("runs.csv")
    #expect(Set(runs.compactMap { $0["refresh.minGap"] }) == ["900", "1800", "3600"])
    #expect(Set(runs.compactMap { $0["refresh.minGap_text"] }) == ["15 min", "30 min", "1 h"])
    var sums: [String: (Double, Double)] = [:]
    for row in try export.rows("metrics.csv") where row["scope"] == "population" {
      guard let id = row["run_id"], let metric = row["metric"],
        let top = row["numerator"].flatMap(Double.init),
        let bottom = row["denominator"].flatMap(Double.init)
      else { continue }
      sums["\(id) \(metric)"] = (top, bottom)
    }
    func estimate(_ metric: String, _ policy: String, _ gap: String) -> Double {
      let parts = runs.filter { $0["policy"] == policy && $0["refresh.minGap_text"] == gap }
        .compactMap { sums["\($0["run_id"] ?? "") \(metric)"] }
      return parts.reduce(0) { $0 + $1.0 } / parts.reduce(0) { $0 + $1.1 }
    }
    let effects = try export.rows("effects.csv")
    let judged = effects.filter {
      $0["kind"] == "level" && $0["factor"] == "refresh.minGap" && $0["verdict"] != ""
    }
    #expect(Set(judged.compactMap { $0["policy"] }) == ["seven-factor", "never", "fixed-interval"])
    #expect(judged.count >= 3 * 2 * 3)
    let ratios = Set(sums.keys.compactMap { $0.split(separator: " ").last.map(String.init) })
    holds(ratios.isSuperset(of: ["energy_j_per_day", "fresh_reachable_open_share"]))
    for row in judged where row["difference"] != "" && ratios.contains(row["metric"] ?? "") {
      let (metric, policy) = (row["metric"] ?? "", row["policy"] ?? "")
      let expected =
        estimate(metric, policy, row["level_text"] ?? "") - estimate(metric, policy, "15 min")
      let found = try #require(row["difference"].flatMap(Double.init))
      #expect(abs(found - expected) <= 1e-9 * max(1, abs(estimate(metric, policy, "15 min"))), "\(row)")
    }
    let second = effects.filter { $0["factor"] == "policies.fixed-interval.fixed.interval" }
    #expect(Set(second.compactMap { $0["policy"] }) == ["fixed-interval"])
    #expect(
      Set(effects.filter { $0["kind"] == "interaction" }.compactMap { $0["policy"] }) == ["fixed-interval"])
  }

  @Test("--interactions shows pairs of factors, --front a front of two metrics")
  func options() throws {
    let folder = try results()
    let shown = try folder.slumber("compare", "small.results.sqlite", "--interactions")
    holds(
      shown.flowing.contains(
        " interaction of refresh.minGap and policies.fixed-interval.fixed.interval: difference of their effects, "
      ),
      "\(shown.summary)")
    let front = try folder.slumber(
      "compare", "small.results.sqlite", "--front", "wake_ups_per_day,fresh_open_share")
    holds(front.output.contains("front of wake_ups_per_day and fresh_open_share: "), "\(front.summary)")
  }
}
