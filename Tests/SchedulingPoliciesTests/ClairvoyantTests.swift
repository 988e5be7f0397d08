import EventSimulation
import ModelParameters
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("The policy clairvoyant")
struct ClairvoyantTests {
  private typealias Interval = DeviceFuture.Interval

  private static func minute(_ minutes: Int) -> Instant { .zero + .minutes(minutes) }

  private func intervals(_ pairs: [(Int, Int)]) -> [DeviceFuture.Interval] {
    pairs.map { DeviceFuture.Interval(Self.minute($0.0), Self.minute($0.1)) }
  }

  /// Opens of app 0 and when it may be launched, in minutes.
  private func policy(opens: [Int], launchable: [(Int, Int)]) -> Clairvoyant {
    Clairvoyant(
      ParameterSet(),
      future: DeviceFuture(opens: [opens.map(Self.minute)], launchable: [intervals(launchable)]))
  }

  private func verdict(
    _ policy: Clairvoyant, at minutes: Int, _ mechanism: Mechanism = .refresh
  ) -> Decision.Verdict? {
    var policy = policy
    return policy.decide(
      bestMoment(Self.minute(minutes)), [candidate(mechanism, open: Self.minute(minutes))]
    ).first?.verdict
  }

  private func wait(until minutes: Int?) -> Decision.Verdict {
    .wait(.policyChoice, until: minutes.map(Self.minute))
  }

  @Test("a refresh starts two minutes before the next open, and never if no open follows")
  func beforeOpen() {
    let policy = policy(opens: [100, 200], launchable: [(0, 100), (101, 200), (201, 1000)])
    for mechanism in [Mechanism.refresh, .push] {
      #expect(verdict(policy, at: 0, mechanism) == wait(until: 98))
      #expect(verdict(policy, at: 98, mechanism) == .start)
      // Too late for the first, so it serves the second.
      #expect(verdict(policy, at: 99, mechanism) == wait(until: 198))
      #expect(verdict(policy, at: 201, mechanism) == wait(until: nil))
    }
  }

  @Test("the latest feasible start lies before a stretch in which the gates are closed")
  func feasible() {
    // Without a path from 50 on: a run needs the lead before that.
    #expect(verdict(policy(opens: [100], launchable: [(0, 50)]), at: 0) == wait(until: 48))
    #expect(verdict(policy(opens: [100], launchable: [(0, 50)]), at: 48) == .start)
    // A gap that is too short for a run does not count; one that is just long enough does.
    #expect(verdict(policy(opens: [100], launchable: [(0, 50), (60, 61)]), at: 0) == wait(until: 48))
    #expect(verdict(policy(opens: [100], launchable: [(0, 50), (60, 62)]), at: 0) == wait(until: 60))
    // Closed now and until after the open: the open after it.
    #expect(
      verdict(policy(opens: [100, 200], launchable: [(150, 300)]), at: 20) == wait(until: 198))
    #expect(verdict(policy(opens: [100], launchable: []), at: 0) == wait(until: nil))
  }

  @Test("processing takes the first interval that is long enough: the runtime limit, later the longest run")
  func processing() {
    let future = DeviceFuture(
      opens: [[]], launchable: [[]], idle: intervals([(0, 500)]),
      idlePlugged: intervals([(0, 14), (100, 110), (200, 216)]))
    var policy = Clairvoyant(DocumentedRules.parameters(), future: future)
    // Idle delay 5 min, limit 10 min: the first two are too short.
    #expect(verdict(policy, at: 5, .processing) == wait(until: 205))
    #expect(verdict(policy, at: 205, .processing) == .start)
    #expect(verdict(policy, at: 206, .processing) == .start)
    #expect(verdict(policy, at: 207, .processing) == wait(until: nil))

    _ = policy.decide(bestMoment(.zero), [candidate(.processing)])
    policy.observe(.runStarted(item: 1))
    policy.observe(
      .runEnded(
        RunOutcome(
          item: 1, app: 0, mechanism: .processing, ended: Self.minute(4), succeeded: true,
          energyNanojoules: 0,
          batteryNanojoules: 0, wasPlugged: true)))
    #expect(verdict(policy, at: 6, .processing) == .start)
    #expect(verdict(policy, at: 11, .processing) == wait(until: 105))
  }

  @Test("processing may use idle time on battery where the platform allows it")
  func onBattery() throws {
    var parameters = ParameterSet()
    try parameters.set("processing.allowOnBattery", parsing: ["true"])
    let policy = Clairvoyant(parameters, future: DeviceFuture(idle: intervals([(0, 500)])))
    #expect(verdict(policy, at: 5, .processing) == .start)
  }

  @Test("a discretionary transfer waits for Wi-Fi that comes before its deadline")
  func transfers() {
    var policy = Clairvoyant(
      ParameterSet(), future: DeviceFuture(wifi: intervals([(60, 120), (5000, 6000)])))
    func verdict(_ minutes: Int) -> Decision.Verdict? {
      policy.decide(bestMoment(Self.minute(minutes)), [candidate(.discretionaryTransfer, open: .zero)]).first?
        .verdict
    }
    #expect(verdict(0) == wait(until: 60))
    #expect(verdict(60) == .start)
    // The next Wi-Fi comes after the deadline, a day after the opening.
    #expect(verdict(120) == .start)
  }

  @Test("only clairvoyant uses the future, and only it is shown the timeline")
  func declaration() {
    #expect(PolicyCatalogue.builtIn.all.filter(\.usesFuture).map(\.name) == ["clairvoyant"])
    let plan = DevicePlan(
      replication: 3, device: 4, archetype: "", apps: [], timeline: ExogenousTimeline([]),
      initial: InitialState(stateOfCharge: 1), end: .day(1), warmUpEnd: .zero)
    for descriptor in PolicyCatalogue.builtIn.all {
      let context = PolicyContext(
        descriptor, parameters: ParameterSet(), enforces: [], seed: 1, plan: plan,
        deviceKey: "0123456789abcdef")
      #expect((context.future != nil) == descriptor.usesFuture)
      #expect(context.deviceKey == "0123456789abcdef")
    }
  }
}
