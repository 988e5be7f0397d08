import Basics
import EventSimulation

/// Energy totals, the rows of the ledger, and the proof that they agree.
extension PhonePower {
  /// Energies since the start, at `now` or at the last call that took an instant.
  public func totals(at now: Instant? = nil) -> BatteryTotals {
    let supply = supply.at(now ?? supply.time)
    var totals = BatteryTotals()
    totals.batteryIn = batteryIn
    totals.chargingLoss = chargingLoss
    totals.batteryOut = startNanojoules + batteryIn - supply.cellNanojoules
    if let session {
      let energy = session.energy(at: supply.time)
      totals.batteryIn += energy - supply.cellNanojoules
      totals.chargingLoss += max(0, session.loss(at: supply.time, upTo: energy) - session.lossBilled)
    }
    totals.adapter = supply.adapterNanojoules
    return totals
  }

  /// Energies since ``markWindow(at:)``, or since the start without one.
  public func totalsSinceMark(at now: Instant? = nil) -> BatteryTotals { totals(at: now) - markedTotals }

  /// The rows of the ledger since the start, sorted by app, component, and cause, without zero rows.
  public func ledger(at now: Instant? = nil) -> [EnergyEntry] {
    withSettledLedger(at: now) { $0.entries() }
  }

  /// Rows since ``markWindow(at:)``, or since the start without one.
  public func ledgerSinceMark(at now: Instant? = nil) -> [EnergyEntry] {
    withSettledLedger(at: now) { $0.entries(since: $0.mark) }
  }

  /// Energy drawn from the cell since the start for some causes, in nanojoules. Takes time in proportion to the payers.
  public func batteryEnergy(at now: Instant, of isMeant: (EnergyCause) -> Bool) -> Int64 {
    // A settled ledger is a copy of the whole table. It differs in these causes by what claims have used only, unless
    // remainders or the tails of bursts are billed to them.
    guard !tailRule.settlesBursts, !isMeant(.idle) else {
      return settledLedger(at: now).batterySum(of: isMeant)
    }
    var sum = ledger.batterySum(of: isMeant)
    guard !supply.isPlugged else { return sum }
    let integrals = supply.integrals(at: now)
    for slot in slots.indices
    where slots[slot].role != .free && isMeant(ledger.payer(ofRow: slots[slot].row).cause) {
      sum &+= slots[slot].use(upTo: self.integrals(ofSlot: slot, at: integrals)).total
    }
    let share = awakeShare(at: integrals)
    for hold in holds.indices
    where holds[hold].isHeld && isMeant(ledger.payer(ofRow: holds[hold].row).cause) {
      sum &+= holds[hold].use(upTo: share).total
    }
    return sum
  }

  /// Starts the second window: the end of warm-up.
  public mutating func markWindow(at now: Instant? = nil) {
    advance(to: now ?? supply.time)
    settleAll()
    divideBursts()
    settleCharge()
    ledger.billRemainders()
    ledger.setMark()
    markedTotals = totals()
    markedStress = cellStress(at: supply.time) ?? CellStress()
  }

  /// Bills every claim up to an instant, at the end of a run. Later readings of the ledger then need no copy
  /// of it.
  public mutating func settleLedger(at now: Instant) {
    advance(to: now)
    settleAll()
    divideBursts()
    ledger.billRemainders()
    ledgerEnd = now
  }

  /// Checks that the ledger is what battery and adapter gave, since the start and since the mark.
  public func checkClosure(at now: Instant? = nil) -> ClosureError? {
    let supply = supply.at(now ?? supply.time)
    let totals = totals(at: now)
    let (sums, unbilled) = withSettledLedger(at: now) { ($0.sums, $0.unbilledBattery) }
    guard sums.energy == totals.device else { return .ledger(billed: sums.energy, drawn: totals.device) }
    guard sums.battery == totals.batteryOut else {
      return .battery(billed: sums.battery, drawn: totals.batteryOut)
    }
    if let marked = ledger.mark?.sums {
      guard marked.energy == markedTotals.device, marked.battery == markedTotals.batteryOut
      else { return .ledger(billed: marked.energy, drawn: markedTotals.device) }
    }
    // Exact to the last unit: the unbilled energy equals the part of the last nanojoule that the battery has supplied.
    let difference = unbilled - supply.partOfNanojoule
    return difference == 0 ? nil : .remainder(units: difference)
  }

  /// Hands over the ledger with every claim billed up to `now`.
  private func withSettledLedger<Result>(
    at now: Instant?, _ read: (borrowing EnergyLedger) -> Result
  ) -> Result {
    // Loads that begin and end at this instant use no energy, so the ledger is settled until time passes.
    if let ledgerEnd, ledgerEnd == supply.time, ledgerEnd == now ?? ledgerEnd { return read(ledger) }
    return read(settledLedger(at: now))
  }

  /// A copy of the ledger with every claim billed up to `now`.
  private func settledLedger(at now: Instant?) -> EnergyLedger {
    let supply = supply.at(now ?? supply.time)
    let integrals = supply.integrals
    let fromBattery = !supply.isPlugged
    var ledger = ledger.copy()
    var bursts = [radios[0].burst, radios[1].burst]
    for slot in slots.indices where slots[slot].role != .free {
      let use = slots[slot].use(upTo: self.integrals(ofSlot: slot, at: integrals))
      ledger.add(use, slots[slot].row, slots[slot].component, fromBattery: fromBattery)
      if slots[slot].role == .burstTail {
        bursts[slots[slot].path.radio].pot.add(use, fromBattery: fromBattery)
      }
    }
    if tailRule.settlesBursts {
      for radio in bursts.indices where bursts[radio].isOpen {
        bursts[radio].divide(tailRule, at: supply.time) { member, part in
          ledger.moveTail(part, to: member.row, radio: radio)
        }
      }
    }
    var awake = awake
    let rest = awake.advance(to: integrals, isShared: sharing.isShared(.system))
    ledger.addRemainder(rest, fromBattery: fromBattery)
    for hold in holds.indices where holds[hold].isHeld {
      ledger.add(holds[hold].use(upTo: awake.share), holds[hold].row, .system, fromBattery: fromBattery)
    }
    ledger.billRemainders()
    return ledger
  }
}

