import EventSimulation
import Workload

/// Any policy, with an allowance of battery energy for its runs of each local day.
///
/// On battery a start is let through if what the day's ended runs have drawn from the battery, what is set
/// aside for runs under way, and the estimated cost of the run together do not exceed the allowance. Starts on
/// the charger are free. A run is never stopped, so a day can overdraw by what its runs cost above their
/// estimates; a run counts on the day on which it ends, with what is billed to it by then.
public struct DailyEnergyAllowance: SchedulingPolicy {
  var policy: any SchedulingPolicy
  let allowance: Double
  var costs: RunCosts
  private var day = 0
  private var spent = 0.0

  /// - Parameter costs: The estimates before the first run. With an allowance below them nothing starts on battery.
  public init(_ policy: any SchedulingPolicy, joulesPerDay: Double, costs: RunCosts) {
    (self.policy, self.costs) = (policy, costs)
    allowance = joulesPerDay * 1e9
  }

  /// Those of the limited policy; it listens to runs, reads the charger and the clock, and has to be asked each time.
  public var traits: PolicyTraits {
    var traits = policy.traits
    traits.listens.formUnion([.runStarted, .runEnded])
    traits.readsDevice = true
    traits.decidesOnChangeOnly = false
    return traits
  }

  /// Decides as the limited policy; a start that the allowance does not cover becomes a wait until the next midnight.
  public mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    if observation.now.day != day { (day, spent) = (observation.now.day, 0) }
    costs.beginDecision()
    policy.decide(observation, candidates, into: &answer)
    guard !observation.isPlugged else { return }
    var available = allowance - spent - costs.reserved
    answer.replaceDecisions(
      by: answer.decisions.map { decision in
        guard decision.isStart, let candidate = candidates.first(where: { $0.item == decision.item })
        else { return decision }
        let cost = costs.estimate(app: candidate.app, candidate.mechanism)
        guard available >= cost else {
          var wait = decision
          wait.verdict = .wait(.policyChoice, until: .day(day + 1))
          return wait
        }
        available -= cost
        costs.reserve(cost, for: candidate.item)
        return decision
      })
  }

  /// Debits the battery energy of a run from the day on which it ends, and tells the limited policy.
  public mutating func observe(_ event: PolicyEvent) {
    if case .runEnded(let outcome) = event {
      if outcome.ended.day != day { (day, spent) = (outcome.ended.day, 0) }
      spent += Double(outcome.batteryNanojoules)
    }
    costs.observe(event)
    policy.observe(event)
  }

  /// Hands what is known of the apps to the limited policy.
  public mutating func begin(_ history: AppHistory, forecast: (any OpenForecast)?) {
    policy.begin(history, forecast: forecast)
  }
  /// The report of the limited policy.
  public mutating func reportBuckets(at now: Instant) -> BucketReport { policy.reportBuckets(at: now) }
  /// The refusal of the limited policy; nil while its answers count.
  public var refusal: PolicyRefusal? { policy.refusal }
}
