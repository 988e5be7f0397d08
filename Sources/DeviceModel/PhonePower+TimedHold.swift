import EventSimulation

/// The hold of the system's own work. Its end is known when it begins, so it takes no event of the caller's: time
/// never passes it without releasing the platform at that instant.
///
/// Readings at an instant beyond the end need ``PhonePower/advance(to:)`` first.
extension PhonePower {
  /// Keeps the platform awake until an instant; of two such holds that overlap the later end counts.
  public mutating func holdAwake(until end: Instant, payer: EnergyPayer, at now: Instant) {
    advance(to: now)
    guard end > now else { return }
    if timedHold.slot < 0 {
      timedHold = TimedHold(slot: Int(holdAwake(payer: payer, at: now).claim.slot), end: end)
    } else {
      timedHold.end = max(timedHold.end, end)
    }
    isLevelTimerStale = true
  }

  /// When the platform is released by itself; the distant future where nothing is held so.
  public var timedHoldEnd: Instant { mutating get { timedHold.end } }

  /// Releases the platform before its time: the phone powers off.
  public mutating func cancelTimedHold(at now: Instant) {
    advance(to: now)
    if timedHold.slot >= 0 { releaseTimedHold(at: now) }
  }

  /// Integrates up to the end of the hold and releases the platform.
  @inline(never)
  mutating func endTimedHold() { releaseTimedHold(at: timedHold.end) }

  private mutating func releaseTimedHold(at end: Instant) {
    let slot = timedHold.slot
    timedHold = TimedHold()
    releaseAwake(HolderID(claim: id(slot)), at: end)
  }

  /// The supply as it is after the end of the hold, where that comes before `instant`; nil where it does not, or
  /// where others keep the platform awake.
  func supplyAfterHold(before instant: Instant) -> PowerSupply? {
    guard timedHold.end < instant, awake.holders == 1 else { return nil }
    var later = supply.at(timedHold.end)
    later.changeLoad(by: -awake.microwatts)
    _ = later.startStaleSegment()
    return later
  }
}
