import BackgroundExecution
import DeviceModel
import EventSimulation
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation

@Suite("The content of apps")
struct FreshnessTests {
  @Test("content is out of date from the first change that the app does not have")
  func staleness() {
    var freshness = Freshness(
      count: 2,
      ExogenousTimeline([10.0, 20, 30].map { TimelineEvent(time: at($0), kind: .contentChange(app: 0)) })
        .changes)
    expect(
      freshness.changes(of: .first) == [at(10), at(20), at(30)] && freshness.changes(of: .second) == [])
    expect(freshness.staleness(.first, at: at(5)) == .zero)
    expect(freshness.staleness(.first, at: at(10)) == .zero)
    expect(freshness.staleness(.first, at: at(25)) == .seconds(15))
    expect(freshness.age(.first, at: at(25)) == .seconds(25))
    expect(freshness.staleness(.second, at: at(25)) == .zero)
    let isNew = freshness.arrive(.first, asOf: at(20), isBackground: true, isObserved: true)
    expect(isNew)
    expect(freshness.staleness(.first, at: at(25)) == .seconds(5))
    expect(freshness.age(.first, at: at(25)) == .seconds(5))
  }

  @Test("content older than what the app has brings nothing")
  func older() {
    var freshness = Freshness(count: 1, ExogenousTimeline([]).changes)
    _ = freshness.arrive(.first, asOf: at(20), isBackground: false, isObserved: true)
    let isNew = freshness.arrive(.first, asOf: at(19), isBackground: true, isObserved: true)
    expect(!isNew)
    expect(freshness.age(.first, at: at(30)) == .seconds(10))
    expect(freshness.takeUnusedFetch(.first) == false)
  }

  @Test("a background fetch is useful once, to the first open, if it was observed")
  func useful() {
    var freshness = Freshness(count: 1, ExogenousTimeline([]).changes)
    _ = freshness.arrive(.first, asOf: at(1), isBackground: true, isObserved: true)
    expect(freshness.takeUnusedFetch(.first) == true)
    expect(freshness.takeUnusedFetch(.first) == false)
    _ = freshness.arrive(.first, asOf: at(2), isBackground: true, isObserved: false)
    expect(freshness.takeUnusedFetch(.first) == false)
    _ = freshness.arrive(.first, asOf: at(3), isBackground: false, isObserved: true)
    expect(freshness.takeUnusedFetch(.first) == false)
  }

  @Test("the fetch of an open goes on until it ends")
  func openFetch() {
    var power = PhonePower.full()
    var freshness = Freshness(count: 1, ExogenousTimeline([]).changes)
    let transfer = power.startTransfer(
      payer: EnergyPayer(app: 0, cause: .user), path: .wifi, bytesUp: 0, bytesDown: 1000, at: .zero)
    freshness.beginFetch(.first, transfer.id)
    expect(freshness.isFetching(.first))
    expect(freshness.endFetch(.first) == transfer.id)
    expect(!freshness.isFetching(.first) && freshness.endFetch(.first) == nil)
  }

  @Test("gates stand as long as conditions, apps and clock do")
  func standing() throws {
    func conditions(isPlugged: Bool) -> FetchConditions {
      FetchConditions(
        isOff: false, isPlugged: isPlugged, hasBeenUnlocked: true, isLowPowerMode: false,
        isThermalCritical: false, isLongIdle: false, backgroundRefresh: 2, path: .wifi,
        isBelowProcessingFloor: false)
    }
    var records = FreshnessRecords()
    records.begin(.second, fetchingBy: [ItemGateState(mechanism: .refresh, open: .zero)], changes: [])
    let device = FreshnessRecords.DeviceInputs(facts: [], isStopped: false)
    let plugged = conditions(isPlugged: true)
    expect(!records.isCurrent(plugged, at: at(1)))
    expect(records.read(device, plugged, at: at(1)))
    records.setOpen(at: 0, true, until: at(3), at(1))
    records.settle()
    expect(records.isCurrent(plugged, at: at(2)))
    expect(!records.isCurrent(conditions(isPlugged: false), at: at(2)))
    expect(!records.isCurrent(plugged, at: at(3)))
    records.invalidate(.second)
    expect(!records.isCurrent(plugged, at: at(2)))
    // Inputs that depend on more than conditions are read after every event.
    records.settle()
    expect(!records.read(device, nil, at: at(2)))
    expect(!records.isCurrent(plugged, at: at(2)))
  }

  @Test("a record keeps changes, opens, fetches and the ranges in which gates were open")
  func record() throws {
    var records = FreshnessRecords()
    records.begin(.second, fetchingBy: [ItemGateState(mechanism: .refresh, open: .zero)], changes: [at(4)])
    expect(records.indices.map { records.app(at: $0) } == [.second])
    let device = FreshnessRecords.DeviceInputs(facts: [], isStopped: false)
    var mustRead: [Bool] = []
    mustRead.append(records.read(device, nil, at: at(1)))
    expect(records.isStale(at: 0, at(1)))
    records.setOpen(at: 0, true, until: at(2), at(1))
    records.settle()
    // Until the clock, the app or the device says otherwise, the gates stand.
    mustRead.append(records.read(device, nil, at: at(1)))
    expect(!records.isStale(at: 0, at(1)))
    mustRead.append(records.read(device, nil, at: at(2)))
    expect(records.isStale(at: 0, at(2)))
    expect(mustRead == [true, false, true])
    mustRead = []
    records.setOpen(at: 0, true, until: .distantFuture, at(2))
    records.settle()
    records.invalidate(.first)
    mustRead.append(records.read(device, nil, at: at(3)))
    records.invalidate(.second)
    mustRead.append(records.read(device, nil, at: at(3)))
    expect(records.isStale(at: 0, at(3)))
    records.setOpen(at: 0, false, until: .distantFuture, at(3))
    records.settle()
    mustRead.append(records.read(device, nil, at: at(4)))
    let stopped = FreshnessRecords.DeviceInputs(facts: [], isStopped: true)
    mustRead.append(records.read(stopped, nil, at: at(4)))
    expect(records.isStale(at: 0, at(4)))
    expect(mustRead == [false, true, false, true])
    records.setOpen(at: 0, true, until: .distantFuture, at(8))
    records.settle()
    records.opened(.second, counts: true, at: at(5))
    records.openFetches(.second)
    records.fetched(.second, asOf: at(5), isBackground: false, at: at(6))
    records.fetched(.second, asOf: at(6), isBackground: true, at: at(7))
    let finished = records.finish(at: at(9))
    let record = try #require(finished.first?.record)
    expect(finished.map(\.app) == [.second] && records.indices.isEmpty)
    expect(record.changes == [at(4)])
    expect(record.opens == [.init(time: at(5), counts: true, fetched: at(5))])
    expect(record.fetches == [.init(asOf: at(6), arrived: at(7))])
    expect(record.allowed == [at(1)...at(3), at(8)...at(9), at(6)...at(6)])
  }
}
