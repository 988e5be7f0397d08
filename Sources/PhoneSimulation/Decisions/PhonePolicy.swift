import EventSimulation
import SchedulingPolicies
import Workload

struct PhonePolicy: ~Copyable {
  private var policy: any SchedulingPolicy
  let traits: PolicyTraits
  private let history: AppHistory?
  /// The opens whose staleness the device does not know yet, in order of time; none where the policy does not listen to
  /// outcomes.
  private var awaitedOpens: [OpenOutcome] = []
  private(set) var calls: Int64 = 0

  init(
    _ policy: any SchedulingPolicy, forecast: some OpenForecast,
    specification: @escaping (_ app: Int32) -> AppSpecification?
  ) {
    var policy = policy
    var history = AppHistory(specification)
    policy.begin(history, forecast: forecast)
    self.history = isKnownUniquelyReferenced(&history) ? nil : history
    traits = policy.traits
    self.policy = policy
  }

  @inline(__always) mutating func decide(
    _ observation: Observation, _ candidates: [Candidate], into answer: inout PolicyAnswer
  ) {
    calls += 1
    policy.decide(observation, candidates, into: &answer)
  }

  var refusal: PolicyRefusal? { policy.refusal }
  var decidesAtLaunches: Bool { traits.decidesAtLaunches }
  mutating func reportBuckets(at now: Instant) -> BucketReport { policy.reportBuckets(at: now) }

  @inline(__always)
  private mutating func tell(_ kind: PolicyEvent.Kinds, _ event: @autoclosure () -> PolicyEvent) {
    if traits.listens.contains(kind) { policy.observe(event()) }
  }

  mutating func runStarted(_ item: ItemNumber) { tell(.runStarted, .runStarted(item: item.rawValue)) }

  @inline(__always) var followsRuns: Bool { traits.listens.contains(.runEnded) || history != nil }

  mutating func runEnded(_ outcome: RunOutcome) {
    history?.add(outcome)
    tell(.runEnded, .runEnded(outcome))
  }

  mutating func notice(_ event: DeviceEvent, at now: Instant) {
    if let history, case .opened(let app) = event { history.noteOpen(app, at: now) }
    tell(.device, .device(event, at: now))
  }

  var wantsOutcomes: Bool { traits.listens.contains(.outcome) }

  /// The user has opened an app with content, which tells the policy nothing yet.
  mutating func opened(_ app: AppIndex, staleness: TimeSpan, at now: Instant) {
    guard wantsOutcomes else { return }
    awaitedOpens.append(OpenOutcome(app: app.rawValue, opened: now, staleness: staleness))
  }

  @inline(__always) mutating func contentArrived(_ app: AppIndex, asOf fetched: Instant) {
    if !awaitedOpens.isEmpty { tellOpens(of: app, knownBy: fetched) }
  }

  private mutating func tellOpens(of app: AppIndex, knownBy fetched: Instant) {
    for open in awaitedOpens where open.app == app.rawValue && open.opened <= fetched {
      policy.observe(.outcome(.open(open)))
    }
    awaitedOpens.removeAll { $0.app == app.rawValue && $0.opened <= fetched }
  }

  mutating func settled(_ cost: RunCost) { tell(.outcome, .outcome(.run(cost))) }

  mutating func finishOutcomes() {
    for open in awaitedOpens {
      policy.observe(.outcome(.open(OpenOutcome(app: open.app, opened: open.opened, staleness: nil))))
    }
    awaitedOpens = []
  }
}
