import Containers
import EventSimulation

/// Constant powers, the awake platform, and lumps of energy.
extension PhonePower {
  /// Draws a constant power until ``end(_:at:)``.
  public mutating func begin(
    _ component: EnergyComponent, payer: EnergyPayer, microwatts: Int64, account: AccountID? = nil,
    at now: Instant
  ) -> ClaimID {
    precondition((0...Self.greatestMicrowatts).contains(microwatts), "a load takes 0 to 40 W")
    advance(to: now)
    let slot = allocate(
      .constant, component, row: ledger.row(payer), account: index(account), microwatts: microwatts)
    return id(slot)
  }

  /// Changes the power of a claim.
  public mutating func change(_ id: ClaimID, microwatts: Int64, at now: Instant) {
    precondition((0...Self.greatestMicrowatts).contains(microwatts), "a load takes 0 to 40 W")
    advance(to: now)
    setPower(slot(id, .constant), microwatts)
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
      slots[slot].row = row
      slots[slot].settled = integrals(ofSlot: slot, at: supply.integrals)
    }
    supply.changeLoad(by: microwatts - slots[slot].microwatts)
    slots[slot].microwatts = microwatts
  }

  /// Ends a claim.
  public mutating func end(_ id: ClaimID, at now: Instant) {
    advance(to: now)
    release(slot(id, .constant))
  }

  /// Holders of the awake platform.
  public var awakeHolders: Int { Int(awake.holders) }

  /// Whether nobody keeps the platform awake; mutating for the reason that ``readAccountEnergy(_:at:)`` is.
  public var isAsleep: Bool { mutating get { awake.holders == 0 } }

  /// Keeps the platform awake; its power is billed in equal parts to all who do.
  public mutating func holdAwake(
    payer: EnergyPayer, account: AccountID? = nil, at now: Instant
  ) -> HolderID {
    advance(to: now)
    let slot = allocate(.awake, .system, row: ledger.row(payer), account: index(account))
    awake.join()
    supply.changeLoad(by: awake.holders == 1 ? awake.microwatts : 0)
    return HolderID(claim: id(slot))
  }

  /// Releases a hold. The platform sleeps when none is left.
  public mutating func releaseAwake(_ id: HolderID, at now: Instant) {
    advance(to: now)
    release(slot(id.claim, .awake))
    awake.leave()
    supply.changeLoad(by: awake.holders == 0 ? -awake.microwatts : 0)
  }

  /// Draws a lump of energy at once, without loss in the cell.
  public mutating func spend(
    _ component: EnergyComponent, payer: EnergyPayer, nanojoules: Int64, account: AccountID? = nil,
    at now: Instant
  ) {
    advance(to: now)
    bill(ledger.row(payer), component, nanojoules, account: index(account))
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

  /// Draws an idle power from the start on.
  mutating func drawIdle(_ component: EnergyComponent, _ microwatts: Int64) {
    _ = allocate(.idle, component, row: ledger.row(.idle), account: -1, microwatts: microwatts)
  }
}
