import EventSimulation
import Testing
import Workload

@testable import PhoneSimulation
@testable import Studies

@Suite("Runs and waiting by hour") struct HourHistogramTests {
  @Test("waiting is split at whole hours, and sums to the wait after warm-up")
  func split() {
    let from = Instant.day(0, .minutes(22 * 60 + 30))
    let to = Instant.day(1, .minutes(75))
    let item = History.Item(
      item: 1, mechanism: .refresh, identifier: "a", submitted: from, open: from, chainOpen: from,
      launched: to,
      expired: nil, ended: to, outcome: .running,
      waits: [BlockedInterval(item: 1, from: from, to: to, reasons: .of(.score))], waitEnd: to)
    let histogram = HourHistogram([item], from: .zero)
    #expect(histogram.waiting[22] == .minutes(30) && histogram.waiting[23] == .hour)
    #expect(histogram.waiting[0] == .hour && histogram.waiting[1] == .minutes(15))
    #expect(histogram.waiting.reduce(TimeSpan.zero) { $0 + $1 } == to - from)
    #expect(histogram.runs[1] == 1 && histogram.runs.reduce(0, +) == 1)
    let later = HourHistogram([item], from: .day(1, .minutes(30)))
    #expect(later.waiting[22] == .zero && later.waiting[0] == .minutes(30))
    #expect(HourHistogram([item], from: .day(2)).runs.allSatisfy { $0 == 0 })
  }
}
