import TestSupport
import Testing

@testable import PhoneSimulation

@Suite("Table of counts") struct CountTableTests {
  private struct Cell: Hashable {
    var row: Int
    var key: UInt32
  }

  private func counts(_ table: borrowing CountTable) -> (order: [Cell], counts: [Cell: Int64]) {
    var (order, counts): ([Cell], [Cell: Int64]) = ([], [:])
    table.forEachCount { row, key, count in
      order.append(Cell(row: row, key: key))
      counts[Cell(row: row, key: key)] = count
    }
    return (order, counts)
  }

  @Test(
    "counts of a few keys and of hundreds agree with a dictionary, by rows and rising keys",
    arguments: [7, 900])
  func model(keys: Int) {
    var random = SeededGenerator(seed: UInt64(keys))
    var table = CountTable(rows: 9)
    var model: [Cell: Int64] = [:]
    let all = (0..<keys).map { _ in UInt32(random.integer(below: 1 << 19)) }
    for _ in 0..<20_000 {
      let cell = Cell(row: random.integer(below: 9), key: all[random.integer(below: keys)])
      let times = Int64(random.integer(below: 4)) + 1
      table.add(times, to: cell.key, inRow: cell.row)
      model[cell, default: 0] += times
    }
    let found = counts(table)
    expect(found.counts == model)
    expect(found.order == model.keys.sorted { ($0.row, $0.key) < ($1.row, $1.key) })
  }

  @Test("a count goes on beyond 32 bits, also when columns come later")
  func carries() {
    var table = CountTable(rows: 2)
    table.add(Int64(UInt32.max), to: 5, inRow: 1)
    table.add(to: 5, inRow: 1)
    table.add(3 << 33, to: 5, inRow: 1)
    table.add(to: 5, inRow: 1)
    for key in 100..<300 as Range<UInt32> { table.add(to: key, inRow: 0) }
    expect(counts(table).counts[Cell(row: 1, key: 5)] == (1 << 32) + (3 << 33) + 1)
    expect(counts(table).order.count == 201)
  }
}
