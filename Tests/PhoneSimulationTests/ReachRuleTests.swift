import EventSimulation
import ModelParameters
import PhoneSimulation
import SchedulingPolicies
import TestSupport
import Testing
import Workload

/// Definitions, section 15: before which opens an app could have fetched in the background.
@Suite("Reachable opens")
struct ReachRuleTests {
  /// An app that refreshes, whose opens fetch.
  private func bench(
    _ mechanism: Mechanism = .refresh, power: Bool = false, hours: Double = 24,
    _ changes: [String: String] = [:]
  ) throws -> PhoneBench {
    var bench = try PhoneBench([.with(mechanism, floor: .hours(20), power: power)], hours: hours, changes)
    bench.apps[0].content = ContentSpecification(process: .fixed, changesPerDay: 4, fetchOnOpen: true)
    return bench
  }

  private func reaches(_ bench: PhoneBench) throws -> [OpenReach] {
    let plain = try bench.run(NeverStart(), records: [])
    let recorded = try bench.run(NeverStart(), records: .freshness)
    #expect(plain.eventHash == recorded.eventHash)
    let (found, again) = (plain.apps[0].opens.map(\.reach), recorded.apps[0].opens.map(\.reach))
    #expect(found == again)
    return found
  }

  @Test("an app whose gates are open is in reach, however often it is opened")
  func open() throws {
    var bench = try bench()
    for hour in [1, 2, 5, 9] { bench.use(0, at: .hours(hour)) }
    #expect(try reaches(bench) == [.reachable, .reachable, .reachable, .reachable])
  }

  @Test(
    "the cause is the gate that was closed all the time",
    arguments: [
      (SettingName.backgroundRefresh, 0.0, -1, UnreachableCause.barOff), (.appRefresh, 0, 0, .barOff),
      (.lowPowerMode, 1, -1, .lowPowerMode), (.thermal, 3, -1, .thermalCritical),
    ])
  func closed(setting: SettingName, value: Double, app: Int, cause: UnreachableCause) throws {
    var bench = try bench()
    bench.use(0, at: .hour)
    // Closed just before the first open, whose fetch is over at once.
    bench.at(.hour, set: setting, to: value, app: app)
    bench.use(0, at: .hours(3))
    #expect(try reaches(bench) == [.reachable, .unreachable(cause)])
  }

  @Test("force quit, Wi-Fi only, and a phone that nobody has unlocked since its boot")
  func states() throws {
    var bench = try bench()
    bench.use(0, at: .hour)
    bench.at(.hour + .seconds(61), .forceQuit, app: 0)
    bench.use(0, at: .hours(3))
    // Between leaving and the swipe a second has passed.
    #expect(try reaches(bench) == [.reachable, .reachable])
    bench = try self.bench()
    bench.at(.zero, .forceQuit, app: 0)
    bench.use(0, at: .hour)
    // At the start, before the swipe, all gates were open.
    #expect(try reaches(bench) == [.reachable])
    bench = try self.bench()
    bench.initial.backgroundRefresh = 1
    bench.initial.network = .cellular
    bench.use(0, at: .hour)
    #expect(try reaches(bench) == [.unreachable(.barWifiOnly)])
  }

  @Test(
    "QUIT-1 from version 18 on processing that fetches is in reach after a force quit", arguments: [17, 18])
  func forceQuit(version: Int) throws {
    var bench = try bench(.processing, power: true, ["os.version": "\(version)"])
    bench.initial.charger = .wired5W
    bench.use(0, at: .hour)
    bench.at(.hour + .seconds(30), .forceQuit, app: 0)
    bench.use(0, at: .hours(3))
    #expect((try reaches(bench).last == .reachable) == (version >= 18))
  }

  @Test("gates that are closed in turn, without a gap, leave no single cause")
  func mixed() throws {
    var bench = try bench()
    bench.initial.backgroundRefresh = 0
    bench.at(.hour, set: .lowPowerMode, to: 1)
    bench.at(.hours(2), set: .backgroundRefresh, to: 2)
    bench.use(0, at: .hours(3))
    #expect(try reaches(bench) == [.unreachable(.mixed)])
    // With a gap of a moment the app is in reach.
    bench.at(.minutes(150), set: .lowPowerMode, to: 0)
    bench.at(.minutes(150) + .milliseconds(1), set: .lowPowerMode, to: 1)
    bench.events.sort { $0.time < $1.time }
    #expect(try reaches(bench) == [.reachable])
  }

