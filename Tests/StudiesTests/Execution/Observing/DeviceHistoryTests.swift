import EventSimulation
import Testing
import Workload

@testable import PhoneSimulation
@testable import Studies

@Suite("Observations after the warm-up: rates, medians and times of day")
struct DeviceHistoryTests {
  /// A phone that is seen on days 1 and 2; its app 0 is the study's app 3, its app 1 is not of the study.
  private let plan: DevicePlan = {
    var initial = InitialState(stateOfCharge: 1, network: .none)
    initial.isLocked = true
    return DevicePlan(
      replication: 0, device: 0, archetype: "a",
      apps: [
        InstalledApp(specification: 3, bundleID: "a"), InstalledApp(specification: nil, bundleID: "b"),
      ], timeline: ExogenousTimeline([]), initial: initial, end: .day(3), warmUpEnd: .day(1))
  }()

  private func record(
    _ hours: Double, _ event: LogEvent, _ word: LogWord = .none, app: Int32 = 0, item: Int32 = 0,
    _ mechanism: Mechanism? = nil, _ fields: [LogField] = []
  ) -> LogRecord {
    LogRecord(
      time: .zero + .hours(hours), event: event, app: app, mechanism: mechanism, word: word, item: item,
      identifier: "a", value: 0, fields: fields)
  }

  private func submission(
    _ hours: Double, item: Int32, _ mechanism: Mechanism, floor: Double? = nil, open: Double,
    deadline: Double,
    flags: String = ""
  ) -> LogRecord {
    func instant(_ name: LogField.Name, _ hours: Double) -> LogField {
      LogField(name, .instant(.zero + .hours(hours)))
    }
    return record(
      hours, .submitted, item: item, mechanism,
      (floor.map { [instant(.floor, $0)] } ?? []) + [
        instant(.open, open), instant(.deadline, deadline), LogField(.flags, .text(flags)),
      ])
  }

  private func read(
    _ name: String, _ log: [LogRecord], app: Int? = 3, _ mechanism: Mechanism? = nil,
    hours: HoursOfDay? = nil
  ) -> LogObservation.Reading? {
    observed(log, plan).reading(name, app: app, mechanism: mechanism, hours: hours)
  }

  private func observed(_ log: [LogRecord], _ plan: DevicePlan) -> LogObservations {
    var result = DeviceResult()
    // An empty log is no log.
    result.log = log.isEmpty ? [record(0, .screenChanged, .on, app: -1)] : log
    var observations = LogObservations()
    observations.add(result, of: plan)
    return observations
  }

  private func launches(_ hours: Double..., mechanism: Mechanism = .refresh) -> [LogRecord] {
    hours.map { record($0, .launched, .none, item: 100 + Int32($0), mechanism) }
  }

  @Test("Rates and gaps begin with the warm-up's end; a gap that is cut off is a lower bound")
  func gaps() {
    let log = launches(10, 30, 33, 34, 50)
    #expect(read("launchesPerDay", log)?.value == 2)
    #expect(read("launchesPerDay", [])?.value == 0)
    #expect(read("launchesPerDay", log, .push)?.value == 0)
    #expect(read("launchesPerDay", log, app: 4) == nil)
    #expect(read("medianLaunchGapSeconds", log) == .init(value: 3 * 3600))
    #expect(read("medianLaunchGapSeconds", []) == .init(value: 48 * 3600, isLowerBound: true))
    #expect(read("maxLaunchGapSeconds", log) == .init(value: 22 * 3600, isLowerBound: true))
    #expect(read("maxLaunchGapSeconds", launches(25, 60, 71)) == .init(value: 35 * 3600))
  }

  @Test("Gaps of all mechanisms are those between any launches of the app")
  func joint() {
    let log = launches(30, 34) + launches(32, 71, mechanism: .push)
    #expect(read("medianLaunchGapSeconds", log, .refresh)?.value == 14_400)
    #expect(read("medianLaunchGapSeconds", log)?.value == 7_200)
  }

  @Test("Hours go round midnight, and so does their mean")
  func hours() throws {
    let log = launches(46, 47, 49, 51)
    #expect(read("launchShareInHours", log, hours: HoursOfDay(from: 22, to: 3))?.value == 0.75)
    #expect(read("launchShareInHours", log, hours: HoursOfDay(from: 3, to: 22))?.value == 0.25)
    #expect(read("launchShareInHours", [], hours: HoursOfDay(from: 3, to: 22)) == nil)
    let mean = try #require(read("meanLaunchHour", launches(47, 49, 71, 25))).value
    #expect(abs(HoursOfDay.near(0, mean)) < 1e-9)
  }

