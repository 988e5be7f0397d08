import Basics

/// Small numbers by key: a hash table with open addressing that allocates only where it grows.
package struct SlotTable: ~Copyable {
  private var entries: UniqueArray<(key: UInt64, value: Int32)>
  package private(set) var count = 0

  private static let free = UInt64.max

  /// - Parameter capacity: A power of two.
  package init(capacity: Int = 16) { entries = UniqueArray(repeating: (Self.free, 0), count: capacity) }

  package subscript(key: UInt64) -> Int32? {
    get {
      let entry = entries[place(of: key)]
      return entry.key == key ? entry.value : nil
    }
    set { if let newValue { set(key, newValue) } else { remove(key) } }
  }

  private mutating func set(_ key: UInt64, _ value: Int32) {
    var index = place(of: key)
    if entries[index].key != key {
      if count * 2 >= entries.count {
        grow()
        index = place(of: key)
      }
      count += 1
    }
    entries[index] = (key, value)
  }

  /// The entries behind a removed one move up, so that no search ends at the gap.
  private mutating func remove(_ key: UInt64) {
    var gap = place(of: key)
    guard entries[gap].key == key else { return }
    count -= 1
    let mask = entries.count - 1
    var index = (gap + 1) & mask
    while entries[index].key != Self.free {
      let home = home(of: entries[index].key)
      // Places are no more than memory has room for: their differences fit.
      if (index &- home) & mask >= (index &- gap) & mask {
        entries[gap] = entries[index]
        gap = index
      }
      index = (index &+ 1) & mask
    }
    entries[gap].key = Self.free
  }

  private func home(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (entries.count - 1)
  }

  private func place(of key: UInt64) -> Int {
    let mask = entries.count - 1
    var index = home(of: key)
    while entries[index].key != key, entries[index].key != Self.free { index = (index &+ 1) & mask }
    return index
  }

  @inline(never) private mutating func grow() {
    var larger = SlotTable(capacity: entries.count * 2)
    for index in entries.indices where entries[index].key != Self.free {
      larger.set(entries[index].key, entries[index].value)
    }
    self = larger
  }
}
