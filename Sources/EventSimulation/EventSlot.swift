/// What an event heap knows of one slot, kept together because who moves or cancels an event needs both.
@usableFromInline
struct EventSlot {
  /// The index of the slot's key in the heap; while the slot is free, the next free slot.
  @usableFromInline var place: UInt32
  /// How often the slot has been vacated.
  @usableFromInline var generation: UInt32

  @inlinable init() {
    place = 0
    generation = 0
  }
}
