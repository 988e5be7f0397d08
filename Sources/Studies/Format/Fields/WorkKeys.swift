import EventSimulation
import ModelParameters
import RandomStreams
import Workload

enum WorkKeys {
  static let task = Mapping<TaskSpecification>(
    "task",
    TaskSpecification(
      identifier: "", mechanism: .refresh, earliestBegin: nil, work: DefaultWork.none, fetches: false),
    [
      "id": .to(\.identifier), "kind": .to(\.mechanism), "earliestBegin": .to(\.earliestBegin),
      "requiresExternalPower": .to(\.requiresExternalPower),
      "requiresNetworkConnectivity": .to(\.requiresNetworkConnectivity),
      "work": .by { $0.work = $1.work($2, $0.mechanism) },
      "fetches": .by { $0.fetches = $1.boolean($2) ?? ($0.mechanism == .refresh) },
      "submits": .to(\.submitsAtFirstLaunch),
      "alsoSubmits": .by { task, map, key in
        let others = map.names(of: "tasks", "id").filter { [id = task.identifier] in $0 != id }
        for other in map.maps(key) {
          let moment = other.choice("when").flatMap { moments[$0] } ?? .atStart
          guard let name = other.name("task", of: "another task of the app", among: others) else { continue }
          task.alsoSubmits.append((name, moment))
        }
      },
      "origin": .to(\.origin), "strategy": .to(\.continued.strategy), "gpu": .to(\.continued.usesGPU),
      "startsAfterOpen": .to(\.continued.startsAfterOpen),
      "progress": .by { task, map, key in
        task.continued.progressSession = map.map(key)?.name(
          "from", of: "a session of the app", among: map.names(of: "transfers", "session"))
      },
      "failOn": .to(\.failOn), "protection": .to(\.protection), "deadline": .to(\.deadline),
    ])
  private static let moments = [
    "start": QualityProfile.Resubmission.atStart, "end": .atEnd, "success": .onSuccess,
  ]
  static let work = Mapping<WorkSpecification>(
    "work", DefaultWork.none,
    amounts([
      "cpuShare": .by { work, map, key in if let share = map.distribution(key) { work.cpuShare = share } },
      "pace": .mapping(\.pace, pace),
      "perChange": .by { work, map, key in
        work.growth[.perChange] = map.value(key, growth)
        if map.has(key), !map.isOfAppWithContent {
          map.add(key, found: "work per change of content", expected: "an app with content")
        }
      },
      "perDay": .by { $0.growth[.perDay] = $1.value($2, growth) },
    ]))
  static let pace = Mapping<Pace>("pace", Pace(on: .zero, off: .zero), ["on": .to(\.on), "off": .to(\.off)])
  static let growth = Mapping<WorkSpecification>("growth", DefaultWork.none, amounts())
  /// Work that neither grows nor shares a core: after transfers and events.
  static let eventWork = Mapping<WorkSpecification>("eventWork", DefaultWork.none, amounts())

  private static func amounts(_ others: [String: Reading<WorkSpecification>] = [:])
    -> [String: Reading<WorkSpecification>]
  {
    [
      "cpu": .distribution(\.cpu), "wait": .distribution(\.wait), "up": .distribution(\.up),
      "down": .distribution(\.down),
    ].merging(others) { $1 }
  }

  // MARK: Pushes

