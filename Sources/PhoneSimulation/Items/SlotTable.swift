import Containers

/// Small numbers by key: a hash table with open addressing that allocates only where it grows.
struct SlotTable: ~Copyable {
  private var keys: UniqueArray<UInt64>
  private var values: UniqueArray<Int32>
  private(set) var count = 0

  /// No key in use has this value.
  private static let free = UInt64.max

  /// - Parameter capacity: A power of two.
  init(capacity: Int = 16) {
    keys = UniqueArray(repeating: Self.free, count: capacity)
    values = UniqueArray(repeating: 0, count: capacity)
  }

  /// The value of a key; a value that is assigned replaces the one before, and nil removes it.
  subscript(key: UInt64) -> Int32? {
    get {
      let index = place(of: key)
      return keys[index] == key ? values[index] : nil
    }
    set {
      if let newValue { set(key, newValue) } else { remove(key) }
    }
  }

  /// Forgets everything but the memory.
  mutating func removeAll() {
    guard count > 0 else { return }
    for index in keys.indices { keys[index] = Self.free }
    count = 0
  }

  private mutating func set(_ key: UInt64, _ value: Int32) {
    var index = place(of: key)
    if keys[index] != key {
      if count * 2 >= keys.count {
        grow()
        index = place(of: key)
      }
      keys[index] = key
      count += 1
    }
    values[index] = value
  }

  /// The entries behind a removed one move up, so that no search ends at the gap.
  private mutating func remove(_ key: UInt64) {
    var gap = place(of: key)
    guard keys[gap] == key else { return }
    count -= 1
    let mask = keys.count - 1
    var index = (gap + 1) & mask
    while keys[index] != Self.free {
      let home = home(of: keys[index])
      if (index - home) & mask >= (index - gap) & mask {
        keys[gap] = keys[index]
        values[gap] = values[index]
        gap = index
      }
      index = (index + 1) & mask
    }
    keys[gap] = Self.free
  }

  private func home(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (keys.count - 1)
  }

  private func place(of key: UInt64) -> Int {
    var index = home(of: key)
    while keys[index] != key, keys[index] != Self.free { index = (index + 1) & (keys.count - 1) }
    return index
  }

  private mutating func grow() {
    var larger = SlotTable(capacity: keys.count * 2)
    for index in keys.indices where keys[index] != Self.free { larger.set(keys[index], values[index]) }
    self = larger
  }
}
