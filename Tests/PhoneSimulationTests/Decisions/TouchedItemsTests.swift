import Basics
import TestSupport
import Testing

@testable import PhoneSimulation

@Suite("Touched items") struct TouchedItemsTests {
  @Test("a few and many stand in order, each once", arguments: [1, 2, 3, 60, 65, 700, 5_000])
  func order(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    var touched = TouchedItems()
    // Orders that one digit tells apart, and such that need several.
    for spread in [count, 300, 1_000_000, 1 << 40] {
      let base = Int64(random.integer(below: 1_000_000_000))
      let orders = (0..<count).map { _ in base + Int64(random.integer(below: spread)) }
      for order in orders { touched.add(ItemKey(order: order, slot: ItemSlot(Int32(order % 50)))) }
      touched.collect(isSorted: true)
      let found = touched.keys.indices.map { touched.keys[$0] }
      expect(found.map(\.order) == Set(orders).sorted())
      expect(found.allSatisfy { $0.slot == ItemSlot(Int32($0.order % 50)) })
    }
    touched.collect(isSorted: true)
    expect(touched.keys.isEmpty)
  }
}
