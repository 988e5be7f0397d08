import BackgroundExecution
import Basics
import DeviceModel
import EventSimulation
import SchedulingPolicies
import Workload

/// The costs of runs and transfers, and the budgets that bear them: chapter BUD.
extension Phone {
  /// URL-4 before BUD-8: what the user has started in front, and the wake of its batch, debits nothing and is not denied.
  @inline(__always) func isFreeOfBudgets(_ item: WorkItem) -> Bool {
    guard !platform.transferIsDenied else { return false }
    if case .wake(_, let isRelaxed) = item.origin { return isRelaxed }
    return item.mechanism == .transfer
  }

  mutating func debit(_ slot: RunSlot, ofEnergy billed: Int64, at now: Instant) {
    guard runs[slot].item.mechanism.debitsBudgets, !runs[slot].item.isSynthetic,
      !isFreeOfBudgets(runs[slot].item)
    else { return }
    let energy = billed - runs[slot].debitedEnergy
    let bytes = runs[slot].bytesCellular - runs[slot].debitedBytes
    runs[slot].addDebit(energy: max(0, energy), bytes: bytes)
    debit(runs[slot].item, energy: energy, cellularBytes: bytes, at: now)
  }

  mutating func debit(_ transfer: inout Transfer, at now: Instant) {
    if isFreeOfBudgets(transfer.item) { return }
    let energy = power.readAccountEnergy(transfer.account, at: now).onBattery - transfer.debitedEnergy
    let bytes = transfer.bytesCellular - transfer.debitedBytes
    transfer.debitedEnergy += max(0, energy)
    transfer.debitedBytes += bytes
    debit(transfer.item, energy: energy, cellularBytes: bytes, at: now)
  }

  @inline(__always)
  mutating func debit(_ item: WorkItem, energy: Int64, cellularBytes bytes: Int64, at now: Instant) {
    let app = item.app
    if budgets.debit(app, energy: energy, cellular: bytes) { appGates.markChanged(app) }
    if energy > 0 {
      noteDebit(nil, item.number, .energy, energy, budgets.device.energy.balance, at: now)
      noteDebit(app, item.number, .energy, energy, budgets.energy(of: app).balance, at: now)
    }
    if bytes > 0 {
      noteDebit(nil, item.number, .cellular, bytes, budgets.device.cellular.balance, at: now)
      noteDebit(app, item.number, .cellular, bytes, budgets.cellular(of: app).balance, at: now)
    }
  }

  private mutating func noteDebit(
    _ app: AppIndex?, _ item: ItemNumber, _ ledger: LogWord, _ amount: Int64, _ balance: Int64,
    at now: Instant
  ) {
    note(
      .budgetDebited, app: app, nil, ledger, item: item, value: Double(amount), at: now,
      Self.debitFields(app, balance))
  }

  private static func debitFields(_ app: AppIndex?, _ balance: Int64) -> [LogField] {
    [.text(.scope, app == nil ? "device" : "app"), .integer(.balance, balance)]
  }

  /// BAD-10: a missed completion costs the app's own share, never the device.
  mutating func penalize(_ app: AppIndex, at now: Instant) {
    let penalty = budgets.penalize(app, fraction: platform.penaltyFraction)
    guard penalty.amount > 0 else { return }
    if penalty.hasChanged { appGates.markChanged(app) }
    let balance = budgets.energy(of: app).balance
    note(
      .penaltyApplied, app: app, nil, .energy, value: Double(penalty.amount), at: now,
      Self.debitFields(app, balance))
  }

  mutating func addCosts(_ item: WorkItem, energy: Int64, bytesWifi: Int64, bytesCellular: Int64) {
    journal.items.addCosts(item, energy: energy, bytesWifi: bytesWifi, bytesCellular: bytesCellular)
    if let app = journal.items.overflowingApp {
      fail(.overflow("the bytes of \(plan.apps[Int(app.rawValue)].bundleID)"))
    }
  }

  // MARK: The end of an account: a run or transfer is over, and so is the tail of its radio

  @inline(__always) var awaitsTails: Bool { !runs.unsettled.isEmpty || transfers.hasEnded }

  @inline(__always) mutating func settleEndedTails(at now: Instant) {
    if awaitsTails, !power.hasOpenTails { settleAll(at: now) }
  }

  private mutating func settleAll(at now: Instant) {
    if transfers.hasEnded { for transfer in transfers.takeEnded() { settle(transfer, at: now) } }
    // Without a copy of the list: a run that is settled leaves it.
    var index = 0
    while index < runs.unsettled.count {
      let slot = runs.unsettled[index]
      let isAwaited = runs[slot].holder != nil || processes.isKeptAwake(runs[slot].item.app, byRun: slot)
      if isAwaited { index += 1 } else { settle(slot, at: now) }
    }
  }

