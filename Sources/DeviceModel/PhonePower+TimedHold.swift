import EventSimulation

/// The hold of the system's own work. Its end is known when it begins: one of the changes that come by themselves.
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
    refreshOwnChange()
  }

  /// When the platform is released by itself; the distant future where nothing is held so.
  public var timedHoldEnd: Instant { mutating get { timedHold.end } }

  /// Releases the platform before its time: the phone powers off.
  public mutating func cancelTimedHold(at now: Instant) {
    advance(to: now)
    if timedHold.slot >= 0 { releaseTimedHold() }
  }

  /// Releases the platform at the instant up to which everything is integrated.
  mutating func releaseTimedHold() {
    let slot = timedHold.slot
    timedHold = TimedHold()
    refreshOwnChange()
    releaseHold(slot)
  }
}
