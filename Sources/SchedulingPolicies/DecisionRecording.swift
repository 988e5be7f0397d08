import EventSimulation

/// The decisions of one policy on one device, in order: what ``RecordedPolicy`` writes and ``ReplayedPolicy``
/// reads.
///
/// It is a class because the simulation keeps the policy to itself; it belongs to one run at a time.
public final class DecisionRecording {
  /// One decision point.
  public struct Step: Sendable, Hashable {
    /// The device as the policy saw it.
    public var observation: Observation
    /// The candidates that were offered, in the driver's order.
    public var candidates: [Candidate]
    /// The policy's answer, in the order of execution.
    public var decisions: [Decision]

    public init(observation: Observation, candidates: [Candidate], decisions: [Decision]) {
      self.observation = observation
      self.candidates = candidates
      self.decisions = decisions
    }
  }

  /// The decision points, in order of time.
  public internal(set) var steps: [Step]
  /// The reports of the policy on standby buckets, in order of the driver's questions.
  public internal(set) var reports: [BucketReport] = []
  /// As of the policy that was recorded; it shapes the decision points.
  public internal(set) var decidesAtLaunches: Bool

  public init(_ steps: [Step] = [], decidesAtLaunches: Bool = false) {
    self.steps = steps
    self.decidesAtLaunches = decidesAtLaunches
  }
}

/// Any policy, with a record of what it saw and decided.
public struct RecordedPolicy: SchedulingPolicy {
  var policy: any SchedulingPolicy
  let recording: DecisionRecording

  /// - Parameters:
  ///   - policy: The policy to record; it decides as without the record.
  ///   - recording: Where the steps are added.
  public init(_ policy: any SchedulingPolicy, into recording: DecisionRecording) {
    self.policy = policy
    self.recording = recording
    recording.decidesAtLaunches = policy.decidesAtLaunches
  }

  /// Decides as the recorded policy and adds the step to the recording.
  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    let decisions = policy.decide(observation, candidates)
    recording.steps.append(
      DecisionRecording.Step(observation: observation, candidates: candidates, decisions: decisions))
    return decisions
  }

  /// Hands the history to the recorded policy; it is not recorded.
  public mutating func begin(_ history: AppHistory) { policy.begin(history) }
  /// Tells the recorded policy of the launch.
  public mutating func runStarted(_ item: Int32) { policy.runStarted(item) }
  /// Tells the recorded policy of the end.
  public mutating func runEnded(_ outcome: RunOutcome) { policy.runEnded(outcome) }
  /// Tells the recorded policy of the event.
  public mutating func notice(_ event: DeviceEvent, at now: Instant) { policy.notice(event, at: now) }
  /// Tells the recorded policy of the outcome.
  public mutating func learn(_ outcome: PolicyOutcome) { policy.learn(outcome) }

  /// The report of the recorded policy, which is added to the recording.
  public mutating func reportBuckets(at now: Instant) -> BucketReport {
    let report = policy.reportBuckets(at: now)
    recording.reports.append(report)
    return report
  }

  /// Whether the recorded policy decides at launches that it did not ask for.
  public var decidesAtLaunches: Bool { policy.decidesAtLaunches }
  /// Whether the recorded policy is told of outcomes.
  public var wantsOutcomes: Bool { policy.wantsOutcomes }
  /// The refusal of the recorded policy; nil while its answers count.
  public var refusal: PolicyRefusal? { policy.refusal }
}
