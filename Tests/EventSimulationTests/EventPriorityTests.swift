import EventSimulation
import Testing

@Suite("Event priorities")
struct EventPriorityTests {
  @Test("at one instant: ends, thresholds, world, user, limits, refills, arrivals, decision, samples")
  func order() {
    let expected: [EventPriority] = [
      .completion, .crossing, .environment, .userAction, .expiry, .refill, .arrival, .decision,
      .sampling,
    ]
    #expect(EventPriority.allCases == expected)
    #expect(expected.sorted() == expected)
    #expect(expected.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7, 8])
  }
}
