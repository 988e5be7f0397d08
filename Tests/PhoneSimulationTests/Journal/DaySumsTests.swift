import EventSimulation
import Testing
import Workload

@testable import PhoneSimulation

@Suite("Sums of local days") struct DaySumsTests {
  private func open(_ staleness: Double, isFresh: Bool, _ reach: OpenReach = .reachable) -> OpenObservation {
    OpenObservation(contentAge: .zero, staleness: .seconds(staleness), isFresh: isFresh, reach: reach)
  }

  @Test("energies are the differences of readings, day by day, and the last day may be a part of one")
  func energies() {
    var sums = DaySums(end: .day(2, .hours(12)))
    sums.end(with: .init(device: 100, discretionaryBattery: 10), at: .day(1))
    sums.end(with: .init(device: 250, discretionaryBattery: 8), at: .day(2))
    sums.end(with: .init(device: 300, discretionaryBattery: 9), at: .day(2, .hours(12)))
    // The end of a horizon that is read twice adds nothing.
    sums.end(with: .init(device: 300, discretionaryBattery: 9), at: .day(2, .hours(12)))
    #expect(sums.days.map { $0[.energy] } == [100, 150, 50])
    // What another rule for tails takes back on a later day is taken back there.
    #expect(sums.days.map { $0[.discretionaryBattery] } == [10, -2, 1])
    #expect(sums.days.map { TimeSpan.microseconds($0[.length]) } == [.day, .day, .hours(12)])
  }

  @Test("opens count on their day if they are reachable; the end of the horizon belongs to its last day")
  func opens() {
    var sums = DaySums(end: .day(2))
    sums.count(open(30, isFresh: true), at: .day(0, .hours(8)))
    sums.count(open(90, isFresh: false), at: .day(1))
    sums.count(open(10, isFresh: false), at: .day(2))
    sums.count(open(5, isFresh: true, .unreachable(.noItem)), at: .day(1))
    #expect(sums.days.map { $0[.reachableOpens] } == [1, 2])
    #expect(sums.days.map { $0[.freshReachableOpens] } == [1, 0])
    #expect(sums.days.map { $0[.reachableStaleness] } == [30_000_000, 100_000_000])
  }

  @Test("processing requests count on the day of their submission, whenever they end")
  func processing() {
    var sums = DaySums(end: .day(3))
    let first = Instant.day(0, .hours(3))
    for _ in 0..<4 { sums.count(.submitted, ofRequestFrom: first) }
    sums.count(.submitted, ofRequestFrom: .day(2))
    sums.count(.launched(.none), ofRequestFrom: first)
    sums.count(.completed(success: true), ofRequestFrom: first)
    sums.count(.completed(success: false), ofRequestFrom: first)
    sums.count(.replaced, ofRequestFrom: first)
    sums.count(.canceled(.none), ofRequestFrom: first)
    #expect(sums.days.map { $0[.processingWanted] } == [2, 0, 1])
    #expect(sums.days.map { $0[.processingCompleted] } == [1, 0, 0])
  }
}
