import EventSimulation
import TestSupport
import Testing

@Suite("Event hash")
struct EventHashTests {
  private func hash(_ integers: [UInt64]) -> UInt64 {
    var hash = EventHash()
    for integer in integers { hash.combine(integer) }
    return hash.value
  }

  @Test("the hash of fixed integers is the same on every platform")
  func golden() {
    #expect(hash([]) == 0xE220_A839_7B1D_CDAF)
    #expect(hash([1, 2, 3]) == 0x67EA_BDD7_6853_E5FB)
  }

  @Test("order, number and value of the integers matter")
  func sensitivity() {
    #expect(hash([1, 2]) != hash([2, 1]))
    #expect(hash([0]) != hash([]))
    #expect(hash([0, 0]) != hash([0]))
  }

  @Test("a pair is taken in by order and value")
  func pairs() {
    func hash(_ first: UInt64, _ second: UInt64) -> UInt64 {
      var hash = EventHash()
      hash.combine(first, second)
      return hash.value
    }
    #expect(hash(1, 2) == hash(1, 2))
    #expect(hash(1, 2) != hash(2, 1))
    var seen: Set<UInt64> = []
    for a in 0..<300 as Range<UInt64> {
      for b in 0..<300 as Range<UInt64> { seen.insert(hash(a * 1_000_000, b)) }
    }
    #expect(seen.count == 90_000)
  }

  @Test("no two of many short sequences collide")
  func collisions() {
    var seen: Set<UInt64> = []
    for a in 0..<300 as Range<UInt64> {
      for b in 0..<300 as Range<UInt64> { seen.insert(hash([a, b << 40])) }
    }
    #expect(seen.count == 90_000)
  }

  @Test("changing one bit changes about half of the bits of the hash")
  func avalanche() {
    var random = SeededGenerator(seed: 5)
    var changed = 0
    for _ in 0..<1000 {
      let (a, b) = (random.next(), random.next())
      let bit = UInt64(1) << UInt64(random.below(64))
      changed += (hash([a, b]) ^ hash([a ^ bit, b])).nonzeroBitCount
    }
    // 64,000 fair bits: mean 32,000, standard deviation 126; the band is six of them.
    #expect(abs(changed - 32_000) < 760)
  }
}
