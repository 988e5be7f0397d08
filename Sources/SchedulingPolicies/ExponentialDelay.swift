import EventSimulation
import ModelParameters
import RandomStreams
import Workload

package struct ExponentialDelay: SchedulingPolicy {
  let mean: TimeSpan
  let enforces: BlockingSet
  private let draws: PolicyDraws

  package init(mean: TimeSpan, draws: PolicyDraws, enforces: BlockingSet = []) {
    (self.mean, self.draws, self.enforces) = (mean, draws, enforces)
  }

  /// A delay belongs to the number of its item, so that the clock counts only at its end.
  package var traits: PolicyTraits {
    PolicyTraits(ignoresLikelihoodWhenDenied: nil, readsDevice: false, decidesOnChangeOnly: true)
  }

  package mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    answer.decide(candidates.oldestFirst, obeying: enforces) { candidate in
      .start(candidate, notBefore: candidate.open + delay(of: candidate.item), at: observation.now)
    }
  }

  /// The delay of an item, the same at every decision.
  func delay(of item: Int32) -> TimeSpan {
    .seconds(draws.draw(ofItem: item).exponential(mean: mean.seconds))
  }

  package static let descriptor = PolicyDescriptor(
    name: "exponential-delay",
    summary: "Starts each candidate after a random delay with an exponential distribution.",
    idea: "A reference without knowledge: the simplest distribution of waiting times, with one parameter.",
    rule: """
      the delay of the item has passed since its window opened; oldest window first. The delay is a draw from the \
      exponential distribution with mean `exponential.mean`. Each item has one draw.
      """,
    parameterNames: ["exponential.mean"],
    weakness: "Ignores the state of the device and the user, and the wait has no upper limit.",
    source: "null model of the comparison: chance without knowledge",
    make: {
      ExponentialDelay(
        mean: $0.parameters.span("exponential.mean"), draws: $0.draws, enforces: $0.enforces)
    })
}
