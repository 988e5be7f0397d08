import EventSimulation
import Testing

@testable import PhoneSimulation

@Suite("When reasons kept items waiting") struct BlockingByHourTests {
  private func at(_ hours: Double) -> Instant { .zero + .microseconds(Int64(hours * 3.6e9)) }

  private func times(_ hours: borrowing BlockingByHour, _ column: Int) -> [Int: Double] {
    Dictionary(
      uniqueKeysWithValues: (0..<24).compactMap { hour in
        let time = hours.time(column: column, hour: hour)
        return time > .zero ? (hour, Double(time.microseconds) / 3.6e9) : nil
      })
  }

  @Test("a span counts in each hour that it touches, over midnight and over days")
  func spans() {
    var hours = BlockingByHour(columns: 2, start: .zero)
    hours.add(from: at(1.5), until: at(3), column: 0)
    #expect(times(hours, 0) == [1: 0.5, 2: 1])
    #expect(times(hours, 1) == [:])
    hours.add(from: at(15 * 24 + 23.75), until: at(16 * 24 + 0.75), column: 1)
    #expect(times(hours, 1) == [23: 0.25, 0: 0.75])
    hours.add(from: at(29), until: at(29 + 49), column: 0)
    for hour in 0..<24 {
      let expected = (hour == 5 ? 3.0 : 2) + (hour == 1 ? 0.5 : hour == 2 ? 1 : 0)
      #expect(times(hours, 0)[hour] == expected, "\(hour)")
    }
  }

  @Test("time before the end of warm-up does not count")
  func warmUp() {
    var hours = BlockingByHour(columns: 1, start: at(24))
    hours.add(from: at(3), until: at(20), column: 0)
    #expect(times(hours, 0) == [:])
    hours.add(from: at(23), until: at(25.5), column: 0)
    #expect(times(hours, 0) == [0: 1, 1: 0.5])
    hours.add(from: at(30), until: at(30), column: 0)
    #expect(times(hours, 0) == [0: 1, 1: 0.5])
  }
}
