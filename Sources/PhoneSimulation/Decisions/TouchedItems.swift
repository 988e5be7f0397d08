import Containers

/// The items whose verdict has changed since the last decision point, or that have left while candidates.
struct TouchedItems: ~Copyable {
  private var next = UniqueArray<ItemKey>()
  /// Those of the present decision point; see ``collect(isSorted:)``.
  private(set) var keys = UniqueArray<ItemKey>()
  /// Memory to sort in.
  private var sorted = UniqueArray<ItemKey>()

  @inline(__always)
  mutating func add(_ key: ItemKey) { next.append(key) }

  /// Begins a decision point.
  ///
  /// - Parameter isSorted: Whether ``keys`` stand in order, each once; otherwise in any, some more than once.
  @inline(__always)
  mutating func collect(isSorted: Bool) {
    if next.isEmpty, keys.isEmpty { return }
    swap(&keys, &next)
    next.removeAll()
    guard isSorted else { return }
    if keys.count == 2, keys[0] < keys[1] { return }
    if keys.count > 64 { sortByDigits() }
    if keys.count > 1 { keys.sortUnique() }
  }

  /// Puts many keys in order, from the lowest digit of 8 bits to the highest: a fact of the device changes all items, and
  /// their orders are whole numbers that lie close together.
  private mutating func sortByDigits() {
    var (least, greatest) = (keys[0].order, keys[0].order)
    for index in keys.indices {
      least = min(least, keys[index].order)
      greatest = max(greatest, keys[index].order)
    }
    while sorted.count < keys.count { sorted.append(keys[sorted.count]) }
    sorted.truncate(to: keys.count)
    var shift: Int64 = 0
    while (greatest - least) >> shift > 0 {
      // Where the next key with each digit goes.
      var places = InlineArray<256, Int>(repeating: 0)
      for index in keys.indices { places[digit(index, least, shift)] += 1 }
      var place = 0
      for digit in places.indices {
        let count = places[digit]
        places[digit] = place
        place += count
      }
      for index in keys.indices {
        let digit = digit(index, least, shift)
        sorted[places[digit]] = keys[index]
        places[digit] += 1
      }
      swap(&keys, &sorted)
      shift += 8
    }
  }

  @inline(__always)
  private func digit(_ index: Int, _ least: Int64, _ shift: Int64) -> Int {
    Int((keys[index].order - least) >> shift & 255)
  }
}
