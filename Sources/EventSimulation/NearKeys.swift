/// The keys of a few pending events that come soon, kept in order beside the heap.
///
/// Most events of a model come soon after they are scheduled: through a heap each would rise to the top and be removed from there,
/// where comparing it with two or three others does. Any key may stand here or in the heap; the calendar takes the lesser of
/// the two first ones.
@usableFromInline struct NearKeys: ~Copyable {
  /// More keys than this cost more to keep in order than the heap does.
  @usableFromInline static let limit = 16

  /// At place 0 ``EventKey/greatest``, at which every search ends, then the keys from the last to the next.
  @usableFromInline let keys: UnsafeMutablePointer<EventKey>
  /// Number of keys; at this place is the next one.
  @usableFromInline var count = 0

  @inlinable init() {
    keys = .allocate(capacity: NearKeys.limit + 1)
    keys.initialize(repeating: .greatest, count: NearKeys.limit + 1)
  }

  @inlinable deinit { keys.deallocate() }

  /// The least key; ``EventKey/greatest`` when there is none.
  @inlinable @inline(__always) var next: EventKey { keys[count] }

  @inlinable @inline(__always) var hasRoom: Bool { count < NearKeys.limit }

  /// Adds a key; there is room for it.
  @inlinable @inline(__always) mutating func insert(_ key: EventKey) {
    assert(hasRoom)
    var place = count
    // At most ``limit`` keys.
    count = place &+ 1
    while keys[place] < key {
      keys[place &+ 1] = keys[place]
      place &-= 1
    }
    keys[place &+ 1] = key
  }

  /// Takes out the least key; there is one.
  @inlinable @inline(__always) mutating func removeNext() {
    assert(count > 0)
    count &-= 1
  }

  /// Takes out the key of a slot.
  ///
  /// - Returns: The key; there is one.
  @inlinable mutating func remove(slot: Int) -> EventKey {
    var place = count
    while keys[place].slot != slot { place &-= 1 }
    let key = keys[place]
    (keys + place).update(from: keys + place + 1, count: count - place)
    count -= 1
    return key
  }

  /// The key of a slot; there is one.
  @inlinable func key(ofSlot slot: Int) -> EventKey {
    var place = count
    while keys[place].slot != slot { place &-= 1 }
    return keys[place]
  }
}
