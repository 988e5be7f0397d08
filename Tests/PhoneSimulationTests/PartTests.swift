import Basics
import EventSimulation
import PhoneSimulation
import TestSupport
import Testing

@Suite("Logistic function")
struct LogisticTests {
  @Test("it is a half at zero, symmetric, and ends at 0 and 1")
  func shape() {
    #expect(logistic(0) == 0.5)
    #expect(abs(logistic(1) - 0.731_058_578_630_004_9) < 1e-12)
    for x in [0.1, 1, 5, 20] { #expect(abs(logistic(x) + logistic(-x) - 1) < 1e-12) }
    #expect(logistic(40) == 1)
    #expect(logistic(-40) == 0)
  }
}

@Suite("Rows of apps") struct AppRowTests {
  @Test("what gates read of an app fits one cache line of 64 bytes")
  func gates() { #expect(MemoryLayout<AppGates.Row>.stride <= 64) }

  @Test("a process takes at most 64 bytes in addition to its submitted items")
  func processes() { #expect(MemoryLayout<ProcessTable.Row>.stride <= 64) }
}

@Suite("Slot table")
struct SlotTableTests {
  @Test("ten thousand random operations agree with a dictionary", arguments: [1, 2, 3] as [UInt64])
  func randomOperations(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var table = SlotTable(capacity: 4)
    var oracle: [UInt64: Int32] = [:]
    var mismatches = 0
    for step in 0..<10_000 {
      let key = UInt64(random.integer(below: 200)) << (seed == 2 ? 32 : 0)
      let value = random.integer(below: 2) == 0 ? Int32(step) : nil
      table[key] = value
      oracle[key] = value
      if table[key] != oracle[key] || table.count != oracle.count { mismatches += 1 }
    }
    for key in 0..<200 as Range<UInt64> where table[key] != oracle[key] { mismatches += 1 }
    holds(mismatches == 0)
  }
}

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
    holds(mismatch == nil)
  }
}

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
    holds(found.counts == model)
    holds(found.order == model.keys.sorted { ($0.row, $0.key) < ($1.row, $1.key) })
  }

  @Test("a count continues beyond 32 bits, also when columns are added later")
  func carries() {
    var table = CountTable(rows: 2)
    table.add(Int64(UInt32.max), to: 5, inRow: 1)
    table.add(to: 5, inRow: 1)
    table.add(3 << 33, to: 5, inRow: 1)
    table.add(to: 5, inRow: 1)
    for key in 100..<300 as Range<UInt32> { table.add(to: key, inRow: 0) }
    holds(counts(table).counts[Cell(row: 1, key: 5)] == (1 << 32) + (3 << 33) + 1)
    holds(counts(table).order.count == 201)
  }
}

@Suite("Times by the hour of the day") struct TimesByHourTests {
  private func at(_ hours: Double) -> Instant { .zero + .microseconds(Int64(hours * 3.6e9)) }

  private func times(_ hours: borrowing TimesByHour, _ column: Int) -> [Int: Double] {
    Dictionary(
      uniqueKeysWithValues: (0..<24).compactMap { hour in
        let time = hours.time(column: column, hour: hour)
        return time > .zero ? (hour, Double(time.microseconds) / 3.6e9) : nil
      })
  }

  @Test("a span counts in each hour that it touches, over midnight and over days")
  func spans() {
    var hours = TimesByHour(columns: 2, start: .zero)
    hours.add(from: at(1.5), until: at(3), column: 0)
    #expect(times(hours, 0) == [1: 0.5, 2: 1])
    #expect(times(hours, 1) == [:])
    hours.add(from: at(15 * 24 + 23.75), until: at(16 * 24 + 0.75), column: 1)
    #expect(times(hours, 1) == [23: 0.25, 0: 0.75])
    hours.add(from: at(29), until: at(29 + 49), column: 0)
    for hour in 0..<24 {
      let expected = (hour == 5 ? 3.0 : 2) + (hour == 1 ? 0.5 : hour == 2 ? 1 : 0)
      #expect(times(hours, 0)[hour] == expected, "\(hour)")
    }
  }

  @Test("time before the end of warm-up does not count")
  func warmUp() {
    var hours = TimesByHour(columns: 1, start: at(24))
    hours.add(from: at(3), until: at(20), column: 0)
    #expect(times(hours, 0) == [:])
    hours.add(from: at(23), until: at(25.5), column: 0)
    #expect(times(hours, 0) == [0: 1, 1: 0.5])
    hours.add(from: at(30), until: at(30), column: 0)
    #expect(times(hours, 0) == [0: 1, 1: 0.5])
  }
}
