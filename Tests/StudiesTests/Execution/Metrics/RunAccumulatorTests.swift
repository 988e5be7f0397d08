import EventSimulation
import Foundation
import PhoneSimulation
import ResultsStore
import StudyReports
import TestSupport
import Testing
import Workload

@testable import DeviceModel
@testable import Studies

/// Two devices observed for two days each, with numbers that can be followed by hand.
enum SmallFleet {
  static let apps = ["com.a", "com.b"]

  static func plan(_ device: Int) -> DevicePlan {
    DevicePlan(
      replication: 0, device: device, archetype: "night",
      apps: [
        InstalledApp(specification: nil, bundleID: "filler"),
        InstalledApp(specification: 0, bundleID: "com.a"),
        InstalledApp(specification: 1, bundleID: "com.b"),
      ], timeline: ExogenousTimeline([]), initial: InitialState(stateOfCharge: 1), end: .day(4),
      warmUpEnd: .day(2))
  }

  static func entry(
    _ app: Int32, _ cause: EnergyCause, _ component: EnergyComponent, joules: Int64,
    battery: Int64? = nil
  ) -> EnergyEntry {
    EnergyEntry(
      payer: EnergyPayer(app: app, cause: cause), component: component,
      energyNanojoules: joules * 1_000_000_000, batteryNanojoules: (battery ?? joules) * 1_000_000_000,
      sharedNanojoules: 0)
  }

  static func delay(hours: Int, isCensored: Bool = false) -> DelayObservation {
    DelayObservation(length: .hours(hours), end: isCensored ? .horizon : .launched)
  }

  static func open(staleness: Int, age: Int, isFresh: Bool) -> OpenObservation {
    OpenObservation(
      contentAge: .seconds(age), staleness: .seconds(staleness), isFresh: isFresh)
  }

  static func first() -> DeviceResult {
    var result = DeviceResult()
    result.eventHash = 11
    result.events = 100
    result.counts += [
      .devices: 1, .observed: TimeSpan.days(2).microseconds, .horizon: TimeSpan.days(4).microseconds,
    ]
    result.counts[.batteryOut] = 300_000_000_000
    result.counts[.adapter] = 100_000_000_000
    result.counts[.batteryIn] = 60_000_000_000
    result.counts[.chargingLoss] = 20_000_000_000
    result.ledgerObserved = [
      entry(-1, .idle, .system, joules: 250), entry(1, .refresh, .processor, joules: 60, battery: 20),
      entry(1, .user, .display, joules: 50), entry(2, .processing, .wifi, joules: 40),
    ]
    result.counts[.dead] = TimeSpan.hours(3).microseconds
    result.counts[.sessions] = 40
    result.counts[.sessionsLost] = 4
    result.counts[.wakeUps] = 30
    result.counts[.decisions] = 50
    result.counts[.candidates] = 75
    result.counts[.days] = 2
    result.counts[.criticalDays] = 1
    result.counts[.budgetDebited] = 5
    result.counts[.budgetRefilled] = 20
    result.eventCounts = [
      EventCount(event: "launched", app: 1, mechanism: "refresh", reason: "cold", count: 3),
      EventCount(event: "expired", app: 1, mechanism: "refresh", reason: "timeLimit", count: 2),
      EventCount(event: "lockChanged", app: -1, mechanism: "", reason: "", count: 9),
    ]

    result.days = (1...4).map { day in
      [
        .length: TimeSpan.day.microseconds, .energy: Int64(day) * 100_000_000_000,
        .reachableOpens: Int64(day), .reachableStaleness: TimeSpan.minutes(day).microseconds,
      ]
    }

    var a = AppResult(specification: 0)
    a.hasContent = true
    a.add(open(staleness: 0, age: 100, isFresh: true))
    a.add(open(staleness: 600, age: 900, isFresh: false))
    a.counts[.fetches] = 4
    a.counts[.usefulFetches] = 1
    a.longestGap = .hours(10)
    a.mechanisms[0].counts[.submitted] = 6
    a.mechanisms[0].counts[.launched] = 4
    a.mechanisms[0].counts[.coldLaunches] = 1
    a.mechanisms[0].counts[.bytesCellular] = 1000
    a.mechanisms[0].counts[.energy] = 40_000_000_000
    a.mechanisms[0].delays = [delay(hours: 1), delay(hours: 2), delay(hours: 3, isCensored: true)]
    var b = AppResult(specification: 1)
    b.longestGap = .hours(40)
    b.mechanisms[1].counts[.submitted] = 5
    b.mechanisms[1].counts[.replaced] = 1
    b.mechanisms[1].counts[.launched] = 2
    b.mechanisms[1].counts[.completed] = 1
    b.mechanisms[1].delays = [
      delay(hours: 5), delay(hours: 60, isCensored: true), delay(hours: 60, isCensored: true),
    ]
    b.mechanisms[1].completionTimes = [delay(hours: 6)]
    result.apps = [a, b]
    return result
  }

