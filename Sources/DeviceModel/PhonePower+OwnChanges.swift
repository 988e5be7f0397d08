import EventSimulation

/// Powers that change by themselves, at instants that are known ahead: the end of the timed hold, and the stages of
/// the tails of the radios.
///
/// They take no event of the caller's: time never passes such an instant without making the change there. Readings at
/// an instant beyond one need ``PhonePower/advance(to:)`` first.
extension PhonePower {
  /// The next instant at which powers change by themselves; the distant future where none do.
  ///
  /// Mutating for the reason that ``readAccountEnergy(_:at:)`` is.
  public var nextOwnChange: Instant { mutating get { ownChange } }

  /// Makes the changes up to an instant. Time goes on to the last of them and no further: whatever happens at the
  /// instant takes it there, and mostly that is nothing.
  @inlinable @inline(__always)
  public mutating func followOwnChanges(to now: Instant) {
    if now >= ownChange { makeOwnChanges(until: now) }
  }

  /// Makes the changes up to an instant, which is not before the next of them, in order.
  @usableFromInline @inline(never)
  mutating func makeOwnChanges(until now: Instant) {
    repeat {
      let change = ownChange
      supply.advance(to: change)
      if timedHold.end <= change { releaseTimedHold() }
      if radios[0].tailEnd <= change { passStage(0) }
      if radios[1].tailEnd <= change { passStage(1) }
    } while ownChange <= now
  }

  mutating func refreshOwnChange() {
    ownChange = min(timedHold.end, min(radios[0].tailEnd, radios[1].tailEnd))
  }
}
