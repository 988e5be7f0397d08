import EventSimulation

/// The table of claims: taking a place, billing it, and giving it back.
extension PhonePower {
  /// A place for a claim without power.
  mutating func allocate(
    _ role: ClaimSlot.Role, _ component: EnergyComponent, row: Int32, account: Int32
  ) -> Int {
    if role.holds {
      shareAwakePower(if: component == .system)
      sharing.add(row, component, at: supply.integrals)
    }
    if account >= 0 { accounts[Int(account)].claims += 1 }
    var claim = ClaimSlot(role: role, component: component, row: row, account: account)
    claim.settled = integrals(of: claim, at: supply.integrals)
    guard let free = freeSlots.popLast() else {
      slots.append(claim)
      transfers.append(TransferRecord())
      return slots.count - 1
    }
    claim.generation = slots[Int(free)].generation
    slots[Int(free)] = claim
    return Int(free)
  }

  /// Bills a claim and frees its place.
  mutating func release(_ slot: Int) {
    settle(slot)
    supply.changeLoad(by: -slots[slot].microwatts)
    let claim = slots[slot]
    slots[slot] = ClaimSlot(
      role: .free, component: .system, row: 0, account: -1, generation: claim.generation &+ 1)
    freeSlots.append(Int32(slot))
    if claim.account >= 0 { accounts[Int(claim.account)].claims -= 1 }
    if claim.role.holds {
      shareAwakePower(if: claim.component == .system)
      sharing.remove(claim.row, claim.component, at: supply.integrals)
    }
  }

  /// Gives a claim another power; does nothing where it has it.
  @inline(__always)
  mutating func setPower(_ slot: Int, _ microwatts: Int64) {
    let old = slots[slot].microwatts
    guard microwatts != old else { return }
    settle(slot)
    slots[slot].microwatts = microwatts
    supply.changeLoad(by: microwatts - old)
  }

  /// The place of a claim; traps when it has ended.
  @inline(__always)
  func slot(_ id: ClaimID, _ role: ClaimSlot.Role) -> Int {
    let slot = Int(id.slot)
    precondition(
      slot < slots.count && slots[slot].generation == id.generation && slots[slot].role == role,
      "the claim has ended")
    return slot
  }

  @inline(__always)
  func id(_ slot: Int) -> ClaimID { ClaimID(slot: Int32(slot), generation: slots[slot].generation) }

  // MARK: Billing

  /// The integrals that a claim's energy follows, at a reading of the supply.
  @inline(__always)
  func integrals(of claim: ClaimSlot, at now: RunningIntegrals) -> ClaimIntegrals {
    if claim.role == .awake { return awake.share(at: now, isShared: sharing.isShared(.system)) }
    return ClaimIntegrals(all: now, shared: sharing.shared(claim.component, at: now))
  }

  /// What a claim has used since it was last settled, at a reading of the supply.
  @inline(__always)
  func use(of claim: ClaimSlot, at now: RunningIntegrals) -> ClaimUse {
    ClaimUse(integrals(of: claim, at: now) - claim.settled, times: claim.factor)
  }

  /// Bills a claim for what it has used up to the present instant.
  mutating func settle(_ slot: Int) {
    let claim = slots[slot]
    guard claim.factor > 0 else {
      slots[slot].settled = integrals(of: claim, at: supply.integrals)
      return
    }
    if claim.role == .awake { shareAwakePower() }
    let now = integrals(of: claim, at: supply.integrals)
    guard now.all != claim.settled.all else { return }
    let use = ClaimUse(now - claim.settled, times: claim.factor)
    slots[slot].settled = now
    ledger.add(claim, use, fromBattery: !supply.isPlugged)
    credit(claim.account, use.total)
  }

  /// Bills every claim, before the source of the power changes and at the end of warm-up.
  mutating func settleAll() {
    shareAwakePower()
    for slot in slots.indices where slots[slot].role != .free { settle(slot) }
  }

  /// Brings the shares of the platform's power up to date.
  @inline(__always)
  mutating func shareAwakePower(if isDue: Bool = true) {
    guard isDue else { return }
    let rest = awake.advance(to: supply.integrals, isShared: sharing.isShared(.system))
    if rest != 0 { ledger.addRemainder(rest, fromBattery: !supply.isPlugged) }
  }

  /// Bills a lump of energy.
  mutating func bill(_ row: Int32, _ component: EnergyComponent, _ nanojoules: Int64, account: Int32) {
    precondition(nanojoules >= 0, "energy is not given back")
    ledger.add(row, component, nanojoules, fromBattery: !supply.isPlugged)
    credit(account, nanojoules)
    supply.give(nanojoules: nanojoules)
  }

  /// Counts billed energy in the account of a run.
  @inline(__always)
  private mutating func credit(_ account: Int32, _ nanojoules: Int64) {
    guard account >= 0 else { return }
    accounts[Int(account)].total += nanojoules
    if !supply.isPlugged { accounts[Int(account)].onBattery += nanojoules }
  }
}

extension EnergyLedger {
  /// Bills a claim for what it has used.
  @inline(__always)
  mutating func add(_ claim: ClaimSlot, _ use: ClaimUse, fromBattery: Bool) {
    add(claim.row, claim.component, use.energy, fromBattery: fromBattery, shared: use.sharedEnergy)
    if use.loss != 0 {
      add(claim.row, .batteryLoss, use.loss, fromBattery: fromBattery, shared: use.sharedLoss)
    }
    addRemainder(use.remainder, fromBattery: fromBattery)
  }
}
