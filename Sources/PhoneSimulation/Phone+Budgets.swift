import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// Refilling and debiting the budgets, and what happens at local midnight: chapters BUD and USE-1.
extension Phone {
  /// Refills all ledgers, the device's before the apps'.
  mutating func refillBudgets(at now: Instant, _ c: inout Calendar) {
    let slots = configuration.platform.refillSlots
    // What has been learnt changes at midnight only, so the first refill sees what the day began with.
    if configuration.platform.refillIsUsageWeighted, budgets.beginsDay(slots: slots) {
      budgets.setWeights(weightsOfDay(at: now, slots))
    }
    let device = budgets.refillDevice(slots: slots)
    noteRefill(nil, .energy, device.energy, at: now)
    noteRefill(nil, .cellular, device.cellular, at: now)
    for app in apps.indices where apps[app].isStudied {
      let own = budgets.refill(app, slots: slots)
      noteRefill(app, .energy, own.energy, at: now)
      noteRefill(app, .cellular, own.cellular, at: now)
      if own.hasChanged { appGates.markChanged(app) }
    }
    c.schedule(.device(.refill), at: budgets.endRefill(slots: slots), .refill)
    requestDecision(at: now, &c)
  }

  /// Amounts are gross; the balance changes by what is not clipped.
  @inline(__always)
  private mutating func noteRefill(
    _ app: AppIndex?, _ ledger: LogWord, _ refill: Budgets.Refill, at now: Instant
  ) {
    note(
      .budgetRefilled, app: app, nil, ledger, value: Double(refill.amount), at: now,
      [
        .text(.scope, app == nil ? "device" : "app"), .integer(.clipped, refill.clipped),
        .integer(.balance, refill.balance),
      ])
  }

  private mutating func noteDebit(
    _ event: LogEvent, _ app: AppIndex?, _ ledger: LogWord, _ amount: Int64, _ balance: Int64, at now: Instant
  ) {
    note(
      event, app: app, nil, ledger, value: Double(amount), at: now,
      [.text(.scope, app == nil ? "device" : "app"), .integer(.balance, balance)])
  }

  /// Predicted opens of each slot plus a tenth of the mean slot.
  private func weightsOfDay(at now: Instant, _ slots: Int) -> [Double] {
    let isWeekend = plan.isWeekend((now - .tick).day)
    let length = TimeSpan.day / Int64(slots)
    var opens = (0..<slots).map { slot in
      apps.indices.reduce(0.0) {
        $0
          + usage.expectedOpens(
            $1, from: length * Int64(slot), to: length * Int64(slot + 1), isWeekend: isWeekend)
      }
    }
    let floor = opens.reduce(0, +) / Double(slots) / 10
    for slot in opens.indices { opens[slot] += floor }
    return opens
  }

  /// Debits what has been billed to the run since the last debit: at its end, and when its tail ends.
  ///
  /// - Parameter billed: What the battery has given for the run so far.
  mutating func debit(_ slot: RunSlot, ofEnergy billed: Int64, at now: Instant) {
    let index = slot
    guard runs[index].item.mechanism.debitsBudgets, !runs[index].item.isSynthetic else { return }
    let energy = billed - runs[index].debitedEnergy
    let bytes = runs[index].bytesCellular - runs[index].debitedBytes
    runs.addDebit(slot, energy: max(0, energy), bytes: bytes)
    debit(runs[index].item.app, energy: energy, cellularBytes: bytes, at: now)
  }

  /// Debits device and app; nothing is written for nothing.
  mutating func debit(_ app: AppIndex, energy: Int64, cellularBytes bytes: Int64, at now: Instant) {
    if budgets.debit(app, energy: energy, cellular: bytes) { appGates.markChanged(app) }
    if energy > 0 {
      noteDebit(.budgetDebited, nil, .energy, energy, budgets.energy.balance, at: now)
      noteDebit(.budgetDebited, app, .energy, energy, budgets.energy(of: app).balance, at: now)
    }
    if bytes > 0 {
      noteDebit(.budgetDebited, nil, .cellular, bytes, budgets.cellular.balance, at: now)
      noteDebit(.budgetDebited, app, .cellular, bytes, budgets.cellular(of: app).balance, at: now)
    }
  }

  /// BAD-10: a missed completion costs the app's own share, never the device.
  mutating func penalise(_ app: AppIndex, at now: Instant) {
    let penalty = budgets.penalise(app, fraction: configuration.platform.penaltyFraction)
    guard penalty.amount > 0 else { return }
    if penalty.hasChanged { appGates.markChanged(app) }
    noteDebit(.penaltyApplied, app, .energy, penalty.amount, budgets.energy(of: app).balance, at: now)
  }

  /// Settles the runs whose radio tail and suspension are over; their accounts close here.
  mutating func settleEndedTails(at now: Instant) {
    settleTransfers(at: now)
    guard !runs.unsettled.isEmpty, power.radioTimer == nil else { return }
    // Without a copy of the list: a run that is settled leaves it.
    var index = 0
    while index < runs.unsettled.count {
      let slot = runs.unsettled[index]
      let isLingering =
        runs[slot].holder != nil || processes.isKeptAwake(runs[slot].item.app, byRun: slot)
      if isLingering { index += 1 } else { settle(slot, at: now) }
    }
  }

  /// Adds what a run or transfer has cost; totals of bytes beyond 64 bits fail the simulation.
  mutating func addCosts(_ item: WorkItem, energy: Int64, bytesWifi: Int64, bytesCellular: Int64) {
    journal.addCosts(item, energy: energy, bytesWifi: bytesWifi, bytesCellular: bytesCellular)
    if let app = journal.counts.overflowingApp {
      fail(.overflow("the bytes of \(plan.apps[Int(app.rawValue)].bundleID)"))
    }
  }

  mutating func settle(_ slot: RunSlot, at now: Instant) {
    let index = slot
    let energy = power.readAccountEnergy(runs[index].account, at: now)
    debit(slot, ofEnergy: energy.onBattery, at: now)
    power.closeAccount(runs[index].account)
    addCosts(
      runs[index].item, energy: energy.total, bytesWifi: runs[index].bytesWifi,
      bytesCellular: runs[index].bytesCellular)
    if journal.keepsShares { journal.finish(runs[index], energy: energy.total) }
    runs.release(slot)
  }

  /// Ends a local day: the predictor learns, dead time starts anew.
  mutating func endDay(at now: Instant, _ c: inout Calendar) {
    countDeadTime(until: now)
    let day = now.day - 1
    let counts = powerState.endDay() <= configuration.deadDayLimit
    var changesUse = false
    for app in apps.indices where apps[app].isStudied {
      usage.endDay(app, isWeekend: plan.isWeekend(day), counts: counts)
      if appGates.endDay(app, configuration.platform) { changesUse = true }
    }
    // USE-4
    if changesUse { requestDecision(at: now, &c) }
    journal.count(.day, at: now)
    if now < plan.end { c.schedule(.device(.midnight), at: .day(now.day + 1), .environment) }
  }
}
