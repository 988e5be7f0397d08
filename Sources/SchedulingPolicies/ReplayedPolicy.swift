import EventSimulation

/// Plays a recording back: the same decisions, as long as it sees what was seen when they were made.
///
/// At the first difference it refuses: it starts nothing from then on, its ``divergence`` names the place, and
/// the driver counts the violation `replayDiverged` at every decision point that follows.
public final class ReplayedPolicy: SchedulingPolicy {
  /// Where a replay left its recording.
  public struct Divergence: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the difference, with both sides.
    public enum Difference: Sendable, Hashable {
      /// The recording has no step left.
      case ended
      case observation(found: Observation, expected: Observation)
      case candidates(found: [Candidate], expected: [Candidate])
    }
    /// Number of the decision point, from 0.
    public var step: Int
    /// When the replayed policy was asked.
    public var time: Instant
    /// The first thing in which the decision point differs from the recorded step.
    public var difference: Difference

    public var description: String {
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
  public private(set) var divergence: Divergence?
  /// Whether the recorded policy decided at launches that it had not asked for, so that the decision points are the same.
  public var decidesAtLaunches: Bool { recording.decidesAtLaunches }

  /// - Parameter recording: What to play; it is only read.
  public init(_ recording: DecisionRecording) { self.recording = recording }

  /// Whether every step was played.
  public var isComplete: Bool { divergence == nil && next == recording.steps.count }

  /// The violation `replayDiverged` from the first difference on; nil before it.
  public var refusal: PolicyRefusal? { divergence == nil ? nil : .replayDiverged }

  /// The recorded decisions of the next step, if observation and candidates equal the recorded ones. From the first
  /// difference on, none.
  public func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    guard divergence == nil else { return [] }
    if let difference = difference(observation, candidates) {
      divergence = Divergence(step: next, time: observation.now, difference: difference)
      return []
    }
    next += 1
    return recording.steps[next - 1].decisions
  }

  /// The reports on standby buckets at the time of the recording.
  public func reportBuckets(at now: Instant) -> BucketReport {
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
