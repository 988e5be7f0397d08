import Basics
import TestSupport
import Testing

@Suite("Arrays with one owner")
struct UniqueArrayTests {
  @Test("an emptied array does not contain old elements")
  func emptied() {
    var array = UniqueArray([3, 1, 2])
    holds(array.elements == [3, 1, 2])
    array.truncate(to: 2)
    holds(array.elements == [3, 1])
    #expect(array.popLast() == 1)
    array.removeAll()
    let (isEmpty, last) = (array.isEmpty, array.popLast())
    holds(isEmpty && last == nil)
    array.append(7)
    holds(array.elements == [7])
  }

  @Test("sorting keeps each element exactly once", arguments: [0, 1, 5, 16, 17, 200])
  func sorted(count: Int) {
    var array = UniqueArray<Int>()
    for element in 0..<300 { array.append(-element) }
    array.removeAll()
    let values = (0..<count).map { ($0 * 7919) % 97 }
    for value in values { array.append(value) }
    array.sortUnique()
    holds(array.elements == Set(values).sorted())
  }

  @Test("random changes give the same results as a standard array")
  func oracle() {
    var random = SeededGenerator(seed: 7)
    var array = UniqueArray<Int>(capacity: 2)
    var oracle: [Int] = []
    for step in 0..<20_000 {
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1, 2:
        array.append(step)
        oracle.append(step)
      case 3:
        let index = Int.random(in: 0...oracle.count, using: &random)
        array.insert(step, at: index)
        oracle.insert(step, at: index)
      case 4:
        let popped = array.popLast()
        #expect(popped == oracle.popLast())
      case 5 where !oracle.isEmpty:
        let index = Int.random(in: 0..<oracle.count, using: &random)
        let removed = array.remove(at: index)
        #expect(removed == oracle.remove(at: index))
      case 6 where !oracle.isEmpty:
        let index = Int.random(in: 0..<oracle.count, using: &random)
        array[index] += 1
        oracle[index] += 1
      case 8 where step % 50 == 0:
        array.truncate(to: 3)
        oracle = Array(oracle.prefix(3))
      default: break
      }
      guard step % 100 == 0 else { continue }
      holds(array.elements == oracle)
    }
    holds(array.elements == oracle)
    let last = array.last
    #expect(last == oracle.last)
  }

  @Test("a copy goes its own way")
  func copies() {
    var array = UniqueArray(repeating: 1, count: 3)
    var copy = array.copy()
    array[0] = 5
    copy.append(9)
    holds(array.elements == [5, 1, 1])
    holds(copy.elements == [1, 1, 1, 9])
  }

  /// Counts how many of its kind there are.
  private final class Counted {
    nonisolated(unsafe) static var alive = 0
    init() { Self.alive += 1 }
    deinit { Self.alive -= 1 }
  }

  @Test("elements that leave are released, and all of them with the array")
  func releases() {
    do {
      var array = UniqueArray<Counted>()
      for _ in 0..<20 { array.append(Counted()) }
      #expect(Counted.alive == 20)
      array.remove(at: 3)
      array.removeLast()
      _ = array.popLast()
      #expect(Counted.alive == 17)
      array.insert(Counted(), at: 0)
      array.truncate(to: 10)
      #expect(Counted.alive == 10)
      array.removeAll()
      #expect(Counted.alive == 0)
      for _ in 0..<5 { array.append(Counted()) }
      #expect(Counted.alive == 5)
    }
    #expect(Counted.alive == 0)
  }

  @Test("a position outside stops the program")
  func bounds() async {
    await #expect(processExitsWith: .failure) {
      let array = UniqueArray([1, 2, 3])
      print(array[array.count])
    }
    await #expect(processExitsWith: .failure) {
      var array = UniqueArray([1, 2, 3])
      array.removeLast()
      array[2] = 1
    }
  }
}
