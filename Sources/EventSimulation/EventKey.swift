/// The place of a pending event in the total order (time, priority, sequence), with the slot of its payload.
///
/// One 128-bit integer, compared in two instructions: 64 bits of time, 4 of priority, 38 of sequence, 22 of
/// slot. The sequence is unique, so the slot never decides.
@usableFromInline struct EventKey: Equatable, Sendable {
  @usableFromInline let bits: UInt128

  @usableFromInline static let slotBits: UInt64 = 22
  @usableFromInline static let sequenceBits: UInt64 = 38
  /// More events than this cannot be pending at once.
  @usableFromInline static let slotLimit = 1 << 22
  /// More events than this cannot be scheduled between two clearings of a calendar.
  @usableFromInline static let sequenceLimit: UInt64 = 1 << 38

  @inlinable init(bits: UInt128) { self.bits = bits }

  /// `time` is not negative; `sequence` and `slot` are below their limits.
  @inlinable init(time: Instant, priority: EventPriority, sequence: UInt64, slot: UInt32) {
    let low = UInt64(priority.rawValue) &<< 60 | sequence &<< 22 | UInt64(slot)
    bits = UInt128(UInt64(bitPattern: time.microseconds)) &<< 64 | UInt128(low)
  }

  /// The key at another place in the order, with the same priority and slot.
  @inlinable func moved(to time: Instant, sequence: UInt64) -> EventKey {
    let kept: UInt64 = 15 &<< 60 | UInt64(EventKey.slotLimit - 1)
    let low = UInt64(truncatingIfNeeded: bits) & kept | sequence &<< 22
    return EventKey(bits: UInt128(UInt64(bitPattern: time.microseconds)) &<< 64 | UInt128(low))
  }

  /// Before every key.
  @inlinable static var least: EventKey { EventKey(bits: 0) }
  /// After every key: fills the places behind the last one, so that every family has four children.
  @inlinable static var greatest: EventKey { EventKey(bits: .max) }

  @inlinable var time: Instant {
    Instant(microseconds: Int64(bitPattern: UInt64(truncatingIfNeeded: bits &>> 64)))
  }

  /// The time as it is compared; the greatest number for ``greatest``.
  @inlinable var unsignedTime: UInt64 { UInt64(truncatingIfNeeded: bits &>> 64) }

  @inlinable var priority: EventPriority {
    // The four bits were put there from a valid priority.
    EventPriority(rawValue: priorityCode).unsafelyUnwrapped
  }

  /// The raw value of ``priority``.
  @inlinable var priorityCode: UInt8 {
    UInt8(truncatingIfNeeded: UInt64(truncatingIfNeeded: bits) &>> 60)
  }

  @inlinable var slot: Int { Int(truncatingIfNeeded: bits) & (EventKey.slotLimit - 1) }

  @inlinable static func < (a: EventKey, b: EventKey) -> Bool { a.bits < b.bits }
}
