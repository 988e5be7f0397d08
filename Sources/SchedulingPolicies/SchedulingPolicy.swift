import EventSimulation
import Workload

/// Chooses which of the candidates start, whenever the platform consults it.
///
/// A policy sees value snapshots only: the present state of the device and the items that every hard gate
/// lets through. It may keep state of its own. It cannot start what is not a candidate, and cannot drop,
/// cancel or split items; the driver names such a wish a violation and goes on.
///
/// A policy that wants to know how things turned out implements ``runStarted(_:)`` and ``runEnded(_:)``;
/// one that follows the user and the device between decisions implements ``notice(_:at:)``. One that learns from how stale
/// the content was that users met, and from the energy of its runs, implements ``learn(_:)`` and ``wantsOutcomes``.
public protocol SchedulingPolicy {
  /// Hands over the past of the device's apps, once, before everything else. A policy that reads it keeps the reference;
  /// where none is kept, nothing is recorded. The default keeps none.
  ///
  /// - Parameter history: Empty now; it is kept up to date from here on.
  mutating func begin(_ history: AppHistory)

  /// Hands over the forecast of opens, once, before everything else. A policy that keeps the reference reads likelihoods
  /// there, of the candidates that it looks at only. The default keeps none.
  mutating func begin(forecast: any OpenForecast)

  /// Decides at one decision point. All triggers of one instant make one call.
  ///
  /// - Parameters:
  ///   - observation: The device as it is now.
  ///   - candidates: The items that may start, in the order in which they have come to wait: mostly by item number.
  /// - Returns: What to do, in the order in which starts are to be executed. A candidate that is left out
  ///   waits for the reason ``Workload/BlockingReason/policyChoice``.
  mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision]

  /// Decides as ``decide(_:_:)`` does, into a buffer that is empty and keeps its memory. The driver calls this
  /// one; the default asks the other.
  mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer)

  /// Tells that an item has been launched. A start that was asked for need not become one: a hard gate can
  /// deny it after an earlier start of the same answer. The default does nothing.
  ///
  /// - Parameter item: Number of the item.
  mutating func runStarted(_ item: Int32)

  /// Tells that a run has ended. The default does nothing.
  mutating func runEnded(_ outcome: RunOutcome)

  /// Tells what the user and the surroundings do, in the order in which it happens. The default does nothing.
  mutating func notice(_ event: DeviceEvent, at now: Instant)

  /// Tells a consequence of earlier decisions, once the device can know it, where ``wantsOutcomes`` asks for it. The order is
  /// that in which they become known. The default does nothing.
  mutating func learn(_ outcome: PolicyOutcome)

  /// Tells which apps have moved between standby buckets since the last report, for the event log. The driver
  /// asks after each notice and at the time that the last report named. The default knows no buckets.
  mutating func reportBuckets(at now: Instant) -> BucketReport

  /// Whether a launch that the policy did not ask for is a decision point too, and a wake of the system itself. The
  /// default is false.
  var decidesAtLaunches: Bool { get }

  /// Whether ``learn(_:)`` is called; asked once, after ``begin(_:)``. The default is false, and then nothing is kept.
  var wantsOutcomes: Bool { get }

  /// Whether the policy is told of launches, ends of runs and events, by ``runStarted(_:)``, ``runEnded(_:)`` and
  /// ``notice(_:at:)``, and is asked for ``reportBuckets(at:)`` and ``refusal``; asked once, after ``begin(_:)``. The default is
  /// true. A policy that implements none of them saves the calls with false.
  var wantsEvents: Bool { get }

  /// Whether the policy reads more of the observation than its instant; asked once, after ``begin(_:)``. The default is true.
  /// A policy that decides by the candidates alone saves the readings with false: it is shown a plain device.
  var readsDevice: Bool { get }

  /// Whether the policy need not be asked while nothing has changed: the default is false.
  ///
  /// The answer of such a policy follows from the candidates without their likelihood, and from charger, network,
  /// idleness, Low Power Mode and heat. It reads neither the clock nor the level, budgets, the signal, chance, what it
  /// remembers, outcomes, or an ``AppHistory``, unless its answer says by ``PolicyAnswer/askAgain(at:)`` or by the end of a wait until when it holds. The driver
  /// repeats the answer at the decision points between, which count like any other.
  var decidesOnChangeOnly: Bool { get }

  /// The gates whose denial makes the likelihood of a candidate useless to the policy, and nil for a policy that never
  /// reads it. A likelihood takes time to compute: that of other candidates is zero. The default, no gate, has it
  /// computed for every refresh candidate.
  var ignoresLikelihoodWhenDenied: BlockingSet? { get }

  /// Why the policy's answers count no more, such as a replay that has met another course of events; nil,
  /// the default, if they do. What it does to the run is said by each ``PolicyRefusal``.
  var refusal: PolicyRefusal? { get }
}

