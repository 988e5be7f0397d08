import EventSimulation
import PhoneSimulation
import RandomStreams
import Studies
import StudyTestSupport
import TestSupport
import Testing
import Workload

@Suite("Plans of devices")
struct DevicePlannerTests {
  @Test("A horizon that is no whole number of days ends the timeline, and rates divide by the exact time")
  func exactTime() throws {
    let text = StudyText.minimal.replacing(
      "horizonDays: 4\nwarmUpDays: 1", with: "horizon: 36 h\nwarmUpDays: 1")
    let file = try StudyFolder().study(
      text.replacing("{process: poisson, perDay: 8}", with: "{process: fixed, perDay: 24}"))
    let plan = file.plan(replication: 0, device: 0, stream: RandomStream())
    holds(plan.end == .zero + .hours(36) && plan.warmUpEnd == .day(1))
    holds(plan.timeline.events.allSatisfy { $0.time < plan.end })
    #expect(plan.timeline.events.count { $0.type == .contentChange } == 35)
  }

  /// The minimal study of a phone with a network of its own.
  private static func study(_ network: String, _ more: String, days: String = "horizonDays: 9") -> String {
    StudyText.minimal.replacing("horizonDays: 4\nwarmUpDays: 1", with: "\(days)\nwarmUpDays: 1").replacing(
      "archetypes: scripted",
      with:
        "archetypes:\n      - {name: a, share: 100 %, user: scripted, charging: never, \(network)}") + more
  }

  /// Instants of a kind of event, in hours.
  private func hours(_ text: String, _ type: TimelineEventType) throws -> [Double] {
    try StudyFolder().study(text).plan(replication: 0, device: 0, stream: RandomStream()).timeline.events
      .filter { $0.type == type }.map(\.time.seconds).map { $0 / 3600 }
  }

  @Test("A repeated step equals one step per day; it is not repeated at or after the end")
  func repeated() throws {
    let step = "action: submit, app: org.example.mail, task: mail.refresh, earliestBegin: \"00:01\"}\n"
    let reboot = "action: reboot}\n"
    let byHand =
      "script:\n"
      + (0...9).map { "  - {at: \($0) d 08:00, \(step)  - {at: \($0) d 08:00, \(reboot)" }.joined()
    let daily = "script:\n  - {at: \"08:00\", every: day, \(step)  - {at: \"08:00\", every: day, \(reboot)"
    let (a, b) = (Self.study("network: wifi", byHand), Self.study("network: wifi", daily))
    #expect(try hours(b, .reboot) == (0...8).map { Double($0) * 24 + 8 })
    #expect(try hours(a, .reboot) == hours(b, .reboot))
    #expect(try hours(a, .script) == hours(b, .script))
    let results = try [a, b].map {
      try DeviceReplay(StudyFolder().study($0).study, policy: 0, replication: 0, device: 0).run(
        records: [])
    }
    #expect(results[0].eventHash == results[1].eventHash)
    let plan = try StudyFolder().study(b).plan(replication: 0, device: 0, stream: RandomStream())
    #expect(
      plan.script.first
        == .submit(app: 0, identifier: "mail.refresh", mechanism: .refresh, earliestBegin: .at(.minute)))
  }

  @Test("Days of the week count from day 0, a Monday; a partial day has its steps")
  func weekdays() throws {
    let text = Self.study(
      "network: wifi", "script:\n  - {at: \"20:00\", days: [sun, tue, mon], action: reboot}\n",
      days: "horizon: 212 h")
    #expect(try hours(text, .reboot) == [20, 44, 164, 188])
    let end = text.replacing("horizon: 212 h", with: "horizon: 212.5 h")
    #expect(try hours(end, .reboot) == [20, 44, 164, 188, 212])
    let later = text.replacing("horizon: 212 h", with: "horizon: 188 h")
    #expect(try hours(later, .reboot) == [20, 44, 164])
  }

  @Test("Nights without network are the same as two steps a day by hand")
  func noNetwork() throws {
    let steps = (0...8).map {
      "  - {at: \($0) d 07:00, action: network, path: cellular}\n  - {at: \($0) d 23:00, action: network, path: none}\n"
    }
    let byHand = Self.study("network: none", "script:\n" + steps.joined())
    let spans = Self.study("network: cellular, noNetwork: [{from: \"23:00\", to: \"07:00\"}]", "")
    let daily = Self.study(
      "network: none",
      """
      script:
        - {at: "07:00", every: day, action: network, path: cellular}
        - {at: "23:00", every: day, action: network, path: none}

      """)
    let plans = try [byHand, spans, daily].map {
      try StudyFolder().study($0).plan(replication: 0, device: 0, stream: RandomStream())
    }
    holds(plans[0] == plans[1] && plans[0] == plans[2])
    holds(plans[0].initial.network == .none && plans[0].timeline.events.count { $0.type == .network } == 18)
  }

  @Test("The state at the start reaches the plan of a device")
  func startOfPlan() throws {
    let start = "{charge: 30 %, frontApp: org.example.mail, plugged: true, path: cellular}"
    let file = try StudyFolder().study(
      StudyText.minimal.replacing(
        "archetypes: scripted",
        with:
          "archetypes:\n      - {name: a, share: 100 %, user: scripted, charging: never, network: wifi, start: \(start)}"
      ))
    let initial = file.plan(replication: 0, device: 0, stream: RandomStream()).initial
    holds(initial.stateOfCharge == 0.3 && initial.charger == .wired20W && initial.network == .cellular)
    holds(!initial.isLocked && initial.frontApp == 0)
  }
}