  static let pushes = Mapping<PushSpecification>(
    "pushes", PushSpecification(trigger: .contentChange, expiration: nil, work: DefaultWork.none),
    [
      "on": trigger(\.trigger), "perDay": rate(\.trigger),
      "at": .by { pushes, map, key in
        guard case .schedule = pushes.trigger else { return }
        var instants: [Instant] = []
        for place in map.list(key) ?? [] {
          if place.node.entries == nil {
            if let instant = map.instant(place) { instants.append(instant) }
          } else if let push = scheduledPush.value(of: MapReader(place, scheduledPush.table, map.log)) {
            pushes.individual.append(push)
          }
        }
        pushes.trigger = .schedule(instants)
      },
      "expiration": .to(\.expiration), "priority": .to(\.priority),
      "contentAvailable": .to(\.isContentAvailable), "userVisible": .to(\.isUserVisible),
      "type": .by { $0.isOfTypeBackground = $1.choice($2) != "alert" },
      "work": .by { $0.work = $1.work($2, .push) }, "fetches": .to(\.fetches), "failOn": .to(\.failOn),
    ])
  static let scheduledPush = Mapping<ScheduledPush>(
    "scheduledPush", ScheduledPush(time: .zero),
    ["at": .to(\.time), "expiration": .to(\.expiration), "priority": .to(\.priority)])
  static let visiblePushes = Mapping<VisiblePushSpecification>(
    "visiblePushes", VisiblePushSpecification(trigger: .contentChange, expiration: nil),
    [
      "on": trigger(\.trigger), "perDay": rate(\.trigger), "at": instants(\.trigger),
      "expiration": .to(\.expiration), "extension": .mapping(\.serviceExtension, serviceExtension),
      "contentAvailable": .by { visible, map, key in
        guard map.boolean(key) == true else { return }
        var launches = PushSpecification(
          trigger: visible.trigger, expiration: visible.expiration, priority: 10, work: DefaultWork.fetch)
        (launches.isUserVisible, launches.isOfTypeBackground) = (true, false)
        visible.launches = launches
      },
      "work": .by { visible, map, key in
        let work = map.work(key, .push)
        visible.launches?.work = work
      },
      "fetches": .by { visible, map, key in
        let fetches = map.boolean(key) ?? true
        visible.launches?.fetches = fetches
      },
    ])
  static let serviceExtension = Mapping<ServiceExtension>(
    "serviceExtension",
    ServiceExtension(duration: DefaultWork.nothing, cpu: DefaultWork.constant(0.5), memoryBytes: 0),
    [
      "duration": .distribution(\.duration), "cpu": .distribution(\.cpu),
      "memory": .by { service, map, key in
        guard let megabytes = map.quantity(key, .megabytes) else { return }
        service.memoryBytes = Int64((megabytes * 1e6).rounded())
      },
    ])
  static let voipPushes = Mapping<VoIPPushSpecification>(
    "voipPushes", VoIPPushSpecification(trigger: .contentChange),
    [
      "on": trigger(\.trigger, byContent: false), "perDay": rate(\.trigger), "at": instants(\.trigger),
      "expiration": .to(\.expiration),
    ])

  typealias Trigger<Pushes> = any WritableKeyPath<Pushes, PushSpecification.Trigger> & Sendable

  private static func trigger<Pushes>(_ trigger: Trigger<Pushes>, byContent: Bool = true) -> Reading<Pushes> {
    .by { pushes, map, key in
      switch map.choice(key) {
      case "poisson": pushes[keyPath: trigger] = .poisson(perDay: 0)
      case "schedule": pushes[keyPath: trigger] = .schedule([])
      default:
        if byContent, !map.isOfAppWithContent {
          map.log.add(map.place, found: "pushes on contentChange", expected: "an app with content")
        }
      }
    }
  }

  private static func rate<Pushes>(_ trigger: Trigger<Pushes>) -> Reading<Pushes> {
    .by { pushes, map, key in
      guard case .poisson = pushes[keyPath: trigger] else { return }
      pushes[keyPath: trigger] = .poisson(perDay: map.number(key) ?? 0)
    }
  }

  private static func instants<Pushes>(_ trigger: Trigger<Pushes>) -> Reading<Pushes> {
    .by { pushes, map, key in
      guard case .schedule = pushes[keyPath: trigger] else { return }
      pushes[keyPath: trigger] = .schedule((map.list(key) ?? []).compactMap(map.instant))
    }
  }
}

extension MapReader {
  /// The parts that a study gives, over the default work: a small fetch; processing needs no bytes.
  fileprivate func work(_ key: String, _ mechanism: Mechanism) -> WorkSpecification {
    let isProcessing = mechanism.isProcessing || mechanism == .continued
    var work = isProcessing ? DefaultWork.processing : DefaultWork.fetch
    guard let given = map(key) else { return work }
    // Where a study says nothing, long work leaves half a core free: the processor monitor lets it be.
    if given.has("cpu") { work.cpuShare = nil }
    WorkKeys.work.read(given, over: &work)
    return work
  }

  fileprivate var isOfAppWithContent: Bool {
    let process = app?.node["content"]?["process"]?.text.flatMap(ContentSpecification.Process.init)
    return process.map { $0 != .none } ?? false
  }

  fileprivate func names(of list: String, _ key: String) -> [String] {
    (app?.node[list]?.elements ?? []).compactMap { $0[key]?.text }
  }
}

/// The default work of a run (definitions, section 4).
enum DefaultWork {
  static let none = WorkSpecification(cpu: nothing, wait: nothing, up: nothing, down: nothing)
  static let nothing: any Distribution = constant(0)
  static let fetch = WorkSpecification(
    cpu: lognormal(1.5, 0.6), wait: lognormal(2, 0.7), up: constant(10_000), down: lognormal(150_000, 1))
  static let processing: WorkSpecification = {
    var work = WorkSpecification(cpu: lognormal(60, 0.5), wait: nothing, up: nothing, down: nothing)
    work.cpuShare = constant(0.5)
    return work
  }()

  static func constant(_ value: Double) -> any Distribution { known { try Constant(value) } }

  private static func lognormal(_ median: Double, _ sigma: Double) -> any Distribution {
    known { try Lognormal(median: median, sigma: sigma) }
  }

  private static func known(_ law: () throws -> any Distribution) -> any Distribution {
    do { return try law() } catch { preconditionFailure("\(error)") }
  }
}
