import BackgroundExecution
import Basics

extension GateReader {
  enum State: UInt8 {
    /// Before its earliest begin; denied by a hard gate; let through by all of them.
    case ahead, denied, open
  }

  struct Row {
    var gates = ItemGates(.launch)
    var verdict = GateVerdict()
    var order: Int64 = -1
    var set = GateReader.noSet
    var state = State.denied
    var isUsed = false
    var isStale = false
    var isMarked = false
    var isCandidate = false
  }
}

/// Some sets of slots, one bit for each slot in each: an item goes from one to another without touching its neighbors.
package struct SlotSets: ~Copyable {
  private let count: Int
  /// The first 64 slots of each set, the next 64 of each, and so on.
  private var words = UniqueArray<UInt64>()

  package init(count: Int) { self.count = count }

  package mutating func reserve(_ slot: Int) {
    while words.count <= (slot >> 6) * count { for _ in 0..<count { words.append(0) } }
  }

  @inline(__always)
  package mutating func insert(_ slot: Int, into set: Int) { words[word(slot, set)] |= bit(slot) }

  @inline(__always)
  package mutating func remove(_ slot: Int, from set: Int) { words[word(slot, set)] &= ~bit(slot) }

  package func isEmpty(_ set: Int) -> Bool {
    var index = set
    while index < words.count {
      if words[index] != 0 { return false }
      index += count
    }
    return true
  }

  @inline(__always) package func append(_ set: Int, to list: inout UniqueArray<Int32>) {
    var first: Int32 = 0
    var index = set
    while index < words.count {
      var left = words[index]
      while left != 0 {
        list.append(first + Int32(left.trailingZeroBitCount))
        left &= left - 1
      }
      first += 64
      index += count
    }
  }

  private func word(_ slot: Int, _ set: Int) -> Int { (slot >> 6) * count + set }
  private func bit(_ slot: Int) -> UInt64 { 1 << UInt64(slot & 63) }
}

struct TouchedItems: ~Copyable {
  private var next = UniqueArray<ItemKey>()
  private(set) var keys = UniqueArray<ItemKey>()

  @inline(__always) mutating func add(_ key: ItemKey) { next.append(key) }

  /// Begins a decision point. Only if sorted, ``keys`` stand in order, each once.
  @inline(__always) mutating func collect(isSorted: Bool) {
    if next.isEmpty, keys.isEmpty { return }
    swap(&keys, &next)
    next.removeAll()
    guard isSorted else { return }
    if keys.count == 2, keys[0] < keys[1] { return }
    if keys.count > 1 { keys.sortUnique() }
  }
}
