import Containers

/// The items whose verdict has changed since the last decision point, or that have left while candidates.
struct TouchedItems: ~Copyable {
  private var next = UniqueArray<ItemKey>()
  /// Those of the present decision point; see ``collect(isSorted:)``.
  private(set) var keys = UniqueArray<ItemKey>()

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
    if keys.count > 1 { keys.sortUnique() }
  }
}
