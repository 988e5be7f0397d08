import TestSupport
import Testing

@testable import SlumberCommands

@Suite("Arrays of shards") struct ShardArrayTests {
  @Test("consecutive numbers are ranges")
  func ranges() {
    #expect(ArrayIndices.text([1, 2, 3, 4, 7, 9, 10]) == "1-4,7,9-10")
    #expect(ArrayIndices.text([5]) == "5")
    #expect(ArrayIndices.text([]) == "")
  }

  @Test("a short list is one array without an offset")
  func one() {
    let arrays = ShardArray.cut([1, 3, 4], maxArraySize: 1001)
    #expect(arrays == [ShardArray(offset: 0, indices: [1, 3, 4])])
    #expect(arrays[0].specification(atMost: nil) == "1,3-4")
    #expect(arrays[0].specification(atMost: 2) == "1,3-4%2")
  }

  @Test("no number reaches the site's limit, and every shard comes once", arguments: [2, 3, 5, 10, 1001])
  func limit(_ size: Int) {
    let shards = Array(1...37).filter { $0 % 5 != 0 }
    let arrays = ShardArray.cut(shards, maxArraySize: size)
    #expect(arrays.flatMap(\.shards) == shards)
    holds(arrays.allSatisfy { $0.indices.allSatisfy { (1..<size).contains($0) } })
    #expect(Set(arrays.map(\.offset)).count == arrays.count)
  }

  @Test("an empty list of shards gives an empty list of arrays")
  func none() { holds(ShardArray.cut([], maxArraySize: 1001).isEmpty) }
}
