import ModelParameters
import Workload

/// Starts what the device's energy budget is expected to cover, the cheapest first.
public struct EnergyBudget: SchedulingPolicy {
  var costs: RunCosts
  let enforces: BlockingSet

  /// - Parameters:
  ///   - costs: The estimates before the first run.
  ///   - enforces: The soft gates to obey.
  public init(costs: RunCosts, enforces: BlockingSet = .of(.energyBudget)) {
    self.costs = costs
    self.enforces = enforces
  }

  /// Nil: the policy never reads the likelihood of a use.
  public var ignoresLikelihoodWhenDenied: BlockingSet? { nil }

  /// Starts the cheapest candidates as long as the balance of the energy budget, less the reserve for runs under way,
  /// covers their estimates; everything on the charger. Ties by item number.
  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    costs.beginDecision()
    let priced = candidates.map { (cost: costs.estimate(app: $0.app, $0.mechanism), candidate: $0) }
    var available = Double(observation.energyBalance) - costs.reserved
    return priced.sorted { ($0.cost, $0.candidate.item) < ($1.cost, $1.candidate.item) }.map {
      cost, candidate in
      if let denial = candidate.denials.intersection(enforces).first { return .wait(candidate, denial) }
      guard !observation.isPlugged else { return .start(candidate) }
      guard available >= cost else { return .wait(candidate) }
      available -= cost
      costs.reserve(cost, for: candidate.item)
      return .start(candidate)
    }
  }

  /// Keeps the run's estimate set aside until it ends.
  public mutating func runStarted(_ item: Int32) { costs.runStarted(item) }

  /// Frees the run's reserve and learns its cost.
  public mutating func runEnded(_ outcome: RunOutcome) { costs.runEnded(outcome) }

  /// The catalogue entry `energy-budget`.
  public static let descriptor = PolicyDescriptor(
    name: "energy-budget",
    summary: "Starts the cheapest work that the device's energy budget is expected to cover.",
    idea: "Spend an allotment where it buys most runs, and never start what it cannot pay for.",
    rule: """
      the device is plugged in, or the balance of its energy budget, less the estimates of runs under way, \
      covers the estimated cost; cheapest estimate first. The estimate is per app and mechanism: \
      `energyBudget.priorCost` at first, then moved by `energyBudget.learningRate` towards each run's cost.
      """,
    parameterNames: ["energyBudget.priorCost", "energyBudget.learningRate"],
    enforces: .of(.energyBudget),
    declares: .monotoneCost,
    weakness: "Cheap work crowds out dear work for days; radio tails that end after a run are not learnt.",
    source: "rules BUD-1 to BUD-9",
    make: { EnergyBudget(costs: RunCosts($0.parameters), enforces: $0.enforces) })
}
