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
    let slot = allocate(.constant, component, row: ledger.row(payer), account: index(account))
    slots[slot].microwatts = microwatts
    powersChanged()
    return id(slot)
  }

  /// Changes the power of a claim.
  public mutating func change(_ id: ClaimID, microwatts: Int64, at now: Instant) {
    precondition((0...Self.greatestMicrowatts).contains(microwatts), "a load takes 0 to 40 W")
    advance(to: now)
    let slot = slot(id, .constant)
    guard slots[slot].microwatts != microwatts else { return }
    slots[slot].microwatts = microwatts
    powersChanged()
  }

  /// Ends a claim.
  public mutating func end(_ id: ClaimID, at now: Instant) {
    advance(to: now)
    release(slot(id, .constant))
    powersChanged()
  }

  /// Keeps the platform awake; its power is billed in equal parts to all who do.
  public mutating func holdAwake(
    payer: EnergyPayer, account: AccountID? = nil, at now: Instant
  ) -> HolderID {
    advance(to: now)
    let slot = allocate(.awake, .system, row: ledger.row(payer), account: index(account))
    awakeHolders += 1
    splitAwakePower()
    powersChanged()
    return HolderID(claim: id(slot))
  }

  /// Lets go of the platform, which sleeps when nobody holds it.
  public mutating func releaseAwake(_ id: HolderID, at now: Instant) {
    advance(to: now)
    release(slot(id.claim, .awake))
    awakeHolders -= 1
    splitAwakePower()
    powersChanged()
  }

  /// Draws a lump of energy at once, without loss in the cell.
  public mutating func spend(
    _ component: EnergyComponent, payer: EnergyPayer, nanojoules: Int64, account: AccountID? = nil,
    at now: Instant
  ) {
    advance(to: now)
    bill(ledger.row(payer), component, nanojoules, account: index(account))
    powersChanged()
  }

  /// Turns the idle powers of system, Wi-Fi and paging on or off: off while the phone is powered off, or
  /// where its power comes from a trace's readings.
  public mutating func setIdleDrawn(_ isDrawn: Bool, at now: Instant) {
    advance(to: now)
    slots[0].microwatts = isDrawn ? hardware.parameters.idleSystem : 0
    slots[1].microwatts = isDrawn ? hardware.parameters.idleWifi : 0
    slots[2].microwatts = isDrawn ? hardware.parameters.idlePaging : 0
    powersChanged()
  }

  /// Equal parts; the microwatts that do not divide go to the first holders.
  private mutating func splitAwakePower() {
    guard awakeHolders > 0 else { return }
    let (part, rest) = hardware.parameters.platformAwake.quotientAndRemainder(dividingBy: Int64(awakeHolders))
    var seen: Int64 = 0
    for index in 0..<used where slots[index].role == .awake {
      slots[index].microwatts = part + (seen < rest ? 1 : 0)
      seen += 1
    }
  }
}
