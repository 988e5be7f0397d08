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
    let weights = configuration.platform.refillIsUsageWeighted ? refillWeights(at: now, slots) : nil
    func amount(_ ledger: BudgetLedger) -> Int64 {
      weights.map { ledger.weightedAmount(slot: slot, weights: $0) }
        ?? ledger.uniformAmount(slot: slot, of: slots)
    }
    let (energy, cellular) = (amount(energyBudget), amount(cellularBudget))
    let energyClipped = energyBudget.refill(energy)
    let cellularClipped = cellularBudget.refill(cellular)
    let (energyBalance, cellularBalance) = (energyBudget.balance, cellularBudget.balance)
    note(
      .budgetRefilled, nil, .energy, value: Double(energyBalance), at: now,
      Self.ledgerFields("energy", "device", energy, clipped: energyClipped, energyBalance))
    note(
      .budgetRefilled, nil, .cellular, value: Double(cellularBalance), at: now,
      Self.ledgerFields("cellular", "device", cellular, clipped: cellularClipped, cellularBalance))
    for app in apps.indices where apps[app].specification >= 0 {
      let (energy, cellular) = (amount(apps[app].energyBudget), amount(apps[app].cellularBudget))
      let energyClipped = apps[app].energyBudget.refill(energy)
      let cellularClipped = apps[app].cellularBudget.refill(cellular)
      let energyBalance = apps[app].energyBudget.balance
      let cellularBalance = apps[app].cellularBudget.balance
      note(
        .budgetRefilled, app: Int32(app), nil, .energy, at: now,
        Self.ledgerFields("energy", "app", energy, clipped: energyClipped, energyBalance))
      note(
        .budgetRefilled, app: Int32(app), nil, .cellular, at: now,
        Self.ledgerFields("cellular", "app", cellular, clipped: cellularClipped, cellularBalance))
    }
    let dayStart = Instant.day(refillSlot / slots)
    let next =
      dayStart + .microseconds(Int64(refillSlot % slots + 1) * TimeSpan.day.microseconds / Int64(slots))
    c.schedule(.device(.refill), at: next, .refill)
    requestDecision(at: now, &c)
  }

  private static func ledgerFields(
    _ ledger: String, _ scope: String, _ amount: Int64, clipped: Int64?, _ balance: Int64
  ) -> [LogField] {
    [.text(.scope, scope), .text(.ledger, ledger), .integer(.amount, amount)]
      + (clipped.map { [.integer(.clipped, $0)] } ?? []) + [.integer(.balance, balance)]
  }

  /// Predicted opens of each slot plus a tenth of the mean slot.
  private func refillWeights(at now: Instant, _ slots: Int) -> [Double] {
    let isWeekend = plan.isWeekend((now - .tick).day)
    let length = TimeSpan.day / Int64(slots)
    var opens = (0..<slots).map { slot in
      apps.reduce(0.0) {
        $0
          + $1.predictor.expectedOpens(
            from: length * Int64(slot), to: length * Int64(slot + 1), isWeekend: isWeekend)
      }
    }
    let floor = opens.reduce(0, +) / Double(slots) / 10
    for slot in opens.indices { opens[slot] += floor }
    return opens
  }

  /// Debits what has been billed to the run since the last debit: at its end, and when its tail ends.
  mutating func debit(_ slot: Int32, at now: Instant) {
    let index = Int(slot)
    let item = runs[index].item
    let app = Int(item.app)
    let energy = power.accountEnergy(runs[index].account, at: now).onBattery - runs[index].debitedEnergy
    if energy > 0 {
      runs[index].debitedEnergy += energy
      energyBudget.debit(energy)
      apps[app].energyBudget.debit(energy)
      note(.budgetDebited, nil, .energy, value: Double(energy), at: now)
      note(.budgetDebited, app: item.app, nil, .energy, value: Double(energy), at: now)
    }
    let bytes = runs[index].bytesCellular - runs[index].debitedBytes
    if bytes > 0 {
      runs[index].debitedBytes += bytes
      cellularBudget.debit(bytes)
      apps[app].cellularBudget.debit(bytes)
      note(.budgetDebited, nil, .cellular, value: Double(bytes), at: now)
      note(.budgetDebited, app: item.app, nil, .cellular, value: Double(bytes), at: now)
    }
  }

  /// BAD-10: a missed completion costs the app's own share, never the device.
  mutating func penalise(_ app: Int32, at now: Instant) {
    let ledger = apps[Int(app)].energyBudget
    let amount = Int64((Double(ledger.capacity) * configuration.platform.penaltyFraction).rounded())
    guard amount > 0 else { return }
    apps[Int(app)].energyBudget.debit(amount)
    let balance = apps[Int(app)].energyBudget.balance
    note(
      .penaltyApplied, app: app, nil, .energy, value: Double(amount), at: now,
      Self.ledgerFields("energy", "app", amount, clipped: nil, balance))
  }

  /// Settles the runs whose radio tail and suspension are over; their accounts close here.
  mutating func settleEndedTails(at now: Instant) {
    _ = power.takeEndedTails()
    guard !unsettled.isEmpty else { return }
    let tailsAreOver = power.radioTimer == nil
    var rest: [Int32] = []
    for slot in unsettled {
      let index = Int(slot)
      let isLingering = runs[index].holder != nil || apps[Int(runs[index].item.app)].lingerRun == slot
      if isLingering || !tailsAreOver {
        rest.append(slot)
      } else {
        settle(slot, at: now)
      }
    }
    unsettled = rest
  }

  mutating func settle(_ slot: Int32, at now: Instant) {
    let index = Int(slot)
    debit(slot, at: now)
    let energy = power.accountEnergy(runs[index].account, at: now).total
    power.closeAccount(runs[index].account)
    let run = runs[index]
    if run.item.isObserved {
      let app = Int(run.item.app)
      let mechanism = Int(run.item.mechanism.rawValue)
      apps[app].result.mechanisms[mechanism].runEnergy += energy
      apps[app].result.mechanisms[mechanism].bytesWifi += run.bytesWifi
      apps[app].result.mechanisms[mechanism].bytesCellular += run.bytesCellular
    }
    finishAttempt(of: run, energy: energy)
    runs[index].phase = .ended
    freeRuns.append(slot)
  }

  /// Ends a local day: the predictor learns, dead time starts anew.
  mutating func endDay(at now: Instant, _ c: inout Calendar) {
    countDeadTime(until: isOff ? now : offSince ?? now)
    let day = now.day - 1
    let counts = deadToday <= configuration.deadDayLimit
    for app in apps.indices where apps[app].specification >= 0 {
      apps[app].predictor.endDay(isWeekend: plan.isWeekend(day), counts: counts)
    }
    deadToday = .zero
    if now > plan.warmUpEnd { result.daysObserved += 1 }
    if now < plan.end { c.schedule(.device(.midnight), at: .day(now.day + 1), .environment) }
  }
}
