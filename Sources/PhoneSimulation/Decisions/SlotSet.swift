import Containers

/// A set of slots, one bit for each.
struct SlotSet: ~Copyable {
  private var words = UniqueArray<UInt64>()
  /// Whether there may be any.
  private(set) var mayHaveAny = false

  /// Makes room for a slot.
  mutating func reserve(_ slot: Int) { while words.count <= slot >> 6 { words.append(0) } }

  /// Puts a slot in.
  ///
  /// - Returns: Whether it is new.
  @inline(__always)
  mutating func insert(_ slot: Int) -> Bool {
    mayHaveAny = true
    let word = words[slot >> 6]
    let bit: UInt64 = 1 << UInt64(slot & 63)
    words[slot >> 6] = word | bit
    return word & bit == 0
  }

  @inline(__always)
  mutating func remove(_ slot: Int) { words[slot >> 6] &= ~(1 << UInt64(slot & 63)) }

  /// Whether a slot is in the set; false for one that there is no room for.
  @inline(__always)
  func contains(_ slot: Int) -> Bool {
    slot >> 6 < words.count && words[slot >> 6] & 1 << UInt64(slot & 63) != 0
  }

  @inline(__always)
  mutating func removeAll() {
    guard mayHaveAny else { return }
    for index in words.indices { words[index] = 0 }
    mayHaveAny = false
  }

  /// Adds the slots that are not in another set with as much room to a list, in order.
  func append(without other: borrowing SlotSet, to list: inout UniqueArray<Int32>) {
    for index in words.indices {
      var left = words[index] & ~other.words[index]
      while left != 0 {
        list.append(Int32(index << 6 + left.trailingZeroBitCount))
        left &= left - 1
      }
    }
  }
}
