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

  /// - Parameters:
  ///   - policy: The policy whose starts are limited.
  ///   - joulesPerDay: The allowance.
  ///   - costs: The estimates before the first run. With an allowance below them nothing starts on battery.
  public init(_ policy: any SchedulingPolicy, joulesPerDay: Double, costs: RunCosts) {
    self.policy = policy
    self.costs = costs
    allowance = joulesPerDay * 1e9
  }

  /// Decides as the limited policy. On battery a start that the day's remaining allowance does not cover becomes a wait
  /// until the next local midnight.
  public mutating func decide(_ observation: Observation, _ candidates: [Candidate]) -> [Decision] {
    if observation.now.day != day { (day, spent) = (observation.now.day, 0) }
    costs.beginDecision()
    let decisions = policy.decide(observation, candidates)
    guard !observation.isPlugged else { return decisions }
    var available = allowance - spent - costs.reserved
    return decisions.map { decision in
      guard decision.verdict == .start,
        let candidate = candidates.first(where: { $0.item == decision.item })
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
    }
  }

  /// Hands the history to the limited policy.
  public mutating func begin(_ history: AppHistory) { policy.begin(history) }

  /// Keeps the run's estimate set aside, and tells the limited policy.
  public mutating func runStarted(_ item: Int32) {
    costs.runStarted(item)
    policy.runStarted(item)
  }

  /// Debits the run's battery energy from the day on which it ends, learns its cost, and tells the limited policy.
  public mutating func runEnded(_ outcome: RunOutcome) {
    if outcome.ended.day != day { (day, spent) = (outcome.ended.day, 0) }
    spent += Double(outcome.batteryNanojoules)
    costs.runEnded(outcome)
    policy.runEnded(outcome)
  }

  /// Tells the limited policy of the event.
  public mutating func notice(_ event: DeviceEvent, at now: Instant) { policy.notice(event, at: now) }
  /// Tells the limited policy of the outcome.
  public mutating func learn(_ outcome: PolicyOutcome) { policy.learn(outcome) }
  /// The report of the limited policy.
  public mutating func reportBuckets(at now: Instant) -> BucketReport { policy.reportBuckets(at: now) }
  /// Whether the limited policy decides at launches that it did not ask for.
  public var decidesAtLaunches: Bool { policy.decidesAtLaunches }
  /// Whether the limited policy is told of outcomes.
  public var wantsOutcomes: Bool { policy.wantsOutcomes }
  /// The gates whose denial makes a likelihood useless to the limited policy; nil if it never reads one.
  public var ignoresLikelihoodWhenDenied: BlockingSet? { policy.ignoresLikelihoodWhenDenied }
  /// The refusal of the limited policy; nil while its answers count.
  public var refusal: PolicyRefusal? { policy.refusal }
}
