import BackgroundExecution
import Basics
import DeviceModel
import EventSimulation
import ModelParameters
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation

extension AppIndex {
  static let first = AppIndex(0)
  static let second = AppIndex(1)
}

extension PhonePower {
  /// A full battery of the default device, to get claims, holds and transfers from.
  static func full() -> PhonePower {
    PhonePower(
      parameters: DeviceParameters(ParameterSet()), appCount: 2, stateOfCharge: 1, at: .zero)
  }

  mutating func hold() -> HolderID { holdAwake(payer: EnergyPayer(app: 0, cause: .user), at: .zero) }

  mutating func claim() -> ClaimID {
    begin(.system, payer: EnergyPayer(app: 0, cause: .user), microwatts: 1000, at: .zero)
  }
}

/// The instant so many seconds after the start.
func at(_ seconds: Double) -> Instant { .zero + .seconds(seconds) }

extension WorkItem {
  /// An item of the first app, submitted at the start.
  static func sample(_ number: Int32, _ mechanism: Mechanism = .refresh, app: AppIndex = .first) -> WorkItem {
    WorkItem(
      number: ItemNumber(number), app: app, mechanism: mechanism, origin: .request(task: nil),
      identifier: IdentifierIndex(0),
      submitted: .zero, earliestBegin: OptionalInstant(), open: .zero, deadline: at(3600), chainOpen: .zero,
      isObserved: true, blockedSince: .zero)
  }
}

extension EnergyPayer {
  static let sample = EnergyPayer(app: 0, cause: .transfer)
}

@Suite("The inputs of the gates that belong to an app")
struct AppGatesTests {
  private let platform = PlatformParameters(DocumentedRules.parameters())

  /// Three apps: one with two tasks, one without any, one with one.
  private func gates(newApps: [AppIndex] = [], refreshOff: [AppIndex] = []) -> AppGates {
    AppGates(
      taskCounts: [2, 0, 1],
      bucket: PushTokenBucket(capacity: 2, refill: .minutes(30), minimumGap: .minutes(10)), newApps: newApps,
      refreshOff: refreshOff, platform)
  }

  @Test("RATE-1 to RATE-3: a launch starts the clocks of its mechanism, its task and its app")
  func clocks() {
    var gates = gates()
    gates.launched(.first, .processing, task: 1, at: at(10))
    gates.launched(.first, .refresh, task: 0, at: at(20))
    holds(gates.lastLaunch(.first, .processing) == at(10))
    holds(gates.lastLaunch(.first, .refresh) == at(20))
    holds(gates.lastLaunch(.first, .push) == nil)
    holds(gates.clock(.first, task: 1).end(gap: .seconds(5)) == at(15))
    holds(gates.clock(.first, task: 0).end(gap: .seconds(5)) == .zero)
    holds(gates.lastOpportunisticLaunch(.first) == at(20))
    holds(gates.lastOpportunisticLaunch(.second) == nil)
    gates.launched(AppIndex(2), .health, task: 0, at: at(30))
    holds(gates.clock(AppIndex(2), task: 0).end(gap: .seconds(5)) == at(35))
    gates.rest(.first, task: 1, for: .seconds(7))
    holds(gates.clock(.first, task: 1).end(gap: .seconds(5)) == at(17))
    gates.launched(.first, .processing, task: 1, at: at(40))
    holds(gates.clock(.first, task: 1).end(gap: .seconds(5)) == at(45))
  }

  @Test("RATE-2: the next push launch keeps the gap, then waits for a token, as the bucket says")
  func pushes() {
    var gates = gates()
    var bucket = PushTokenBucket(capacity: 2, refill: .minutes(30), minimumGap: .minutes(10))
    holds(gates.nextPush(.first, from: at(7)) == at(7))
    for minute in [0.0, 10, 30, 31, 90] {
      gates.launched(.first, .push, task: nil, at: .zero + .minutes(minute))
      bucket.launch(at: .zero + .minutes(minute))
      for later in stride(from: minute, through: 200, by: 5) {
        let now = Instant.zero + .minutes(later)
        holds(gates.nextPush(.first, from: now) == bucket.nextAllowed(from: now))
      }
    }
    holds(gates.nextPush(.second, from: .zero) == .zero)
  }

  @Test("USE-4: a new app becomes used after enough days with an open, and its gates change that day only")
  func use() {
    var gates = gates(newApps: [.first])
    var days = 0
    while !gates.state(of: .first, at: .zero).isUsed, days < 40 {
      holds(gates.changed.isEmpty)
      gates.opened(.first, at: .zero, platform)
      _ = gates.endDay(.first, platform)
      days += 1
    }
    holds(days == platform.learningDays)
    holds(gates.changed.elements == [.first])
  }
}

