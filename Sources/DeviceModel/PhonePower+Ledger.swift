import Containers
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
      totals.chargingLoss += session.loss(upTo: energy) - session.lossBilled
    }
    totals.adapter = supply.adapterNanojoules
    return totals
  }

  /// Energies since ``markWindow(at:)``, or since the start without one.
  public func totalsSinceMark(at now: Instant? = nil) -> BatteryTotals { totals(at: now) - markedTotals }

  /// Rows of the ledger since the start, sorted by app, component and cause; zero rows are left out.
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
  }

  /// Bills every claim up to an instant, at the end of a run: what is read of the ledger there needs no copy of it.
  public mutating func settleLedger(at now: Instant) {
    advance(to: now)
    settleAll()
    divideBursts()
    ledger.billRemainders()
    ledgerEnd = now
  }

  /// Checks that the ledger is what battery and adapter gave, since the start and since the mark, and that
  /// the cell is start - out + in.
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
    // To the last unit: what nobody has been billed for is what the cell gave of its last nanojoule.
    let difference = unbilled - supply.partOfNanojoule
    return difference == 0 ? nil : .remainder(units: difference)
  }

  /// Hands over the ledger with every claim billed up to `now`.
  private func withSettledLedger<Result>(
    at now: Instant?, _ read: (borrowing EnergyLedger) -> Result
  ) -> Result {
    // What begins and ends at that very instant uses nothing, so it stays settled as long as no time passes.
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