extension SchedulingPolicy {
  /// Keeps no history.
  public mutating func begin(_ history: AppHistory) {}
  /// Keeps no forecast.
  public mutating func begin(forecast: any OpenForecast) {}
  /// Does nothing.
  public mutating func runStarted(_ item: Int32) {}
  /// Does nothing.
  public mutating func runEnded(_ outcome: RunOutcome) {}
  /// Does nothing.
  public mutating func notice(_ event: DeviceEvent, at now: Instant) {}
  /// Does nothing.
  public mutating func learn(_ outcome: PolicyOutcome) {}
  /// A report without changes and without a next one.
  public mutating func reportBuckets(at now: Instant) -> BucketReport { BucketReport() }
  /// False: launches that the policy did not ask for are no decision points.
  public var decidesAtLaunches: Bool { false }
  /// False: the policy is told of no outcome.
  public var wantsOutcomes: Bool { false }
  /// True: the policy is told of launches, ends of runs and events.
  public var wantsEvents: Bool { true }
  /// True: the policy reads the observation.
  public var readsDevice: Bool { true }
  /// False: the policy is asked at every decision point.
  public var decidesOnChangeOnly: Bool { false }
  /// No gate: the likelihood is computed for every refresh candidate.
  public var ignoresLikelihoodWhenDenied: BlockingSet? { [] }

  /// Adds the decisions of ``decide(_:_:)`` to the answer.
  public mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    answer.append(contentsOf: decide(observation, candidates))
  }
  /// Nil: the answers count.
  public var refusal: PolicyRefusal? { nil }
}

extension SchedulingPolicy {
  /// The decisions of a policy that writes them into a buffer.
  mutating func decisions(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    var answer = PolicyAnswer()
    decide(observation, candidates, into: &answer)
    return answer.decisions
  }
}

/// Something that a policy itself reports.
public enum PolicyRefusal: Sendable, Hashable {
  /// The observations of a replayed policy differ from the recording: the violation `replayDiverged` at each decision
  /// point at which it is set.
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
  /// The score of the candidate; nil if the policy computes none.
  public var score: Double?
  /// The bound that the score is compared with; nil if the policy computes none.
  public var threshold: Double?

  public init(item: Int32, verdict: Verdict, score: Double? = nil, threshold: Double? = nil) {
    self.item = item
    self.verdict = verdict
    self.score = score
    self.threshold = threshold
  }

  /// Whether the item is to be started.
  @inlinable
  public var isStart: Bool {
    if case .start = verdict { true } else { false }
  }

  /// A decision to start a candidate, without score and threshold.
  public static func start(_ candidate: Candidate) -> Decision {
    Decision(item: candidate.item, verdict: .start)
  }

  /// A decision to let a candidate wait, without score and threshold.
  ///
  /// - Parameters:
  ///   - reason: To be recorded as the cause of the wait.
  ///   - until: Asks for a decision point at that instant, which must lie in the future; nil asks for none.
  public static func wait(
    _ candidate: Candidate, _ reason: BlockingReason = .policyChoice, until: Instant? = nil
  ) -> Decision {
    Decision(item: candidate.item, verdict: .wait(reason, until: until))
  }
}

/// How a run ended, as a policy may know it.
public struct RunOutcome: Sendable, Hashable {
  /// Number of the item that was launched.
  public var item: Int32
  /// Index of the app on the device.
  public var app: Int32
  /// The means by which the item was launched.
  public var mechanism: Mechanism
  /// When the run ended.
  public var ended: Instant
  /// Whether the run completed with success, as its app reports it; false for an expired or terminated run.
  public var succeeded: Bool
  /// Energy billed to the run by its end, in nanojoules.
  public var energyNanojoules: Int64
  /// The part of it that was drawn while the device was unplugged.
  public var batteryNanojoules: Int64
  /// Whether the device was on external power when the run ended.
  public var wasPlugged: Bool
  /// The time since its launch.
  public var duration: TimeSpan
  /// Bytes that have moved, both ways.
  public var bytes: Int64
  /// The series of the app's work that it belongs to.
  public var series: WorkSeries

  public init(
    item: Int32, app: Int32, mechanism: Mechanism, ended: Instant, succeeded: Bool,
    energyNanojoules: Int64, batteryNanojoules: Int64, wasPlugged: Bool, duration: TimeSpan = .zero,
    bytes: Int64 = 0, series: WorkSeries = .unlisted
  ) {
    self.item = item
    self.app = app
    self.mechanism = mechanism
    self.ended = ended
    self.succeeded = succeeded
    self.energyNanojoules = energyNanojoules
    self.batteryNanojoules = batteryNanojoules
    self.wasPlugged = wasPlugged
    self.duration = duration
    self.bytes = bytes
    self.series = series
  }
}
