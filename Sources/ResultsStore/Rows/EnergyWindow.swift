/// Energies of one device over one window, in nanojoules.
public struct EnergyWindow: Hashable, Sendable {
  /// Energy out of the cell, measured at the cell.
  public var batteryOut: Int64
  /// Energy that the cell stored.
  public var batteryIn: Int64
  /// Carried by the adapter for loads, without charging loss and what the cell stored.
  public var adapter: Int64
  /// Given for the cell, which did not store it.
  public var chargingLoss: Int64

  public init(batteryOut: Int64, batteryIn: Int64, adapter: Int64, chargingLoss: Int64) {
    self.batteryOut = batteryOut
    self.batteryIn = batteryIn
    self.adapter = adapter
    self.chargingLoss = chargingLoss
  }

  /// All that the device consumed.
  public var device: Int64 { batteryOut + adapter }

  var values: [CellValue] {
    [
      .nanojoules(device), .nanojoules(batteryOut), .nanojoules(adapter), .nanojoules(batteryIn),
      .nanojoules(chargingLoss),
    ]
  }
}