@Suite("Past actions of apps")
struct AppHistoryTests {
  @Test("BAD-9: carried work is taken by the next run, and dropped by a success")
  func carriedWork() {
    var history = RunHistory(taskCounts: [1])
    let work = Work(cpu: .seconds(7), wait: .zero, bytesUp: 0, bytesDown: 0, fails: false)
    #expect(history.carriedWork(.first, task: 0) == nil)
    history.carry(work, .first, task: 0)
    #expect(history.takeCarriedWork(.first, task: 0)?.cpu == .seconds(7))
    #expect(history.takeCarriedWork(.first, task: 0) == nil)
    history.carry(work, .first, task: 0)
    history.dropCarriedWork(.first, task: 0)
    #expect(history.carriedWork(.first, task: 0) == nil)
  }

  @Test("USE-1: the predictor of an app learns its opens, and visits are counted")
  func usage() {
    let predictor = UsagePredictor(ParameterSet(), appCount: 2)
    var usage = AppUsage(
      count: 3, LearnedUsage(count: 3, studied: [.first, AppIndex(2)], predictor, intensiveOpens: 20))
    usage.learned.opened(.first, at: .zero + .hours(9))
    usage.beginVisit(.first, at: .zero + .hours(9))
    usage.countVisit(.first)
    // Nothing is learned of an app that is not of the study.
    usage.learned.opened(.second, at: .zero + .hours(9))
    usage.learned.endDay(isWeekend: false, counts: true)
    let tomorrow = Instant.day(1, .hours(9))
    #expect(
      usage.learned.likelihood(ofApp: 0, at: tomorrow) > usage.learned.likelihood(ofApp: 2, at: tomorrow))
    holds(usage.learned.likelihood(ofApp: 1, at: tomorrow) == 0 && usage.learned.likelihoodsComputed == 2)
    #expect(usage.learned.likelihood(ofApp: 7, at: tomorrow) == 0)
    #expect(usage.learned.expectedOpens(.second, from: .zero, to: .day, isWeekend: false) == 0)
    holds(usage.ordinal(.first) == 1 && usage.ordinal(.second) == 0)
    #expect(usage.visitStart(.first) == .zero + .hours(9))
    #expect(usage.learned.expectedOpens(.first, from: .hours(8), to: .hours(10), isWeekend: false) > 0)
  }
}

@Suite("Work without a run, and its extra time")
struct BackgroundTimeTableTests {
  private func work(cpu: Double = 0, wait: Double = 0, bytes: Int64 = 0) -> UnfinishedWork {
    UnfinishedWork(
      kind: .backgroundEntry(0), begun: .zero,
      work: Work(cpu: .seconds(cpu), wait: .seconds(wait), bytesUp: 0, bytesDown: bytes, fails: false),
      payer: EnergyPayer(app: 0, cause: .assertion))
  }

  @Test("EXT-3: the allowance counts from its beginning, and again after a stop")
  func allowance() {
    var calendar = PhoneCalendar()
    var backgroundTime = BackgroundTimeTable(count: 1)
    func count(_ counts: Bool, _ allowance: Double = 30, at seconds: Double) {
      backgroundTime.count(
        .first, counts, allowance: .seconds(allowance), lead: .seconds(5), at: at(seconds), &calendar)
    }
    holds(backgroundTime.remaining(.first, of: .seconds(30), at: .zero) == .seconds(30))
    count(true, at: 10)
    holds(backgroundTime.remaining(.first, of: .seconds(30), at: at(15)) == .seconds(25))
    holds(calendar.count == 2 && calendar.nextTime == at(35))
    count(false, at: 15)
    holds(calendar.count == 0)
    count(true, at: 20)
    holds(calendar.nextTime == at(45))
    // Memory becomes short: the allowance is shorter from its begin on.
    count(true, 10, at: 22)
    holds(calendar.nextTime == at(25))
  }

  @Test("EXT-4: once the handlers have been called, the end is fixed")
  func warned() {
    var calendar = PhoneCalendar()
    var backgroundTime = BackgroundTimeTable(count: 1)
    func count(_ allowance: Double, at seconds: Double) {
      backgroundTime.count(
        .first, true, allowance: .seconds(allowance), lead: .seconds(5), at: at(seconds), &calendar)
    }
    count(30, at: 0)
    _ = calendar.popNext()
    backgroundTime.warn(.first)
    count(60, at: 26)
    holds(calendar.count == 1 && calendar.nextTime == at(30))
  }
}

