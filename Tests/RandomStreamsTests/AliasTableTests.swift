import RandomStreams
import Testing

@Suite("Alias tables")
struct AliasTableTests {
  @Test("whole weights are rebuilt exactly")
  func exact() throws {
    #expect(try AliasTable(weights: [1, 2, 3, 4]).probabilities == [0.1, 0.2, 0.3, 0.4])
    #expect(try AliasTable(weights: [5, 0, 0, 3]).probabilities == [0.625, 0, 0, 0.375])
    let weights = (1...257).map { Double(($0 * 7919) % 1009) }
    let total = weights.reduce(0, +)
    #expect(try AliasTable(weights: weights).probabilities == weights.map { $0 / total })
  }

  @Test("a weight of zero is never drawn")
  func zeros() throws {
    let table = try AliasTable(weights: [0, 1, 0, 3, 0])
    let drawn = Set((0..<1000).map { table.index(at: (Double($0) + 0.5) / 1000) })
    #expect(drawn == [1, 3])
  }

  @Test("indices cover the unit interval in the weights' shares")
  func shares() throws {
    let table = try AliasTable(weights: [1, 2, 5])
    var counts = [0, 0, 0]
    for cell in 0..<24_000 { counts[table.index(at: (Double(cell) + 0.5) / 24_000)] += 1 }
    #expect(counts == [3000, 6000, 15000])
    #expect(table.index(at: 1 - 0x1p-53) < 3)
  }

  @Test(
    "weights without a positive sum are refused", arguments: [[], [0, 0], [1, -1], [.nan], [.infinity]])
  func refused(_ weights: [Double]) {
    #expect(throws: DistributionError.self) { try AliasTable(weights: weights) }
  }
}
