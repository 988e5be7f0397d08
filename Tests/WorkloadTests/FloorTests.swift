import EventSimulation
import TestSupport
import Testing
import Workload

@Suite("Floors")
struct FloorTests {
  @Test("a delay counts from the submission")
  func delay() {
    let earliestBegin = EarliestBegin.after(.minutes(15))
    #expect(earliestBegin.instant(after: .day(2, .hours(3))) == .day(2, .minutes(195)))
    holds(earliestBegin.delay == .minutes(15) && EarliestBegin.at(.minutes(15)).delay == nil)
  }

  @Test("a time of day is the next one strictly later than the submission")
  func timeOfDay() {
    let three = EarliestBegin.at(.hours(3))
    #expect(three.instant(after: .day(2, .hours(20))) == .day(3, .hours(3)))
    #expect(three.instant(after: .day(3, .hours(3) - .tick)) == .day(3, .hours(3)))
    #expect(three.instant(after: .day(3, .hours(3))) == .day(4, .hours(3)))
    #expect(EarliestBegin.at(.zero).instant(after: .zero) == .day(1))
    #expect(EarliestBegin.at(.zero).instant(after: .day(1) - .tick) == .day(1))
  }
}
