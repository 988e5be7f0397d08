import Basics
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
    return id(
      takePlace(.constant, component, row: ledger.row(payer), account: index(account), microwatts: microwatts)
    )
  }

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

  /// Turns the idle powers on or off: off while the phone is, or where its power comes from a trace's readings.
  public mutating func setIdleDrawn(_ isDrawn: Bool, at now: Instant) {
    advance(to: now)
    let values = hardware.parameters
    for (slot, power) in [values.idleSystem, values.idleWifi, paging].enumerated() {
      setPower(slot, isDrawn ? power : 0)
    }
  }
}

/// The table of claims: taking a place, billing it, and giving it back.
extension PhonePower {
  /// A place for a claim that begins, other than those at idle; without a call, for those who do little else.
  @inline(__always) mutating func takePlace(
    _ role: ClaimSlot.Role, _ component: EnergyComponent, path: RadioPath = .wifi, row: Int32, account: Int32,
    microwatts: Int64
  ) -> Int {
    if component == .system { shareAwakePowerBeforeClaim() }
    let now = supply.integrals
    sharing.add(row, component, at: now)
    if account >= 0 { accounts[Int(account)].claims &+= 1 }
    if firstFree < 0 { addPlace() }
    let slot = Int(firstFree)
    firstFree = slots[slot].row
    slots[slot].occupy(role, component, path: path, row: row, account: account, microwatts: microwatts)
    slots[slot].settled = ClaimIntegrals(all: now, shared: sharing.shared(component, at: now))
    supply.changeLoad(by: microwatts)
    return slot
  }

  /// Draws an idle power from the start on. A claim that is always drawn shares with nobody and holds nothing.
  mutating func drawIdle(_ component: EnergyComponent, _ microwatts: Int64) {
    var claim = ClaimSlot()
    claim.occupy(.idle, component, path: .wifi, row: ledger.row(.idle), account: -1, microwatts: microwatts)
    claim.settled = ClaimIntegrals(all: supply.integrals)
    slots.append(claim)
    transfers.append(TransferRecord())
    supply.changeLoad(by: microwatts)
  }

  /// A claim on the system begins or ends, which is rare: the share of the awake platform may be shared from now on.
  @inline(never) private mutating func shareAwakePowerBeforeClaim() { shareAwakePower() }

  @inline(never) private mutating func addPlace() {
    firstFree = Int32(slots.count)
    slots.append(ClaimSlot())
    transfers.append(TransferRecord())
  }

  /// Bills a claim, which is none at idle, and frees its place.
  @inline(never) mutating func release(_ slot: Int) { freePlace(slot) }

  /// The same without a call, for those who do little else.
  @inline(__always) mutating func freePlace(_ slot: Int) { freePlace(slot, slots[slot].component) }

  /// The same where the claim's component is known.
  @inline(always)
  mutating func freePlace(_ slot: Int, _ component: EnergyComponent) {
    let now = supply.integrals
    let (row, account, path) = (slots[slot].row, slots[slot].account, slots[slot].path)
    let isBurstTail = slots[slot].role == .burstTail
    let shared = sharing.shared(component, at: now)
    let use = slots[slot].use(upTo: ClaimIntegrals(all: now, shared: shared))
    supply.dropLoad(slots[slot].microwatts)
    slots[slot].vacate(nextFree: firstFree)
    firstFree = Int32(truncatingIfNeeded: slot)
    ledger.add(use, row, component, fromBattery: !supply.isPlugged)
    if isBurstTail { fillPot(path, use) }
    if account >= 0 {
      credit(account, use.total)
      accounts[Int(account)].claims &-= 1
    }
    if component == .system { shareAwakePowerBeforeClaim() }
    sharing.remove(row, component, at: now)
  }

  /// Gives a claim another power; does nothing where it has it.
  @inline(__always) mutating func setPower(_ slot: Int, _ microwatts: Int64) {
    if microwatts != slots[slot].microwatts { changePower(slot, microwatts) }
  }

