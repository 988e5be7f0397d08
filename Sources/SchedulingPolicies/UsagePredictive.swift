import ModelParameters
import Workload

package struct UsagePredictive: SchedulingPolicy {
  /// Likelihood of a use within the look-ahead that starts a refresh, 0 to 1, inclusive.
  let threshold: Double
  let enforces: BlockingSet

  package var traits: PolicyTraits { PolicyTraits(ignoresLikelihoodWhenDenied: enforces) }

  package mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    answer.decide(candidates.oldestFirst, obeying: enforces) { candidate in
      candidate.mechanism == .refresh && candidate.likelihood < threshold
        ? .start(candidate, notBefore: candidate.deadline, at: observation.now) : .start(candidate)
    }
  }

  package static let descriptor = PolicyDescriptor(
    name: "usage-predictive",
    summary: "Starts a refresh when the user is likely to open the app soon; other work at once.",
    idea: "Content is worth its energy only if it is looked at before it is replaced.",
    rule: """
      a refresh's likelihood of use within the look-ahead reaches `predictive.threshold`, or its deadline has \
      passed; other mechanisms at once, oldest window first.
      """,
    parameterNames: ["predictive.threshold"],
    enforces: .of(.appUsage),
    weakness: """
      Learns habits, not today: an unusual day finds old content, and a likelihood that rises between two \
      decision points is seen at the second.
      """,
    source: "policy of this project, after next-app prediction [Frappe]",
    make: {
      UsagePredictive(threshold: $0.parameters.number("predictive.threshold"), enforces: $0.enforces)
    })
}
