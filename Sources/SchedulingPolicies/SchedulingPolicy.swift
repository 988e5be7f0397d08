import EventSimulation
import Workload

/// Chooses which of the candidates start, whenever the platform consults it.
///
/// A policy sees value snapshots only: the present state of the device, and the items that pass every hard
/// gate. It may keep internal state. It can start only candidates, and it cannot drop, cancel, or split
/// items. The driver reports such a request as a violation and continues.
///
/// Two requirements have no default: ``traits`` and ``decide(_:_:into:)``. A policy that learns how things turned out, or follows
/// the user between decisions, says so in its traits and implements ``observe(_:)``.
public protocol SchedulingPolicy {
  /// The parts that the policy reads and is told, and when it is asked; read once, after ``begin(_:forecast:)``.
  var traits: PolicyTraits { get }

  /// Hands over what is known of the device's apps, once, before everything else. The default keeps nothing.
  ///
  /// - Parameters:
  ///   - history: The past of the apps: empty now, and up to date from here on for a policy that keeps the reference.
  ///     Where none keeps it, nothing is recorded.
  ///   - forecast: A policy that keeps the reference reads likelihoods there, of the candidates that it looks at only.
  ///     Nil where candidates tell their likelihood.
  mutating func begin(_ history: AppHistory, forecast: (any OpenForecast)?)

  /// Decides at one decision point. All triggers of one instant make one call.
  ///
  /// - Parameters:
  ///   - observation: The device as it is now.
  ///   - candidates: The items that may start, in the order in which they have come to wait: mostly by item number.
  ///   - answer: Empty; takes what to do, in the order in which starts are to be executed. A candidate that is left out
  ///     waits for the reason ``Workload/BlockingReason/policyChoice``.
  mutating func decide(_ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer)

  /// Tells what happens between decisions, in order, as far as the traits listen to it. The default does nothing.
  mutating func observe(_ event: PolicyEvent)

  /// Tells which apps have moved between standby buckets since the last report, for the event log. A policy that listens to
  /// ``PolicyEvent/device(_:at:)`` is asked after each of these and when its last report said. The default knows no buckets.
  mutating func reportBuckets(at now: Instant) -> BucketReport

  /// Why the policy's answers count no more, such as a replay that has met another course of events; nil, the default, if
  /// they do.
  var refusal: PolicyRefusal? { get }
}

extension SchedulingPolicy {
  /// Keeps nothing.
  public mutating func begin(_ history: AppHistory, forecast: (any OpenForecast)?) {}
  /// Does nothing.
  public mutating func observe(_ event: PolicyEvent) {}
  /// A report without changes and without a next one.
  public mutating func reportBuckets(at now: Instant) -> BucketReport { BucketReport() }
  /// The refusal of the policy; nil means that the answers count.
  public var refusal: PolicyRefusal? { nil }

  /// The decisions at one decision point as a list.
  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    var answer = PolicyAnswer()
    decide(observation, candidates, into: &answer)
    return answer.decisions
  }
}

/// The inputs that a policy reads, the events that it receives, and when it must be called.
///
/// Traits that exclude more save time. `slumber conform` compares them with the behavior of the policy: the
/// events must be the same if the policy is called at every decision point and receives all data and events.
public struct PolicyTraits: Sendable, Hashable {
  /// The events that ``SchedulingPolicy/observe(_:)`` receives.
  public var listens: PolicyEvent.Kinds

  /// The gates whose denial makes the likelihood of a candidate useless to the policy; nil for a policy that
  /// never reads it. Computing a likelihood takes time, so it is zero for other candidates. An empty set
  /// computes it for every refresh candidate.
  public var ignoresLikelihoodWhenDenied: BlockingSet?

  /// Whether the policy reads more of an observation than its instant. One that does not is shown a plain device.
  public var readsDevice: Bool

  /// Whether a launch that the policy did not ask for is a decision point too, and a wake of the system itself.
  public var decidesAtLaunches: Bool

  /// Whether the policy need not be called without a change.
  ///
  /// The answer of such a policy follows from the candidates without their likelihood, and from charger,
  /// network, idleness, Low Power Mode, and heat. The answer does not depend on the clock, the level,
  /// budgets, the signal, chance, memory, outcomes, or an ``AppHistory``. The policy can limit its validity
  /// by ``PolicyAnswer/askAgain(at:)`` or by the end of a wait. The driver repeats the answer at the decision
  /// points between, which count like any other.
  public var decidesOnChangeOnly: Bool

  /// The traits of a policy that receives all data but no events, and is called at every decision point,
  /// unless stated otherwise.
  public init(
    listens: PolicyEvent.Kinds = [], ignoresLikelihoodWhenDenied: BlockingSet? = [], readsDevice: Bool = true,
    decidesAtLaunches: Bool = false, decidesOnChangeOnly: Bool = false
  ) {
    self.listens = listens
    self.ignoresLikelihoodWhenDenied = ignoresLikelihoodWhenDenied
    self.readsDevice = readsDevice
    self.decidesAtLaunches = decidesAtLaunches
    self.decidesOnChangeOnly = decidesOnChangeOnly
  }

  /// Those of a policy that reads no likelihood and need not be asked while nothing has changed.
  static let onChange = PolicyTraits(ignoresLikelihoodWhenDenied: nil, decidesOnChangeOnly: true)
}

/// Something that a policy itself reports.
public enum PolicyRefusal: Sendable, Hashable {
  /// A replayed policy observes other than was recorded: the violation `replayDiverged` at each such decision point.
  case replayDiverged
  /// The policy cannot decide any more, for the reason given: the run fails.
  case failed(String)
}

/// The decision of a policy on one candidate.
public struct Decision: Sendable, Hashable {
  /// The choice for one candidate.
  public enum Verdict: Sendable, Hashable {
    case start
    /// Not now; `until` asks for a decision point at that instant, which must lie in the future.
    case wait(BlockingReason, until: Instant?)
  }
  /// Number of the item.
  public var item: Int32
  /// The choice: start, or wait for a reason.
  public var verdict: Verdict
  /// The score of the candidate, and the threshold for it; nil if the policy does not compute a score.
  public var score, threshold: Double?

  public init(item: Int32, verdict: Verdict, score: Double? = nil, threshold: Double? = nil) {
    self.item = item
    self.verdict = verdict
    self.score = score
    self.threshold = threshold
  }

  /// Whether the item is to be started.
  @inlinable public var isStart: Bool { if case .start = verdict { true } else { false } }

  /// Starts a candidate.
  public static func start(_ candidate: Candidate) -> Decision {
    Decision(item: candidate.item, verdict: .start)
  }

  /// Starts a candidate from an instant on; before, it waits until then.
  public static func start(_ candidate: Candidate, notBefore time: Instant, at now: Instant) -> Decision {
    now >= time ? .start(candidate) : .wait(candidate, until: time == .distantFuture ? nil : time)
  }

  /// Lets a candidate wait for a reason; `until` asks for a decision point at that instant, which must lie in the future.
  public static func wait(
    _ candidate: Candidate, _ reason: BlockingReason = .policyChoice, until: Instant? = nil
  ) -> Decision {
    Decision(item: candidate.item, verdict: .wait(reason, until: until))
  }
}
