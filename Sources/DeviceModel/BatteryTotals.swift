/// Energies at the terminals of the phone's battery and charger, in nanojoules.
public struct BatteryTotals: Sendable, Hashable {
  /// Drawn from the cell, its inner loss included.
  public var batteryOut: Int64 = 0
  /// Stored in the cell.
  public var batteryIn: Int64 = 0
  /// From the adapter for loads; neither what the cell stores nor the charging loss is in it.
  public var adapter: Int64 = 0
  /// Lost in charging: what the adapter gave for the cell and the cell did not store.
  public var chargingLoss: Int64 = 0

  public init() {}

  /// All that the phone consumed.
  public var device: Int64 { batteryOut + adapter }

  /// All that the adapter took from the wall.
  public var wall: Int64 { adapter + batteryIn + chargingLoss }

  static func - (a: BatteryTotals, b: BatteryTotals) -> BatteryTotals {
    var difference = BatteryTotals()
    difference.batteryOut = a.batteryOut - b.batteryOut
    difference.batteryIn = a.batteryIn - b.batteryIn
    difference.adapter = a.adapter - b.adapter
    difference.chargingLoss = a.chargingLoss - b.chargingLoss
    return difference
  }
}

/// A difference between the energy ledger and what battery and adapter gave. Never happens; checked at the
/// end of every run.
public enum ClosureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// All rows of the ledger are not what battery and adapter gave, nanojoules.
  case ledger(billed: Int64, drawn: Int64)
  /// The rows' battery energies are not what the battery gave, nanojoules.
  case battery(billed: Int64, drawn: Int64)
  /// The cell's last nanojoule is not accounted for; the difference in units of 2^-32 pJ.
  case remainder(units: Int64)

  public var description: String {
    switch self {
    case .ledger(let billed, let drawn):
      "the ledger holds \(billed) nJ, but battery and adapter gave \(drawn) nJ"
    case .battery(let billed, let drawn):
      "the ledger holds \(billed) nJ from the battery, but the battery gave \(drawn) nJ"
    case .remainder(let units):
      "what the ledger has not billed differs from the cell's last nanojoule by \(units) units of 2^-32 pJ"
    }
  }
}
