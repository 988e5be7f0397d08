import EventSimulation

/// The charger. While plugged the adapter carries the loads and the cell only takes.
extension PhonePower {
  /// Connects a charger, or changes to another one.
  public mutating func connect(_ setting: ChargerSetting, at now: Instant) {
    advance(to: now)
    if supply.isPlugged {
      settleCharge()
    } else {
      settleAll()
      supply.plug()
    }
    startSession(setting)
  }

  /// Removes the charger.
  public mutating func disconnect(at now: Instant) {
    guard supply.isPlugged else { return }
    advance(to: now)
    settleAll()
    settleCharge()
    session = nil
    nextRise = .distantFuture
    supply.unplug()
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
  public var isPlugged: Bool { supply.isPlugged }

  /// Whether the cell is taking current.
  public var isCharging: Bool {
    guard let session else { return false }
    return session.setting.cellMicrowatts > 0 && supply.time < session.ceilingAt
  }

  /// Microwatts into the cell at `now`, which is not before the last call.
  public func chargingMicrowatts(at now: Instant) -> Int64 { session?.cellMicrowatts(at: now) ?? 0 }

  private mutating func startSession(_ setting: ChargerSetting) {
    let new = ChargeSession(
      setting: setting, at: supply.time, nanojoules: supply.cellNanojoules, capacity: capacityNanojoules,
      ceiling: ceiling, taperStart: hardware.parameters.taperStart,
      taperAsymptote: hardware.parameters.taperAsymptote)
    session = new
    ceilingTold = new.ceilingAt <= supply.time
    refreshNextRise()
  }

  /// Takes into the totals what the cell has taken and what was lost in charging up to now.
  mutating func settleCharge() {
    guard let charged = session?.energy(at: supply.time), let loss = session?.billLoss(upTo: charged)
    else { return }
    batteryIn.add(nanojoules: charged - supply.cellNanojoules)
    supply.setCharge(charged)
    chargingLoss.add(nanojoules: loss)
  }
}
