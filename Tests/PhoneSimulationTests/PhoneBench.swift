import DeviceModel
import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import TestSupport
import Workload

/// A phone on the bench: apps, events and settings by hand, nothing drawn that a test does not ask for.
///
/// It starts idle, locked, unplugged, on Wi-Fi and at 90 %. Memory pressure, short grants and failures are off, and
/// every core is as fast as the efficiency core for which processor times are stated. The rules are those that are documented:
/// what phones were seen to do besides is switched on by the tests of it.
struct PhoneBench {
  var apps: [AppSpecification]
  var events: [TimelineEvent] = []
  var script: [ScriptStep] = []
  var initial = InitialState(stateOfCharge: 0.9)
  var end: Instant
  var warmUpEnd = Instant.zero
  var parameters = DocumentedRules.parameters()
  var seed: UInt64 = 1
  var deviceProfile = "standard"
  var powerFromReadings = false

  init(_ apps: [AppSpecification], hours: Double = 24, _ changes: [String: String] = [:]) throws {
    self.apps = apps
    end = .zero + .hours(hours)
    var values = [
      "life.jetsamHazard": "0 1/h", "life.jetsamHeavyProbability": "0", "refresh.shortGrantProbability": "0",
      "processor.performanceSpeed": "1",
    ]
    values.merge(changes) { $1 }
    for (name, words) in values.sorted(by: { $0.key < $1.key }) { try parameters.set(name, parsing: [words]) }
  }

  /// Adds an event at a time since midnight of day 0.
  mutating func at(
    _ time: TimeSpan, _ type: TimelineEventType, app: Int = -1, value: Double = 0, value2: Double = 0
  ) {
    events.append(TimelineEvent(time: .zero + time, type: type, app: app, value: value, value2: value2))
  }

  mutating func at(_ time: TimeSpan, plug charger: ChargerKind) {
    at(time, .plug, app: Int(charger.rawValue))
  }

  mutating func at(_ time: TimeSpan, network path: NetworkPath) {
    at(time, .network, value: Double(path.rawValue))
  }

  mutating func at(_ time: TimeSpan, set setting: SettingName, to value: Double, app: Int = -1) {
    at(time, .setting, app: app, value: value, value2: Double(setting.rawValue))
  }

  /// Sends a push to app 0 that waits as long as the platform stores one.
  mutating func push(at times: TimeSpan..., expiration: Double = -1) {
    for time in times { at(time, .pushSent, app: 0, value: expiration) }
  }

  mutating func at(_ time: TimeSpan, _ step: ScriptStep) {
    at(time, .script, value: Double(script.count), value2: step.isUserAction ? 1 : 0)
    script.append(step)
  }

  /// Screen on, unlock, open, and all of it back after a stay.
  mutating func use(_ app: Int, at time: TimeSpan, for stay: TimeSpan = .minute) {
    at(time, .screenOn)
    at(time, .unlock)
    at(time, .appForeground, app: app)
    at(time + stay, .appBackground, app: app)
    at(time + stay, .lock)
    at(time + stay, .screenOff)
  }

  /// Screen on and unlock, and both back after a stay if there is one.
  mutating func unlock(at time: TimeSpan, for stay: TimeSpan? = nil) {
    at(time, .screenOn)
    at(time, .unlock)
    guard let stay else { return }
    at(time + stay, .lock)
    at(time + stay, .screenOff)
  }

  func run(
    _ policy: any SchedulingPolicy = Immediate(), enforces: BlockingSet = [],
    records: RecordOptions = [.log, .decisions, .attempts], checksGates: Bool = true,
    shouldStop: () -> Bool = { false }
  ) throws -> DeviceResult {
    let plan = DevicePlan(
      replication: 0, device: 0, archetype: "bench",
      apps: apps.enumerated().map {
        InstalledApp(specification: $0.offset, bundleID: $0.element.bundleID, isHeavy: $0.element.isHeavy)
      },
      timeline: ExogenousTimeline(events), script: script, initial: initial, end: end, warmUpEnd: warmUpEnd,
      powerFromReadings: powerFromReadings, deviceProfile: deviceProfile)
    return try PhoneSimulator(apps: apps, parameters: parameters, seed: seed).run(
      plan, policy: policy, enforces: enforces, records: checksGates ? records.union(.gateCheck) : records,
      stream: RandomStream(),
      shouldStop: shouldStop)
  }

