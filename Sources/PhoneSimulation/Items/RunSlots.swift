/// The slots of a table as they are when the sequence is made.
struct RunSlots: Sequence, IteratorProtocol {
  private var position = 0
  private let count: Int

  init(count: Int) { self.count = count }

  @inline(__always)
  mutating func next() -> RunSlot? {
    guard position < count else { return nil }
    defer { position += 1 }
    return RunSlot(position)
  }
}
