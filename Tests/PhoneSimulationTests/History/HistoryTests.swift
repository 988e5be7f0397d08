import EventSimulation
import Testing
import Workload

@testable import PhoneSimulation

@Suite("The history of a device") struct HistoryTests {
  private func record(
    _ hours: Double, _ event: LogEvent, _ word: LogWord = .none, app: Int32 = 0, item: Int32 = 0,
    _ mechanism: Mechanism? = nil, value: Double = 0, fields: [LogField] = []
  ) -> LogRecord {
    LogRecord(
      time: .zero + .hours(hours), event: event, app: app, mechanism: mechanism, word: word, item: item,
      identifier: "a", value: value, fields: fields)
  }

  private func history(
    _ log: [LogRecord], blocked: [BlockedInterval] = [], _ change: (inout InitialState) -> Void = { _ in }
  ) -> History {
    var result = DeviceResult()
    (result.log, result.blocked) = (log, blocked)
    var initial = InitialState(stateOfCharge: 1)
    change(&initial)
    let plan = DevicePlan(
      replication: 0, device: 0, archetype: "a", apps: [InstalledApp(specification: 0, bundleID: "a")],
      timeline: ExogenousTimeline([]), initial: initial, end: .day(1), warmUpEnd: .zero)
    return History(result, of: plan)
  }

  private func hour(_ hours: Double) -> Instant { .zero + .hours(hours) }

  @Test("A replaced request hands its wait to its successor, which ages from the first window")
  func chain() throws {
    let blocked = [(1, 1.0, 3.0), (2, 3, 6)].map {
      BlockedInterval(item: $0.0, from: hour($0.1), to: hour($0.2), reasons: BlockingSet(.score))
    }
    let items = history(
      [
        record(1, .submitted, item: 1, .refresh),
        record(3, .replaced, item: 1, .refresh, fields: [.integer(.by, 2)]),
        record(3, .submitted, item: 2, .refresh),
        record(6, .launched, .cold, item: 2, .refresh, value: 10_800),
        record(6, .handlerStarted, item: 2, .refresh), record(6.5, .expired, .timeLimit, item: 2, .refresh),
        record(7, .completed, .success, item: 2, .refresh, value: 3600, fields: [.number(.workDone, 0.5)]),
      ], blocked: blocked
    ).items
    #expect(items.map(\.outcome) == [.replaced(by: 2), .completed(success: true)])
    let last = try #require(items.last)
    #expect(last.chain == [1] && last.chainOpen == hour(1) && last.delay == .hours(5))
    #expect(last.waits.map(\.from) == [hour(1), hour(3)] && items[0].waits.isEmpty)
    #expect(last.age == .hours(3) && last.duration == .hour && last.workDone == 0.5)
    #expect(!last.isSuccess && last.endWords == "completed after expiry: timeLimit")
    #expect(last.sliceName == "expired: timeLimit" && items[0].sliceName == "replaced")
  }

  @Test("The wait of a push begins when the device holds it; a launch is no delivery without a run")
  func pushes() throws {
    let found = history([
      record(1, .pushSent, item: 1, .push), record(2, .held, item: 1, .push),
      record(4, .launched, .cold, item: 1, .push), record(4, .delivered, .launch, item: 1, .push),
      record(5, .pushSent, item: 2, .push), record(6, .delivered, .foreground, item: 2, .push),
      record(7, .pushSent, item: 3, .push), record(8, .dropped, .barOff, item: 3, .push),
    ])
    #expect(found.items.map(\.outcome) == [.running, .delivered("foreground"), .dropped("barOff")])
    #expect(found.items.map(\.delay) == [.hours(2), .zero, .zero])
    #expect(found.launches.map(\.item) == [1])
    #expect(
      found.apps[0].pushes.map(\.step)
        == [.sent, .sent, .delivered("foreground"), .sent, .dropped("barOff")])
  }

  @Test("Visits, extra time, refusals and callbacks belong to the app")
  func app() throws {
    let name = [LogField(.name, .text("save"))]
    let app = history([
      record(1, .userOpened, value: 60), record(2, .userLeft),
      record(2, .assertionBegan, .none, .assertion, fields: name),
      record(2, .callback, .willResignActive), record(2, .callback, .didEnterBackground),
      record(2, .callback, .snapshot),
      record(2.1, .completed, .failure, .assertion, value: 360, fields: name),
      record(2.2, .suspended), record(3, .rejected, .limit, .refresh), record(4, .rejected, .limit, .refresh),
      record(5, .pendingList, value: 3), record(6, .terminated, .memoryPressure),
    ]).apps[0]
    #expect(app.opens.map(\.staleness) == [.minute])
    #expect(app.visits.map(\.left) == [hour(2)])
    #expect(app.backgroundTime.map(\.outcome) == [.completed(success: false)])
    #expect(
      app.refusals == [
        .init(identifier: "a", reason: "limit", mechanism: .refresh, times: [hour(3), hour(4)])
      ])
    #expect(app.awakenings.map(\.isExact) == [true] && app.pendingCount == 3)
    #expect(app.acts.last?.kind == .terminated(nil, reason: "memoryPressure"))
  }

  @Test("States begin as the phone does, and budgets keep their changes")
  func device() {
    let found = history(
      [
        record(2, .settingChanged, .lowPowerMode, app: -1, value: 1),
        record(3, .budgetDebited, .energy, item: 4, value: 5, fields: [.integer(.balance, 7)]),
        record(4, .powerChanged, .plugged, app: -1, fields: [.number(.level, 0.5)]),
        record(5, .settingChanged, .lowPowerMode, app: -1, value: 0),
        record(6, .settingChanged, .backgroundRefresh, app: -1, value: 1),
      ]
    ) { $0.backgroundRefresh = 0 }
    #expect(found[.lowPowerMode].length(from: hour(1), to: hour(4)) == .hours(2))
    #expect(found[.charger].state(at: hour(4)).name == "plugged" && found.lowPowerModeEnds == [0.5])
    #expect(found[.refreshOff].length(from: .zero, to: .day(1)) == .hours(6))
    let both = StateTrack.condition(on: [found[.lowPowerMode], found[.refreshOff]]) {
      found[.lowPowerMode].state(at: $0).name != nil && found[.refreshOff].state(at: $0).name == nil
    }
    #expect(both.length(from: .zero, to: .day(1)) == .zero)
    #expect(found.balances(isEnergy: true, app: 0).map(\.value) == [7] && found.budget[0].kind == .debit)
  }
}