/// The energy of single runs.
extension PhonePower {
  /// Opens an account: what claims, holds and transfers that name it are billed is counted in it.
  public mutating func openAccount() -> AccountID {
    if let free = freeAccounts.popLast() {
      let generation = accounts[Int(free)].generation
      accounts[Int(free)] = PowerAccount(generation: generation)
      return AccountID(index: free, generation: generation)
    }
    accounts.append(PowerAccount())
    return AccountID(index: Int32(accounts.count - 1), generation: 0)
  }

  /// Nanojoules billed up to `now`, the loss in the cell included, and the part of it that the battery gave.
  /// `now` is not before the last call that changed something, which it is if not given.
  public func accountEnergy(_ id: AccountID, at now: Instant? = nil) -> (total: Int64, onBattery: Int64) {
    energy(of: index(id), at: supply.integrals(at: now ?? supply.time))
  }

  /// The same, for callers that read often and need no earlier instant afterwards. The visible state does not
  /// change: the function is mutating because a borrowing call would copy all of the phone's power.
  ///
  /// - Parameter holder: A hold that names the account, if there is one; mostly there is no other claim.
  public mutating func readAccountEnergy(
    _ id: AccountID, holder: HolderID? = nil, at now: Instant
  ) -> (total: Int64, onBattery: Int64) {
    let account = index(id)
    guard accounts[Int(account)].claims > 0 else {
      return (accounts[Int(account)].energy.total, accounts[Int(account)].energy.battery)
    }
    if let holder, accounts[Int(account)].claims == 1 {
      return readHeldAccount(account, Int(holder.claim.slot), at: now)
    }
    return readOpenAccount(account, at: now)
  }

  /// The energy of an account that a hold alone names.
  @inline(never) private mutating func readHeldAccount(
    _ account: Int32, _ hold: Int, at now: Instant
  ) -> (total: Int64, onBattery: Int64) {
    precondition(holds[hold].account == account, "the hold names the account")
    let open = holds[hold].use(upTo: awakeShare(at: readIntegrals(at: now))).total
    let energy = accounts[Int(account)].energy
    return (energy.total + open, energy.battery + (supply.isPlugged ? 0 : open))
  }

  @inline(never)
  private mutating func readOpenAccount(_ account: Int32, at now: Instant) -> (total: Int64, onBattery: Int64)
  {
    energy(of: account, at: readIntegrals(at: now))
  }

  /// The integrals at an instant. An account with an open claim is about to end it, so time goes on to there; on battery
  /// alone, since being at the charger's ceiling is told by time.
  @inline(__always) private mutating func readIntegrals(at now: Instant) -> RunningIntegrals {
    guard now < ownChange, !supply.isPlugged else { return supply.integrals(at: now) }
    supply.advance(to: now)
    return supply.integrals
  }

  @inline(__always)
  private func energy(of account: Int32, at now: RunningIntegrals) -> (total: Int64, onBattery: Int64) {
    let billed = accounts[Int(account)].energy
    var open: Int64 = 0
    var left = accounts[Int(account)].claims
    var hold = 0
    while left > 0, hold < holds.count {
      if holds[hold].account == account {
        open += holds[hold].use(upTo: awakeShare(at: now)).total
        left -= 1
      }
      hold += 1
    }
    var slot = 0
    while left > 0 {
      if slots[slot].account == account {
        open += slots[slot].use(upTo: integrals(ofSlot: slot, at: now)).total
        left -= 1
      }
      slot += 1
    }
    return (billed.total + open, billed.battery + (supply.isPlugged ? 0 : open))
  }

  /// Reads an account as ``readAccountEnergy(_:holder:at:)`` does, and closes it. Later bills of its claims
  /// do not count.
  @discardableResult
  public mutating func closeAccount(_ id: AccountID, at now: Instant) -> (total: Int64, onBattery: Int64) {
    let account = index(id)
    var energy = (accounts[Int(account)].energy.total, accounts[Int(account)].energy.battery)
    if accounts[Int(account)].claims > 0 {
      energy = readOpenAccount(account, at: now)
      forgetClaims(account)
    }
    if tailRule != .last {
      for radio in radios.indices { radios[radio].burst.forget(account: account) }
    }
    accounts[Int(account)].isOpen = false
    accounts[Int(account)].generation &+= 1
    freeAccounts.append(account)
    return energy
  }

  @inline(never) private mutating func forgetClaims(_ account: Int32) {
    for slot in slots.indices where slots[slot].account == account { slots[slot].account = -1 }
    for hold in holds.indices where holds[hold].account == account { holds[hold].account = -1 }
  }

  @inline(__always) func index(_ id: AccountID?) -> Int32 {
    guard let id else { return -1 }
    precondition(
      accounts[Int(id.index)].isOpen && accounts[Int(id.index)].generation == id.generation,
      "the account is closed")
    return id.index
  }
}
