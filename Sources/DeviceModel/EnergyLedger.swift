/// Energy billed by app, cause and component: a dense table that is written without searching.
struct EnergyLedger: Sendable {
  static let components = 8
  static let causes = 12

  /// Nanojoules, and the part of them billed while another claimant held the component.
  private(set) var energy: [Int64]
  private(set) var shared: [Int64]
  let appCount: Int

  init(appCount: Int) {
    precondition(
      EnergyComponent.allCases.count == Self.components && EnergyCause.allCases.count == Self.causes,
      "the table has one column a component and one row a cause")
    self.appCount = appCount
    let cells = (appCount + 1) * Self.causes * Self.components
    energy = Array(repeating: 0, count: cells)
    shared = Array(repeating: 0, count: cells)
  }

  /// The row of a payer.
  func row(_ payer: EnergyPayer) -> Int32 {
    precondition(payer.app >= -1 && Int(payer.app) < appCount, "unknown app")
    return (payer.app + 1) * Int32(Self.causes) + Int32(payer.cause.rawValue)
  }

  /// The payer of a row.
  func payer(_ row: Int32) -> EnergyPayer {
    let (app, cause) = row.quotientAndRemainder(dividingBy: Int32(Self.causes))
    return EnergyPayer(app: app - 1, cause: EnergyCause.allCases[Int(cause)])
  }

  mutating func add(_ row: Int32, _ component: EnergyComponent, _ nanojoules: Int64, shared part: Int64 = 0) {
    let cell = Int(row) * Self.components + Int(component.rawValue)
    energy[cell].add(nanojoules: nanojoules)
    shared[cell].add(nanojoules: part)
  }

  /// Nanojoules in all cells; beyond 64 bits only where a total has passed ``Swift/Int64/greatestNanojoules``, which ends a run.
  var sum: Int64 { energy.reduce(0, &+) }

  /// Rows that are not zero, sorted by app, component and cause, less those of `earlier`.
  func entries(since earlier: EnergyLedger? = nil) -> [EnergyEntry] {
    var entries: [EnergyEntry] = []
    for app in -1..<appCount {
      for component in EnergyComponent.allCases {
        for cause in EnergyCause.allCases {
          let row = (app + 1) * Self.causes + Int(cause.rawValue)
          let cell = row * Self.components + Int(component.rawValue)
          let billed = energy[cell] - (earlier?.energy[cell] ?? 0)
          let part = shared[cell] - (earlier?.shared[cell] ?? 0)
          guard billed != 0 || part != 0 else { continue }
          entries.append(
            EnergyEntry(
              payer: EnergyPayer(app: Int32(app), cause: cause), component: component,
              energyNanojoules: billed, sharedNanojoules: part))
        }
      }
    }
    return entries
  }
}
