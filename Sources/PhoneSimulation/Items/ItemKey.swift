/// A pending item and its place in the order in which items were added. A slot that is used again has another key.
struct ItemKey: Hashable, Comparable, Sendable {
  let order: Int64
  let slot: ItemSlot

  @inline(__always)
  static func < (a: ItemKey, b: ItemKey) -> Bool { a.order < b.order }
}
