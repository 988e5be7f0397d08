import Basics
import EventSimulation
import ModelParameters
import PhoneSimulation
import RandomStreams
import SchedulingPolicies
import UsageModels
import Workload

/// A phone that policies are put on.
struct ConformanceDevice: Sendable {
  static let seed: UInt64 = 1

  /// The condition that it adds.
  var name: String
  var apps: [AppSpecification]
  var plan: DevicePlan
  /// Whether nothing ever happens to it that could close a gate.
  var isCalm = false

  /// A fresh policy for it.
  func make(_ descriptor: PolicyDescriptor, _ parameters: ParameterSet) -> any SchedulingPolicy {
    descriptor.make(
      PolicyContext(
        descriptor, parameters: plan.ownParameters(of: parameters, seed: Self.seed),
        enforces: descriptor.enforces, seed: Self.seed, plan: plan,
        deviceKey: plan.device.text(digits: 16, radix: 16)))
  }

  /// Simulates it.
  func run(
    _ policy: any SchedulingPolicy, enforces: BlockingSet, _ parameters: ParameterSet,
    records: RecordOptions = [], stream: RandomStream
  ) throws(SimulationFailure) -> DeviceResult {
    try PhoneSimulator(apps: apps, parameters: parameters, seed: Self.seed).run(
      plan, policy: policy, enforces: enforces, records: records, stream: stream)
  }
}

/// The phones: some of everyday life, and each way in which life can go wrong.
extension ConformanceDevice {
  /// Every phone that a policy is put on. A wrong policy shows itself on the first ones, which are small.
  static func all(_ parameters: ParameterSet, stream: RandomStream) -> [ConformanceDevice] {
    let everyday = everyday(parameters, stream: stream)
    let withoutApps = generator([], days: 3, parameters).plan(replication: 0, device: 0, stream: stream)
    return [calm, clockEdge, crowd] + everyday + hostile(to: everyday[0])
      + [ConformanceDevice(name: "no apps at all", apps: [], plan: withoutApps)]
  }

  /// One synthetic user of each charging habit, for a week.
  private static func everyday(_ parameters: ParameterSet, stream: RandomStream) -> [ConformanceDevice] {
    let apps = ConformanceApps.everyday
    let generator = generator(apps, days: 7, parameters)
    return (0..<4).map { device in
      let plan = generator.plan(replication: 0, device: device, stream: stream)
      return ConformanceDevice(name: "everyday \(device + 1)", apps: apps, plan: plan)
    }
  }

  private static func generator(
    _ apps: [AppSpecification], days: Int, _ parameters: ParameterSet
  ) -> TimelineGenerator {
    TimelineGenerator(
      population: .named(.everyday, devices: 4, parameters: parameters), apps: apps, parameters: parameters,
      seed: seed, horizon: .days(days), warmUpDays: min(2, days - 1))
  }

  // MARK: By hand

  /// Idle, plugged and on Wi-Fi for ever: nothing closes a gate.
  static let calm: ConformanceDevice = {
    let apps = [
      ConformanceApps.quiet(
        "app.calm", [ConformanceApps.task(.refresh, "app.calm.refresh", earliestBegin: .hour)])
    ]
    let initial = InitialState(stateOfCharge: 0.9, charger: .wired20W)
    return ConformanceDevice(
      name: "calm", apps: apps, plan: Self.plan(apps, [], initial: initial, days: 5), isCalm: true)
  }()