  static func second() -> DeviceResult {
    var result = DeviceResult()
    result.eventHash = 12
    result.events = 50
    result.counts += [
      .devices: 1, .observed: TimeSpan.days(2).microseconds, .horizon: TimeSpan.days(4).microseconds,
    ]
    result.counts[.batteryOut] = 100_000_000_000
    result.ledgerObserved = [entry(-1, .idle, .system, joules: 100)]
    var a = AppResult(specification: 0)
    a.hasContent = true
    a.add(open(staleness: 30, age: 50, isFresh: true))
    a.mechanisms[2].counts[.sent] = 10
    a.mechanisms[2].counts[.delivered] = 6
    a.mechanisms[2].counts[.coalesced] = 3
    result.apps = [a]
    return result
  }

  static func accumulator() -> RunAccumulator {
    var accumulator = RunAccumulator(apps: apps, nominalJoules: 50_000)
    accumulator.add(first(), of: plan(0))
    accumulator.add(second(), of: plan(1))
    return accumulator
  }
}

@Suite("Metrics of a run")
struct RunAccumulatorTests {
  let rows = SmallFleet.accumulator().metrics(runID: "r")

  @Test("A policy decides on refreshes, processing, pushes, and discretionary transfers")
  func discretionary() {
    #expect(
      EnergyCause.allCases.filter(\.isDiscretionary) == [
        .refresh, .processing, .push, .discretionaryTransfer,
      ])
    #expect(
      EnergyCause.allCases.filter { $0.isBackground && !$0.isDiscretionary }
        == [.continued, .mode, .assertion, .arrival, .transfer])
    for cause in EnergyCause.allCases {
      var accumulator = RunAccumulator(apps: SmallFleet.apps, nominalJoules: 1)
      var result = DeviceResult()
      result.counts[.devices] = 1
      result.counts[.observed] = TimeSpan.day.microseconds
      result.ledgerObserved = [SmallFleet.entry(1, cause, .processor, joules: 3, battery: 2)]
      accumulator.add(result, of: SmallFleet.plan(0))
      #expect(accumulator.populationValue("background_battery_j_per_day") == (cause.isBackground ? 2 : 0))
      #expect(
        accumulator.populationValue("discretionary_battery_j_per_day") == (cause.isDiscretionary ? 2 : 0))
    }
  }

  /// The fleet is small enough to compute each value by hand: it has 500 J on 4 device-days, 100 J of them for background work and
  /// 40 J of those from the adapter.
  @Test("Metrics of the fleet, apps, mechanisms and components have the values of the fixture")
  func values() throws {
    let text = rows.filter { $0.value != nil }.map { row in
      "\(row.scope) \(row.entity) \(row.metric) = \(String(format: "%.6g", row.value ?? 0))\n"
    }.joined()
    let recorded = try Snapshot.recorded(
      "Tests/StudiesTests/Execution/Fixtures/fleet-metrics.txt", replacedBy: text)
    #expect(text.split(separator: "\n") == recorded.split(separator: "\n"))
  }

  @Test("No data give no value, never a zero")
  func empty() {
    let rows = RunAccumulator(apps: ["com.a"], nominalJoules: 1).metrics(runID: "r")
    #expect(rows.filter { $0.value != nil } == [])
  }

  @Test("Neither the order of devices nor their split over accumulators changes a bit")
  func order() {
    var reversed = RunAccumulator(apps: SmallFleet.apps, nominalJoules: 50_000)
    reversed.add(SmallFleet.second(), of: SmallFleet.plan(1))
    var other = RunAccumulator(apps: SmallFleet.apps, nominalJoules: 50_000)
    other.add(SmallFleet.first(), of: SmallFleet.plan(0))
    reversed.merge(other)
    let together = SmallFleet.accumulator()
    #expect(reversed.metrics(runID: "r") == rows)
    #expect(reversed.eventHash == together.eventHash)
    #expect(reversed.events == 150)
    #expect(reversed.eventCountRows(runID: "r") == together.eventCountRows(runID: "r"))
  }

  @Test("The hash of a run depends on the assignment of hashes to devices")
  func hash() {
    var swapped = RunAccumulator(apps: SmallFleet.apps, nominalJoules: 50_000)
    swapped.add(SmallFleet.first(), of: SmallFleet.plan(1))
    swapped.add(SmallFleet.second(), of: SmallFleet.plan(0))
    #expect(swapped.eventHash != SmallFleet.accumulator().eventHash)
  }

  @Test("Events are counted by app, mechanism and reason over all devices")
  func eventCounts() {
    let counts = SmallFleet.accumulator().eventCountRows(runID: "r")
    #expect(counts.map(\.event) == ["expired", "launched", "lockChanged"])
    #expect(counts.map(\.app) == ["com.a", "com.a", ""])
    #expect(counts.map(\.count) == [2, 3, 9])
  }

  @Test("Rows of a device carry its energies exactly and its freshness")
  func deviceRow() {
    let row = DeviceRow(runID: "r", SmallFleet.first(), of: SmallFleet.plan(0))
    #expect(row.observedNanojoules == 400_000_000_000)
    #expect(row.launches == 6)
    #expect(row.opens == 2)
    #expect(row.freshOpens == 1)
    #expect(row.stalenessSeconds == 300)
    #expect(row.hoursDead == 3)
  }
}

extension RunAccumulator {
  func populationValue(_ name: String) -> Double? { MetricCatalogue.metric(name)?.value(population) }
}
