import Containers
import EventSimulation

/// Constant powers and lumps of energy.
extension PhonePower {
  /// Draws a constant power until ``end(_:at:)``.
  public mutating func begin(
    _ component: EnergyComponent, payer: EnergyPayer, microwatts: Int64, account: AccountID? = nil,
    at now: Instant
  ) -> ClaimID {
    precondition((0...Self.greatestMicrowatts).contains(microwatts), "a load takes 0 to 40 W")
    advance(to: now)
    let slot = takePlace(
      .constant, component, row: ledger.row(payer), account: index(account), microwatts: microwatts)
    return id(slot)
  }

  /// Changes the power of a claim.
  public mutating func change(_ id: ClaimID, microwatts: Int64, at now: Instant) {
    precondition((0...Self.greatestMicrowatts).contains(microwatts), "a load takes 0 to 40 W")
    advance(to: now)
    setPower(slot(id, .constant), microwatts)
  }

  /// Goes on with a claim at another power, as if it ended and another one of its payer and account began.
  public mutating func renew(_ id: ClaimID, microwatts: Int64, at now: Instant) {
    precondition((0...Self.greatestMicrowatts).contains(microwatts), "a load takes 0 to 40 W")
    advance(to: now)
    let slot = slot(id, .constant)
    settleHere(slot)
    supply.changeLoad(by: microwatts - slots[slot].microwatts)
    slots[slot].microwatts = microwatts
  }

  /// Bills a claim to another payer from now on, at another power: as if it ended and another one began.
  public mutating func pass(_ id: ClaimID, to payer: EnergyPayer, microwatts: Int64, at now: Instant) {
    precondition((0...Self.greatestMicrowatts).contains(microwatts), "a load takes 0 to 40 W")
    advance(to: now)
    let slot = slot(id, .constant)
    let (component, old, row) = (slots[slot].component, slots[slot].row, ledger.row(payer))
    settle(slot)
    if row != old {
      sharing.remove(old, component, at: supply.integrals)
      sharing.add(row, component, at: supply.integrals)
      // Which time counts as shared may change from now on; the integrals at this instant do not.
      slots[slot].row = row
    }
    supply.changeLoad(by: microwatts - slots[slot].microwatts)
    slots[slot].microwatts = microwatts
  }

  /// Ends a claim.
  public mutating func end(_ id: ClaimID, at now: Instant) {
    advance(to: now)
    freePlace(slot(id, .constant))
  }

  /// Draws a lump of energy at once, without loss in the cell.
  public mutating func spend(
    _ component: EnergyComponent, payer: EnergyPayer, nanojoules: Int64, account: AccountID? = nil,
    at now: Instant
  ) {
    advance(to: now)
    billLump(ledger.row(payer), component, nanojoules, account: index(account))
  }

  /// Turns the idle powers of system, Wi-Fi and paging on or off: off while the phone is powered off, or
  /// where its power comes from a trace's readings.
  public mutating func setIdleDrawn(_ isDrawn: Bool, at now: Instant) {
    advance(to: now)
    let values = hardware.parameters
    for (slot, power) in [values.idleSystem, values.idleWifi, paging].enumerated() {
      setPower(slot, isDrawn ? power : 0)
    }
  }
}
