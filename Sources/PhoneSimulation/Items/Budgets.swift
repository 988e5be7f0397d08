import BackgroundExecution
import EventSimulation

/// The energy and the cellular budget of a device and of each of its apps: chapter BUD.
struct Budgets: ~Copyable {
  /// Amounts of both, in nanojoules and bytes.
  typealias Amounts = (energy: Int64, cellular: Int64)

  /// Both budgets of the device or of an app.
  struct Row {
    var energy, cellular: BudgetLedger
    /// The facts about the balances that gates read, kept: those of the device are read at every decision point.
    var facts: DeviceFacts = []

    @inline(__always)
    var isFull: Bool { energy.balance == energy.capacity && cellular.balance == cellular.capacity }
    var hasOverflowed: Bool { energy.hasOverflowed || cellular.hasOverflowed }
    var closes: Bool { energy.closes && cellular.closes }

    func overdrafts(credit: Double) -> Amounts {
      (energy.overdraft(credit: credit), cellular.overdraft(credit: credit))
    }

    @inline(__always) mutating func debit(energy amount: Int64, cellular bytes: Int64) {
      if amount > 0 { energy.debit(amount) }
      if bytes > 0 { cellular.debit(bytes) }
    }

    @inline(__always) mutating func refill(by amounts: Amounts) -> (energy: Refill, cellular: Refill) {
      func refill(_ ledger: inout BudgetLedger, _ amount: Int64) -> Refill {
        let clipped = ledger.refill(amount)
        return Refill(amount: amount, clipped: clipped, balance: ledger.balance)
      }
      return (refill(&energy, amounts.energy), refill(&cellular, amounts.cellular))
    }

    /// Returns whether the facts have changed.
    @discardableResult @inline(__always) mutating func updateFacts(_ overdrafts: Amounts) -> Bool {
      let old = facts
      facts = DeviceFacts(energy: energy.balance, cellular: cellular.balance, overdrafts: overdrafts)
      return facts != old
    }
  }

  struct Refill: Equatable {
    var amount, clipped, balance: Int64
  }

  private(set) var device: Row
  private var rows: AppColumn<Row>
  /// Balances of the device and of an app at or below which relaxed mechanisms are denied (BUD-8).
  let overdrafts, appOverdrafts: Amounts
  /// The ledgers of an app at the start. While all apps have these capacities they have the same refills.
  private let ofApp: Row
  private var next: (number: Int, device: Amounts, app: Amounts) = (-1, (0, 0), (0, 0))
  private var haveOwnCapacities = false
  /// Refills so far of every ledger, and the weights of the day's refills, fixed at its start; empty for uniform ones.
  private var refills = 0
  private var weights: [Double] = []
  private var energyAtStart: BudgetLedger?

  /// - Parameter energyCapacity: What the device may spend in a day, nanojoules.
  init(energyCapacity: Int64, appCount: Int, _ platform: PlatformParameters) {
    func row(_ share: (Int64) -> Int64) -> Row {
      let ledgers = [energyCapacity, platform.cellularCapacityBytes].map {
        BudgetLedger(capacity: share($0), initialFraction: platform.initialBudgetFraction)
      }
      return Row(energy: ledgers[0], cellular: ledgers[1])
    }
    var app = row { Int64(nearest: Double($0) * platform.appShare) }
    device = row { $0 }
    overdrafts = device.overdrafts(credit: platform.transferOverdraft)
    appOverdrafts = app.overdrafts(credit: platform.transferOverdraft)
    device.updateFacts(overdrafts)
    app.updateFacts(appOverdrafts)
    ofApp = app
    rows = AppColumn(repeating: app, count: appCount)
  }

  func energy(of app: AppIndex) -> BudgetLedger { rows[app].energy }
  func cellular(of app: AppIndex) -> BudgetLedger { rows[app].cellular }

  /// Returns whether what gates read of the app has changed.
  @inline(__always)
  mutating func debit(_ app: AppIndex, energy amount: Int64, cellular bytes: Int64) -> Bool {
    device.debit(energy: amount, cellular: bytes)
    rows[app].debit(energy: amount, cellular: bytes)
    device.updateFacts(overdrafts)
    return rows[app].updateFacts(appOverdrafts)
  }