  @Test("the first of two gates in the order of the vocabulary is named")
  func order() throws {
    var bench = try bench()
    bench.initial.lowPowerMode = true
    bench.initial.backgroundRefresh = 0
    bench.use(0, at: .hours(3))
    #expect(try reaches(bench) == [.unreachable(.barOff)])
  }

  @Test("processing needs the charger and an idle phone; one open kind of item is enough")
  func processing() throws {
    var bench = try bench(.processing, power: true)
    bench.use(0, at: .hours(2))
    #expect(try reaches(bench) == [.unreachable(.externalPower)])
    bench.at(.hours(3), plug: .wired20W)
    bench.use(0, at: .hours(4))
    bench.at(.hours(5), .unplug)
    bench.use(0, at: .hours(6))
    #expect(try reaches(bench) == [.unreachable(.externalPower), .reachable, .reachable])
    bench.apps[0].tasks += try AppSpecification.with(.refresh, floor: .hours(20)).tasks
    #expect(try reaches(bench) == [.reachable, .reachable, .reachable])
  }

  @Test("an app that cannot fetch in the background is never in reach")
  func noItem() throws {
    var bench = try bench()
    bench.apps[0].tasks[0].fetches = false
    bench.use(0, at: .hours(2))
    #expect(try reaches(bench) == [.unreachable(.noItem)])
  }

  @Test("budgets, spacing, slots and begin dates keep nothing out of reach")
  func waits() throws {
    var bench = try bench([
      "factor.budgets": "hard", "budget.energyFraction": "0", "factor.rateLimit": "hard",
      "refresh.maxConcurrent": "1",
    ])
    bench.use(0, at: .hours(2))
    #expect(try reaches(bench) == [.reachable])
  }

  private func bench(_ changes: [String: String]) throws -> PhoneBench {
    try bench(.refresh, power: false, hours: 24, changes)
  }

  /// The recorded ranges at every counted open: the gates as they were after every event.
  private func expected(_ record: FreshnessRecord) -> [Bool] {
    // A range that ends with the fetch ends before it: its open has closed a gate.
    // The instants as of which fetches brought content stand at the end and are no readings.
    let ranges = record.allowed.dropLast(record.fetches.count)
    // The start counts itself: gates may close at that instant.
    var fetched = Instant.zero - .tick
    var underWay: [Instant] = []
    var expected: [Bool] = []
    for open in record.opens {
      for end in underWay where end <= open.time { fetched = max(fetched, end) }
      underWay.removeAll { $0 <= open.time }
      if open.counts {
        expected.append(ranges.contains { $0.lowerBound <= open.time && $0.upperBound > fetched })
      }
      if let end = open.fetched { underWay.append(end) }
    }
    return expected
  }

  @Test(
    "over random scripts an open is reachable where the gates read after every event say so",
    arguments: 0..<40)
  func randomScripts(number: Int) throws {
    var random = SeededGenerator(seed: UInt64(number) + 4000)
    var bench = try PhoneBench.random(&random)
    // Only here do hard gates and gates of fetches differ.
    for name in ["factor.budgets", "factor.rateLimit", "factor.appUsage"] {
      try bench.parameters.set(name, parsing: ["soft"])
    }
    for app in bench.apps.indices {
      bench.apps[app].content = ContentSpecification(
        process: .fixed, changesPerDay: 4, fetchOnOpen: random.uniform() < 0.7)
      for index in bench.apps[app].transfers.indices { bench.apps[app].transfers[index].fetches = false }
    }
    let result = try bench.run(number % 2 == 0 ? NeverStart() : Immediate(), records: .freshness)
    var unreachable = 0
    for app in result.apps {
      let record = try #require(app.freshness)
      let found = app.opens.map { $0.reach == .reachable }
      #expect(found == expected(record), "script \(number), app \(app.specification)")
      unreachable += found.count { !$0 }
    }
    if number == 0 { #expect(unreachable > 0) }
  }
}
