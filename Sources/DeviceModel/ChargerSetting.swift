/// A charger as the cell sees it.
public struct ChargerSetting: Sendable, Hashable {
  /// Power into the cell below the taper.
  public var cellMicrowatts: Int64
  /// Energy into the cell / energy from the adapter, above 0 up to 1.
  public var efficiency: Double

  public init(cellMicrowatts: Int64, efficiency: Double) {
    precondition(cellMicrowatts >= 0 && efficiency > 0, "a charger needs a power and an efficiency")
    self.cellMicrowatts = cellMicrowatts
    self.efficiency = min(1, efficiency)
  }
}
