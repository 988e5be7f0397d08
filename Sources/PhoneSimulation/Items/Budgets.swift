import BackgroundExecution
import EventSimulation

/// The energy and the cellular budget of a device and of each of its apps: chapter BUD.
struct Budgets: ~Copyable {
  struct Row {
    var energy, cellular: BudgetLedger
    var facts: DeviceFacts = []

    @inline(__always)
    var isFull: Bool { energy.balance == energy.capacity && cellular.balance == cellular.capacity }
  }

  struct Amounts {
    var energy: Int64 = 0
    var cellular: Int64 = 0
    var appEnergy: Int64 = 0
    var appCellular: Int64 = 0
  }

  struct Refill: Equatable {
    var amount, clipped, balance: Int64
  }

  private(set) var energy, cellular: BudgetLedger
  /// The facts about the balances of the device that gates read, kept: they are read at every decision point.
  private(set) var facts: DeviceFacts = []
  private var rows: AppColumn<Row>
  /// Balances of the device and of an app at or below which relaxed mechanisms are denied (BUD-8).
  let energyOverdraft, cellularOverdraft: Int64
  let appEnergyOverdraft, appCellularOverdraft: Int64
  /// The ledgers of an app at the start. While all apps have these capacities they have the same refills.
  private let ofApp: (energy: BudgetLedger, cellular: BudgetLedger)
  private var next = (number: -1, amounts: Amounts())
  private var haveOwnCapacities = false
  /// Refills so far of every ledger, and the weights of the day's refills, fixed at its start; empty for uniform ones.
  private var refills = 0
  private var weights: [Double] = []
  private var energyAtStart: BudgetLedger?

  /// - Parameter energyCapacity: What the device may spend in a day, nanojoules.
  init(energyCapacity: Int64, appCount: Int, _ platform: PlatformParameters) {
    func ledger(_ capacity: Int64) -> BudgetLedger {
      BudgetLedger(capacity: capacity, initialFraction: platform.initialBudgetFraction)
    }
    func share(_ capacity: Int64) -> Int64 { Int64(nearest: Double(capacity) * platform.appShare) }
    energy = ledger(energyCapacity)
    cellular = ledger(platform.cellularCapacityBytes)
    let appEnergy = ledger(share(energyCapacity))
    let appCellular = ledger(share(platform.cellularCapacityBytes))
    ofApp = (appEnergy, appCellular)
    energyOverdraft = energy.overdraft(credit: platform.relaxedOverdraft)
    cellularOverdraft = cellular.overdraft(credit: platform.relaxedOverdraft)
    appEnergyOverdraft = appEnergy.overdraft(credit: platform.relaxedOverdraft)
    appCellularOverdraft = appCellular.overdraft(credit: platform.relaxedOverdraft)
    rows = AppColumn(repeating: Row(energy: appEnergy, cellular: appCellular), count: appCount)
    updateFacts()
    for app in rows.indices { updateFacts(app) }
  }

  func energy(of app: AppIndex) -> BudgetLedger { rows[app].energy }
  func cellular(of app: AppIndex) -> BudgetLedger { rows[app].cellular }

  @inline(__always)
  mutating func debit(_ app: AppIndex, energy amount: Int64, cellular bytes: Int64) -> Bool {
    if amount > 0 {
      energy.debit(amount)
      rows[app].energy.debit(amount)
    }
    if bytes > 0 {
      cellular.debit(bytes)
      rows[app].cellular.debit(bytes)
    }
    updateFacts()
    return updateFacts(app)
  }

  /// BAD-10: debits an app alone a share of its capacity. Returns also whether what gates read of the app has changed.
  mutating func penalize(_ app: AppIndex, fraction: Double) -> (amount: Int64, hasChanged: Bool) {
    let amount = Int64(nearest: Double(rows[app].energy.capacity) * fraction)
    if amount > 0 { rows[app].energy.debit(amount) }
    return (amount, updateFacts(app))
  }

  func beginsDay(slots: Int) -> Bool { refills % slots == 0 }

  mutating func setWeights(_ weights: [Double]) { self.weights = weights }

  mutating func refillDevice(slots: Int) -> (energy: Refill, cellular: Refill) {
    defer { updateFacts() }
    let amounts = nextAmounts(slots)
    return (Self.refill(&energy, by: amounts.energy), Self.refill(&cellular, by: amounts.cellular))
  }

