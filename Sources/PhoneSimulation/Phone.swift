import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// One phone under one policy: everything that changes while it is simulated.
///
/// A phone knows its plan and its policy and nothing of studies, fleets or other devices. Its topics live in
/// the extensions beside this file.
struct Phone: ~Copyable {
  typealias Calendar = EventCalendar<PhoneEvent>

  let context: PhoneContext
  /// A simulator on a computer has no background tasks: nothing is ever launched on it (DBG-4, SUB-2).
  let isSimulator: Bool

  var power: PhonePower
  var processes: ProcessTable
  var watchdogs: WatchdogTable
  var extraTime: ExtraTimeTable
  var modes: ModeTable
  /// What the gates read of the apps.
  var appGates: AppGates
  var usage: AppUsage
  var history: RunHistory
  var freshness: Freshness
  var requests: RequestQueue
  var gates: GateReader
  var decisionClock = DecisionClock()
  var decisions: DecisionLoop
  var budgets: Budgets
  var runs: RunTable
  var nextItem: Int32 = 1
  /// Pushes between the server and the apps.
  var server: PushServer
  var transfers: TransferQueue

  // Timeline
  var nextTimelineEvent = 0

  // Device state
  var screen = ScreenUse()
  var network: Connectivity
  var powerState = PowerState()
  var charging = Charging()
  var baseline = BaselinePower()
  var conditions: Conditions

  // Timers and decisions
  var timers = PowerTimers()
  var bucketTimer: EventHandle?
  var bucketTime: Instant = .distantFuture
  var pushDelivered: Instant = .seconds(-1.0)

  // Observation
  var journal: Journal
  /// Of the apps with content, where freshness is recorded.
  var freshnessRecords = FreshnessRecords()
  /// What did not close at the end of the run, or made it stop before.
  private(set) var failure: SimulationFailure.Cause?
  /// Whether there is a ``failure``: read after every event.
  private(set) var hasFailed = false
  var stateOfChargeStart = 0.0

  init(
    configuration: PhoneConfiguration, plan: DevicePlan, policy: any SchedulingPolicy, enforces: BlockingSet,
    records: RecordOptions, stream: RandomStream, whatIf: WhatIf? = nil
  ) {
    var identifiers = IdentifierTable()
    context = PhoneContext(configuration, plan, records, stream, whatIf, &identifiers)
    isSimulator = plan.deviceProfile == DevicePlan.simulatorProfile
    decisions = DecisionLoop(policy: policy, enforces: enforces)
    requests = RequestQueue(appCount: plan.apps.count)
    let platform = configuration.platform
    power = PhonePower(
      parameters: configuration.device, appCount: plan.apps.count,
      stateOfCharge: plan.initial.stateOfCharge, stateOfHealth: plan.stateOfHealth, at: .zero)
    power.setThresholds(configuration.thresholds)
    let capacity = Int64(
      (Double(configuration.device.capacityNanojoules) * platform.energyFraction).rounded())
    budgets = Budgets(energyCapacity: capacity, appCount: plan.apps.count, platform)
    network = Connectivity(path: plan.initial.network, has5G: plan.initial.has5G)
    conditions = Conditions(
      backgroundRefresh: plan.initial.backgroundRefresh,
      lowPowerMode: plan.initial.lowPowerMode ? .manual : .off)
    let specifications = plan.apps.map { $0.specification.map { configuration.apps[$0] } }
    journal = Journal(
      records: records, start: plan.warmUpEnd, identifiers: identifiers,
      apps: AppColumn(
        plan.apps.map { installed in
          var result = AppResult(specification: installed.specification ?? -1)
          if let index = installed.specification {
            result.hasContent = configuration.apps[index].content.process != .none
          }
          return result
        }))
    gates = GateReader(
      [], platform, recordsReasons: !records.isDisjoint(with: [.attempts, .blocking, .log]))
    let bucket = PushTokenBucket(
      capacity: platform.tokenCapacity, refill: platform.tokenRefill, minimumGap: platform.pushGap)
    let count = plan.apps.count
    let taskCounts = specifications.map { $0?.tasks.count ?? 0 }
    processes = ProcessTable(count: count, residentLimit: configuration.residentLimit)
    watchdogs = WatchdogTable(count: count)
    extraTime = ExtraTimeTable(count: count)
    modes = ModeTable(count: count)
    appGates = AppGates(
      taskCounts: taskCounts, bucket: bucket, newApps: plan.initial.newApps.map { AppIndex($0) },
      refreshOff: plan.initial.appsRefreshOff.map { AppIndex($0) }, platform)
    usage = AppUsage(count: count, UsagePredictor(configuration.parameters, firstWeekday: plan.firstWeekday))
    history = RunHistory(taskCounts: taskCounts)
    freshness = Freshness(count: count, plan.timeline)
    runs = RunTable(appCount: count)
    server = PushServer(appCount: count)
    transfers = TransferQueue(sessionCounts: specifications.map { $0?.transfers.count ?? 0 })
  }

