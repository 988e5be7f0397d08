import EventSimulation
import SchedulingPolicies
import Workload

/// A policy by what it decides and what it hears.
struct ClosurePolicy: SchedulingPolicy {
  var traits = PolicyTraits()
  var decides: (Observation, [Candidate]) -> [Decision] = { _, _ in [] }
  var hears: (PolicyEvent) -> Void = { _ in }

  mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    answer.append(contentsOf: decides(observation, candidates))
  }
  mutating func observe(_ event: PolicyEvent) { hears(event) }

  /// Decides the same for each candidate, for ever.
  static func each(_ decision: @escaping (Observation, Candidate) -> [Decision]) -> ClosurePolicy {
    ClosurePolicy { observation, candidates in candidates.flatMap { decision(observation, $0) } }
  }

  /// Starts the candidates of one mechanism.
  static func only(_ mechanism: Mechanism) -> ClosurePolicy {
    each { _, candidate in [candidate.mechanism == mechanism ? .start(candidate) : .wait(candidate)] }
  }
}

/// Starts nothing and remembers what it was shown.
final class Recorder: SchedulingPolicy {
  let traits = PolicyTraits()
  var seen: [Candidate] = []
  var instants: [Instant] = []

  func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    seen += candidates
    instants.append(observation.now)
  }
}

/// The decisions of one policy on one device, in order.
final class DecisionRecording {
  var steps: [(observation: Observation, candidates: [Candidate], decisions: [Decision])] = []
  /// The reports of the policy on standby buckets, in order of the driver's questions.
  var reports: [BucketReport] = []
  /// Those of the recorded policy while it was recorded; they shape the decision points.
  var traits = PolicyTraits()
}

/// Any policy, with a record of what it saw and decided.
struct RecordedPolicy: SchedulingPolicy {
  var policy: any SchedulingPolicy
  let recording: DecisionRecording

  /// The recorded policy is told what it listens to, and shown everything.
  var traits: PolicyTraits {
    PolicyTraits(listens: policy.traits.listens, decidesAtLaunches: policy.traits.decidesAtLaunches)
  }
  var refusal: PolicyRefusal? { policy.refusal }

  mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    policy.decide(observation, candidates, into: &answer)
    recording.steps.append((observation, candidates, answer.decisions))
  }

  /// Hands the history to the recorded policy; likelihoods are in the candidates, which are recorded.
  mutating func begin(_ history: AppHistory, forecast: (any OpenForecast)?) {
    policy.begin(history, forecast: nil)
    recording.traits = traits
  }

  mutating func observe(_ event: PolicyEvent) { policy.observe(event) }

  mutating func reportBuckets(at now: Instant) -> BucketReport {
    let report = policy.reportBuckets(at: now)
    recording.reports.append(report)
    return report
  }
}

/// Plays a recording back as long as it sees what was seen when the decisions were made; from the first difference on it
/// refuses and starts nothing.
final class ReplayedPolicy: SchedulingPolicy {
  private let recording: DecisionRecording
  private var next = 0
  private var nextReport = 0
  /// When it was first shown something else than was recorded.
  private(set) var divergence: Instant?

  init(_ recording: DecisionRecording) { self.recording = recording }

  /// Whether every step was played.
  var isComplete: Bool { divergence == nil && next == recording.steps.count }
  var traits: PolicyTraits { recording.traits }
  var refusal: PolicyRefusal? { divergence == nil ? nil : .replayDiverged }

  func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    guard divergence == nil else { return }
    guard next < recording.steps.count, recording.steps[next].observation == observation,
      recording.steps[next].candidates == candidates
    else { return divergence = observation.now }
    answer.append(contentsOf: recording.steps[next].decisions)
    next += 1
  }

  func reportBuckets(at now: Instant) -> BucketReport {
    guard divergence == nil, nextReport < recording.reports.count else { return BucketReport() }
    nextReport += 1
    return recording.reports[nextReport - 1]
  }
}