  @Test("The first launch counts from the start, and no launch is one that is later than the end")
  func first() {
    #expect(read("daysToFirstLaunch", launches(12, 30)) == .init(value: 0.5))
    #expect(read("daysToFirstLaunch", []) == .init(value: 3, isLowerBound: true))
  }

  @Test("Only local days without an open count as unopened")
  func unopened() {
    let log = [record(30, .userOpened)] + launches(31, 50, 52)
    #expect(read("launchesPerUnopenedDay", log)?.value == 2)
    #expect(read("launchesPerUnopenedDay", log + [record(60, .userOpened)]) == nil)
  }

  @Test("Waits from floor, submission and opening; what still waits or was replaced is cut off")
  func waits() {
    let done = [
      submission(24, item: 1, .refresh, floor: 26, open: 26, deadline: 36),
      record(26, .eligible, item: 1, .refresh),
      record(31, .launched, item: 1, .refresh),
    ]
    #expect(read("medianFloorDelaySeconds", done) == .init(value: 5 * 3600))
    #expect(read("medianOpeningDelaySeconds", done) == .init(value: 2 * 3600))
    #expect(read("medianWindowPosition", done) == .init(value: 0.5))
    let pending = [
      submission(40, item: 2, .refresh, floor: 42, open: 42, deadline: 92),
      record(42, .eligible, item: 2, .refresh),
    ]
    #expect(read("medianFloorDelaySeconds", pending) == .init(value: 30 * 3600, isLowerBound: true))
    #expect(read("medianFloorDelaySeconds", done + pending) == .init(value: 5 * 3600))
    #expect(read("launchShareInTwoDays", done) == .init(value: 1))
    // A wait of 32 h that the end of the study cuts off is not decided; a wait of 48 h is.
    #expect(read("launchShareInTwoDays", done + pending) == .init(value: 1))
    let early = submission(24, item: 2, .refresh, floor: 42, open: 42, deadline: 92)
    #expect(read("launchShareInTwoDays", done + [early]) == .init(value: 0.5))
    let replaced = [
      submission(40, item: 3, .refresh, open: 48, deadline: 72), record(44, .replaced, item: 3, .refresh),
    ]
    #expect(read("medianOpeningDelaySeconds", replaced) == .init(value: 4 * 3600, isLowerBound: true))
    #expect(read("medianFloorDelaySeconds", replaced) == nil)
  }

  @Test(
    "Processing can start once the window is open, on the charger, idle and with a network if it is wanted")
  func startable() {
    func log(flags: String) -> [LogRecord] {
      [
        submission(24, item: 1, .processing, open: 25, deadline: 90, flags: flags),
        record(25, .eligible, item: 1, .processing), record(26, .powerChanged, .plugged, app: -1),
        record(27, .screenChanged, .on, app: -1), record(28, .networkChanged, .cellular, app: -1),
        record(29, .screenChanged, .off, app: -1), record(32, .launched, item: 1, .processing),
      ]
    }
    #expect(read("medianStartDelaySeconds", log(flags: ""))?.value == 21_600)
    #expect(
      read("medianStartDelaySeconds", log(flags: "requiresNetworkConnectivity"))?.value == 10_800)
  }

  @Test("Time to expiry is that of runs that expire, and of one that goes on a lower bound")
  func expiry() {
    func run(_ item: Int32, _ end: [LogRecord]) -> [LogRecord] {
      [
        submission(24, item: item, .refresh, open: 24, deadline: 90),
        record(30, .launched, item: item, .refresh),
        record(30, .handlerStarted, item: item, .refresh),
      ] + end
    }
    let expired = run(1, [record(30.5, .expired, item: 1, .refresh)])
    let completed = run(2, [record(30.1, .completed, item: 2, .refresh)])
    #expect(read("medianSecondsToExpiry", completed) == nil)
    #expect(read("medianSecondsToExpiry", expired + completed) == .init(value: 1800))
    #expect(read("medianSecondsToExpiry", run(3, [])) == .init(value: 42 * 3600, isLowerBound: true))
  }

  @Test("Nights on the charger are told by 03:00")
  func nights() {
    let log = [record(1, .powerChanged, .plugged, app: -1), record(40, .powerChanged, .unplugged, app: -1)]
    #expect(read("nightPluggedShare", log, app: nil)?.value == 0.5)
  }

  @Test("Devices are read in their order, whoever has simulated them")
  func merging() {
    let first = observed(launches(30, 40), plan)
    var other = plan
    other.device = 1
    var (forward, second) = (first, observed(launches(50), other))
    forward.merge(second)
    second.merge(first)
    for observation in LogObservation.all {
      #expect(
        forward.reading(observation.name, app: 3, mechanism: nil)
          == second.reading(observation.name, app: 3, mechanism: nil))
    }
    #expect(forward.reading("launchesPerDay", app: 3, mechanism: .refresh)?.value == 0.75)
  }
}
