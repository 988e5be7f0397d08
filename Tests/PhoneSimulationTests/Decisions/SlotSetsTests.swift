import Basics
import TestSupport
import Testing

@testable import PhoneSimulation

@Suite("Sets of slots") struct SlotSetsTests {
  @Test("sets of bits are the sets of a model, over random changes")
  func model() {
    var random = SeededGenerator(seed: 7)
    var sets = SlotSets(count: 5)
    var model = [Set<Int>](repeating: [], count: 5)
    var mismatch: Int?
    for step in 0..<20_000 {
      let slot = Int.random(in: 0..<300, using: &random)
      let set = Int.random(in: 0..<5, using: &random)
      sets.reserve(slot)
      if Bool.random(using: &random) {
        sets.insert(slot, into: set)
        model[set].insert(slot)
      } else {
        sets.remove(slot, from: set)
        model[set].remove(slot)
      }
      guard step % 50 == 0 || step < 50 else { continue }
      for set in 0..<5 {
        var found = UniqueArray<Int32>()
        found.append(-1)
        sets.append(set, to: &found)
        let slots = found.indices.dropFirst().map { Int(found[$0]) }
        if slots != model[set].sorted() || sets.isEmpty(set) != model[set].isEmpty { mismatch = step }
      }
    }
    expect(mismatch == nil)
  }
}
