import EventSimulation
import ModelParameters
import Workload

package struct FixedInterval: SchedulingPolicy {
  let interval: TimeSpan
  let enforces: BlockingSet

  package init(interval: TimeSpan, enforces: BlockingSet = []) {
    (self.interval, self.enforces) = (interval, enforces)
  }

  /// It reads the clock only where its wait has an end.
  package var traits: PolicyTraits { .onChange }

  package mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    answer.decide(candidates.oldestFirst, obeying: enforces) { candidate in
      // A transfer launches no app: the interval is one between fetches.
      guard candidate.mechanism != .discretionaryTransfer, let last = candidate.lastLaunch else {
        return .start(candidate)
      }
      return .start(candidate, notBefore: last + interval, at: observation.now)
    }
  }

  package static let descriptor = PolicyDescriptor(
    name: "fixed-interval",
    summary: "Starts an app's work at most once per fixed interval.",
    idea: "The legacy minimum fetch interval that developers request, regardless of the state of the device.",
    rule: """
      at least `fixed.interval` has passed since the last launch of the app by the same mechanism; oldest window \
      first.
      """,
    parameterNames: ["fixed.interval"],
    weakness: "Works as often at night and on an almost empty battery as before the user's breakfast.",
    source: "minimum background fetch interval [AppleUIKit]",
    make: { FixedInterval(interval: $0.parameters.span("fixed.interval"), enforces: $0.enforces) })
}
