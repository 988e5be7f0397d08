import Basics
import EventSimulation
import Foundation
import ModelParameters
import RandomStreams
import UsageModels
import Workload

/// Fleets and shorthands of the tests.
enum Fleet {
  static let charging: [(String, ChargingHabit)] = [
    ("night", .night), ("topUp", .topUp), ("docked", .docked), ("irregular", .irregular),
    ("scattered", .scattered),
  ]

  static func generator(
    _ population: PopulationSpecification = .named(.everyday, devices: 100), apps: [AppSpecification] = [],
    parameters: ParameterSet = ParameterSet(), seed: UInt64 = 20_261, days: Int = 28, warmUp: Int = 14
  ) -> TimelineGenerator {
    TimelineGenerator(
      population: population, apps: apps, parameters: parameters, seed: seed, horizon: .days(days),
      warmUpDays: warmUp)
  }

  static func only(_ charging: ChargingHabit, network: NetworkHabit = .commuting) -> PopulationSpecification {
    PopulationSpecification(
      devices: 1, archetypes: [Archetype(name: "one", share: 1, charging: charging, network: network)])
  }

  /// A popular app with content that changes and pushes that follow.
  static func app(
    _ bundleID: String, share: Double = 1, weight: Double = 0.5,
    process: ContentSpecification.Process = .poisson,
    perDay: Double = 6, trigger: PushSpecification.Trigger? = .contentChange
  ) -> AppSpecification {
    AppSpecification(
      bundleID: bundleID, usage: .popularity(installShare: share, weight: weight, spread: 0.5),
      content: ContentSpecification(process: process, changesPerDay: perDay),
      pushes: trigger.map { PushSpecification(trigger: $0, expiration: .hours(24), work: work) })
  }

  static func trace(_ text: String) throws(RowErrors) -> TraceFile {
    try TraceFile(name: "t", bytes: Array(text.utf8))
  }

  /// All that is wrong with the text of a trace.
  static func errors(of text: String) -> [String] {
    do {
      _ = try trace(text)
      return []
    } catch {
      return error.errors.map(\.description)
    }
  }

  static func traceFile(_ path: String) throws -> TraceFile {
    try TraceFile(name: path, bytes: Array(Data(contentsOf: URL(filePath: path))))
  }

  /// The plan that an exported timeline describes.
  static func plan(of device: TraceDevice, apps: [AppSpecification]) throws(RowErrors) -> DevicePlan {
    let (plan, errors) = TimelineCSV.read(device, apps: apps)
    guard errors.isEmpty else { throw RowErrors(file: device.id, errors: errors) }
    return plan
  }

  /// An app that a script opens.
  static func scripted(_ bundleID: String, _ use: ScriptedUse) -> AppSpecification {
    AppSpecification(bundleID: bundleID, usage: .scripted(use))
  }

  private static var work: WorkSpecification {
    WorkSpecification(cpu: Fixed(1), wait: Fixed(1), up: Fixed(1), down: Fixed(1))
  }

  private struct Fixed: Distribution {
    var value: Double
    init(_ value: Double) { self.value = value }
    func sample(_ stream: RandomStream) -> Double { value }
    var mean: Double { value }
    var variance: Double { 0 }
    var support: ClosedRange<Double> { value...value }
    func cumulative(_ x: Double) -> Double { x < value ? 0 : 1 }
    func quantile(_ p: Double) -> Double { value }
    var canonicalText: String { "\(value)" }
  }
}

extension TimelineGenerator {
  /// The plan of a device of the first replication, and what its draws are made with.
  func plan(_ device: Int) -> DevicePlan { plan(replication: 0, device: device, stream: RandomStream()) }
  func context(_ device: Int) -> DrawContext {
    context(replication: 0, device: device, stream: RandomStream())
  }
}

extension TraceReplay {
  func plan(_ device: Int) -> DevicePlan { plan(replication: 0, device: device, stream: RandomStream()) }
}

extension UserSession {
  /// A drawn session with a visit: those by hand are copies with other fields.
  private static let drawn: UserSession = {
    let (parameters, context) = (ParameterSet(), Fleet.generator().context(0))
    let clock = ActivityClock(awake: DailyInterval(.zero, .zero), context: context)
    var sessions = SessionModel(parameters).sessions(context, UserTraits(context, parameters), clock)
    AppChoiceModel(parameters).fill(&sessions, context, weights: [1])
    return sessions.first { !$0.visits.isEmpty }!
  }()

  static func of(
    _ start: Instant, _ end: Instant, unlock: Instant? = nil, visits: [Visit] = []
  ) -> UserSession {
    var session = drawn
    (session.start, session.end, session.unlock, session.visits) = (start, end, unlock, visits)
    session.intensity = 1
    return session
  }

  static func visit(_ app: Int, _ start: Instant, _ end: Instant, isScripted: Bool = false) -> Visit {
    var visit = drawn.visits[0]
    (visit.app, visit.start, visit.end, visit.isScripted) = (app, start, end, isScripted)
    return visit
  }
}

extension DevicePlan {
  func events(_ kinds: TimelineEventType...) -> [TimelineEvent] {
    timeline.events.filter { kinds.contains($0.type) }
  }

  func count(_ kind: TimelineEventType) -> Int { timeline.events.count { $0.type == kind } }

  /// The app events by bundle id, so that plans with different app lists compare.
  func serverEvents(_ bundleID: String) -> [TimelineEvent] {
    events(.contentChange, .pushSent).compactMap { event in
      guard apps[Int(event.app)].bundleID == bundleID else { return nil }
      return TimelineEvent(time: event.time, kind: event.kind.replacingApp(0))
    }
  }

  /// Share of the horizon on a charger that no level decides about.
  var pluggedShare: Double {
    var since: Instant? = initial.charger == nil ? nil : .zero
    var time = TimeSpan.zero
    for event in events(.plug, .unplug) {
      if event.type == .plug { since = event.time }
      if event.type == .unplug, let start = since {
        time += event.time - start
        since = nil
      }
    }
    if let since { time += end - since }
    return time / (end - .zero)
  }
}
