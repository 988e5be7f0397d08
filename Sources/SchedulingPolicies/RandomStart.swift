import ModelParameters
import RandomStreams
import Workload

/// Starts each candidate with a fixed probability at every instant of the periodic grid.
public struct RandomStart: SchedulingPolicy {
  let probability: Double
  let enforces: BlockingSet
  var draws: PolicyDraws

  /// - Parameters:
  ///   - probability: Of a start, for each candidate at each periodic decision point.
  ///   - draws: The policy's own random numbers.
  ///   - enforces: The soft gates to obey.
  public init(probability: Double, draws: PolicyDraws, enforces: BlockingSet = []) {
    self.probability = probability
    self.draws = draws
    self.enforces = enforces
  }

  /// Nil: the policy never reads the likelihood of a use.
  public var ignoresLikelihoodWhenDenied: BlockingSet? { nil }

  /// Starts each candidate with the probability if the periodic grid is among the triggers, and none at other decision
  /// points. Only candidates that no obeyed gate denies draw a number, in the driver's order.
  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    candidates.map { candidate in
      if let denial = candidate.denials.intersection(enforces).first { return .wait(candidate, denial) }
      guard observation.isPeriodic, draws.next().bernoulli(probability) else { return .wait(candidate) }
      return .start(candidate)
    }
  }

  /// The catalogue entry `random`.
  public static let descriptor = PolicyDescriptor(
    name: "random",
    summary: "Starts each candidate with a fixed probability at every periodic decision point.",
    idea: "A yardstick without knowledge: what work costs and brings if its moment is left to chance.",
    rule: """
      the decision point is one of the periodic grid (`gate.evaluationInterval`) and a draw from the policy's \
      own stream falls below `random.probability`, each candidate by itself, in order of item number.
      """,
    parameterNames: ["random.probability"],
    weakness: "Waits as long in the best moment as in the worst; the wait has no upper limit.",
    source: "bound of the comparison: chance without knowledge",
    make: {
      RandomStart(
        probability: $0.parameters.number("random.probability"), draws: $0.draws,
        enforces: $0.enforces)
    })
}
