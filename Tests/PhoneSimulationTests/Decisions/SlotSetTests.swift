import Containers
import TestSupport
import Testing

@testable import PhoneSimulation

@Suite("Set of slots") struct SlotSetTests {
  @Test("a set is the set of a model, and so is what it has and another has not, over random changes")
  func model() {
    var random = SeededGenerator(seed: 8)
    var first = SlotSet()
    var second = SlotSet()
    var model = [Set<Int>](repeating: [], count: 2)
    first.reserve(299)
    second.reserve(299)
    var mismatches = 0
    for step in 0..<4_000 {
      let slot = Int.random(in: 0..<300, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        if first.insert(slot) != model[0].insert(slot).inserted { mismatches += 1 }
      case 1:
        if second.insert(slot) != model[1].insert(slot).inserted { mismatches += 1 }
      case 2:
        first.remove(slot)
        model[0].remove(slot)
      default:
        second.remove(slot)
        model[1].remove(slot)
      }
      if step % 1_000 == 999 {
        first.removeAll()
        model[0] = []
      }
      guard step % 40 == 0 else { continue }
      var found = UniqueArray<Int32>()
      first.append(without: second, to: &found)
      if found.indices.map({ Int(found[$0]) }) != model[0].subtracting(model[1]).sorted() { mismatches += 1 }
      if (0..<400).contains(where: { first.contains($0) != model[0].contains($0) }) { mismatches += 1 }
      if !first.mayHaveAny, !model[0].isEmpty { mismatches += 1 }
    }
    expect(mismatches == 0)
  }
}
