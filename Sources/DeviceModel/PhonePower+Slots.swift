import EventSimulation

/// The table of active powers.
extension PhonePower {
  /// A free slot for a claim without power.
  mutating func allocate(
    _ role: ClaimSlot.Role, _ component: EnergyComponent, row: Int32, account: Int32
  ) -> Int {
    var slot = 0
    while slot < used, slots[slot].role != .free { slot += 1 }
    if slot == slots.count {
      slots.append(ClaimSlot())
      transfers.append(TransferRecord())
    }
    used = max(used, slot + 1)
    slots[slot].role = role
    slots[slot].component = component
    slots[slot].row = row
    slots[slot].account = account
    if role != .idle { refreshSharing(component) }
    return slot
  }

  /// Bills a claim and frees its slot; powers must be refreshed after it.
  mutating func release(_ slot: Int) {
    book(slot)
    dropRemainder(slot)
    let component = slots[slot].component
    slots[slot].role = .free
    slots[slot].microwatts = 0
    slots[slot].lossNanowatts = 0
    slots[slot].sharedMask = 0
    slots[slot].account = -1
    slots[slot].generation &+= 1
    while used > 0, slots[used - 1].role == .free { used -= 1 }
    refreshSharing(component)
  }

  /// The slot of a claim; traps when it has ended.
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

  /// A component is shared while two payers hold it; what is always drawn at idle holds nothing.
  private mutating func refreshSharing(_ component: EnergyComponent) {
    let used = used
    slots.withUnsafeMutableBufferPointer { slots in
      var first: Int32 = -1
      var isShared = false
      for index in 0..<used where slots[index].component == component && slots[index].role.holds {
        if first < 0 { first = slots[index].row } else if slots[index].row != first { isShared = true }
      }
      let mask: Int64 = isShared ? -1 : 0
      for index in 0..<used where slots[index].component == component && slots[index].role.holds {
        slots[index].sharedMask = mask
      }
    }
  }

  // MARK: Billing

  /// Moves the whole nanojoules of a slot into the books.
  mutating func book(_ slot: Int) {
    let (energy, energyPart) = slots[slot].energy.quotientAndRemainder(dividingBy: 1000)
    let (loss, lossPart) = slots[slot].loss.quotientAndRemainder(dividingBy: 1_000_000)
    slots[slot].energy = energyPart
    slots[slot].loss = lossPart
    var sharedEnergy: Int64 = 0
    var sharedLoss: Int64 = 0
    if slots[slot].sharedEnergy > 0 {
      (sharedEnergy, slots[slot].sharedEnergy) =
        slots[slot].sharedEnergy.quotientAndRemainder(dividingBy: 1000)
      (sharedLoss, slots[slot].sharedLoss) =
        slots[slot].sharedLoss.quotientAndRemainder(dividingBy: 1_000_000)
    }
    let row = slots[slot].row
    ledger.add(row, slots[slot].component, energy, shared: sharedEnergy)
    if loss != 0 { ledger.add(row, .batteryLoss, loss, shared: sharedLoss) }
    give(energy + loss, account: slots[slot].account)
  }

  /// Books every slot.
  mutating func bookAll() {
    for slot in 0..<used { book(slot) }
  }

  /// Counts energy that has been billed as given by the battery or the adapter.
  mutating func give(_ nanojoules: Int64, account: Int32) {
    let isPlugged = session != nil
    if isPlugged {
      booked.adapter.add(nanojoules: nanojoules)
    } else {
      booked.batteryOut.add(nanojoules: nanojoules)
    }
    guard account >= 0 else { return }
    accounts[Int(account)].total.add(nanojoules: nanojoules)
    if !isPlugged { accounts[Int(account)].onBattery.add(nanojoules: nanojoules) }
  }

  /// Passes a slot's part of a nanojoule on to the system at rest.
  mutating func dropRemainder(_ slot: Int) {
    let loss = slots[slot].loss
    let energy = slots[slot].energy
    slots[slot].energy = 0
    slots[slot].loss = 0
    slots[slot].sharedEnergy = 0
    slots[slot].sharedLoss = 0
    if session == nil {
      unbilled += energy * 1000 + loss
      if unbilled >= 1_000_000 {
        let whole = unbilled / 1_000_000
        unbilled %= 1_000_000
        ledger.add(idleRow, .system, whole)
        booked.batteryOut.add(nanojoules: whole)
      }
    } else {
      unbilledAdapter += energy
      if unbilledAdapter >= 1000 {
        let whole = unbilledAdapter / 1000
        unbilledAdapter %= 1000
        ledger.add(idleRow, .system, whole)
        booked.adapter.add(nanojoules: whole)
      }
    }
  }

  /// Bills a lump of energy; on battery the caller refreshes the powers.
  mutating func bill(_ row: Int32, _ component: EnergyComponent, _ nanojoules: Int64, account: Int32) {
    precondition(nanojoules >= 0, "energy is not given back")
    ledger.add(row, component, nanojoules)
    give(nanojoules, account: account)
    if session == nil { base -= nanojoules }
  }
}

extension ClaimSlot.Role {
  /// Whether it counts as holding its component.
  var holds: Bool { self != .free && self != .idle }
}
