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
    idea: "Content is worth its energy only if the user sees it before newer content replaces it.",
    rule: """
      the likelihood of use within the look-ahead reaches `predictive.threshold`, or the deadline of the refresh \
      has passed. Work of other mechanisms starts at once, oldest window first.
      """,
    parameterNames: ["predictive.threshold"],
    enforces: .of(.appUsage),
    weakness: """
      Learns habits but does not know today: users find old content on an unusual day. If the likelihood rises \
      between two decision points, the policy reacts at the second point.
      """,
    source: "policy of this project, after next-app prediction [Frappe]",
    make: {
      UsagePredictive(threshold: $0.parameters.number("predictive.threshold"), enforces: $0.enforces)
    })
}
