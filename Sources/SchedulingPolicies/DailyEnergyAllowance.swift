import EventSimulation
import Workload

/// Any policy, with an allowance of battery energy for its runs of each local day.
///
/// On battery, a start is allowed if three energies together do not exceed the allowance: the battery energy
/// of the day's ended runs, the reservations of active runs, and the estimated cost of the run. Starts on the
/// charger are free. A run is never stopped, so a day can exceed the allowance by the cost of its runs above
/// their estimates. A run counts on the day of its end, with the energy billed to it by then.
public struct DailyEnergyAllowance: SchedulingPolicy {
  var policy: any SchedulingPolicy
  let allowance: Double
  var costs: RunCosts
  private var day = 0
  private var spent = 0.0

  /// - Parameter costs: The estimates before the first run. If the allowance is below them, no run starts on
  ///   battery.
  public init(_ policy: any SchedulingPolicy, joulesPerDay: Double, costs: RunCosts) {
    (self.policy, self.costs) = (policy, costs)
    allowance = joulesPerDay * 1e9
  }

  /// The traits of the limited policy. The policy also listens to runs, reads the charger and the clock, and
  /// is called each time.
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

  /// Debits the battery energy of a run from the day of its end, and passes the event to the limited policy.
  public mutating func observe(_ event: PolicyEvent) {
    if case .runEnded(let outcome) = event {
      if outcome.ended.day != day { (day, spent) = (outcome.ended.day, 0) }
      spent += Double(outcome.batteryNanojoules)
    }
    costs.observe(event)
    policy.observe(event)
  }

  /// Hands the history of the apps to the limited policy.
  public mutating func begin(_ history: AppHistory, forecast: (any OpenForecast)?) {
    policy.begin(history, forecast: forecast)
  }
  /// The report of the limited policy.
  public mutating func reportBuckets(at now: Instant) -> BucketReport { policy.reportBuckets(at: now) }
  /// The refusal of the limited policy; nil while its answers count.
  public var refusal: PolicyRefusal? { policy.refusal }
}
