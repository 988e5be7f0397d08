import BackgroundExecution
import Basics
import DeviceModel
import EventSimulation
import ModelParameters
import RandomStreams
import SchedulingPolicies
import Workload

/// One phone under one policy: everything that changes while it is simulated.
///
/// A phone knows its plan and its policy and nothing of studies, fleets or other devices. Its state lives in
/// owners; use cases, in extensions, combine them.
struct Phone: ~Copyable {
  typealias Calendar = PhoneCalendar

  let context: PhoneContext
  /// A simulator on a computer has no background tasks: nothing is ever launched on it (DBG-4, SUB-2).
  let isSimulator: Bool

  var power: PhonePower
  var processes: ProcessTable
  var watchdogs: WatchdogTable
  var backgroundTime: BackgroundTimeTable
  var modes: ModeTable
  var wakes: WakeTable
  var appGates: AppGates
  var usage: AppUsage
  var history: RunHistory
  var freshness: Freshness
  /// Which apps could have fetched in the background; and the same found anew, for tests.
  var reach: FreshnessReach
  var reachCheck: FreshnessReach?
  var requests: RequestQueue
  var standingFacts = StandingFacts()
  var gates: GateReader
  var decisionClock = DecisionClock()
  var policy: PhonePolicy
  var decisions: DecisionLoop
  var budgets: Budgets
  var runs: RunTable
  var server: PushServer
  var transfers: TransferQueue
  var code: CodeTable
  var timeline: TimelineCursor

  // Device state. Where gates read an owner, each change of it, whatever it is, has them read again.
  var screen = ScreenUse()
  var network: Connectivity { didSet { markDevice() } }
  var powerState = PowerState() { didSet { markDevice() } }
  var charging = Charging() { didSet { markDevice() } }
  var settling = Settling() { didSet { markDevice() } }
  var baseline = BaselinePower()
  var systemWork = SystemWork()
  var conditions: Conditions { didSet { markDevice() } }
  var timers = PowerTimers()

  // Observation
  var journal: Journal
  var freshnessRecords = FreshnessRecords()
  private(set) var failure: SimulationFailure.Cause?
  /// Whether there is a ``failure``: read after every event.
  private(set) var hasFailed = false

