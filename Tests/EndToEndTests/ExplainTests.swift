import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("slumber explain and trace") struct ExplainTests {

  @Test("as JSON the shares of every item sum to its delay, for requests and pushes")
  func shares() throws {
    let folder = try TestFolder(Studies.small())
    let outcome = try folder.slumber(
      "explain", "small.yaml", "--app", "org.example.news", "--json", "--phones", "4")
    let report = try outcome.object
    let items = try #require(report["items"] as? [[String: Any]])
    holds(!items.isEmpty)
    for item in items {
      let shares = try #require(item["shares"] as? [[String: Any]])
      let sum = shares.reduce(0.0) { $0 + ($1["time_s"] as? Double ?? 0) }
      let delay = try #require(item["delay_s"] as? Double)
      #expect(abs(sum - delay) < 1e-6)
    }
    let kinds = Set(items.compactMap { $0["mechanism"] as? String })
    holds(kinds.isSuperset(of: ["refresh", "push"]))
    #expect((report["what_if"] as? [[String: Any]])?.isEmpty == false)
    let bills = try #require(report["tail_bills"] as? [[String: Any]])
    #expect(bills.compactMap { $0["rule"] as? String } == ["last", "first", "equal", "marginal"])
    #expect(bills.compactMap { $0["is_studys"] as? Bool } == [true, false, false, false])
    holds(bills.allSatisfy { ($0["battery_j_per_day"] as? Double ?? 0) > 0 })
    let health = try #require(report["health"] as? [String: Any])
    holds(
      ["healthy", "someStale", "late", "rare", "mostlyStale", "failing", "never", "refused"].contains(
        health["verdict"] as? String))
    holds(["fresh", "someStale", "mostlyStale"].contains(health["freshness"] as? String))
    #expect((health["runs_per_day_by_kind"] as? [String: Any])?.keys.contains("refresh") == true)
    #expect((health["background_battery_share_per_day"] as? Double ?? 0) > 0)
    let series = try #require(health["series"] as? [[String: Any]])
    #expect(series.compactMap { $0["series"] as? String } == ["refresh", "clean", "push"])
    // Over all reasons no series waits for longer than the study lasts.
    let blocked = try #require(report["blocked"] as? [[String: Any]])
    let waits = Dictionary(grouping: blocked) { $0["series"] as? String ?? "" }
      .mapValues { $0.reduce(0.0) { $0 + ($1["time_s"] as? Double ?? 0) } }
    holds(
      waits.keys.contains("refresh") && waits.values.allSatisfy { $0 > 0 && $0 <= 5 * 86_400 }, "\(waits)")
    #expect((report["limits"] as? [[String: Any]])?.first?["name"] as? String == "explain.successShare")
    let levers = try #require(report["levers"] as? [[String: Any]])
    holds(levers.first?["lever"] is NSNull && levers.count > 3)
    #expect(levers.first?["phones"] as? Int == 4)
    holds(levers.dropFirst().allSatisfy { $0["effect"] is String && $0["gain_half_width"] is Double })
    #expect((report["by_hour"] as? [[String: Any]])?.count == 24)
    #expect((report["advice"] as? [String])?.isEmpty == false)
  }
}