@Suite("The table of wakes")
struct WakeTableTests {
  @Test("MODE-3: a significant change needs the distance and the time since the last one")
  func significantChange() {
    var calendar = PhoneCalendar()
    var wakes = WakeTable(sourceCounts: [0])
    func change(_ seconds: Double) -> Instant? {
      wakes.significantChange(.first, distance: 500, interval: .minutes(5), at: at(seconds))
    }
    wakes.move(.first, by: 400)
    holds(change(0) == nil)
    wakes.move(.first, by: 100)
    holds(change(0) == .zero)
    wakes.takeSignificantChange(.first, at: .zero, &calendar)
    holds(change(10) == nil)
    wakes.move(.first, by: 600)
    holds(change(10) == at(300))
    wakes.scheduleSignificantChange(.first, at: at(300), &calendar)
    holds(calendar.nextTime == at(300))
    holds(change(300) == at(300))
    wakes.takeSignificantChange(.first, at: at(300), &calendar)
    holds(calendar.count == 0)
  }

  @Test("MODE-4: a border that is crossed back in time brings no event")
  func borders() {
    var calendar = PhoneCalendar()
    var wakes = WakeTable(sourceCounts: [0])
    wakes.crossBorder(.first, 1, dwellingUntil: at(20), &calendar)
    wakes.crossBorder(.first, 2, dwellingUntil: at(25), &calendar)
    wakes.crossBorder(.first, 1, dwellingUntil: at(30), &calendar)
    holds(calendar.count == 1 && calendar.nextTime == at(25))
    wakes.crossingPersists(.first, 2)
    wakes.crossBorder(.first, 2, dwellingUntil: at(60), &calendar)
    holds(calendar.count == 2)
  }

  @Test("MODE-5: missed calls are counted for each app")
  func missedCalls() {
    var wakes = WakeTable(sourceCounts: [0, 0])
    wakes.missCall(.first)
    wakes.missCall(.first)
    holds(wakes.missedCalls(.first) == 2 && wakes.missedCalls(.second) == 0)
  }
}

@Suite("The table of processes")
struct ProcessTableTests {
  @Test("LIFE-3: suspension has one timer, which moves and goes")
  func suspensionTimer() {
    var calendar = PhoneCalendar()
    var processes = ProcessTable(count: 1, residentLimit: 30)
    processes.scheduleSuspension(.first, at: at(5), &calendar)
    processes.scheduleSuspension(.first, at: at(8), &calendar)
    holds(calendar.count == 1 && calendar.nextTime == at(8))
    processes.cancelSuspension(.first, &calendar)
    holds(calendar.count == 0)
  }
}

@Suite("The watchdogs over processes")
struct WatchdogTableTests {
  private func isWatch(_ event: PhoneEvent?, _ watch: PhoneEvent.Kind) -> Bool {
    event?.code == PhoneEvent(watch, AppIndex.first).code
  }

  @Test("LIFE-2: a callback in time returns, a longer one meets its limit", arguments: [4.0, 9.0])
  func callback(length: Double) {
    var calendar = PhoneCalendar()
    var watchdogs = WatchdogTable(count: 1)
    watchdogs.begin(
      .first, .enteringBackground, taking: .seconds(length), limit: .seconds(5), at: at(1), &calendar)
    holds(watchdogs.isRunning(.first, .enteringBackground))
    let event = calendar.popNext()
    holds(event?.time == at(1 + min(length, 5)))
    holds(isWatch(event?.event, length <= 5 ? .enteredBackground : .enterBackgroundLimit))
  }

  @Test("LIFE-4: a launch in time ends, a longer one meets the watchdog", arguments: [4.0, 30.0])
  func launch(length: Double) {
    var calendar = PhoneCalendar()
    var watchdogs = WatchdogTable(count: 1)
    watchdogs.begin(.first, .launch, taking: .seconds(length), limit: .seconds(20), at: .zero, &calendar)
    let event = calendar.popNext()
    holds(event?.time == at(min(length, 20)))
    holds(isWatch(event?.event, length <= 20 ? .launched : .launchLimit))
  }

  @Test("LIFE-5: only demand that can reach the limit has a timer")
  func demand() {
    var calendar = PhoneCalendar()
    var watchdogs = WatchdogTable(count: 1)
    func set(_ rate: Int64, seconds: Double) {
      watchdogs.setDemand(
        .first, rate: rate, left: Int64(seconds * 1e6) * rate, limit: .seconds(48), window: .seconds(60),
        at: .zero, &calendar)
    }
    set(1_000_000, seconds: 40)
    holds(calendar.count == 0)
    set(1_000_000, seconds: 100)
    holds(calendar.nextTime == at(48))
    watchdogs.forgetDemand(.first, &calendar)
    holds(calendar.count == 0)
  }
}
