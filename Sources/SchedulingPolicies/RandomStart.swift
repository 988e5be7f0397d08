import ModelParameters
import RandomStreams
import Workload

package struct RandomStart: SchedulingPolicy {
  let probability: Double
  let enforces: BlockingSet
  private var draws: PolicyDraws

  package init(probability: Double, draws: PolicyDraws, enforces: BlockingSet = []) {
    (self.probability, self.draws, self.enforces) = (probability, draws, enforces)
  }

  package var traits: PolicyTraits { PolicyTraits(ignoresLikelihoodWhenDenied: nil) }

  /// Only candidates that no obeyed gate denies draw a number, in the driver's order.
  package mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    answer.decide(candidates, obeying: enforces) { candidate in
      observation.isPeriodic && draws.next().bernoulli(probability) ? .start(candidate) : .wait(candidate)
    }
  }

  package static let descriptor = PolicyDescriptor(
    name: "random",
    summary: "Starts each candidate with a fixed probability at every periodic decision point.",
    idea: "A reference without knowledge: the cost and benefit of work at random moments.",
    rule: """
      the decision point is on the periodic grid (`gate.evaluationInterval`), and a draw from the stream of the \
      policy is below `random.probability`. Each candidate gets a separate draw, in order of item number.
      """,
    parameterNames: ["random.probability"],
    weakness: "Ignores whether the moment is good or bad, and the wait has no upper limit.",
    source: "bound of the comparison: chance without knowledge",
    make: {
      let probability = $0.parameters.number("random.probability")
      return RandomStart(probability: probability, draws: $0.draws, enforces: $0.enforces)
    })
}
