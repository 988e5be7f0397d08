import Workload

package struct EnergyBudget: SchedulingPolicy {
  private var costs: RunCosts
  let enforces: BlockingSet

  package var traits: PolicyTraits {
    PolicyTraits(listens: [.runStarted, .runEnded], ignoresLikelihoodWhenDenied: nil)
  }

  package mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    costs.beginDecision()
    let priced = candidates.map { (cost: costs.estimate(app: $0.app, $0.mechanism), candidate: $0) }
    let cheapestFirst = priced.sorted { ($0.cost, $0.candidate.item) < ($1.cost, $1.candidate.item) }
    var available = Double(observation.energyBalance) - costs.reserved
    answer.decide(cheapestFirst.map(\.candidate), obeying: enforces) { candidate in
      guard !observation.isPlugged else { return .start(candidate) }
      let cost = costs.estimate(app: candidate.app, candidate.mechanism)
      guard available >= cost else { return .wait(candidate) }
      available -= cost
      costs.reserve(cost, for: candidate.item)
      return .start(candidate)
    }
  }

  package mutating func observe(_ event: PolicyEvent) { costs.observe(event) }

  package static let descriptor = PolicyDescriptor(
    name: "energy-budget",
    summary: "Starts the cheapest work that the device's energy budget is expected to cover.",
    idea:
      "Spend the budget on the largest number of runs, and never start work that the budget cannot pay for.",
    rule: """
      the device is plugged in, or the balance of its energy budget minus the estimates of active runs \
      covers the estimated cost; cheapest estimate first. The policy keeps an estimate per app and mechanism. \
      It is `energyBudget.priorCost` at first, and moves by `energyBudget.learningRate` toward each run's cost.
      """,
    parameterNames: ["energyBudget.priorCost", "energyBudget.learningRate"],
    enforces: .of(.energyBudget),
    declares: .monotoneCost,
    weakness:
      "Cheap work displaces expensive work for days, and the estimates exclude radio tails that end after a run.",
    source: "rules BUD-1 to BUD-9",
    make: { EnergyBudget(costs: RunCosts($0.parameters), enforces: $0.enforces) })
}