  /// BAD-10: debits an app alone a share of its capacity. Returns also whether what gates read of the app has changed.
  mutating func penalize(_ app: AppIndex, fraction: Double) -> (amount: Int64, hasChanged: Bool) {
    let amount = Int64(nearest: Double(rows[app].energy.capacity) * fraction)
    rows[app].debit(energy: amount, cellular: 0)
    return (amount, rows[app].updateFacts(appOverdrafts))
  }

  func beginsDay(slots: Int) -> Bool { refills % slots == 0 }

  mutating func setWeights(_ weights: [Double]) { self.weights = weights }

  mutating func refillDevice(slots: Int) -> (energy: Refill, cellular: Refill) {
    if next.number != refills { findNext(slots) }
    defer { device.updateFacts(overdrafts) }
    return device.refill(by: next.device)
  }

  /// Refills the ledgers of an app. Inlined: of what it returns, most is read only where records are kept.
  @inline(__always)
  mutating func refill(_ app: AppIndex, slots: Int) -> (energy: Refill, cellular: Refill, hasChanged: Bool) {
    if next.number != refills { findNext(slots) }
    let amounts = haveOwnCapacities ? amounts(of: rows[app], slots) : next.app
    // Nearly all are full at most refills, and take nothing. What is clipped is not added up for an app that is full.
    if rows[app].isFull {
      return (
        Refill(amount: amounts.energy, clipped: amounts.energy, balance: rows[app].energy.balance),
        Refill(amount: amounts.cellular, clipped: amounts.cellular, balance: rows[app].cellular.balance),
        false
      )
    }
    let (energy, cellular) = rows[app].refill(by: amounts)
    return (energy, cellular, rows[app].updateFacts(appOverdrafts))
  }

  @inline(never) private mutating func findNext(_ slots: Int) {
    next = (refills, amounts(of: device, slots), amounts(of: ofApp, slots))
  }

  private func amounts(of row: Row, _ slots: Int) -> Amounts {
    let slot = refills % slots + 1
    func amount(_ ledger: BudgetLedger) -> Int64 {
      weights.isEmpty
        ? ledger.uniformAmount(slot: slot, of: slots) : ledger.weightedAmount(slot: slot, weights: weights)
    }
    return (amount(row.energy), amount(row.cellular))
  }

  /// BUD-7: sets the capacities of an app for a day, as a share of the device's. Returns what is clipped of its balances, as
  /// refills of nothing, and whether what gates read of it has changed.
  mutating func setCapacities(of app: AppIndex, share: Double) -> (
    energy: Refill, cellular: Refill, hasChanged: Bool
  ) {
    haveOwnCapacities = true
    func set(_ ledger: inout BudgetLedger, _ device: BudgetLedger) -> Refill {
      let clipped = ledger.setCapacity(Int64(nearest: Double(device.capacity) * share))
      return Refill(amount: 0, clipped: clipped, balance: ledger.balance)
    }
    let energy = set(&rows[app].energy, device.energy)
    let cellular = set(&rows[app].cellular, device.cellular)
    return (energy, cellular, rows[app].updateFacts(appOverdrafts))
  }

  /// All ledgers are refilled. Returns when the next refill is due: refill k of a day happens at midnight + k · 24 h / n.
  mutating func endRefill(slots: Int) -> Instant {
    refills += 1
    return .day(refills / slots)
      + .microseconds(Int64(refills % slots + 1) * TimeSpan.day.microseconds / Int64(slots))
  }

  mutating func startObserving() { energyAtStart = device.energy }

  /// Energy debited from the device's budget, and refilled without clipping, since the end of warm-up.
  var debited: Int64 { device.energy.debited - (energyAtStart?.debited ?? 0) }
  var refilled: Int64 {
    device.energy.refilled - device.energy.clipped - (energyAtStart.map { $0.refilled - $0.clipped } ?? 0)
  }

  var hasOverflowed: Bool { device.hasOverflowed || rows.indices.contains { rows[$0].hasOverflowed } }

  /// BUD-9.
  var closes: Bool { device.closes && rows.indices.allSatisfy { rows[$0].closes } }
}
