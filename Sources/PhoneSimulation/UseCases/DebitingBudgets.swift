import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// Debits: what a run, a transfer or a missed completion costs device and app. Chapter BUD.
extension Phone {
  /// URL-4 before BUD-8: what the user has started in front, and the wake of its batch, debits nothing and is not denied.
  @inline(__always)
  func isFreeOfBudgets(_ item: WorkItem) -> Bool {
    guard !platform.relaxedIsDenied else { return false }
    if case .wake(_, let isRelaxed) = item.origin { return isRelaxed }
    return item.mechanism == .transferN
  }

  /// Debits what has been billed to the run since the last debit: at its end, and when its tail ends.
  ///
  /// - Parameter billed: What the battery has given for the run so far.
  mutating func debit(_ slot: RunSlot, ofEnergy billed: Int64, at now: Instant) {
    let index = slot
    guard runs[index].item.mechanism.debitsBudgets, !runs[index].item.isSynthetic,
      !isFreeOfBudgets(runs[index].item)
    else { return }
    let energy = billed - runs[index].debitedEnergy
    let bytes = runs[index].bytesCellular - runs[index].debitedBytes
    runs.addDebit(slot, energy: max(0, energy), bytes: bytes)
    debit(runs[index].item.app, energy: energy, cellularBytes: bytes, at: now)
  }

  /// Debits what has been billed since the last debit: at the end, and when the tail ends.
  mutating func debit(_ transfer: inout Transfer, at now: Instant) {
    if isFreeOfBudgets(transfer.item) { return }
    let energy = power.readAccountEnergy(transfer.account, at: now).onBattery - transfer.debitedEnergy
    let bytes = transfer.bytesCellular - transfer.debitedBytes
    transfer.debitedEnergy += max(0, energy)
    transfer.debitedBytes += bytes
    debit(transfer.item.app, energy: energy, cellularBytes: bytes, at: now)
  }

  /// Debits device and app; nothing is written for nothing.
  @inline(__always)
  mutating func debit(_ app: AppIndex, energy: Int64, cellularBytes bytes: Int64, at now: Instant) {
    if budgets.debit(app, energy: energy, cellular: bytes) { appGates.markChanged(app) }
    if journal.log.keepsRecords { keepDebits(app, energy: energy, cellularBytes: bytes, at: now) }
  }

  /// Writes a debit, which ``countDebits()`` counts.
  private mutating func keepDebits(
    _ app: AppIndex, energy: Int64, cellularBytes bytes: Int64, at now: Instant
  ) {
    func keep(_ app: AppIndex?, _ ledger: LogWord, _ amount: Int64, _ balance: Int64) {
      journal.keep(
        .budgetDebited, app: app, ledger, value: Double(amount), at: now, Self.debitFields(app, balance))
    }
    if energy > 0 {
      keep(nil, .energy, energy, budgets.energy.balance)
      keep(app, .energy, energy, budgets.energy(of: app).balance)
    }
    if bytes > 0 {
      keep(nil, .cellular, bytes, budgets.cellular.balance)
      keep(app, .cellular, bytes, budgets.cellular(of: app).balance)
    }
  }

  private static func debitFields(_ app: AppIndex?, _ balance: Int64) -> [LogField] {
    [.text(.scope, app == nil ? "device" : "app"), .integer(.balance, balance)]
  }

  /// Counts all debits at the end: each is one of the device too.
  mutating func countDebits() {
    for app in apps.indices {
      let debits = budgets.debits(of: app)
      for account in [app, nil] {
        journal.count(.budgetDebited, account, [.energy], times: debits.energy)
        journal.count(.budgetDebited, account, [.cellular], times: debits.cellular)
      }
    }
  }

  /// BAD-10: a missed completion costs the app's own share, never the device.
  mutating func penalise(_ app: AppIndex, at now: Instant) {
    let penalty = budgets.penalise(app, fraction: configuration.platform.penaltyFraction)
    guard penalty.amount > 0 else { return }
    if penalty.hasChanged { appGates.markChanged(app) }
    let balance = budgets.energy(of: app).balance
    note(
      .penaltyApplied, app: app, nil, .energy, value: Double(penalty.amount), at: now,
      Self.debitFields(app, balance))
  }

  /// Adds what a run or transfer has cost; totals of bytes beyond 64 bits fail the simulation.
  mutating func addCosts(_ item: WorkItem, energy: Int64, bytesWifi: Int64, bytesCellular: Int64) {
    journal.items.addCosts(item, energy: energy, bytesWifi: bytesWifi, bytesCellular: bytesCellular)
    if let app = journal.items.overflowingApp {
      fail(.overflow("the bytes of \(plan.apps[Int(app.rawValue)].bundleID)"))
    }
  }
}
