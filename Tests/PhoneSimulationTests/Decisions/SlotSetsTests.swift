import Containers
import TestSupport
import Testing

@testable import PhoneSimulation

@Suite("Sets of slots") struct SlotSetsTests {
  @Test("what one set has and another has not, and whether it has a slot")
  func differences() {
    var random = SeededGenerator(seed: 8)
    var sets = SlotSets(count: 2)
    var model = [Set<Int>](repeating: [], count: 2)
    for _ in 0..<400 {
      let (slot, set) = (Int.random(in: 0..<200, using: &random), Int.random(in: 0..<2, using: &random))
      sets.reserve(slot)
      sets.insert(slot, into: set)
      model[set].insert(slot)
      if slot % 3 == 0 {
        sets.remove(slot, from: 1 - set)
        model[1 - set].remove(slot)
      }
    }
    for set in 0..<2 {
      var found = UniqueArray<Int32>()
      sets.append(set, without: 1 - set, to: &found)
      expect(found.indices.map { Int(found[$0]) } == model[set].subtracting(model[1 - set]).sorted())
      expect((0..<300).allSatisfy { sets.contains($0, in: set) == model[set].contains($0) })
    }
    sets.removeAll(from: 0)
    expect(sets.isEmpty(0) && !sets.isEmpty(1))
  }

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
