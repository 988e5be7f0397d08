import EventSimulation
import RandomStreams
import StudyExecution
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
    #expect(plan.end == .zero + .hours(36) && plan.warmUpEnd == .day(1))
    #expect(plan.timeline.events.allSatisfy { $0.time < plan.end })
    #expect(plan.timeline.events.count { $0.type == .contentChange } == 35)
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
    #expect(initial.stateOfCharge == 0.3 && initial.charger == .wired20W && initial.network == .cellular)
    #expect(!initial.isLocked && initial.frontApp == 0)
  }
}
