/// The data of one slot of an event heap, kept together because moving or canceling an event needs both.
@usableFromInline struct EventSlot {
  /// The index of the slot's key in the heap, or ``near``; while the slot is free, the next free slot.
  @usableFromInline var place: UInt32
  /// How often the slot has been vacated.
  @usableFromInline var generation: UInt32

  /// The place of all keys that stand beside the heap; no heap is as large.
  @inlinable static var near: UInt32 { .max }

  @inlinable init() {
    place = 0
    generation = 0
  }
}
