import EventSimulation
import Testing
import Workload

@testable import PhoneSimulation
@testable import Studies

@Suite("Verdicts on one series") struct SeriesHealthTests {
  /// A series observed from day 2 to day 12 with runs at these hours.
  private static func health(
    _ hours: [Double], _ mechanism: Mechanism = .refresh, floor: TimeSpan? = nil, waits: TimeSpan = .zero,
    asked: Int = 0, success: Bool = true
  ) -> SeriesHealth {
    var items = Self.items(hours.map { ($0, success) }, mechanism, waits: waits)
    for index in 0..<asked {
      items.append(
        History.Item(
          item: Int32(1000 + index), mechanism: mechanism, identifier: "a", submitted: .day(11),
          open: .day(11),
          chainOpen: .day(11), launched: nil, expired: nil, ended: nil, outcome: .pending, waitEnd: .day(12)))
    }
    return health(of: items, mechanism, floor: floor)
  }

  /// Runs at these hours, with their success.
  private static func items(
    _ runs: [(hour: Double, success: Bool)], _ mechanism: Mechanism = .refresh, waits: TimeSpan = .zero
  ) -> [History.Item] {
    runs.enumerated().map { index, run in
      let time = Instant.seconds(run.hour * 3600)
      return History.Item(
        item: Int32(index), mechanism: mechanism, identifier: "a", submitted: time - waits,
        open: time - waits, chainOpen: time - waits, launched: time, expired: nil, ended: time,
        outcome: .completed(success: run.success), waitEnd: time)
    }
  }

  private static func health(
    of items: [History.Item], _ mechanism: Mechanism = .refresh, floor: TimeSpan? = nil, refused: Int = 0,
    app: AppSpecification = AppSpecification(bundleID: "a"), visits: [TimeSpan] = []
  ) -> SeriesHealth {
    let refusal = History.Refusal(identifier: "a", reason: "limit", mechanism: mechanism, count: refused)
    let diagnosis = Diagnosis(
      app: app, conditions: DeviceConditions(), histories: items, refusals: [refusal], warmUpEnd: .day(2),
      series: DeclaredSeries(name: "a", mechanism: mechanism, floor: floor), visits: visits)
    return SeriesHealth(diagnosis, end: .day(12))
  }

  private static func every(_ hours: Double) -> [Double] {
    Array(stride(from: 48 + hours / 2, to: 288, by: hours))
  }

  @Test("a run a day is healthy, less than one in two days rare, none never")
  func often() {
    #expect(Self.health(Self.every(24)).verdict == .healthy)
    #expect(Self.health(Self.every(45)).verdict == .healthy)
    #expect(Self.health(Self.every(60)).verdict == .rare)
    #expect(Self.health([]).verdict == .never)
    #expect(Self.health([1, 2, 3]).verdict == .never)
  }

  @Test("a gap of more than three days is late")
  func gap() {
    let hours = Self.every(6).filter { $0 < 100 || $0 > 180 }
    let health = Self.health(hours)
    #expect(health.verdict == .late)
    #expect(health.longestGap == .hours(84) && health.longestGapStart == .seconds(99.0 * 3600))
    #expect(Self.health(Self.every(6).filter { $0 < 100 || $0 > 160 }).verdict == .healthy)
  }

  @Test("a floor of several days is the time in which a run is expected")
  func floor() {
    #expect(Self.health(Self.every(60), floor: .days(3)).verdict == .healthy)
    #expect(abs((Self.health(Self.every(60), floor: .days(3)).runShare ?? 0) - 1.2) < 1e-12)
    #expect(Self.health(Self.every(60), floor: .hours(1)).verdict == .rare)
  }

  @Test("pushes are counted against the pushes that were sent, and may not wait")
  func pushes() {
    #expect(Self.health([100, 101], .push).verdict == .healthy)
    #expect(Self.health([100, 101], .push, asked: 2).verdict == .healthy)
    #expect(Self.health([100, 101], .push, asked: 3).verdict == .rare)
    #expect(Self.health([], .push, asked: 3).verdict == .never)
    #expect(Self.health([], .push).verdict == nil)
    #expect(Self.health([100, 101], .push, waits: .hours(2)).verdict == .late)
  }