  /// Floors, submissions, pushes and settings at midnight, one tick before it, and at the very end.
  static let clockEdge: ConformanceDevice = {
    let app = ConformanceApps.quiet(
      "app.edge",
      [
        ConformanceApps.task(.refresh, "app.edge.refresh", earliestBegin: .hours(12)),
        ConformanceApps.task(.processing, "app.edge.db", earliestBegin: .hours(24)),
      ], pushed: true)
    let days = 3
    var script: [ScriptStep] = []
    var events: [TimelineEvent] = []
    for day in 1...days {
      for offset in [-TimeSpan.tick, .zero, .tick] where day < days || offset <= .zero {
        let time = Instant.day(day) + offset
        events.append(TimelineEvent.push(at: time, app: 0, expiration: nil, paging: 0))
        events.append(TimelineEvent(time: time, kind: .script(step: script.count)))
        script.append(
          .submit(
            app: 0, identifier: "app.edge.refresh", mechanism: .refresh, earliestBegin: .after(.hours(24))))
      }
      let session: [TimelineEvent.Kind] = [.reboot, .usualScreenOn, .unlock, .appForeground(app: 0)]
      events += session.map { TimelineEvent(time: .day(day), kind: $0) }
      events.append(TimelineEvent(time: .day(day) + .tick, kind: .lock))
      events.append(TimelineEvent(time: .day(day) + .tick, kind: .screenOff))
    }
    var plan = Self.plan([app], events, initial: InitialState(stateOfCharge: 0.9), days: days)
    plan.script = script
    return ConformanceDevice(name: "clock edge", apps: [app], plan: plan)
  }()

  /// A hundred apps with ten requests each, all pending at once.
  static let crowd: ConformanceDevice = {
    let apps = (0..<100).map { index in
      ConformanceApps.quiet(
        "app.\(index)",
        (0..<10).map {
          ConformanceApps.task(
            $0 == 0 ? .refresh : .processing, "app.\(index).\($0)", earliestBegin: .minutes($0))
        })
    }
    var plan = Self.plan(apps, [], initial: InitialState(stateOfCharge: 0.9, charger: .wired20W), days: 1)
    plan.end = .zero + .minutes(15)
    return ConformanceDevice(name: "a thousand items", apps: apps, plan: plan)
  }()

  private static func plan(
    _ apps: [AppSpecification], _ events: [TimelineEvent], initial: InitialState, days: Int
  ) -> DevicePlan {
    DevicePlan(
      replication: 0, device: 0, archetype: "conformance",
      apps: apps.indices.map { InstalledApp(specification: $0, bundleID: apps[$0].bundleID) },
      timeline: ExogenousTimeline(events), initial: initial, end: .day(days), warmUpEnd: .zero)
  }

  // MARK: An everyday phone to which something happens

  private static func hostile(to phone: ConformanceDevice) -> [ConformanceDevice] {
    let apps = phone.plan.apps.indices.filter { phone.plan.apps[$0].specification != nil }
    let pushes: [TimelineEvent] = (0..<(apps.isEmpty ? 0 : 200)).map {
      .push(at: .day(1, .hours(3)), app: apps[$0 % apps.count], expiration: nil, paging: 0.5)
    }
    return [
      phone.changed(
        "battery empty most of the time", without: .charging,
        adding: daily(.hours(12), .plug(.wired5W, hold: 0)) + daily(.minutes(735), .unplug)
      ) { $0.stateOfCharge = 0.02 },
      phone.changed("never charged", without: .charging) { $0.stateOfCharge = 1 },
      phone.changed("always plugged", without: .charging) { $0.charger = .wired20W },
      phone.changed("no network at all", without: [.network]) { $0.network = .none },
      phone.changed("everything force quit", adding: hourly(.minutes(10), .forceQuit(app: nil))),
      phone.changed("Background App Refresh off") { $0.backgroundRefresh = 0 },
      phone.changed("Low Power Mode on") { $0.lowPowerMode = true },
      phone.changed(
        "critically hot every other hour",
        adding: hourly(.zero, .setting(.thermal, app: nil, value: 3), every: 2)
          + hourly(.hour, .setting(.thermal, app: nil, value: 0), every: 2)),
      phone.changed("two hundred pushes at once", adding: pushes),
      phone.changed(
        "reboots every hour",
        adding: hourly(.zero, .reboot) + hourly(.minutes(20), .usualScreenOn) + hourly(.minutes(20), .unlock)
          + hourly(.minutes(21), .lock) + hourly(.minutes(21), .screenOff)),
    ]
  }

  /// Days of the phones that are out for harm.
  private static let hostileDays = 3

