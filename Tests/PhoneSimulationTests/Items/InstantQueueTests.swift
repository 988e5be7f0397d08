import EventSimulation
import TestSupport
import Testing

@testable import PhoneSimulation

@Suite("Instant queue")
struct InstantQueueTests {
  @Test("ten thousand random operations agree with a dictionary", arguments: [1, 2, 3] as [UInt64])
  func randomOperations(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var queue = InstantQueue()
    var oracle: [Int32: Instant] = [:]
    var now = Instant.zero
    var mismatches = 0
    for _ in 0..<10_000 {
      let slot = Int32(random.integer(below: 60))
      if random.integer(below: 4) > 0 {
        let time =
          random.integer(below: 5) == 0 ? .distantFuture : now + .seconds(Double(random.integer(below: 50)))
        queue.set(slot, to: time)
        oracle[slot] = time == .distantFuture ? nil : time
      } else {
        now += .seconds(Double(random.integer(below: 10)))
        var taken: Set<Int32> = []
        while let slot = queue.takeDue(at: now) { taken.insert(slot) }
        let due = Set(oracle.filter { $0.value <= now }.keys)
        if taken != due { mismatches += 1 }
        for slot in due { oracle[slot] = nil }
      }
      if queue.nextTime != oracle.values.min() ?? .distantFuture { mismatches += 1 }
    }
    expect(mismatches == 0)
  }
}
