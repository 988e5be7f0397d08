import EventSimulation
import Testing
import Workload

@testable import PhoneSimulation
@testable import Studies

@Suite("Observations of order and progress")
struct LogSequenceTests {
  private func record(
    _ seconds: Double, _ event: LogEvent, _ word: LogWord = .none, app: Int32 = 0, item: Int32 = 1,
    _ mechanism: Mechanism? = nil, value: Double = 0, done: Double? = nil
  ) -> LogRecord {
    LogRecord(
      time: .zero + .seconds(seconds), event: event, app: app, mechanism: mechanism, word: word, item: item,
      identifier: "a", value: value, fields: done.map { [.number(.workDone, $0)] } ?? [])
  }

  private func observe(
    _ name: String, _ log: [LogRecord], app: Int? = nil, mechanism: Mechanism? = nil
  ) -> Double? {
    var observations = LogObservations()
    var result = DeviceResult()
    result.log = log
    observations.add(result, of: DevicePlan(specifications: [1, nil]))
    return observations.reading(name, app: app, mechanism: mechanism)?.value
  }

  private func callbacks(_ words: LogWord..., from seconds: Double = 12) -> [LogRecord] {
    words.map { record(seconds, .callback, $0) } + [record(seconds + 3, .suspended)]
  }

  @Test("LIFE-1 only the exact order of callbacks counts, up to the suspension")
  func launches() {
    let cold = record(10, .launched, .cold, .push)
    let resume = record(10, .launched, .resume, .push)
    let exact = callbacks(.didFinishLaunching, .didEnterBackground, .eventDelivered, .snapshot)
    let resumed = callbacks(.didEnterBackground, .eventDelivered, .snapshot)
    #expect(observe("exactColdLaunches", [cold] + exact) == 1)
    #expect(observe("exactColdLaunches", [cold] + exact, app: 1, mechanism: .push) == 1)
    #expect(observe("exactColdLaunches", [cold] + exact, mechanism: .refresh) == 0)
    #expect(observe("exactColdLaunches", [cold] + exact.dropLast()) == 0)
    #expect(observe("exactColdLaunches", [cold] + resumed) == 0)
    #expect(
      observe(
        "exactColdLaunches",
        [cold] + callbacks(.didFinishLaunching, .eventDelivered, .didEnterBackground, .snapshot)) == 0)
    #expect(observe("exactResumes", [resume] + resumed) == 1)
    #expect(observe("exactResumes", [resume] + exact) == 0)
    #expect(observe("exactResumes", [resume, record(11, .userOpened)] + resumed) == 0)
  }

  @Test("LIFE-2 an exit counts with its own callbacks, and without a launch nothing does")
  func exits() {
    let exact = callbacks(.willResignActive, .didEnterBackground, .snapshot)
    #expect(observe("exactExits", [record(10, .userLeft)] + exact) == 1)
    #expect(observe("exactExits", exact) == 0)
    #expect(observe("exactExits", [record(10, .userLeft)] + exact.dropFirst()) == 0)
  }

  @Test("Expiries and kills are timed from the exit before them")
  func afterExit() {
    let log = [
      record(5, .expired, .timeLimit, .refresh), record(100, .userLeft),
      record(125, .expired, .timeLimit, .assertion),
      record(130, .terminated, .assertionExpired, .assertion), record(200, .userLeft),
      record(215, .expired, .timeLimit, .assertion),
    ]
    #expect(observe("minExpirySecondsAfterExit", log) == 15)
    #expect(observe("maxExpirySecondsAfterExit", log) == 25)
    #expect(observe("maxExpirySecondsAfterExit", log, mechanism: .refresh) == nil)
    #expect(observe("minKillSecondsAfterExit", log) == 30)
    #expect(observe("maxKillSecondsAfterExit", log) == 30)
  }

  @Test("DBG-1 a run counts as injected if its launch was, and once its handler has started")
  func injections() {
    var injected = record(10, .launched, .cold, .refresh)
    injected.fields = [.flag(.synthetic, true)]
    var ordinary = injected
    ordinary.fields = [.flag(.synthetic, false)]
    let start = record(12, .handlerStarted, .none, .refresh)
    #expect(observe("injectedRuns", [injected, start]) == 1)
    #expect(observe("injectedRuns", [injected, start], app: 1, mechanism: .refresh) == 1)
    #expect(observe("injectedRuns", [injected, start], mechanism: .processing) == 0)
    #expect(observe("injectedRuns", [injected]) == 0)
    #expect(observe("injectedRuns", [ordinary, start]) == 0)
  }

  @Test("A launch is seen with the lock and the power that the phone has then")
  func surroundings() {
    let log = [
      record(0, .powerChanged, .plugged, app: -1), record(50, .lockChanged, .unlocked, app: -1),
      record(100, .lockChanged, .locked, app: -1), record(400, .launched, .cold, .processing),
      record(500, .powerChanged, .unplugged, app: -1),
      record(600, .launched, .resume, item: 2, .processing),
      record(700, .lockChanged, .unlocked, app: -1), record(800, .launched, .resume, item: 3, .refresh),
    ]
    #expect(observe("minIdleSecondsAtLaunch", log, mechanism: .processing) == 300)
    #expect(observe("minIdleSecondsAtLaunch", log) == 0)
    #expect(observe("launchesOnBattery", log, mechanism: .processing) == 1)
    #expect(observe("launchesOnBattery", log) == 2)
    #expect(observe("launchesOnBattery", log, mechanism: .push) == nil)
  }

  @Test("The work of runs is followed to each success and from noon to noon")
  func work() {
    let log = [
      record(82_000, .completed, .failure, item: 1, .processing, value: 600, done: 0.25),
      record(90_000, .completed, .failure, item: 2, .processing, value: 300, done: 0.375),
      // The second night adds the rest, and a first piece of the next work.
      record(170_000, .completed, .success, item: 3, .processing, value: 600, done: 1),
      record(180_000, .completed, .failure, item: 4, .processing, value: 500, done: 0.125),
    ]
    #expect(observe("minRunSeconds", log) == 300)
    #expect(observe("minRunsToSuccess", log) == 3)
    #expect(observe("maxRunsToSuccess", log) == 3)
    #expect(observe("maxUnfinishedWork", log) == 0.375)
    #expect(observe("minWorkPerNight", log) == 0.375)
    // Work that starts again adds nothing.
    let repeated = [82_000.0, 168_000].map {
      record($0, .completed, .failure, item: Int32($0), .processing, value: 600, done: 0.25)
    }
    #expect(observe("minWorkPerNight", repeated) == 0)
    #expect(observe("maxRunsToSuccess", repeated) == nil)
  }

  @Test("An app that the study does not have is not seen")
  func unknownApps() {
    #expect(observe("maxUnfinishedWork", [record(1, .completed, .failure, app: 1, .push, done: 0.5)]) == nil)
  }

  @Test("a killed run lasts from the start of its handler to the end of its process")
  func kills() {
    let log = [
      record(10, .handlerStarted, .none, .refresh), record(45, .terminated, .completionTimeout, .refresh),
      record(60, .handlerStarted, .none, item: 2, .refresh),
      record(63, .completed, .success, item: 2, .refresh, value: 3),
    ]
    #expect(observe("minKilledRunSeconds", log) == 35 && observe("maxKilledRunSeconds", log) == 35)
    #expect(observe("minKilledRunSeconds", Array(log.suffix(2))) == nil)
  }
}

extension DevicePlan {
  /// A phone with these apps of a study, nil for one that the study does not describe.
  init(specifications: [Int?]) {
    self.init(
      replication: 0, device: 0, archetype: "a",
      apps: specifications.map { InstalledApp(specification: $0, bundleID: "a") },
      timeline: ExogenousTimeline([]), initial: InitialState(stateOfCharge: 1), end: .day(100),
      warmUpEnd: .zero)
  }
}
