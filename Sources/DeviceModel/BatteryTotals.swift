/// Energies at the terminals of the phone's battery and charger, in nanojoules.
public struct BatteryTotals: Sendable, Hashable {
  /// Drawn from the cell, its inner loss included.
  public var batteryOut: Int64 = 0
  /// Stored in the cell.
  public var batteryIn: Int64 = 0
  /// From the adapter for loads and as charging loss; what the cell stores is not in it.
  public var adapter: Int64 = 0
  /// Part of ``adapter`` that was lost in charging.
  public var chargingLoss: Int64 = 0

  public init() {}

  /// All that the phone drew.
  public var device: Int64 { batteryOut + adapter }

  static func - (a: BatteryTotals, b: BatteryTotals) -> BatteryTotals {
    var difference = BatteryTotals()
    difference.batteryOut = a.batteryOut - b.batteryOut
    difference.batteryIn = a.batteryIn - b.batteryIn
    difference.adapter = a.adapter - b.adapter
    difference.chargingLoss = a.chargingLoss - b.chargingLoss
    return difference
  }
}

/// Why the books of a phone's energy do not close. Never happens; checked at the end of every run.
public enum ClosureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The ledger's sum is not what battery and adapter gave, nanojoules.
  case ledger(sum: Int64, drawn: Int64)
  /// The cell's energy is not start - out + in; the difference in femtojoules.
  case battery(difference: Int64)

  public var description: String {
    switch self {
    case .ledger(let sum, let drawn): "the ledger holds \(sum) nJ, but battery and adapter gave \(drawn) nJ"
    case .battery(let difference): "the cell's energy is off by \(difference) fJ from start - out + in"
    }
  }
}
