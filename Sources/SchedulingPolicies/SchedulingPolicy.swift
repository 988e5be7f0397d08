import EventSimulation
import Workload

/// Chooses which of the candidates start, whenever the platform consults it.
///
/// A policy sees value snapshots only: the present state of the device and the items that every hard gate
/// lets through. It may keep state of its own. It cannot start what is not a candidate, and cannot drop,
/// cancel or split items; the driver names such a wish a violation and goes on.
///
/// A policy that wants to know how things turned out implements ``runEnded(_:)``.
public protocol SchedulingPolicy {
  /// Decides at one decision point. All triggers of one instant make one call.
  ///
  /// - Parameters:
  ///   - observation: The device as it is now.
  ///   - candidates: The items that may start, by item number.
  /// - Returns: What to do, in the order in which starts are to be executed. A candidate that is left out
  ///   waits for the reason ``Workload/BlockingReason/policyChoice``.
  mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision]

  /// Tells that a run has ended. The default does nothing.
  mutating func runEnded(_ outcome: RunOutcome)
}

extension SchedulingPolicy {
  public mutating func runEnded(_ outcome: RunOutcome) {}
}

/// What a policy wants for one candidate.
public struct Decision: Sendable, Hashable {
  public enum Verdict: Sendable, Hashable {
    case start
    /// Not now; `until` asks for a decision point at that instant, which must lie in the future.
    case wait(BlockingReason, until: Instant?)
  }
  /// Number of the item.
  public var item: Int32
  public var verdict: Verdict
  /// Score and threshold, where the policy computes them.
  public var score: Double?
  public var threshold: Double?

  public init(item: Int32, verdict: Verdict, score: Double? = nil, threshold: Double? = nil) {
    self.item = item
    self.verdict = verdict
    self.score = score
    self.threshold = threshold
  }

  public static func start(_ candidate: Candidate) -> Decision {
    Decision(item: candidate.item, verdict: .start)
  }
  public static func wait(
    _ candidate: Candidate, _ reason: BlockingReason = .policyChoice, until: Instant? = nil
  ) -> Decision {
    Decision(item: candidate.item, verdict: .wait(reason, until: until))
  }
}

/// How a run ended, as a policy may know it.
public struct RunOutcome: Sendable, Hashable {
  public var app: Int32
  public var mechanism: Mechanism
  public var succeeded: Bool
  /// Energy billed to the run by its end, in nanojoules.
  public var energyNanojoules: Int64
  public var wasPlugged: Bool

  public init(app: Int32, mechanism: Mechanism, succeeded: Bool, energyNanojoules: Int64, wasPlugged: Bool) {
    self.app = app
    self.mechanism = mechanism
    self.succeeded = succeeded
    self.energyNanojoules = energyNanojoules
    self.wasPlugged = wasPlugged
  }
}
