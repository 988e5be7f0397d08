import EventSimulation

/// The charger. While plugged the adapter carries the loads and the cell only takes.
extension PhonePower {
  /// Connects a charger, or changes to another one.
  public mutating func connect(_ setting: ChargerSetting, at now: Instant) {
    advance(to: now)
    if session == nil {
      bookAll()
      for slot in 0..<used {
        dropRemainder(slot)
        slots[slot].lossNanowatts = 0
      }
      resetBoundary()
      drain = 0
      segmentEnd = .distantFuture
    } else {
      settleCharge()
    }
    startSession(setting)
  }

  /// Removes the charger.
  public mutating func disconnect(at now: Instant) {
    guard session != nil else { return }
    advance(to: now)
    bookAll()
    for slot in 0..<used { dropRemainder(slot) }
    settleCharge()
    session = nil
    nextRise = .distantFuture
    resetBoundary()
    powersChanged()
    refreshNextFall()
  }

  /// Charges up to a level (the hold of a night, a hard limit); nil for a full battery.
  public mutating func setChargeCeiling(_ level: Double?, at now: Instant) {
    let wanted =
      level.map {
        min(capacityNanojoules, LevelThreshold(level: $0, capacity: capacityNanojoules).ceiling)
      } ?? capacityNanojoules
    guard wanted != ceiling else { return }
    advance(to: now)
    ceiling = wanted
    guard let setting = session?.setting else { return }
    settleCharge()
    startSession(setting)
  }

  /// Whether a charger is connected.
  public var isPlugged: Bool { session != nil }

  /// Whether the cell is taking current.
  public var isCharging: Bool {
    guard let session else { return false }
    return session.setting.cellMicrowatts > 0 && time < session.ceilingAt
  }

  /// Microwatts into the cell at `now`, which is not before the last call.
  public func chargingMicrowatts(at now: Instant) -> Int64 { session?.cellMicrowatts(at: now) ?? 0 }

  private mutating func startSession(_ setting: ChargerSetting) {
    let new = ChargeSession(
      setting: setting, at: time, nanojoules: base, capacity: capacityNanojoules, ceiling: ceiling,
      taperStart: hardware.parameters.taperStart, taperAsymptote: hardware.parameters.taperAsymptote)
    session = new
    ceilingTold = new.ceilingAt <= time
    refreshNextRise()
  }

  /// Books what the cell has taken and lost in charging up to now.
  mutating func settleCharge() {
    guard var session else { return }
    let energy = session.energy(at: time)
    booked.batteryIn.add(nanojoules: energy - base)
    base = energy
    let loss = session.loss(upTo: energy) - session.lossBilled
    session.lossBilled += loss
    ledger.add(ledger.row(EnergyPayer(app: -1, cause: .charging)), .charger, loss)
    booked.adapter.add(nanojoules: loss)
    booked.chargingLoss.add(nanojoules: loss)
    self.session = session
  }
}
