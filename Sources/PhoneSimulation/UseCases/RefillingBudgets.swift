import BackgroundExecution
import Containers
import EventSimulation
import Workload

/// Refilling the budgets through the day, and what happens at local midnight: chapters BUD and USE-1.
extension Phone {
  /// Refills all ledgers, the device's before the apps'.
  mutating func refillBudgets(at now: Instant, _ c: inout Calendar) {
    let slots = configuration.platform.refillSlots
    // The predictor learns at midnight only, so the first refill sees the state at the start of the day.
    if configuration.platform.refillIsUsageWeighted, budgets.beginsDay(slots: slots) {
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
    c.schedule(.device(.refill), at: budgets.endRefill(slots: slots), .refill)
    requestDecision(at: now, &c)
  }

  /// Amounts are gross; the balance changes by what is not clipped. ``countRefills()`` counts what is written here.
  @inline(__always)
  private mutating func noteRefill(
    _ app: AppIndex?, _ ledger: LogWord, _ refill: Budgets.Refill, at now: Instant
  ) {
    guard journal.log.keepsRecords else { return }
    journal.keep(
      .budgetRefilled, app: app, ledger, value: Double(refill.amount), at: now,
      [
        .text(.scope, app == nil ? "device" : "app"), .integer(.clipped, refill.clipped),
        .integer(.balance, refill.balance),
      ])
  }

  /// Counts all refills at the end: each ledger of the device and of the study's apps had the same number of them.
  mutating func countRefills() {
    journal.count(.budgetRefilled, nil, [.energy, .cellular], times: budgets.refills)
    for index in context.studied.indices {
      journal.count(.budgetRefilled, context.studied[index], [.energy, .cellular], times: budgets.refills)
    }
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

  /// Ends a local day: the predictor learns, dead time starts anew.
  mutating func endDay(at now: Instant, _ c: inout Calendar) {
    countDeadTime(until: now)
    let day = now.day - 1
    let counts = powerState.endDay() <= configuration.deadDayLimit
    var changesUse = false
    usage.endDay(isWeekend: plan.isWeekend(day), counts: counts)
    for index in context.studied.indices {
      let app = context.studied[index]
      if appGates.endDay(app, configuration.platform) { changesUse = true }
    }
    // USE-4
    if changesUse { requestDecision(at: now, &c) }
    if now > journal.start { journal.counts[.days] += 1 }
    sumUpDay(at: now)
    if now < plan.end { c.schedule(.device(.midnight), at: .day(now.day + 1), .environment) }
  }
}
