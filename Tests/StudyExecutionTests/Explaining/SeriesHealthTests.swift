import EventSimulation
import Testing
import Workload

@testable import StudyExecution

@Suite("Verdicts on one series") struct SeriesHealthTests {
  /// A series observed from day 2 to day 12 with runs at these hours.
  private static func health(
    _ hours: [Double], _ mechanism: Mechanism = .refresh, floor: TimeSpan? = nil, waits: TimeSpan = .zero,
    asked: Int = 0, success: Bool = true
  ) -> SeriesHealth {
    var items = hours.enumerated().map { index, hour in
      let time = Instant.seconds(hour * 3600)
      return ItemHistory(
        item: Int32(index), mechanism: mechanism, identifier: "a", submitted: time - waits,
        open: time - waits,
        chainOpen: time - waits, launched: time, expired: nil, ended: time,
        outcome: .completed(success: success),
        waitEnd: time)
    }
    for index in 0..<asked {
      items.append(
        ItemHistory(
          item: Int32(1000 + index), mechanism: mechanism, identifier: "a", submitted: .day(11),
          open: .day(11),
          chainOpen: .day(11), launched: nil, expired: nil, ended: nil, outcome: .pending, waitEnd: .day(12)))
    }
    return SeriesHealth(
      series: "a", mechanism: mechanism, histories: items, floor: floor, warmUpEnd: .day(2), end: .day(12))
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

  @Test("runs of which none succeeds are late from the third on")
  func failures() {
    #expect(Self.health(Self.every(24), success: false).verdict == .late)
    #expect(Self.health([100, 101], .push, success: false).verdict == .healthy)
  }

  @Test("the words are ordered from good to bad")
  func order() {
    #expect(HealthVerdict.allCases.sorted() == [.healthy, .late, .rare, .never])
    #expect(HealthVerdict.never > .rare && HealthVerdict.late > .healthy)
  }
}
