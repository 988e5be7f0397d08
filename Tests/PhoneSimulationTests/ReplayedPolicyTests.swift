import EventSimulation
import PhoneSimulation
import SchedulingPolicies
import Testing
import Workload

@Suite("Policies that are recorded and played back")
struct ReplayedPolicyTests {
  private func candidate(_ item: Int32) -> Candidate {
    Candidate(item: item, app: 0, mechanism: .refresh, submitted: .day(1), open: .day(1), deadline: .day(2))
  }

  private func recorded() -> DecisionRecording {
    let recording = DecisionRecording()
    var policy = RecordedPolicy(FixedInterval(interval: .hour), into: recording)
    for hour in 0..<3 {
      _ = policy.decide(Observation.plain(at: .day(1) + .hours(hour)), [candidate(Int32(hour + 1))])
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
    _ = other.decide(first.observation, [candidate(7)])
    #expect(
      other.divergence?.difference == .candidates(found: [candidate(7)], expected: first.candidates))
    let longer = ReplayedPolicy(DecisionRecording())
    _ = longer.decide(first.observation, first.candidates)
    #expect(longer.divergence?.difference == .ended)
  }
}

/// The decisions of one policy on one device, in order: what ``RecordedPolicy`` writes and ``ReplayedPolicy``
/// reads.
///
/// It is a class because the simulation keeps the policy to itself; it belongs to one run at a time.
final class DecisionRecording {
  /// One decision point.
  struct Step: Sendable, Hashable {
    /// The device as the policy saw it.
    var observation: Observation
    /// The candidates that were offered, in the driver's order.
    var candidates: [Candidate]
    /// The policy's answer, in the order of execution.
    var decisions: [Decision]
  }

  /// The decision points, in order of time.
  var steps: [Step]
  /// The reports of the policy on standby buckets, in order of the driver's questions.
  var reports: [BucketReport] = []
  /// Those of the recorded policy while it was recorded; they shape the decision points.
  var traits = PolicyTraits()

  init(_ steps: [Step] = []) { self.steps = steps }
}

/// Any policy, with a record of what it saw and decided.
struct RecordedPolicy: SchedulingPolicy {
  var policy: any SchedulingPolicy
  let recording: DecisionRecording

  /// - Parameters:
  ///   - policy: The policy to record; it decides as without the record.
  ///   - recording: Where the steps are added.
  init(_ policy: any SchedulingPolicy, into recording: DecisionRecording) {
    self.policy = policy
    self.recording = recording
  }

  /// The recorded policy is told what it listens to, and shown everything.
  var traits: PolicyTraits {
    PolicyTraits(listens: policy.traits.listens, decidesAtLaunches: policy.traits.decidesAtLaunches)
  }

  /// Decides as the recorded policy and adds the step to the recording.
  mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    policy.decide(observation, candidates, into: &answer)
    recording.steps.append(
      DecisionRecording.Step(observation: observation, candidates: candidates, decisions: answer.decisions))
  }

  /// Hands the history to the recorded policy; likelihoods are in the candidates, which are recorded.
  mutating func begin(_ history: AppHistory, forecast: (any OpenForecast)?) {
    policy.begin(history, forecast: nil)
    recording.traits = traits
  }

  /// Tells the recorded policy of the event.
  mutating func observe(_ event: PolicyEvent) { policy.observe(event) }

  /// The report of the recorded policy, which is added to the recording.
  mutating func reportBuckets(at now: Instant) -> BucketReport {
    let report = policy.reportBuckets(at: now)
    recording.reports.append(report)
    return report
  }

  /// The refusal of the recorded policy; nil while its answers count.
  var refusal: PolicyRefusal? { policy.refusal }
}

/// Plays a recording back: the same decisions, as long as it sees what was seen when they were made.
///
/// At the first difference it refuses: it starts nothing from then on, its ``divergence`` names the place, and
/// the driver counts the violation `replayDiverged` at every decision point that follows.
final class ReplayedPolicy: SchedulingPolicy {
  /// Where a replay left its recording.
  struct Divergence: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the difference, with both sides.
    enum Difference: Sendable, Hashable {
      /// The recording has no step left.
      case ended
      case observation(found: Observation, expected: Observation)
      case candidates(found: [Candidate], expected: [Candidate])
    }
    /// Number of the decision point, from 0.
    var step: Int
    /// When the replayed policy was asked.
    var time: Instant
    /// The first thing in which the decision point differs from the recorded step.
    var difference: Difference

    var description: String {
      let place = "replay diverged at decision \(step), \(time): found "
      switch difference {
      case .ended: return place + "a further decision point, expected none"
      case .observation(let found, let expected): return place + "\(found), expected \(expected)"
      case .candidates(let found, let expected):
        return place + "the candidates \(found), expected \(expected)"
      }
    }
  }

  private let recording: DecisionRecording
  private var next = 0
  private var nextReport = 0
  /// The first difference, if there was one.
  private(set) var divergence: Divergence?
  /// Those of the recording, so that the decision points are the same.
  var traits: PolicyTraits { recording.traits }

  /// - Parameter recording: What to play; it is only read.
  init(_ recording: DecisionRecording) { self.recording = recording }

  /// Whether every step was played.
  var isComplete: Bool { divergence == nil && next == recording.steps.count }

  /// The violation `replayDiverged` from the first difference on; nil before it.
  var refusal: PolicyRefusal? { divergence == nil ? nil : .replayDiverged }

  /// The recorded decisions of the next step, if observation and candidates equal the recorded ones. From the first
  /// difference on, none.
  func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    guard divergence == nil else { return }
    if let difference = difference(observation, candidates) {
      divergence = Divergence(step: next, time: observation.now, difference: difference)
      return
    }
    answer.append(contentsOf: recording.steps[next].decisions)
    next += 1
  }

  /// The reports on standby buckets at the time of the recording.
  func reportBuckets(at now: Instant) -> BucketReport {
    guard divergence == nil, nextReport < recording.reports.count else { return BucketReport() }
    nextReport += 1
    return recording.reports[nextReport - 1]
  }

  private func difference(
    _ observation: Observation, _ candidates: [Candidate]
  ) -> Divergence.Difference? {
    guard next < recording.steps.count else { return .ended }
    let step = recording.steps[next]
    if step.observation != observation {
      return .observation(found: observation, expected: step.observation)
    }
    return step.candidates == candidates
      ? nil : .candidates(found: candidates, expected: step.candidates)
  }
}

extension ReplayedPolicy {
  /// The decisions as a list; no policy that is a class changes its reference.
  func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    var answer = PolicyAnswer()
    decide(observation, candidates, into: &answer)
    return answer.decisions
  }
}
