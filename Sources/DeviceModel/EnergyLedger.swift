import Basics

/// Energy billed by app, cause and component, and how much of it the battery gave.
///
/// A payer has a row from the first time that it is billed. Rows hold whole nanojoules; what claims leave below that is
/// gathered for each source and billed to the system at idle before anybody reads. So the rows add up to what the
/// sources gave, rounded down.
struct EnergyLedger: ~Copyable, Sendable {
  static let components = 7
  static let causes = 15

  /// Nanojoules of one payer and component.
  struct Cell: Sendable, Hashable {
    var energy: Int64 = 0
    /// Part of the energy that the battery gave.
    var battery: Int64 = 0
    /// Part of the energy that was billed while another payer held the component.
    var shared: Int64 = 0
  }

  /// The sums that the table keeps of a cell.
  struct Bill: Sendable {
    private var energy = EnergyBySource()
    private var shared: Int64 = 0

    @inline(__always) mutating func add(_ nanojoules: Int64, fromBattery: Bool, shared part: Int64) {
      energy.add(nanojoules: nanojoules, fromBattery: fromBattery)
      if part != 0 { shared.add(nanojoules: part) }
    }

    /// Adds what was billed before.
    mutating func add(_ part: Cell) {
      energy.change(total: part.energy, battery: part.battery)
      shared += part.shared
    }

    @inline(__always) var cell: Cell { Cell(energy: energy.total, battery: energy.battery, shared: shared) }
  }

  /// The table at an earlier instant, shared by copies of the ledger.
  final class Mark: Sendable {
    fileprivate let bills: UniqueArray<Bill>

    fileprivate init(_ bills: consuming UniqueArray<Bill>) { self.bills = bills }

    /// Nanojoules in all cells, and the part of them that the battery gave.
    var sums: (energy: Int64, battery: Int64) { EnergyLedger.sums(bills) }

    /// A cell by its place; an empty one where its row has come since.
    func cell(_ index: Int) -> Cell { index < bills.count ? bills[index].cell : Cell() }
  }

  /// The cells of each row, one for each component.
  private var bills = UniqueArray<Bill>()
  private var payers = UniqueArray<EnergyPayer>()
  /// The row of each app, or of the system, and cause; ``noRow`` for one that has not been billed.
  private var rows: UniqueArray<Int32>
  /// The table when ``setMark()`` was called; nil before.
  private(set) var mark: Mark?
  let appCount: Int
  /// Units of 2^-32 pJ that the battery gave and nobody has been billed for, and those of the adapter.
  private var unbilled: InlineArray<2, Int64> = [0, 0]

  init(appCount: Int) {
    precondition(
      EnergyComponent.allCases.count == Self.components && EnergyCause.allCases.count == Self.causes,
      "the table has one column a component and one row a cause")
    self.appCount = appCount
    rows = UniqueArray(repeating: Self.noRow, count: (appCount + 1) * Self.causes)
  }

  private init(copying other: borrowing EnergyLedger) {
    appCount = other.appCount
    bills = other.bills.copy()
    payers = other.payers.copy()
    rows = other.rows.copy()
    mark = other.mark
    unbilled = other.unbilled
  }

  func copy() -> EnergyLedger { EnergyLedger(copying: self) }

  private static let noRow: Int32 = -1

  /// The row of a payer, as the place of its first cell.
  @inline(__always) mutating func row(_ payer: EnergyPayer) -> Int32 {
    let row = knownRow(payer)
    return row == Self.noRow ? addRow(payer) : row
  }

  /// The same; ``noRow`` for one that has not been billed.
  @inline(__always) private func knownRow(_ payer: EnergyPayer) -> Int32 {
    precondition(payer.app >= -1 && Int(payer.app) < appCount, "unknown app")
    return rows[(Int(payer.app) &+ 1) &* Self.causes &+ Int(payer.cause.rawValue)]
  }

  @inline(never) private mutating func addRow(_ payer: EnergyPayer) -> Int32 {
    // There are no more cells than memory has room for.
    let row = Int32(truncatingIfNeeded: bills.count)
    rows[(Int(payer.app) + 1) * Self.causes + Int(payer.cause.rawValue)] = row
    payers.append(payer)
    for _ in 0..<Self.components { bills.append(Bill()) }
    return row
  }

  /// The place of a payer's component in tables like this one.
  @inline(__always) static func cell(_ row: Int32, _ component: EnergyComponent) -> Int {
    Int(row) &+ Int(component.rawValue)
  }

  @inline(__always) mutating func add(
    _ row: Int32, _ component: EnergyComponent, _ nanojoules: Int64, fromBattery: Bool, shared: Int64 = 0
  ) {
    bills[Self.cell(row, component)].add(nanojoules, fromBattery: fromBattery, shared: shared)
  }

