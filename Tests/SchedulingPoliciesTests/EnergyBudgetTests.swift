import EventSimulation
import ModelParameters
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// The end of a run that cost `joules`, all of it from the battery.
func outcome(
  item: Int32 = 1, app: Int32 = 0, _ mechanism: Mechanism = .refresh, joules: Double, battery: Double? = nil,
  at time: Instant = .day(1)
) -> RunOutcome {
  RunOutcome(
    item: item, app: app, mechanism: mechanism, ended: time, succeeded: true,
    energyNanojoules: Int64(joules * 1e9), batteryNanojoules: Int64((battery ?? joules) * 1e9),
    wasPlugged: battery == 0)
}

@Suite("The policy energy-budget")
struct EnergyBudgetTests {
  /// The prior cost is 3 J, the learning rate 0.2.
  private func policy(enforces: BlockingSet = .of(.energyBudget)) -> any SchedulingPolicy {
    EnergyBudget.descriptor.make(PolicyContext(parameters: ParameterSet(), enforces: enforces))
  }

  private func budget(_ joules: Double) -> Observation {
    var observation = onBattery()
    observation.energyBalance = Int64(joules * 1e9)
    return observation
  }

  private func started(_ decisions: [Decision]) -> [Int32] {
    decisions.filter { $0.verdict == .start }.map(\.item)
  }

  private let three = (1...3).map { candidate(item: $0) }

  @Test("starts work that the balance covers, limit inclusive; remaining work waits for the policy")
  func covers() {
    var policy = policy()
    let decisions = policy.decide(budget(6), three)
    #expect(started(decisions) == [1, 2])
    #expect(decisions[2].verdict == .wait(.policyChoice, until: nil))
    #expect(started(policy.decide(budget(5.999_999_999), three)) == [1])
    holds(started(policy.decide(budget(2.999_999_999), three)).isEmpty)
    holds(started(policy.decide(budget(-1), three)).isEmpty)
  }

  @Test("a run keeps its estimate set aside until its debit; a start that was not carried out does not")
  func reserve() {
    var policy = policy()
    #expect(started(policy.decide(budget(7), [three[0], three[1]])) == [1, 2])
    policy.observe(.runStarted(item: 1))
    // 7 J less 3 J for item 1; item 2 never became a run and is offered again.
    #expect(started(policy.decide(budget(7), [three[1], three[2]])) == [2])
    policy.observe(.runStarted(item: 2))
    holds(started(policy.decide(budget(8.9), [three[2]])).isEmpty)
    policy.observe(.runEnded(outcome(item: 1, joules: 3)))
    #expect(started(policy.decide(budget(6), [three[2]])) == [3])
  }

  @Test("plugged in all work starts, without reservations")
  func plugged() {
    var policy = policy()
    var observation = budget(-5)
    observation.isPlugged = true
    #expect(started(policy.decide(observation, three)) == [1, 2, 3])
    for item in Int32(1)...3 { policy.observe(.runStarted(item: item)) }
    #expect(started(policy.decide(budget(3), [candidate(item: 4)])) == [4])
  }

  @Test("the estimate moves by the learning rate towards each cost, per app and mechanism; cheapest first")
  func learns() {
    var policy = policy()
    policy.observe(.runEnded(outcome(app: 0, joules: 8)))  // 3 + 0.2 · 5 = 4
    policy.observe(.runEnded(outcome(app: 1, joules: 0.5)))  // 3 − 0.2 · 2.5 = 2.5
    // 3 + 0.2 · 10 = 5, on the charger too
    policy.observe(.runEnded(outcome(app: 1, .push, joules: 13, battery: 0)))
    let items = [
      candidate(.push, item: 1, app: 1), candidate(item: 2, app: 0), candidate(item: 3, app: 2),
      candidate(item: 4, app: 1),
    ]
    let decisions = policy.decide(budget(14.5), items)
    #expect(decisions.map(\.item) == [4, 3, 2, 1])
    // 2.5 + 3 + 4 + 5 = 14.5 exactly.
    #expect(started(decisions) == [4, 3, 2, 1])
    #expect(started(policy.decide(budget(14.499), items)) == [4, 3, 2])
    policy.observe(.runEnded(outcome(app: 0, joules: 4)))  // stays 4
    #expect(started(policy.decide(budget(4), [candidate(item: 9, app: 0)])) == [9])
    holds(started(policy.decide(budget(3.999), [candidate(item: 9, app: 0)])).isEmpty)
  }

  @Test("GATE-6 obeys the denial of the budget unless a study says otherwise")
  func obedience() {
    let denied = [candidate(denials: .of(.energyBudget))]
    var obedient = policy()
    #expect(obedient.decide(budget(100), denied).map(\.verdict) == [.wait(.energyBudget, until: nil)])
    var free = policy(enforces: [])
    #expect(free.decide(budget(100), denied).map(\.verdict) == [.start])
  }
}