  init(
    configuration: PhoneConfiguration, plan: DevicePlan, policy: any SchedulingPolicy, enforces: BlockingSet,
    records: RecordOptions, stream: RandomStream, whatIf: WhatIf? = nil
  ) {
    var identifiers = IdentifierTable()
    context = PhoneContext(configuration, plan, records, stream, whatIf, &identifiers)
    isSimulator = plan.deviceProfile == DevicePlan.simulatorProfile
    usage = AppUsage(
      count: plan.apps.count,
      LearnedUsage(
        count: plan.apps.count, studied: context.studied.elements,
        UsagePredictor(
          configuration.parameters, firstWeekday: plan.firstWeekday, appCount: context.studied.count),
        shares: configuration.parameters.choice("usage.predictor") == "share"
          ? OpenShares(configuration.parameters, appCount: plan.apps.count) : nil,
        intensiveOpens: configuration.parameters.number("usage.intensiveOpens"),
        alwaysUsed: whatIf.flatMap { $0.countsAsUsed ? $0.app : nil }))
    self.policy = PhonePolicy(
      policy, forecast: usage.learned,
      specification: { [apps = configuration.apps, installed = plan.apps] index in
        guard installed.indices.contains(Int(index)) else { return nil }
        return installed[Int(index)].specification.map { apps[$0].value }
      })
    decisions = DecisionLoop(enforces: enforces, self.policy.traits)
    requests = RequestQueue(appCount: plan.apps.count)
    timeline = TimelineCursor(plan.timeline)
    let platform = configuration.platform
    power = PhonePower(
      parameters: configuration.device, appCount: plan.apps.count, stateOfCharge: plan.initial.stateOfCharge,
      stateOfHealth: plan.stateOfHealth, network: plan.initial.cellularNetwork, at: .zero)
    power.setThresholds(configuration.thresholds)
    power.setSignal(plan.initial.signal, at: .zero)
    let capacity = Int64(
      (Double(configuration.device.capacityNanojoules) * platform.energyFraction).rounded())
    budgets = Budgets(energyCapacity: capacity, appCount: plan.apps.count, platform)
    let cellular = plan.initial.cellularNetwork
    network = Connectivity(
      path: plan.initial.network,
      cellular: configuration.device.has5G ? cellular : cellular.withoutFifthGeneration)
    conditions = Conditions(
      backgroundRefresh: plan.initial.backgroundRefresh,
      lowPowerMode: plan.initial.lowPowerMode ? .manual : .off)
    let specifications = plan.apps.map { $0.specification.map { configuration.apps[$0] } }
    journal = Journal(
      records: records, start: plan.warmUpEnd, end: plan.end, identifiers: identifiers,
      apps: AppColumn(
        zip(plan.apps, specifications).map { installed, specification in
          var result = AppResult(specification: installed.specification ?? -1)
          if let specification { result.hasContent = specification.content.process != .none }
          return result
        }))
    let recordsReasons = !records.isDisjoint(with: [.attempts, .blocking, .log])
    gates = GateReader(
      [], platform, recordsReasons: recordsReasons,
      greatestEnergyRead: power.energy(surelyAbove: platform.highestLevelRead))
    let bucket = PushTokenBucket(
      capacity: platform.tokenCapacity, refill: platform.tokenRefill, minimumGap: platform.pushGap)
    let count = plan.apps.count
    let taskCounts = specifications.map { $0?.tasks.count ?? 0 }
    processes = ProcessTable(count: count, residentLimit: configuration.residentLimit)
    watchdogs = WatchdogTable(count: count)
    backgroundTime = BackgroundTimeTable(count: count)
    modes = ModeTable(count: count)
    wakes = WakeTable(sourceCounts: specifications.map { $0?.wakes.count ?? 0 })
    appGates = AppGates(
      taskCounts: taskCounts, bucket: bucket, newApps: plan.initial.newApps.map { AppIndex($0) },
      refreshOff: plan.initial.appsRefreshOff.map { AppIndex($0) }, platform)
    history = RunHistory(taskCounts: taskCounts)
    freshness = Freshness(count: count, plan.timeline.changes)
    reach = FreshnessReach(
      count: count, idleDelay: platform.idleDelay,
      processingFloor: platform.allowsProcessingOnBattery ? platform.processingBatteryFloor : nil)
    if records.contains(.gateCheck) { reachCheck = FreshnessReach(count: count) }
    runs = RunTable(appCount: count)
    server = PushServer(appCount: count, sharesSlots: platform.serverSlotsAreShared)
    transfers = TransferQueue(sessionCounts: specifications.map { $0?.transfers.count ?? 0 })
    code = CodeTable(
      specifications.map { specification in
        specification?.value.code?.make(
          AppContext(bundleID: specification?.bundleID ?? "", of: plan, seed: configuration.seed))
      },
      records.contains(.findings)
        ? CodeWitness(
          specifications.enumerated().compactMap { index, app in
            guard let app, app.value.code != nil else { return nil }
            return (AppIndex(index), app.permittedIdentifiers)
          }) : nil)
  }

  mutating func intern(_ identifier: String) -> IdentifierIndex { journal.identifiers.intern(identifier) }

  @inline(__always) mutating func note(
    _ event: LogEvent, app: AppIndex? = nil, _ mechanism: Mechanism? = nil, _ word: LogWord = .none,
    item: ItemNumber? = nil, identifier: IdentifierIndex? = nil, value: Double = 0, at now: Instant,
    _ fields: @autoclosure () -> [LogField] = []
  ) {
    journal.note(
      event, app: app, mechanism, word, item: item, identifier: identifier, value: value, at: now, fields())
  }

  mutating func fail(_ cause: SimulationFailure.Cause) {
    guard !hasFailed else { return }
    failure = cause
    hasFailed = true
  }

  @inline(__always) private mutating func markDevice() {
    reach.markDevice()
    standingFacts.markChanged()
  }

  @inline(__always) func isObserved(_ now: Instant) -> Bool { journal.isObserved(now) }
}
