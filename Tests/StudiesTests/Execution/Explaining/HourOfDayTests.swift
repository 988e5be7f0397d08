import EventSimulation
import TestSupport
import Testing
import Workload

@testable import PhoneSimulation
@testable import Studies

@Suite("Runs, waiting and opens by hour") struct HourOfDayTests {
  @Test("waiting is split at whole hours, and an open counts in its hour")
  func split() {
    let from = Instant.day(0, .minutes(22 * 60 + 30))
    let to = Instant.day(1, .minutes(75))
    let item = History.Item(
      item: 1, mechanism: .refresh, identifier: "a", submitted: from, open: from, chainOpen: from,
      launched: to,
      expired: nil, ended: to, outcome: .running,
      waits: [BlockedInterval(item: 1, from: from, to: to, reasons: .of(.score))], waitEnd: to)
    let opens = [(1, true), (1, false), (9, true)].map { hour, isFresh in
      OpenObservation(contentAge: .zero, staleness: .zero, isFresh: isFresh, at: .day(1, .hours(hour)))
    }
    let hours = HourOfDay.all([item], opens, from: .zero)
    #expect(hours[22].waiting == .minutes(30) && hours[23].waiting == .hour)
    #expect(hours[0].waiting == .hour && hours[1].waiting == .minutes(15))
    #expect(hours.reduce(TimeSpan.zero) { $0 + $1.waiting } == to - from)
    #expect(hours[1].runs == 1 && hours.reduce(0) { $0 + $1.runs } == 1)
    #expect(hours[1].freshShare == 0.5 && hours[9].freshShare == 1 && hours[2].freshShare == nil)
    holds(opens.stalestHour.map { $0.hour == 1 && $0.share == 0.5 } ?? false)
    let later = HourOfDay.all([item], [], from: .day(1, .minutes(30)))
    #expect(later[22].waiting == .zero && later[0].waiting == .minutes(30))
    holds(HourOfDay.all([item], [], from: .day(2)).allSatisfy { $0.runs == 0 })
  }
}
