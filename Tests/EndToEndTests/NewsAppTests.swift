import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

/// The question of an app engineer: our news is stale for some users. Which, why, what helps, what does it cost, how sure?
@Suite("Stale news, answered in five commands") struct NewsAppTests {
  private static let study = ShippedStudy.path("examples/news-app")
  /// Shorter than the study itself, so that the test takes seconds.
  private static let short = ["--set", "horizonDays=16", "--set", "warmUpDays=9"]

  @Test("which users, why, what helps, what it costs and how sure, and a comparison agrees")
  func answerInNumbers() throws {
    // Six phones find the remedy, and leave open that it is better.
    let phones = Tier.isLong ? "30" : "6"
    let folder = try TestFolder()
    // 1. Which users: those who hardly ever are on Wi-Fi and the charger.
    let summary = try folder.slumber(
      ["explain", Self.study, "--summary", "--json"] + Self.short, code: 0
    ).object
    let segments = try #require(summary["segments"] as? [[String: Any]])
    func fresh(_ name: String) throws -> Double {
      let row = try #require(segments.first { $0["segment"] as? String == name })
      return try #require(row["fresh_open_share"] as? Double)
    }
    #expect(try fresh("noQuietNights") < fresh("rest"))
    holds(segments.contains { ($0["mostly_stale_devices"] as? Int ?? 0) > 0 })

    // 2. A phone of them: the most affected one without a switch that is off.
    let list = try folder.slumber(
      ["explain", Self.study, "--list", "--app", "org.example.news", "--json"] + Self.short, code: 0
    ).object
    let devices = try #require(list["devices"] as? [[String: Any]])
    let mobile = try #require(
      devices.first { $0["archetype"] as? String == "mobile" && ($0["slots"] as? Int ?? 0) > 60 })
    let device = try #require(mobile["device"] as? Int)

    // 3. Why, what helps and what it costs: the photo uses most of the budgets.
    let words = ["explain", Self.study, "--device", "\(device)", "--outcome", "staleOpens", "--json"]
    let report = try folder.slumber(words + ["--phones", phones] + Self.short, code: 0).object
    let cause = try #require((report["causes"] as? [[String: Any]])?.first)
    #expect(cause["names"] as? [String] == ["dataBudget"], "\(cause)")
    holds((cause["sentence"] as? String)?.contains("`photo` accounts for ") == true, "\(cause)")
    holds(
      (report["depends_on"] as? [String])?.contains(
        "budget.cellularCapacity = 30 MB (plausible range 5 to 200 MB)") == true)
    let spenders = try #require((report["budgets"] as? [String: Any])?["rows"] as? [[String: Any]])
    #expect(spenders.first?["task"] as? String == "photo")
    let remedies = try #require(report["remedies"] as? [[String: Any]])
    let best = remedies[1]
    holds(
      (best["name"] as? String)?.hasSuffix(":photo") == true
        && (!Tier.isLong || best["effect"] as? String == "better"), "\(best)")
    let gain = try #require(best["lost_share_gain"] as? Double)
    #expect(best["j_per_day_gain"] is Double)

    // 4. How sure, over the ranges of all assumptions.
    if Tier.isLong {
      let name = try #require(best["name"] as? String)
      let outcome = try folder.slumber(
        words + [
          "--phones", "18", "--sure", "--change", name, "--set", "horizonDays=11", "--set", "warmUpDays=7",
        ], code: 0)
      let sure = try #require(try outcome.object["sure"] as? [String: Any])
      holds(sure["remedy"] as? String == name && sure["points"] as? Int == 64)
      #expect((sure["with_gain"] as? Int ?? 0) > 32)
    }

    // 5. The same change as a factor, compared over fleets of their own.
    try folder.write(
      """
      extends: \(Self.study)
      name: news-change
      seed: 2
      replications: 6
      factors: {"apps.org.example.news.transfers[0].allowsCellular": [true, false]}

      """, to: "change.yaml")
    let run = try folder.slumber(
      ["run", "change.yaml", "--results", "r.sqlite", "--progress", "none"] + Self.short, code: 0)
    let compared = try folder.slumber(
      "compare", "r.sqlite", "--metric", "fresh_reachable_open_share", "--metric",
      "discretionary_battery_j_per_day",
      code: 0)
    holds((run.output + compared.output).contains("better"), "\(compared.output.prefix(2000))")
    #expect(gain < -0.02)
  }
}
