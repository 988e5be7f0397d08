import Containers
import EventSimulation

/// The table of claims: taking a place, billing it, and giving it back.
extension PhonePower {
  /// A place for a claim that begins.
  mutating func allocate(
    _ role: ClaimSlot.Role, _ component: EnergyComponent, row: Int32, account: Int32, microwatts: Int64 = 0
  ) -> Int {
    if role.holds {
      if component == .system { shareAwakePower() }
      sharing.add(row, component, at: supply.integrals)
    }
    if account >= 0 { accounts[Int(account)].claims += 1 }
    var slot = firstFree
    if slot < 0 {
      slot = slots.count
      slots.append(ClaimSlot())
      transfers.append(TransferRecord())
    } else {
      firstFree = Int(slots[slot].row)
    }
    let integrals = integrals(role, component, at: supply.integrals)
    slots[slot].occupy(role, component, row: row, account: account, microwatts: microwatts)
    slots[slot].settled = integrals
    supply.changeLoad(by: microwatts)
    return slot
  }

  /// Bills a claim and frees its place.
  mutating func release(_ slot: Int) {
    settle(slot)
    let next = Int32(firstFree)
    let microwatts = slots[slot].microwatts
    let (role, component) = (slots[slot].role, slots[slot].component)
    let (row, account) = (slots[slot].row, slots[slot].account)
    slots[slot].vacate(nextFree: next)
    firstFree = slot
    supply.changeLoad(by: -microwatts)
    if account >= 0 { accounts[Int(account)].claims -= 1 }
    if role.holds {
      if component == .system { shareAwakePower() }
      sharing.remove(row, component, at: supply.integrals)
    }
  }

  /// Gives a claim another power; does nothing where it has it.
  @inline(__always)
  mutating func setPower(_ slot: Int, _ microwatts: Int64) {
    let old = slots[slot].microwatts
    guard microwatts != old else { return }
    if old > 0 {
      settle(slot)
    } else {
      slots[slot].settled = integrals(ofSlot: slot, at: supply.integrals)
    }
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
  func integrals(ofSlot slot: Int, at now: RunningIntegrals) -> ClaimIntegrals {
    integrals(slots[slot].role, slots[slot].component, at: now)
  }

  @inline(__always)
  private func integrals(
    _ role: ClaimSlot.Role, _ component: EnergyComponent, at now: RunningIntegrals
  ) -> ClaimIntegrals {
    switch role {
    case .awake: awake.share(at: now, isShared: sharing.isShared(.system))
    // A claim that is always drawn shares with nobody.
    case .idle: ClaimIntegrals(all: now)
    default: ClaimIntegrals(all: now, shared: sharing.shared(component, at: now))
    }
  }

  /// Bills a claim for what it has used up to the present instant.
  mutating func settle(_ slot: Int) {
    if slots[slot].role == .awake { shareAwakePower() }
    let now = integrals(ofSlot: slot, at: supply.integrals)
    let use = slots[slot].take(upTo: now)
    guard use.total > 0 || use.remainder > 0 else { return }
    let (role, component, path) = (slots[slot].role, slots[slot].component, slots[slot].path)
    let (row, account) = (slots[slot].row, slots[slot].account)
    ledger.add(use, row, component, fromBattery: !supply.isPlugged)
    if role == .burstTail { radios[path.radio].burst.pot.add(use, fromBattery: !supply.isPlugged) }
    credit(account, use.total)
  }

  /// Bills every claim, before the source of the power changes and at the end of warm-up.
  mutating func settleAll() {
    shareAwakePower()
    for slot in slots.indices where slots[slot].role != .free { settle(slot) }
  }

  /// Brings the shares of the platform's power up to date.
  @inline(__always)
  mutating func shareAwakePower() {
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
    accounts[Int(account)].add(nanojoules, fromBattery: !supply.isPlugged)
  }
}
