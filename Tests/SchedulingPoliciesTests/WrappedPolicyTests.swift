import EventSimulation
import ModelParameters
import SchedulingPolicies
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
    var policy = OnlyWhileCharging(SevenFactor(readiness: ReadinessScore(ParameterSet())))
    let item = [candidate(likelihood: 1), candidate(item: 2, denials: .of(.herd))]
    let waits = policy.decide(onBattery(), item)
    #expect(
      waits.map(\.verdict) == [.wait(.policyChoice, until: nil), .wait(.herd, until: nil)])
    #expect(waits[0].score != nil && waits[0].threshold == 0.8)
    #expect(started(policy.decide(bestMoment(), item)) == [1])
  }

  // MARK: Allowance

  @Test("allowance: what has been spent, is set aside and is expected stays within it, limit inclusive")
  func allowance() {
    var policy = DailyEnergyAllowance(Immediate(), joulesPerDay: 9, costs: costs())
    let four = (1...4).map { candidate(item: $0) }
    let decisions = policy.decide(onBattery(), four)
    #expect(started(decisions) == [1, 2, 3])
    #expect(decisions[3].verdict == .wait(.policyChoice, until: .day(2)))
    policy.runStarted(1)
    policy.runEnded(outcome(item: 1, joules: 3))
    // 3 J spent, the starts of items 2 and 3 were not carried out.
    #expect(started(policy.decide(onBattery(), [four[1], four[2], four[3]])) == [2, 3])
  }

  @Test("allowance: starts on the charger are free, and so is what a run draws from it")
  func free() {
    var policy = DailyEnergyAllowance(Immediate(), joulesPerDay: 3, costs: costs())
    #expect(started(policy.decide(bestMoment(), (1...5).map { candidate(item: $0) })) == [1, 2, 3, 4, 5])
    for item in Int32(1)...5 {
      policy.runStarted(item)
      policy.runEnded(outcome(item: item, joules: 3, battery: 0))
    }
    #expect(started(policy.decide(onBattery(), [candidate(item: 6)])) == [6])
  }

  @Test("allowance: begins anew at midnight; a run counts on the day on which it ends")
  func midnight() {
    var policy = DailyEnergyAllowance(Immediate(), joulesPerDay: 5, costs: costs())
    #expect(started(policy.decide(onBattery(.day(2) - .minute), [candidate(item: 1)])) == [1])
    policy.runStarted(1)
    policy.runEnded(outcome(item: 1, joules: 3, at: .day(2) - .tick))
    #expect(started(policy.decide(onBattery(.day(2) - .tick), [candidate(item: 2)])).isEmpty)
    #expect(started(policy.decide(onBattery(.day(2)), [candidate(item: 2)])) == [2])
    policy.runStarted(2)
    policy.runEnded(outcome(item: 2, joules: 3, at: .day(3)))
    #expect(started(policy.decide(onBattery(.day(3)), [candidate(item: 3)])).isEmpty)
  }

  // MARK: Recording

  private func recorded() -> DecisionRecording {
    let recording = DecisionRecording()
    var policy = RecordedPolicy(FixedInterval(interval: .hour), into: recording)
    for hour in 0..<3 {
      _ = policy.decide(onBattery(.day(1) + .hours(hour)), [candidate(item: Int32(hour + 1))])
    }
    return recording
  }

  @Test("a replay of what was recorded decides the same")
  func replay() {
    let recording = recorded()
    #expect(recording.steps.count == 3)
    let replay = ReplayedPolicy(recording)
    for step in recording.steps {
      #expect(replay.decide(step.observation, step.candidates) == step.decisions)
    }
    #expect(replay.isComplete && replay.refusal == nil)
  }

  @Test("a replay refuses at the first difference, names it, and starts nothing from then on")
  func divergence() throws {
    let recording = recorded()
    let step = recording.steps[1]
    var drained = step.observation
    drained.stateOfCharge = 0.5
    let replay = ReplayedPolicy(recording)
    _ = replay.decide(recording.steps[0].observation, recording.steps[0].candidates)
    #expect(replay.decide(drained, step.candidates).isEmpty)
    #expect(replay.refusal == .replayDiverged && !replay.isComplete)
    let divergence = try #require(replay.divergence)
    #expect(divergence.step == 1 && divergence.time == .day(1) + .hour)
    #expect(divergence.difference == .observation(found: drained, expected: step.observation))
    #expect("\(divergence)".hasPrefix("replay diverged at decision 1, "))
    #expect(replay.decide(step.observation, step.candidates).isEmpty)
    #expect(replay.divergence == divergence)
  }

  @Test("other candidates and a decision point too many are differences too")
  func otherDifferences() {
    let recording = recorded()
    let first = recording.steps[0]
    let other = ReplayedPolicy(recording)
    _ = other.decide(first.observation, [candidate(item: 7)])
    #expect(
      other.divergence?.difference == .candidates(found: [candidate(item: 7)], expected: first.candidates))
    let longer = ReplayedPolicy(DecisionRecording())
    _ = longer.decide(first.observation, first.candidates)
    #expect(longer.divergence?.difference == .ended)
  }

  // MARK: All of them

  @Test("what wraps hands on what the policy is told and asks for")
  func handsOn() {
    final class Listener: SchedulingPolicy {
      var heard: [Int32] = []
      var history: AppHistory?
      var decidesAtLaunches: Bool { true }
      var wantsOutcomes: Bool { true }
      func learn(_ outcome: PolicyOutcome) {
        if case .open(let open) = outcome { heard.append(100 + open.app) }
      }
      func begin(_ history: AppHistory) { self.history = history }
      var refusal: PolicyRefusal? { .replayDiverged }
      func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] { [] }
      func runStarted(_ item: Int32) { heard.append(item) }
      func runEnded(_ outcome: RunOutcome) { heard.append(-outcome.item) }
    }
    let listener = Listener()
    let recording = DecisionRecording()
    let wrapped: [any SchedulingPolicy] = [
      OnlyWhileCharging(listener),
      DailyEnergyAllowance(listener, joulesPerDay: 1, costs: costs()),
      RecordedPolicy(listener, into: recording),
    ]
    for policy in wrapped {
      var policy = policy
      listener.heard = []
      let history = AppHistory { _ in nil }
      policy.begin(history)
      #expect(listener.history === history)
      policy.runStarted(4)
      policy.runEnded(outcome(item: 4, joules: 1))
      policy.learn(.open(OpenOutcome(app: 3, opened: .zero, staleness: nil)))
      #expect(listener.heard == [4, -4, 103])
      #expect(policy.decidesAtLaunches && policy.wantsOutcomes && policy.refusal == .replayDiverged)
    }
    #expect(recording.decidesAtLaunches && ReplayedPolicy(recording).decidesAtLaunches)
  }
}
