import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// Refilling and debiting the budgets, and what happens at local midnight: chapters BUD and USE-1.
extension Phone {
  /// Refill k of a day happens at midnight + k · 24 h / n.
  mutating func refillBudgets(at now: Instant, _ c: inout Calendar) {
    let slots = configuration.platform.refillSlots
    let slot = refillSlot % slots + 1
    refillSlot += 1
    // What has been learnt changes at midnight only, so the first refill sees what the day began with.
    if configuration.platform.refillIsUsageWeighted, slot == 1 {
      refillWeights = weightsOfDay(at: now, slots)
    }
    let weights = refillWeights
    func amount(_ ledger: BudgetLedger) -> Int64 {
      weights.isEmpty
        ? ledger.uniformAmount(slot: slot, of: slots) : ledger.weightedAmount(slot: slot, weights: weights)
    }
    let deviceEnergy = amount(energyBudget)
    let deviceEnergyClipped = energyBudget.refill(deviceEnergy)
    noteRefill(nil, .energy, deviceEnergy, deviceEnergyClipped, energyBudget.balance, at: now)
    let deviceCellular = amount(cellularBudget)
    let deviceCellularClipped = cellularBudget.refill(deviceCellular)
    noteRefill(nil, .cellular, deviceCellular, deviceCellularClipped, cellularBudget.balance, at: now)
    for app in apps.indices where apps[app].specification >= 0 {
      let energy = amount(apps[app].energyBudget)
      let energyClipped = apps[app].energyBudget.refill(energy)
      noteRefill(app, .energy, energy, energyClipped, apps[app].energyBudget.balance, at: now)
      let cellular = amount(apps[app].cellularBudget)
      let cellularClipped = apps[app].cellularBudget.refill(cellular)
      noteRefill(app, .cellular, cellular, cellularClipped, apps[app].cellularBudget.balance, at: now)
    }
    let dayStart = Instant.day(refillSlot / slots)
    let next =
      dayStart + .microseconds(Int64(refillSlot % slots + 1) * TimeSpan.day.microseconds / Int64(slots))
    c.schedule(.device(.refill), at: next, .refill)
    requestDecision(at: now, &c)
  }

  /// Amounts are gross; the balance changes by what is not clipped.
  @inline(__always)
  private mutating func noteRefill(
    _ app: AppIndex?, _ ledger: LogWord, _ amount: Int64, _ clipped: Int64, _ balance: Int64, at now: Instant
  ) {
    note(
      .budgetRefilled, app: app, nil, ledger, value: Double(amount), at: now,
      [
        .text(.scope, app == nil ? "device" : "app"), .integer(.clipped, clipped),
        .integer(.balance, balance),
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
          + apps[$1].predictor.expectedOpens(
            from: length * Int64(slot), to: length * Int64(slot + 1), isWeekend: isWeekend)
      }
    }
    let floor = opens.reduce(0, +) / Double(slots) / 10
    for slot in opens.indices { opens[slot] += floor }
    return opens
  }

  /// Debits what has been billed to the run since the last debit: at its end, and when its tail ends.
  mutating func debit(_ slot: RunSlot, at now: Instant) {
    let index = slot
    let item = runs[index].item
    guard item.mechanism.debitsBudgets, !item.isSynthetic else { return }
    let energy = power.accountEnergy(runs[index].account, at: now).onBattery - runs[index].debitedEnergy
    let bytes = runs[index].bytesCellular - runs[index].debitedBytes
    runs[index].debitedEnergy += max(0, energy)
    runs[index].debitedBytes += bytes
    debit(runs[index].item.app, energy: energy, cellularBytes: bytes, at: now)
  }

  /// Debits device and app; nothing is written for nothing.
  mutating func debit(_ app: AppIndex, energy: Int64, cellularBytes bytes: Int64, at now: Instant) {
    if energy > 0 {
      energyBudget.debit(energy)
      apps[app].energyBudget.debit(energy)
      noteDebit(.budgetDebited, nil, .energy, energy, energyBudget.balance, at: now)
      noteDebit(.budgetDebited, app, .energy, energy, apps[app].energyBudget.balance, at: now)
    }
    if bytes > 0 {
      cellularBudget.debit(bytes)
      apps[app].cellularBudget.debit(bytes)
      noteDebit(.budgetDebited, nil, .cellular, bytes, cellularBudget.balance, at: now)
      noteDebit(.budgetDebited, app, .cellular, bytes, apps[app].cellularBudget.balance, at: now)
    }
  }

  /// BAD-10: a missed completion costs the app's own share, never the device.
  mutating func penalise(_ app: AppIndex, at now: Instant) {
    let ledger = apps[app].energyBudget
    let amount = Int64((Double(ledger.capacity) * configuration.platform.penaltyFraction).rounded())
    guard amount > 0 else { return }
    apps[app].energyBudget.debit(amount)
    noteDebit(.penaltyApplied, app, .energy, amount, apps[app].energyBudget.balance, at: now)
  }

  /// Settles the runs whose radio tail and suspension are over; their accounts close here.
  mutating func settleEndedTails(at now: Instant) {
    settleTransfers(at: now)
    guard !unsettled.isEmpty else { return }
    let tailsAreOver = power.radioTimer == nil
    var rest: [RunSlot] = []
    for slot in unsettled {
      let index = slot
      let isLingering = runs[index].holder != nil || apps[runs[index].item.app].lingerRun == slot
      if isLingering || !tailsAreOver {
        rest.append(slot)
      } else {
        settle(slot, at: now)
      }
    }
    unsettled = rest
  }

  /// Adds what a run or transfer has cost; totals of bytes beyond 64 bits fail the simulation.
  mutating func addCosts(_ item: Item, energy: Int64, bytesWifi: Int64, bytesCellular: Int64) {
    journal.addCosts(item, energy: energy, bytesWifi: bytesWifi, bytesCellular: bytesCellular)
    if let app = journal.counts.overflowingApp {
      failure = failure ?? .overflow("the bytes of \(plan.apps[Int(app.rawValue)].bundleID)")
    }
  }

  mutating func settle(_ slot: RunSlot, at now: Instant) {
    let index = slot
    debit(slot, at: now)
    let energy = power.accountEnergy(runs[index].account, at: now).total
    power.closeAccount(runs[index].account)
    let run = runs[index]
    addCosts(run.item, energy: energy, bytesWifi: run.bytesWifi, bytesCellular: run.bytesCellular)
    journal.finish(run, energy: energy)
    runs.release(slot)
  }

  /// Ends a local day: the predictor learns, dead time starts anew.
  mutating func endDay(at now: Instant, _ c: inout Calendar) {
    countDeadTime(until: now)
    let day = now.day - 1
    let counts = powerState.endDay() <= configuration.deadDayLimit
    var changesUse = false
    for app in apps.indices where apps[app].specification >= 0 {
      apps[app].predictor.endDay(isWeekend: plan.isWeekend(day), counts: counts)
      let wasUsed = configuration.platform.isUsed(apps[app].openedDays)
      apps[app].openedDays.endDay()
      if configuration.platform.isUsed(apps[app].openedDays) != wasUsed {
        changesUse = true
        apps[app].gatesHaveChanged = true
      }
    }
    // USE-4
    if changesUse { requestDecision(at: now, &c) }
    journal.count(.day, at: now)
    if now < plan.end { c.schedule(.device(.midnight), at: .day(now.day + 1), .environment) }
  }
}
