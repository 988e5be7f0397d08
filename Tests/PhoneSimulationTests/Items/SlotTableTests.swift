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
      switch random.integer(below: 5) {
      case 0, 1:
        table[key] = Int32(step)
        oracle[key] = Int32(step)
      case 2, 3:
        table[key] = nil
        oracle[key] = nil
      default:
        if random.integer(below: 500) == 0 {
          table.removeAll()
          oracle.removeAll()
        }
      }
      if table[key] != oracle[key] || table.count != oracle.count { mismatches += 1 }
    }
    for key in 0..<200 as Range<UInt64> where table[key] != oracle[key] { mismatches += 1 }
    expect(mismatches == 0)
  }
}
