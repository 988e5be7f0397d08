import Containers

/// Some sets of slots, one bit for each slot in each: an item goes from one to another without touching its neighbors.
struct SlotSets: ~Copyable {
  private let count: Int
  /// The first 64 slots of each set, the next 64 of each, and so on.
  private var words = UniqueArray<UInt64>()

  /// - Parameter count: The number of sets.
  init(count: Int) { self.count = count }

  /// Makes room for a slot.
  mutating func reserve(_ slot: Int) {
    while words.count <= (slot >> 6) * count { for _ in 0..<count { words.append(0) } }
  }

  @inline(__always)
  mutating func insert(_ slot: Int, into set: Int) { words[word(slot, set)] |= bit(slot) }

  @inline(__always)
  mutating func remove(_ slot: Int, from set: Int) { words[word(slot, set)] &= ~bit(slot) }

  /// Whether a set has no slot.
  func isEmpty(_ set: Int) -> Bool {
    var index = set
    while index < words.count {
      if words[index] != 0 { return false }
      index += count
    }
    return true
  }

  /// Adds the slots of a set to a list, in order.
  @inline(__always)
  func append(_ set: Int, to list: inout UniqueArray<Int32>) {
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

  @inline(__always)
  private func word(_ slot: Int, _ set: Int) -> Int { (slot >> 6) * count + set }

  @inline(__always)
  private func bit(_ slot: Int) -> UInt64 { 1 << UInt64(slot & 63) }
}