  @inline(never) private mutating func changePower(_ slot: Int, _ microwatts: Int64) {
    let old = slots[slot].microwatts
    if old > 0 {
      settle(slot)
    } else {
      slots[slot].settled = integrals(ofSlot: slot, at: supply.integrals)
    }
    slots[slot].microwatts = microwatts
    supply.changeLoad(by: microwatts - old)
  }

  /// The place of a claim; traps when it has ended.
  @inline(__always) func slot(_ id: ClaimID, _ role: ClaimSlot.Role) -> Int {
    let slot = Int(id.slot)
    precondition(slots[slot].generation == id.generation && slots[slot].role == role, "the claim has ended")
    return slot
  }

  @inline(__always)
  func id(_ slot: Int) -> ClaimID { ClaimID(slot: Int32(slot), generation: slots[slot].generation) }

  // MARK: Billing

  /// The integrals that a claim's energy follows, at a reading of the supply.
  @inline(__always) func integrals(ofSlot slot: Int, at now: RunningIntegrals) -> ClaimIntegrals {
    // A claim that is always drawn shares with nobody.
    slots[slot].role == .idle
      ? ClaimIntegrals(all: now)
      : ClaimIntegrals(all: now, shared: sharing.shared(slots[slot].component, at: now))
  }

  /// Bills a claim for what it has used up to the present instant.
  @inline(never) mutating func settle(_ slot: Int) { settleHere(slot) }

  /// The same without a call, for those who do little else.
  @inline(always)
  mutating func settleHere(_ slot: Int) {
    // Often it has just begun, or been settled: it has used nothing.
    guard slots[slot].settled.all.energy != supply.integrals.energy else { return }
    let now = integrals(ofSlot: slot, at: supply.integrals)
    let use = slots[slot].use(upTo: now)
    slots[slot].settled = now
    let (row, account, component) = (slots[slot].row, slots[slot].account, slots[slot].component)
    let (path, isBurstTail) = (slots[slot].path, slots[slot].role == .burstTail)
    bill(use, row, component, account: account)
    if isBurstTail { fillPot(path, use) }
  }

  /// Keeps what the tail of a burst has used, to be divided when the burst is over.
  @inline(__always) private mutating func fillPot(_ path: RadioPath, _ use: ClaimUse) {
    fillPot(path, use.energy, use.loss, sharedEnergy: use.sharedEnergy, use.sharedLoss)
  }

  /// The same. Takes the energies one by one: together they would be put into memory for every claim.
  @inline(never) private mutating func fillPot(
    _ path: RadioPath, _ energy: Int64, _ loss: Int64, sharedEnergy: Int64, _ sharedLoss: Int64
  ) {
    let fromBattery = !supply.isPlugged
    radios[path.radio].burst.pot.energy.add(energy, fromBattery: fromBattery, shared: sharedEnergy)
    radios[path.radio].burst.pot.loss.add(loss, fromBattery: fromBattery, shared: sharedLoss)
  }

  /// Bills what has been used of a claim or hold.
  @inline(__always)
  mutating func bill(_ use: ClaimUse, _ row: Int32, _ component: EnergyComponent, account: Int32) {
    ledger.add(use, row, component, fromBattery: !supply.isPlugged)
    credit(account, use.total)
  }

  /// Bills every claim, before the source of the power changes and at the end of warm-up.
  mutating func settleAll() {
    settleHolds()
    for slot in slots.indices where slots[slot].role != .free { settle(slot) }
  }

  /// Bills a lump of energy; one beyond what is counted is cut there, and the run fails by ``isBeyondCounting``.
  @inline(__always)
  mutating func billLump(_ row: Int32, _ component: EnergyComponent, _ nanojoules: Int64, account: Int32) {
    precondition(nanojoules >= 0, "energy is not given back")
    let lump = min(nanojoules, .greatestNanojoules)
    ledger.add(row, component, lump, fromBattery: !supply.isPlugged)
    credit(account, lump)
    supply.give(nanojoules: lump)
  }

  /// Counts billed energy in the account of a run.
  @inline(__always) mutating func credit(_ account: Int32, _ nanojoules: Int64) {
    guard account >= 0 else { return }
    accounts[Int(account)].add(nanojoules, fromBattery: !supply.isPlugged)
  }
}