  @Test("runs of which fewer than four in five succeed are failing, each single one included")
  func failures() {
    #expect(Self.health(Self.every(24), success: false).verdict == .failing)
    for mechanism in [Mechanism.continued, .push, .transferN, .assertion] {
      #expect(Self.health([100], mechanism, success: false).verdict == .failing)
      #expect(Self.health([100], mechanism).verdict == .healthy)
    }
    // Eight of ten succeed, then seven of ten.
    for (failed, verdict) in [(2, HealthVerdict.healthy), (3, .failing)] {
      let items = Self.items(Self.every(24).enumerated().map { ($1, $0 >= failed) })
      #expect(Self.health(of: items).verdict == verdict)
    }
  }

  @Test("what a newer request replaced, what found the app running and what came too late could not be done")
  func possible() {
    func outcome(_ outcome: History.Outcome, waited: TimeSpan) -> [History.Item] {
      (0..<46).map { index in
        History.Item(
          item: Int32(index), mechanism: .push, identifier: "", submitted: .day(3), open: .day(3),
          chainOpen: .day(3), launched: nil, expired: nil, ended: .day(3) + waited, outcome: outcome,
          waitEnd: .day(3) + waited)
      }
    }
    func verdict(_ items: [History.Item]) -> HealthVerdict? { Self.health(of: items, .push).verdict }
    #expect(verdict(outcome(.delivered("foreground"), waited: .zero)) == nil)
    #expect(verdict(outcome(.replaced(by: 1), waited: .zero)) == nil)
    #expect(verdict(outcome(.coalesced("device"), waited: .hours(3))) == nil)
    #expect(verdict(outcome(.pending, waited: .minute)) == nil)
    // Pushes that waited until the user opened the app were not run, however many there are.
    #expect(verdict(outcome(.delivered("foreground"), waited: .hours(3))) == .never)
    #expect(verdict(outcome(.pending, waited: .hours(3))) == .never)
    let few = Self.items([(100, true)], .push)
    #expect(verdict(few + outcome(.delivered("foreground"), waited: .zero)) == .healthy)
    #expect(verdict(few + outcome(.dropped("expired"), waited: .hours(3))) == .rare)
  }

  @Test("a series of which nothing was accepted is refused; visits broken off too soon count as asked")
  func refused() throws {
    var app = try ExplainedStudy().file().study.apps[0]
    (app.tasks[0].identifier, app.tasks[0].mechanism) = ("a", .continued)
    app.tasks[0].continued.startsAfterOpen = .minute
    func health(_ hours: [Double], refused: Int = 0, missed: Int = 0) -> SeriesHealth {
      let items = Self.items(hours.map { ($0, true) }, .continued)
      let visits = Array(repeating: TimeSpan.second, count: missed) + [.hour]
      return Self.health(of: items, .continued, refused: refused, app: app, visits: visits)
    }
    #expect(health([], refused: 43).verdict == .refused)
    #expect(health([100, 110], refused: 3).verdict == .rare)
    #expect(health([], missed: 2).verdict == .never)
    #expect(health([100], missed: 2).verdict == .rare)
    #expect(health([100], missed: 1).verdict == .healthy)
  }

  @Test("the words are ordered from good to bad, and the limits stand in the legend")
  func order() {
    #expect(
      HealthVerdict.allCases.sorted() == [
        .healthy, .someStale, .late, .rare, .mostlyStale, .failing, .never, .refused,
      ])
    #expect(HealthVerdict.never > .rare && HealthVerdict.late > .healthy)
    let legend = HealthVerdict.legend.joined(separator: "\n")
    for word in HealthVerdict.allCases { #expect(legend.contains("\(word.rawValue):")) }
    #expect(legend.contains("successShare 0.8, runShare 0.5"))
  }
}
