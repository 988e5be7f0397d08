import TestSupport
import Testing

@testable import PhoneSimulation

@Suite("Slot table")
struct SlotTableTests {
  @Test("ten thousand random operations agree with a dictionary", arguments: [1, 2, 3] as [UInt64])
  func randomOperations(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var table = SlotTable(capacity: 4)
    var oracle: [UInt64: Int32] = [:]
    var mismatches = 0
    for step in 0..<10_000 {
      let key = UInt64(random.integer(below: 200)) << (seed == 2 ? 32 : 0)
      let value = random.integer(below: 2) == 0 ? Int32(step) : nil
      table[key] = value
      oracle[key] = value
      if table[key] != oracle[key] || table.count != oracle.count { mismatches += 1 }
    }
    for key in 0..<200 as Range<UInt64> where table[key] != oracle[key] { mismatches += 1 }
    expect(mismatches == 0)
  }
}
