import EventSimulation

/// The hold of the system's own work. Its end is known when it begins: one of the changes that come by themselves.
extension PhonePower {
  /// Keeps the platform awake until an instant; of two such holds that overlap the later end counts.
  ///
  /// - Parameter work: Nanojoules of processor work that is done at once; nil for none.
  public mutating func holdAwake(
    until end: Instant, payer: EnergyPayer, work: Int64? = nil, at now: Instant
  ) {
    advance(to: now)
    if end > now, timedHold.slot < 0 {
      let row = ledger.row(payer)
      if let work, work != 0 { billLump(row, .processor, work, account: -1) }
      timedHold = TimedHold(slot: Int(takeHold(row: row, account: -1).claim.slot), end: end)
    } else {
      if let work { spend(.processor, payer: payer, nanojoules: work, at: now) }
      if end > now { timedHold.end = max(timedHold.end, end) }
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
