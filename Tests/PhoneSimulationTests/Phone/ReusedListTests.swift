import Testing

@testable import PhoneSimulation

@Suite("Reused list")
struct ReusedListTests {
  private func elements(_ list: ReusedList<Int>) -> [Int] { list.indices.map { list[$0] } }

  @Test("an emptied list shows nothing of what it held")
  func emptied() {
    var list = ReusedList<Int>()
    for element in [3, 1, 2] { list.append(element) }
    #expect(elements(list) == [3, 1, 2])
    list.truncate(to: 2)
    #expect(elements(list) == [3, 1])
    #expect(list.popLast() == 1)
    list.removeAll()
    #expect(list.isEmpty && list.popLast() == nil)
    list.append(7)
    #expect(elements(list) == [7])
  }

  @Test("sorting leaves each element once, whatever was held before", arguments: [0, 1, 5, 16, 17, 200])
  func sorted(count: Int) {
    var list = ReusedList<Int>()
    for element in 0..<300 { list.append(-element) }
    list.removeAll()
    let values = (0..<count).map { ($0 * 7919) % 97 }
    for value in values { list.append(value) }
    list.sortUnique()
    #expect(elements(list) == Set(values).sorted())
  }
}
