import EventSimulation
import SchedulingPolicies
import Workload

/// The policy of a phone, and what it is told.
struct PhonePolicy: ~Copyable {
  private var policy: any SchedulingPolicy
  /// The past of the apps; nil where the policy has not kept it.
  private let history: AppHistory?
  /// The opens whose staleness is not known yet; nil where the policy wants no outcomes.
  private var awaitedOpens: AwaitedOpens?
  /// Whether launches that the policy did not ask for are decision points.
  let decidesAtLaunches: Bool
  /// Whether the policy is told of launches, ends of runs and events, and has buckets to report.
  let wantsEvents: Bool
  /// Whether the policy reads more of an observation than its instant.
  let readsDevice: Bool
  let decidesOnChangeOnly: Bool
  /// The gates whose denial makes a likelihood useless to the policy; nil where it reads none.
  let ignoresLikelihoodWhenDenied: BlockingSet?
  /// Calls of the policy.
  private(set) var calls: Int64 = 0

  /// - Parameter specification: The declarations of an app; nil for an app without work.
  init(
    _ policy: any SchedulingPolicy, forecast: some OpenForecast,
    specification: @escaping (_ app: Int32) -> AppSpecification?
  ) {
    var policy = policy
    var history = AppHistory(specification)
    policy.begin(history)
    policy.begin(forecast: forecast)
    self.history = isKnownUniquelyReferenced(&history) ? nil : history
    awaitedOpens = policy.wantsOutcomes ? AwaitedOpens() : nil
    self.policy = policy
    decidesAtLaunches = policy.decidesAtLaunches
    wantsEvents = policy.wantsEvents
    readsDevice = policy.readsDevice
    decidesOnChangeOnly = policy.decidesOnChangeOnly
    ignoresLikelihoodWhenDenied = policy.ignoresLikelihoodWhenDenied
  }

  /// Asks the policy.
  @inline(__always)
  mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    calls += 1
    policy.decide(observation, candidates, into: &answer)
  }

  var refusal: PolicyRefusal? { policy.refusal }

  mutating func runStarted(_ item: ItemNumber) { if wantsEvents { policy.runStarted(item.rawValue) } }

  /// Whether anybody is told how runs end.
  @inline(__always)
  var followsRuns: Bool { wantsEvents || history != nil }

  mutating func runEnded(_ outcome: RunOutcome) {
    history?.add(outcome)
    if wantsEvents { policy.runEnded(outcome) }
  }

  mutating func notice(_ event: DeviceEvent, at now: Instant) {
    if let history, case .opened(let app) = event { history.noteOpen(app, at: now) }
    if wantsEvents { policy.notice(event, at: now) }
  }

  mutating func reportBuckets(at now: Instant) -> BucketReport { policy.reportBuckets(at: now) }

  /// Whether the policy is told of outcomes.
  var wantsOutcomes: Bool { awaitedOpens != nil }

  /// The user has opened an app with content, which tells the policy nothing yet.
  mutating func opened(_ app: AppIndex, staleness: TimeSpan, at now: Instant) {
    awaitedOpens?.append(AwaitedOpens.Open(app: app, opened: now, staleness: staleness))
  }

  /// Content as of an instant tells how stale the app was at the opens before it.
  @inline(__always)
  mutating func contentArrived(_ app: AppIndex, asOf fetched: Instant) {
    if awaitedOpens != nil { tellOpens(of: app, knownBy: fetched) }
  }

  private mutating func tellOpens(of app: AppIndex, knownBy fetched: Instant) {
    for open in awaitedOpens?.take(app, knownBy: fetched) ?? [] {
      policy.learn(
        .open(OpenOutcome(app: app.rawValue, opened: open.opened, staleness: open.staleness)))
    }
  }

  /// A run has been billed all that it is billed.
  mutating func settled(_ cost: RunCost) { policy.learn(.run(cost)) }

  /// At the end of the device, opens are told whose staleness it has not come to know.
  mutating func finishOutcomes() {
    for open in awaitedOpens?.takeAll() ?? [] {
      policy.learn(.open(OpenOutcome(app: open.app.rawValue, opened: open.opened, staleness: nil)))
    }
  }
}