  /// Runs under `immediate` that obeys every soft gate: the platform's rules without any score.
  func runObediently() throws -> DeviceResult {
    try run(Immediate(enforces: .everyFactorAndCondition), enforces: .everyFactorAndCondition)
  }

  /// Runs under the composite policy.
  func runSevenFactor() throws -> DeviceResult {
    try run(
      SevenFactor(readiness: ReadinessScore(parameters)), enforces: SevenFactor.descriptor.enforces)
  }
}

extension WorkSpecification {
  static func constant(
    cpu: Double = 0, wait: Double = 0, up: Double = 0, down: Double = 0
  ) throws -> WorkSpecification {
    WorkSpecification(
      cpu: try Constant(cpu), wait: try Constant(wait), up: try Constant(up), down: try Constant(down))
  }
}

extension QualityProfile {
  /// Careful, and its servers never fail.
  static func flawless(_ change: (inout QualityProfile) -> Void = { _ in }) -> QualityProfile {
    var profile = QualityProfile.careful
    profile.failureProbability = 0
    change(&profile)
    return profile
  }
}

extension AppSpecification {
  /// An app with one task; by default a script or its first launch submits it, and it never resubmits.
  static func with(
    _ mechanism: Mechanism = .refresh, earliestBegin: TimeSpan? = nil, cpu: Double = 1, wait: Double = 0,
    down: Double = 0, power: Bool = false, network: Bool = false, submits: Bool = true,
    modes: BackgroundModes = [.fetch, .processing, .remoteNotification], bundleID: String = "org.example",
    resubmits: QualityProfile.Resubmission = .never, takesPushes: Bool = false,
    quality: (inout QualityProfile) -> Void = { _ in }
  ) throws -> AppSpecification {
    let work = try WorkSpecification.constant(cpu: cpu, wait: wait, down: down)
    var app = AppSpecification(
      bundleID: bundleID, declarations: Declarations(modes: modes),
      content: ContentSpecification(process: .fixed, changesPerDay: 0, fetchOnOpen: false),
      tasks: [
        TaskSpecification(
          identifier: "task", mechanism: mechanism, earliestBegin: earliestBegin.map { .after($0) },
          requiresExternalPower: power,
          requiresNetworkConnectivity: network, work: work, fetches: true, submitsAtFirstLaunch: submits)
      ],
      quality: .flawless {
        $0.resubmits = resubmits
        quality(&$0)
      })
    if takesPushes { app.pushes = try pushed().pushes }
    return app
  }

  /// An app that only takes silent pushes.
  static func pushed(
    cpu: Double = 1, modes: BackgroundModes = .remoteNotification, priority: Int = 5,
    bundleID: String = "org.example", quality: (inout QualityProfile) -> Void = { _ in }
  ) throws -> AppSpecification {
    AppSpecification(
      bundleID: bundleID, declarations: Declarations(modes: modes),
      pushes: PushSpecification(
        trigger: .schedule([]), expiration: nil, priority: priority, work: try .constant(cpu: cpu)),
      quality: .flawless(quality))
  }
}

extension DeviceResult {
  /// Nanojoules billed for a cause over the whole run, without the loss in the cell where a component is asked for.
  func billed(_ cause: EnergyCause, _ component: EnergyComponent? = nil) -> Int64 {
    ledgerWhole.filter { $0.payer.cause == cause && (component == nil || $0.component == component) }
      .reduce(0) { $0 + $1.energyNanojoules }
  }

  /// The records of an event, narrowed where asked.
  func log(
    _ event: LogEvent, _ word: LogWord? = nil, _ mechanism: Mechanism? = nil, app: Int32? = nil
  ) -> [LogRecord] {
    log.filter {
      $0.event == event && (word == nil || $0.word == word)
        && (mechanism == nil || $0.mechanism == mechanism) && (app == nil || $0.app == app)
    }
  }

  /// Seconds since midnight of day 0 at which an event was written.
  func seconds(
    _ event: LogEvent, _ word: LogWord? = nil, _ mechanism: Mechanism? = nil, app: Int32? = nil
  ) -> [Double] {
    log(event, word, mechanism, app: app).map(\.time.seconds)
  }

  func mechanism(_ mechanism: Mechanism, app: Int = 0) -> MechanismResult {
    apps[app].mechanisms[Int(mechanism.rawValue)]
  }
}
