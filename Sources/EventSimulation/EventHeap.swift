/// An indexed four-way heap of event keys: the least key on top, and for every slot the place of its key.
///
/// The place table makes it possible to move or remove any key in place. The four children of a key share
/// one cache line, and the places behind the last key hold ``EventKey/greatest``, so the least of four
/// children is chosen without a branch on their number.
@usableFromInline struct EventHeap: ~Copyable {
  /// Keys in heap order; child `c` of the key at `i` is at `4 i + c`, `c` from 1 to 4.
  @usableFromInline var keys: UnsafeMutablePointer<EventKey>
  /// For each slot in use, the place of its key.
  @usableFromInline var slots: UnsafeMutablePointer<EventSlot>
  /// Number of keys.
  @usableFromInline var count: Int
  /// Number of keys and slots that fit.
  @usableFromInline var capacity: Int

  @inlinable init(capacity: Int) {
    keys = EventHeap.allocateKeys(capacity)
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: EventSlot(), count: capacity)
    count = 0
    self.capacity = capacity
  }

  @inlinable deinit {
    EventHeap.deallocateKeys(keys)
    slots.deallocate()
  }

  // The block starts three keys before the root, so that each family of four starts at a cache line.
  @usableFromInline static func allocateKeys(_ capacity: Int) -> UnsafeMutablePointer<EventKey> {
    let stride = MemoryLayout<EventKey>.stride
    let block = UnsafeMutableRawPointer.allocate(byteCount: (capacity + 8) * stride, alignment: 64)
    let keys = (block + 3 * stride).bindMemory(to: EventKey.self, capacity: capacity + 5)
    keys.initialize(repeating: .greatest, count: capacity + 5)
    return keys
  }

  @usableFromInline static func deallocateKeys(_ keys: UnsafeMutablePointer<EventKey>) {
    (UnsafeMutableRawPointer(keys) - 3 * MemoryLayout<EventKey>.stride).deallocate()
  }

  /// Changes the capacity; slots below `used` are kept.
  @usableFromInline mutating func resize(to newCapacity: Int, used: Int) {
    let newKeys = EventHeap.allocateKeys(newCapacity)
    newKeys.update(from: keys, count: count)
    EventHeap.deallocateKeys(keys)
    keys = newKeys
    let newSlots = UnsafeMutablePointer<EventSlot>.allocate(capacity: newCapacity)
    newSlots.initialize(repeating: EventSlot(), count: newCapacity)
    newSlots.update(from: slots, count: used)
    slots.deallocate()
    slots = newSlots
    capacity = newCapacity
  }

  @usableFromInline mutating func removeAll() {
    keys.update(repeating: .greatest, count: count)
    count = 0
  }

  /// Adds a key; there is room for it.
  @inlinable @inline(__always) mutating func insert(_ key: EventKey) {
    assert(count < capacity)
    let place = count
    // At most `capacity` keys, so the sum stays far below 64 bits.
    count = place &+ 1
    siftUp(key, from: place)
  }

  /// Takes the key at `index` out; its slot's place is free afterwards.
  @inlinable mutating func remove(at index: Int) {
    assert(index < count)
    count -= 1
    let last = keys[count]
    keys[count] = .greatest
    if index < count { replace(at: index, with: last) }
  }

  /// Takes the root out, which no other key can rise past.
  @inlinable @inline(__always) mutating func removeRoot() {
    assert(count > 0)
    // There is a root, so that the count is at least 1.
    count = count &- 1
    let last = keys[count]
    keys[count] = .greatest
    if count > 0 { siftDown(last, from: 0) }
  }

  /// Puts `key` where another key was, and restores the order.
  @inlinable mutating func replace(at index: Int, with key: EventKey) {
    // Compared with its predecessor, not with its parent: the predecessor has just been read.
    if key < keys[index] { siftUp(key, from: index) } else { siftDown(key, from: index) }
  }

  @inlinable @inline(__always) func put(_ key: EventKey, at index: Int) {
    keys[index] = key
    slots[key.slot].place = UInt32(truncatingIfNeeded: index)
  }

  @inlinable @inline(__always) func siftUp(_ key: EventKey, from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) &>> 2
      let above = keys[parent]
      if above < key { break }
      put(above, at: index)
      index = parent
    }
    put(key, at: index)
  }

  // Inlined into the three operations that use it: each then has its own branch history.
  @inlinable @inline(__always) func siftDown(_ key: EventKey, from start: Int) {
    var index = start
    let end = count
    while true {
      let first = index &<< 2 &+ 1
      if first >= end { break }
      let (least, below) = leastChild(from: first)
      if key < below { break }
      put(below, at: index)
      index = least
    }
    put(key, at: index)
  }

  /// The least of the four keys from `first` on, and its index.
  ///
  /// Indices are absolute and chosen by comparisons alone, so that no branch depends on the keys.
  @inlinable @inline(__always) func leastChild(from first: Int) -> (index: Int, key: EventKey) {
    let left = first &+ (keys[first &+ 1] < keys[first] ? 1 : 0)
    let right = first &+ 2 &+ (keys[first &+ 3] < keys[first &+ 2] ? 1 : 0)
    let least = keys[right] < keys[left] ? right : left
    return (least, keys[least])
  }

  /// The least key but the root; ``EventKey/greatest`` when there is none.
  @inlinable @inline(__always) var leastBelowRoot: EventKey { leastChild(from: 1).key }
}