  /// This phone for three days, without some of what happens to it and with something else instead.
  private func changed(
    _ name: String, without types: Set<TimelineEventType> = [], adding events: [TimelineEvent] = [],
    _ change: (inout InitialState) -> Void = { _ in }
  ) -> ConformanceDevice {
    var phone = self
    phone.name = name
    phone.plan.end = .day(Self.hostileDays)
    phone.plan.warmUpEnd = .zero
    if !types.isDisjoint(with: .charging) { phone.plan.initial.charger = nil }
    change(&phone.plan.initial)
    let kept = plan.timeline.events.filter { !types.contains($0.type) && $0.time <= phone.plan.end }
    phone.plan.timeline = ExogenousTimeline(kept + events)
    return phone
  }

  private static func daily(_ time: TimeSpan, _ kind: TimelineEvent.Kind) -> [TimelineEvent] {
    (0..<hostileDays).map { TimelineEvent(time: .day($0, time), kind: kind) }
  }

  private static func hourly(
    _ offset: TimeSpan, _ kind: TimelineEvent.Kind, every hours: Int = 1
  ) -> [TimelineEvent] {
    stride(from: 0, to: 24 * hostileDays, by: hours).map {
      TimelineEvent(time: .zero + .hours($0) + offset, kind: kind)
    }
  }
}

extension Set<TimelineEventType> {
  fileprivate static let charging: Self = [.plug, .unplug, .plugChance]
}

/// The apps on the phones of the conformance check.
enum ConformanceApps {
  /// Apps that people use, with every kind of work that is offered to a policy.
  static let everyday: [AppSpecification] = everyday(down: lognormal(median: 150_000, sigma: 1))

  /// The same apps with other downloads per run.
  static func everyday(down: any Distribution) -> [AppSpecification] {
    let work = WorkSpecification(
      cpu: lognormal(median: 1.5, sigma: 0.6), wait: lognormal(median: 2, sigma: 0.7), up: constant(10_000),
      down: down)
    return (0..<6).map { index in
      let name = "app.\(index)"
      return AppSpecification(
        bundleID: name, usage: .popularity(installShare: 1, weight: 0.1, spread: 0.5),
        content: ContentSpecification(process: .poisson, changesPerDay: 8),
        tasks: [
          TaskSpecification(
            identifier: "\(name).refresh", mechanism: .refresh, earliestBegin: .after(.minutes(15)),
            work: work,
            fetches: true),
          TaskSpecification(
            identifier: "\(name).db", mechanism: index == 0 ? .health : .processing,
            earliestBegin: .after(.hours(2)),
            work: work, fetches: false),
        ],
        pushes: PushSpecification(trigger: .contentChange, expiration: .hours(24), work: work),
        transfers: index > 1
          ? []
          : [
            TransferSpecification(
              session: "\(name).upload", files: 2, up: constant(500_000), down: constant(1000),
              isDiscretionary: index == 0, work: work, trigger: .background)
          ])
    }
  }

  /// An app that nobody opens.
  static func quiet(_ bundleID: String, _ tasks: [TaskSpecification], pushed: Bool = false)
    -> AppSpecification
  {
    AppSpecification(
      bundleID: bundleID, tasks: tasks,
      pushes: pushed ? PushSpecification(trigger: .schedule([]), expiration: nil, work: small) : nil)
  }

  static func task(_ mechanism: Mechanism, _ identifier: String, earliestBegin: TimeSpan) -> TaskSpecification
  {
    TaskSpecification(
      identifier: identifier, mechanism: mechanism, earliestBegin: .after(earliestBegin), work: small,
      fetches: mechanism == .refresh)
  }

  private static let small = WorkSpecification(
    cpu: constant(1), wait: constant(1), up: constant(1000), down: constant(10_000))

  /// Laws with numbers that stand here, which cannot be out of range.
  static func constant(_ value: Double) -> any Distribution {
    do { return try Constant(value) } catch { preconditionFailure("\(error)") }
  }

  private static func lognormal(median: Double, sigma: Double) -> any Distribution {
    do { return try Lognormal(median: median, sigma: sigma) } catch { preconditionFailure("\(error)") }
  }
}
