/// The electrical side of a cell: what it loses inside to deliver a load.
///
/// One model a file; richer cells (two wells, diffusion, a voltage with memory) answer the same question.
public protocol BatteryModel: Sendable, Hashable {
  /// Watts lost in the cell per watt delivered, while it delivers `load` watts at `level` (0 to 1).
  func lossRatio(load: Double, level: Double) -> Double
  /// Whether the loss is zero for every load.
  var isLossless: Bool { get }
}

extension BatteryModel {
  /// Watts lost in the cell while it delivers `load` watts at `level`.
  public func loss(load: Double, level: Double) -> Double { load * lossRatio(load: load, level: level) }
}
