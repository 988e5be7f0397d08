/// The values that a metric has on the devices of one replication, in a mergeable sketch.
///
/// Devices without a value, such as one on which no app was opened, are counted and left out of quantiles.
public struct DeviceValues: Hashable, Sendable {
  /// Values of the devices that have one, within a relative error of 0.5 %.
  public private(set) var sketch = QuantileSketch()
  /// Devices that have none.
  public private(set) var withoutValue: Int64 = 0

  public init() {}

  /// Makes a summary of a sketch of values and a number of devices that have none.
  public init(sketch: QuantileSketch, withoutValue: Int64) {
    self.sketch = sketch
    self.withoutValue = withoutValue
  }

  /// Takes in the value of a device, at least 0; nil or a number that is not finite counts as none.
  public mutating func add(_ value: Double?) {
    if let value, value.isFinite { sketch.add(value) } else { withoutValue += 1 }
  }

  /// Takes in all devices of another part of the replication.
  public mutating func merge(_ other: DeviceValues) {
    sketch.merge(other.sketch)
    withoutValue += other.withoutValue
  }

  /// Devices, with a value or without.
  public var devices: Int64 { sketch.count + withoutValue }
}
