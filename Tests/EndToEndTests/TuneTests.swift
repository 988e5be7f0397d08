import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

/// Studies whose best settings are known, each searched several times with different seeds.
@Suite("slumber tune") struct TuneTests {
  /// Devices that are on Wi-Fi and on the charger at night, and on cellular by day. The score is the network alone, 1 on Wi-Fi and
  /// 0.5 on cellular. With a threshold of 0.9 a refresh waits for the night before the only open of the day. The study states half of
  /// this threshold, with which refreshes also run on battery all day.
  private static func study(
    _ policy: String, owner: String = night, opens: String = #"["08:00"], spread: 20 min"#
  )
    -> String
  {
    """
    formatVersion: 1
    name: planted
    horizonDays: 6
    warmUpDays: 1
    replications: 10
    population:
      devices: 5
      archetypes: [{name: owner, share: 100 %, user: scripted, \(owner)}]
    parameters: {score.weights: [0, 1, 0, 0, 0], factor.budgets: off, factor.lowBattery: off, refresh.window: 48 h}
    apps:
      - id: org.example.news
        usage: {at: \(opens), stay: 2 min}
        content: {process: poisson, perDay: 24}
        tasks: [{id: org.example.news.refresh, kind: refresh, earliestBegin: 4 h, work: {down: 500 kB}}]
    policies: [\(policy)]

    """
  }

  private static let night =
    #"charging: [{from: "23:00", to: "07:30"}], network: [{from: "23:00", to: "07:30"}]"#

  /// The best settings of searches with seeds from 1 on; nil for a search without a best setting.
  private func searches(_ study: String, _ policy: String, over: String) throws -> [String?] {
    let folder = try TestFolder()
    try folder.write(study, to: "planted.yaml")
    let count = Tier.isLong ? Tier.count("SLUMBER_SEEDS", or: 10) : 1
    return try (1...count).map { seed in
      let found = try folder.slumber(
        "tune", "planted.yaml", "--policy", policy, "--over", over, "--points", "16", "--budget", "0",
        "--seed", "\(seed)", "--json", "--progress", "none", code: 0
      ).object
      return found["best"] as? String
    }
  }

  @Test("a threshold that is wrong by a factor of two is found in nine of ten searches")
  func wrongThresholdInNumbers() throws {
    let policy =
      "{name: seven-factor, label: halved, parameters: {score.thresholdStart: 0.45, score.thresholdEnd: 0.4}}"
    let found = try searches(Self.study(policy), "halved", over: "score.thresholdStart")
    #expect(10 * found.count { $0 != nil } >= 9 * found.count, "\(found)")
  }

  /// On the same network all day, each refresh takes equal energy, and makes opens at all hours fresher.
  @Test("a default on the front by construction is kept in nine of ten searches")
  func frontInNumbers() throws {
    let opens = #"["08:00", "11:00", "14:00", "17:00", "20:00"], spread: 1 h"#
    let study = Self.study(
      "fixed-interval", owner: #"charging: [{from: "23:00", to: "07:30"}], network: wifi"#, opens: opens
    ).replacing("earliestBegin: 4 h", with: "earliestBegin: 0 min")
    let found = try searches(study, "fixed-interval", over: "fixed.interval")
    #expect(10 * found.count { $0 == nil } >= 9 * found.count, "\(found)")
  }

  @Test("a default is kept in all searches if the parameter has no effect")
  func noEffectInNumbers() throws {
    let found = try searches(Self.study("seven-factor"), "seven-factor", over: "score.chargerRelief")
    #expect(found.allSatisfy { $0 == nil }, "\(found)")
  }
}
