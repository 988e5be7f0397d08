import BackgroundExecution
import Containers
import EventSimulation
import SchedulingPolicies
import Workload

/// The question that a decision point puts to the policy, and when it wants the next one.
extension Phone {
  /// Asks the policy, and finds of which candidate each of its decisions is.
  mutating func ask(_ observation: Observation) {
    predict(at: observation.now)
    Self.ask(&policy, &decisions, observation, under: circumstances, whatIf)
    // A policy that has failed fails the run, at its end: until then it starts nothing.
    if policy.wantsEvents, policy.refusal == .replayDiverged {
      journal.record(.replayDiverged, nil, at: observation.now)
    }
  }

  /// A function of its own, so that one owner can ask the other.
  @inline(__always)
  private static func ask(
    _ policy: inout PhonePolicy, _ decisions: inout DecisionLoop, _ observation: Observation,
    under circumstances: Circumstances, _ whatIf: WhatIf?
  ) {
    decisions.ask(at: observation.now, under: circumstances, whatIf) { candidates, answer in
      policy.decide(observation, candidates, into: &answer)
    }
  }

  /// Computes the likelihoods for the policy.
  @inline(__always)
  mutating func predict(at now: Instant) {
    if let gates = policy.ignoresLikelihoodWhenDenied {
      Self.predict(&decisions, &usage, unlessDeniedBy: gates, at: now)
    }
  }

  /// A function of its own, so that one owner can ask the other.
  @inline(__always)
  private static func predict(
    _ decisions: inout DecisionLoop, _ usage: inout AppUsage, unlessDeniedBy gates: BlockingSet,
    at now: Instant
  ) {
    decisions.predict(unlessDeniedBy: gates) { app in usage.likelihood(app, at: now) }
  }

  /// Whether an item that the platform starts by itself may start.
  @inline(__always)
  var hasOpenPlatformItems: Bool { requests.platformCount > 0 && gates.hasOpenPlatformItems }

  /// Takes over when the waits of the answer end, as far as it is known.
  @inline(__always)
  mutating func wish(_ c: inout Calendar) {
    decisionClock.wish(
      for: decisions.answer.endsNotBefore, isKnown: decisions.answer.endIsKnown, until: plan.end, &c)
  }
}