  /// The number of an identifier on this device.
  mutating func intern(_ identifier: String) -> IdentifierIndex { journal.intern(identifier) }

  /// The number of a new item.
  mutating func takeItemNumber() -> ItemNumber {
    defer { nextItem += 1 }
    return ItemNumber(nextItem)
  }

  /// Writes an event of the vocabulary; its further fields are made up only where records are kept.
  @inline(__always)
  mutating func note(
    _ event: LogEvent, app: AppIndex? = nil, _ mechanism: Mechanism? = nil, _ word: LogWord = .none,
    item: ItemNumber? = nil, identifier: IdentifierIndex? = nil, value: Double = 0, at now: Instant,
    _ fields: @autoclosure () -> [LogField] = []
  ) {
    journal.note(
      event, app: app, mechanism, word, item: item, identifier: identifier, value: value, at: now, fields())
  }

  /// The run fails; its first failure counts.
  mutating func fail(_ cause: SimulationFailure.Cause) {
    guard !hasFailed else { return }
    failure = cause
    hasFailed = true
  }

  /// Whether metrics count what happens now.
  @inline(__always)
  func isObserved(_ now: Instant) -> Bool { journal.isObserved(now) }
}

extension Phone: SimulationModel {
  typealias Event = PhoneEvent

  func code(of event: PhoneEvent) -> UInt64 { event.code }

  /// A run that has failed does not go on.
  var stopRequest: String? { hasFailed ? "the run has failed" : nil }

  mutating func handle(_ event: PhoneEvent, at now: Instant, calendar c: inout Calendar) {
    if records.contains(.timeseries) { sample(before: now) }
    switch event {
    case .timeline: handleTimeline(at: now, &c)
    case .power(let event): handlePower(event, at: now, &c)
    case .run(let event, let slot): handleRun(event, slot, at: now, &c)
    case .app(let event, let app): handleApp(event, app, at: now, &c)
    case .push(.arrival, let push): pushArrives(.silent(push), at: now, &c)
    case .push(.expiry, let push): pushExpires(.silent(push), at: now, &c)
    case .device(let event): handleDevice(event, at: now, &c)
    case .continued(let event, let slot): handleContinued(event, slot, at: now, &c)
    case .userStart(let app, let task): userStarts(app, Int(task), at: now, &c)
    case .transfer(let event, let item): handleTransfer(event, item, at: now, &c)
    case .alert(let event, let alert): handleAlert(event, alert, at: now, &c)
    case .mode(.significantChange, let app): considerSignificantChange(app, at: now, &c)
    case .region(let region, let app): regionPersists(app, region, at: now, &c)
    case .watch(let event, let app): handleWatch(event, app, at: now, &c)
    case .pressure(.begin): pressureEpisodeBegins(at: now, &c)
    case .pressure(.end): endMemoryPressure(.hazard, at: now, &c)
    }
    updateTimers(at: now, &c)
    if decisionClock.isDue, !c.hasNext(at: now, through: .arrival) {
      decide(at: now, &c)
      updateTimers(at: now, &c)
    }
    if records.contains(.power) { samplePowers(at: now) }
    if records.contains(.freshness) { recordGates(at: now) }
  }

  private mutating func handleDevice(_ event: PhoneEvent.Device, at now: Instant, _ c: inout Calendar) {
    switch event {
    case .warmUpEnd:
      power.markWindow(at: now)
      budgets.startObserving()
    case .midnight: endDay(at: now, &c)
    case .refill: refillBudgets(at: now, &c)
    case .floorReached:
      announceEligible(at: now)
      requestDecision(at: now, &c)
    case .periodicDecision:
      decisionClock.setPeriodic(!powerState.isOff)
      c.schedule(.device(.periodicDecision), at: now + configuration.platform.evaluationInterval, .arrival)
      requestDecision(at: now, &c)
    case .decision: decisionIsDue(at: now, &c)
    case .bucketChange:
      bucketTimer = nil
      bucketTime = .distantFuture
      followBuckets(at: now, &c)
    }
  }

  /// Moves the timers of battery and radio to where the present powers put them.
  @inline(__always)
  private mutating func updateTimers(at now: Instant, _ c: inout Calendar) {
    let next = power.nextTimers(at: now)
    timers.move(level: next.level, radio: next.tail, &c)
  }

  /// Puts a single timer to an instant; the distant future clears it.
  static func moveTimer(
    _ timer: inout EventHandle?, _ event: PhoneEvent, to time: Instant, _ priority: EventPriority,
    _ c: inout Calendar
  ) {
    if time == .distantFuture {
      if let handle = timer { _ = c.cancel(handle) }
      timer = nil
    } else if let handle = timer, c.reschedule(handle, at: time) {
      return
    } else {
      timer = c.schedule(event, at: time, priority)
    }
  }
}