  @inline(__always)
  mutating func add(_ use: ClaimUse, _ row: Int32, _ component: EnergyComponent, fromBattery: Bool) {
    bills[Self.cell(row, component)].add(use.energy, fromBattery: fromBattery, shared: use.sharedEnergy)
    if use.loss != 0 {
      bills[Self.cell(row, .batteryLoss)].add(use.loss, fromBattery: fromBattery, shared: use.sharedLoss)
    }
    if use.remainder != 0 { addRemainder(use.remainder, fromBattery: fromBattery) }
  }

  /// Bills to another row what was billed before.
  mutating func move(_ part: Cell, from old: Int32, to new: Int32, _ component: EnergyComponent) {
    bills[Self.cell(old, component)].add(Cell() - part)
    bills[Self.cell(new, component)].add(part)
  }

  func payer(ofRow row: Int32) -> EnergyPayer { payers[Int(row) / Self.components] }

  /// Gathers what was left below a nanojoule, in units of 2^-32 pJ.
  @inline(__always) mutating func addRemainder(_ units: Int64, fromBattery: Bool) {
    let source = fromBattery ? 0 : 1
    // Far from the end of 64 bits: one remainder is less than some nanojoules.
    unbilled[source] &+= units
    if unbilled[source] >> 60 > 0 { billRemainders() }
  }

  /// Units of 2^-32 pJ that the battery gave and nobody has been billed for.
  var unbilledBattery: Int64 { unbilled[0] }

  /// Bills the whole nanojoules of what was left to the system at idle.
  @inline(never) mutating func billRemainders() {
    let unit = FixedPointEnergy.nanojoule
    let idle = row(.idle)
    for source in unbilled.indices {
      add(idle, .system, unbilled[source] / unit, fromBattery: source == 0)
      unbilled[source] %= unit
    }
  }

  mutating func setMark() { mark = Mark(bills.copy()) }

  /// Nanojoules in all cells, and the part of them that the battery gave; beyond 64 bits only where a total is past what
  /// is counted, which fails the run.
  var sums: (energy: Int64, battery: Int64) { Self.sums(bills) }

  private static func sums(_ bills: borrowing UniqueArray<Bill>) -> (energy: Int64, battery: Int64) {
    var sums: (energy: Int64, battery: Int64) = (0, 0)
    for index in bills.indices {
      let cell = bills[index].cell
      sums.energy &+= cell.energy
      sums.battery &+= cell.battery
    }
    return sums
  }

  /// Nanojoules that the battery gave for some causes.
  func batterySum(of isMeant: (EnergyCause) -> Bool) -> Int64 {
    var sum: Int64 = 0
    for index in payers.indices where isMeant(payers[index].cause) {
      let first = index * Self.components
      for cell in first..<first + Self.components { sum &+= bills[cell].cell.battery }
    }
    return sum
  }

  /// Rows that are not zero, sorted by app, component and cause, less those at a mark.
  func entries(since mark: Mark? = nil) -> [EnergyEntry] {
    var entries: [EnergyEntry] = []
    // Made once; each asking makes them anew.
    let (allComponents, allCauses) = (EnergyComponent.allCases, EnergyCause.allCases)
    for app in -1..<Int32(appCount) {
      // Most payers have no row.
      let billed = allCauses.compactMap { cause in
        let payer = EnergyPayer(app: app, cause: cause)
        let row = knownRow(payer)
        return row == Self.noRow ? nil : (payer, row)
      }
      for component in allComponents {
        for (payer, row) in billed {
          let index = Self.cell(row, component)
          let part = bills[index].cell - (mark?.cell(index) ?? Cell())
          guard part != Cell() else { continue }
          entries.append(
            EnergyEntry(
              payer: payer, component: component, energyNanojoules: part.energy,
              batteryNanojoules: part.battery, sharedNanojoules: part.shared))
        }
      }
    }
    return entries
  }
}

extension EnergyLedger.Cell {
  @inline(__always) mutating func add(_ nanojoules: Int64, fromBattery: Bool, shared part: Int64) {
    energy.add(nanojoules: nanojoules)
    if fromBattery { battery.add(nanojoules: nanojoules) }
    if part != 0 { shared.add(nanojoules: part) }
  }

  static func - (a: EnergyLedger.Cell, b: EnergyLedger.Cell) -> EnergyLedger.Cell {
    EnergyLedger.Cell(
      energy: a.energy - b.energy, battery: a.battery - b.battery, shared: a.shared - b.shared)
  }
}
