import OutputAnalysis
import ResultsStore

/// The distribution of every property over the devices of a run, in mergeable sketches.
public struct DeviceDistribution: Sendable, Hashable {
  private var values: [DeviceProperty: DeviceValues] = [:]

  public init() {}

  /// Gathers the devices of a run.
  public init(_ devices: [DeviceFacts]) { for device in devices { add(device) } }

  /// Takes in one device.
  public mutating func add(_ device: DeviceFacts) {
    for property in DeviceProperty.allCases {
      values[property, default: DeviceValues()].add(property.value(device))
    }
  }

  /// Takes in the devices of another part of the run.
  public mutating func merge(_ other: DeviceDistribution) {
    for (property, others) in other.values { values[property, default: DeviceValues()].merge(others) }
  }

  /// The values of a property.
  public internal(set) subscript(property: DeviceProperty) -> DeviceValues {
    get { values[property] ?? DeviceValues() }
    set { values[property] = newValue }
  }
}