  /// Refills the ledgers of an app. Inlined: of what it returns, most is read only where records are kept.
  @inline(__always)
  mutating func refill(_ app: AppIndex, slots: Int) -> (energy: Refill, cellular: Refill, hasChanged: Bool) {
    var amounts = nextAmounts(slots)
    if haveOwnCapacities {
      amounts.appEnergy = amount(rows[app].energy, slots)
      amounts.appCellular = amount(rows[app].cellular, slots)
    }
    // Nearly all are full at most refills, and take nothing. What is clipped is not added up for an app that is full.
    if rows[app].isFull {
      return (
        Refill(amount: amounts.appEnergy, clipped: amounts.appEnergy, balance: rows[app].energy.balance),
        Refill(
          amount: amounts.appCellular, clipped: amounts.appCellular, balance: rows[app].cellular.balance),
        false
      )
    }
    let energy = Self.refill(&rows[app].energy, by: amounts.appEnergy)
    let cellular = Self.refill(&rows[app].cellular, by: amounts.appCellular)
    return (energy, cellular, updateFacts(app))
  }

  @inline(__always) private mutating func nextAmounts(_ slots: Int) -> Amounts {
    if next.number != refills { findNext(slots) }
    return next.amounts
  }

  @inline(never) private mutating func findNext(_ slots: Int) {
    next.number = refills
    next.amounts = Amounts(
      energy: amount(energy, slots), cellular: amount(cellular, slots),
      appEnergy: amount(ofApp.energy, slots), appCellular: amount(ofApp.cellular, slots))
  }

  private func amount(_ ledger: BudgetLedger, _ slots: Int) -> Int64 {
    let slot = refills % slots + 1
    return weights.isEmpty
      ? ledger.uniformAmount(slot: slot, of: slots) : ledger.weightedAmount(slot: slot, weights: weights)
  }

  /// BUD-7: sets the capacities of an app for a day, as a share of the device's. Returns what is clipped of its balances, as
  /// refills of nothing, and whether what gates read of it has changed.
  mutating func setCapacities(of app: AppIndex, share: Double) -> (
    energy: Refill, cellular: Refill, hasChanged: Bool
  ) {
    haveOwnCapacities = true
    func set(_ ledger: inout BudgetLedger, _ device: Int64) -> Refill {
      let clipped = ledger.setCapacity(Int64(nearest: Double(device) * share))
      return Refill(amount: 0, clipped: clipped, balance: ledger.balance)
    }
    let energy = set(&rows[app].energy, energy.capacity)
    let cellular = set(&rows[app].cellular, cellular.capacity)
    return (energy, cellular, updateFacts(app))
  }

  /// All ledgers are refilled. Returns when the next refill is due: refill k of a day happens at midnight + k · 24 h / n.
  mutating func endRefill(slots: Int) -> Instant {
    refills += 1
    return .day(refills / slots)
      + .microseconds(Int64(refills % slots + 1) * TimeSpan.day.microseconds / Int64(slots))
  }

  @inline(__always) private static func refill(_ ledger: inout BudgetLedger, by amount: Int64) -> Refill {
    let clipped = ledger.refill(amount)
    return Refill(amount: amount, clipped: clipped, balance: ledger.balance)
  }

  mutating func startObserving() { energyAtStart = energy }

  /// Energy debited from the device's budget, and refilled without clipping, since the end of warm-up.
  var debited: Int64 { energy.debited - (energyAtStart?.debited ?? 0) }
  var refilled: Int64 {
    energy.refilled - energy.clipped - (energyAtStart.map { $0.refilled - $0.clipped } ?? 0)
  }

  var hasOverflowed: Bool {
    energy.hasOverflowed || cellular.hasOverflowed
      || rows.indices.contains { rows[$0].energy.hasOverflowed || rows[$0].cellular.hasOverflowed }
  }

  /// BUD-9.
  var closes: Bool {
    energy.closes && cellular.closes
      && rows.indices.allSatisfy { rows[$0].energy.closes && rows[$0].cellular.closes }
  }

  @inline(__always) private mutating func updateFacts() {
    facts = DeviceFacts(
      energy: energy.balance, cellular: cellular.balance, overdrafts: (energyOverdraft, cellularOverdraft))
  }

  @discardableResult @inline(__always) private mutating func updateFacts(_ app: AppIndex) -> Bool {
    let facts = DeviceFacts(
      energy: rows[app].energy.balance, cellular: rows[app].cellular.balance,
      overdrafts: (appEnergyOverdraft, appCellularOverdraft))
    defer { rows[app].facts = facts }
    return facts != rows[app].facts
  }
}