  mutating func settle(_ slot: RunSlot, at now: Instant) {
    let energy = power.closeAccount(runs[slot].account, at: now)
    debit(slot, ofEnergy: energy.onBattery, at: now)
    // A run that the horizon cuts off has no outcome.
    if let ended = runs[slot].ended { tellCost(of: runs[slot].item, ended: ended, energy) }
    addCosts(
      runs[slot].item, energy: energy.total, bytesWifi: runs[slot].bytesWifi,
      bytesCellular: runs[slot].bytesCellular)
    if journal.attempts.keepsShares {
      journal.attempts.finish(runs[slot], energy: energy.total, journal.identifiers)
    }
    if records.contains(.availability) {
      journal.availability.settle(runs[slot].item.number, energy: energy.total)
    }
    code.witness?.settled(Int(runs[slot].item.number.rawValue), nanojoules: energy.total)
    runs.release(slot)
  }

  mutating func settle(_ ended: Transfer, at now: Instant) {
    var transfer = ended
    debit(&transfer, at: now)
    let energy = power.closeAccount(transfer.account, at: now)
    if let ended = transfer.ended { tellCost(of: transfer.item, ended: ended, energy) }
    addCosts(
      transfer.item, energy: energy.total, bytesWifi: transfer.bytesWifi,
      bytesCellular: transfer.bytesCellular)
    journal.attempts.finish(transfer, energy: energy.total, journal.identifiers)
  }

  private mutating func tellCost(
    of item: WorkItem, ended: Instant, _ energy: (total: Int64, onBattery: Int64)
  ) {
    guard policy.wantsOutcomes else { return }
    policy.settled(
      RunCost(
        item: item.number.rawValue, app: item.app.rawValue, mechanism: item.mechanism,
        taskChain: item.taskChain,
        ended: ended, energyNanojoules: energy.total, batteryNanojoules: energy.onBattery))
  }

  // MARK: Refills through the day, and local midnight: USE-1

  mutating func refillBudgets(at now: Instant, _ c: inout Calendar) {
    let slots = platform.refillSlots
    // The predictor learns at midnight only, so the first refill sees the state at the start of the day.
    if platform.refillIsUsageWeighted, budgets.beginsDay(slots: slots) {
      budgets.setWeights(weightsOfDay(at: now, slots))
    }
    let device = budgets.refillDevice(slots: slots)
    noteRefill(nil, .energy, device.energy, at: now)
    noteRefill(nil, .cellular, device.cellular, at: now)
    for index in context.studied.indices {
      let app = context.studied[index]
      let own = budgets.refill(app, slots: slots)
      noteRefill(app, .energy, own.energy, at: now)
      noteRefill(app, .cellular, own.cellular, at: now)
      if own.hasChanged { appGates.markChanged(app) }
    }
    c.schedule(PhoneEvent(.refill), at: budgets.endRefill(slots: slots), .refill)
    if platform.budgetUseWeight > 0, budgets.beginsDay(slots: slots) { shareBudgets(at: now) }
    requestDecision(at: now, &c)
  }

  /// BUD-7: apps that are opened more have more of the day that begins.
  private mutating func shareBudgets(at now: Instant) {
    for index in context.studied.indices {
      let app = context.studied[index]
      let use = platform.budgetUseWeight * usage.learned.share(app)
      let own = budgets.setCapacities(of: app, share: platform.appShare + (1 - platform.appShare) * use)
      if own.energy.clipped > 0 { noteRefill(app, .energy, own.energy, at: now) }
      if own.cellular.clipped > 0 { noteRefill(app, .cellular, own.cellular, at: now) }
      if own.hasChanged { appGates.markChanged(app) }
    }
  }

  /// Amounts are gross; the balance changes by what is not clipped.
  @inline(__always) private mutating func noteRefill(
    _ app: AppIndex?, _ ledger: LogWord, _ refill: Budgets.Refill, at now: Instant
  ) {
    note(
      .budgetRefilled, app: app, nil, ledger, value: Double(refill.amount), at: now,
      [
        .text(.scope, app == nil ? "device" : "app"), .integer(.clipped, refill.clipped),
        .integer(.balance, refill.balance),
      ])
  }

  /// Predicted opens of each slot plus a tenth of the mean slot.
  private func weightsOfDay(at now: Instant, _ slots: Int) -> [Double] {
    let isWeekend = plan.isWeekend((now - .tick).day)
    let length = TimeSpan.day / Int64(slots)
    var opens = (0..<slots).map { slot in
      apps.indices.reduce(0.0) {
        $0
          + usage.learned.expectedOpens(
            $1, from: length * Int64(slot), to: length * Int64(slot + 1), isWeekend: isWeekend)
      }
    }
    let floor = opens.reduce(0, +) / Double(slots) / 10
    for slot in opens.indices { opens[slot] += floor }
    return opens
  }

  mutating func endDay(at now: Instant, _ c: inout Calendar) {
    countDeadTime(until: now)
    let day = now.day - 1
    let counts = powerState.endDay() <= configuration.deadDayLimit
    var changesUse = false
    usage.learned.endDay(isWeekend: plan.isWeekend(day), counts: counts)
    for index in context.studied.indices {
      let app = context.studied[index]
      if appGates.endDay(app, platform) { changesUse = true }
    }
    // USE-4
    if changesUse { requestDecision(at: now, &c) }
    followQuietDays(at: now, &c)
    if now > journal.start { journal.counts[.days] += 1 }
    sumUpDay(at: now)
    if now < plan.end { c.schedule(PhoneEvent(.midnight), at: .day(now.day + 1), .environment) }
  }
}
