import EventSimulation
import ModelParameters
import SchedulingPolicies
import TestSupport
import Testing
import Workload

@Suite("Policies that wrap a policy")
struct WrappedPolicyTests {
  private func costs() -> RunCosts { RunCosts(priorNanojoules: 3e9, learningRate: 0.2) }

  private func started(_ decisions: [Decision]) -> [Int32] {
    decisions.filter { $0.verdict == .start }.map(\.item)
  }

  // MARK: Charging

  @Test("only while charging: starts on battery become waits, scores and waits of the policy stay")
  func charging() throws {
    var policy = OnlyWhileCharging(SevenFactor(readiness: ReadinessScore(DocumentedRules.parameters())))
    let item = [candidate(likelihood: 1), candidate(item: 2, denials: .of(.herd))]
    let waits = policy.decide(onBattery(), item)
    #expect(
      waits.map(\.verdict) == [.wait(.policyChoice, until: nil), .wait(.herd, until: nil)])
    holds(waits[0].score != nil && waits[0].threshold == 0.8)
    #expect(started(policy.decide(bestMoment(), item)) == [1])
  }

  // MARK: Allowance

  @Test("allowance: spent, reserved and expected energy are within it, limit inclusive")
  func allowance() {
    var policy = DailyEnergyAllowance(Immediate(), joulesPerDay: 9, costs: costs())
    let four = (1...4).map { candidate(item: $0) }
    let decisions = policy.decide(onBattery(), four)
    #expect(started(decisions) == [1, 2, 3])
    #expect(decisions[3].verdict == .wait(.policyChoice, until: .day(2)))
    policy.observe(.runStarted(item: 1))
    policy.observe(.runEnded(outcome(item: 1, joules: 3)))
    // 3 J spent, the starts of items 2 and 3 were not carried out.
    #expect(started(policy.decide(onBattery(), [four[1], four[2], four[3]])) == [2, 3])
  }

  @Test("allowance: starts on the charger and the energy of their runs there are free")
  func free() {
    var policy = DailyEnergyAllowance(Immediate(), joulesPerDay: 3, costs: costs())
    #expect(started(policy.decide(bestMoment(), (1...5).map { candidate(item: $0) })) == [1, 2, 3, 4, 5])
    for item in Int32(1)...5 {
      policy.observe(.runStarted(item: item))
      policy.observe(.runEnded(outcome(item: item, joules: 3, battery: 0)))
    }
    #expect(started(policy.decide(onBattery(), [candidate(item: 6)])) == [6])
  }

  @Test("allowance: begins again at midnight; a run counts on the day of its end")
  func midnight() {
    var policy = DailyEnergyAllowance(Immediate(), joulesPerDay: 5, costs: costs())
    #expect(started(policy.decide(onBattery(.day(2) - .minute), [candidate(item: 1)])) == [1])
    policy.observe(.runStarted(item: 1))
    policy.observe(.runEnded(outcome(item: 1, joules: 3, at: .day(2) - .tick)))
    holds(started(policy.decide(onBattery(.day(2) - .tick), [candidate(item: 2)])).isEmpty)
    #expect(started(policy.decide(onBattery(.day(2)), [candidate(item: 2)])) == [2])
    policy.observe(.runStarted(item: 2))
    policy.observe(.runEnded(outcome(item: 2, joules: 3, at: .day(3))))
    holds(started(policy.decide(onBattery(.day(3)), [candidate(item: 3)])).isEmpty)
  }

  // MARK: All of them

  @Test("a wrapping policy passes on the events and requests of its policy")
  func handsOn() {
    final class Listener: SchedulingPolicy {
      var heard: [Int32] = []
      var history: AppHistory?
      let traits = PolicyTraits(listens: .all, decidesAtLaunches: true)
      func begin(_ history: AppHistory, forecast: (any OpenForecast)?) { self.history = history }
      var refusal: PolicyRefusal? { .replayDiverged }
      func decide(
        _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
      ) {}
      func observe(_ event: PolicyEvent) {
        switch event {
        case .runStarted(let item): heard.append(item)
        case .runEnded(let outcome): heard.append(-outcome.item)
        case .outcome(.open(let open)): heard.append(100 + open.app)
        case .outcome(.run), .device: break
        }
      }
    }
    let listener = Listener()
    let wrapped: [any SchedulingPolicy] = [
      OnlyWhileCharging(listener),
      DailyEnergyAllowance(listener, joulesPerDay: 1, costs: costs()),
    ]
    for policy in wrapped {
      var policy = policy
      listener.heard = []
      let history = AppHistory { _ in nil }
      policy.begin(history, forecast: nil)
      #expect(listener.history === history)
      policy.observe(.runStarted(item: 4))
      policy.observe(.runEnded(outcome(item: 4, joules: 1)))
      policy.observe(.outcome(.open(OpenOutcome(app: 3, opened: .zero, staleness: nil))))
      #expect(listener.heard == [4, -4, 103])
      holds(policy.traits == listener.traits && policy.refusal == .replayDiverged)
    }
  }
}
