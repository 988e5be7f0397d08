import ResultsStore

/// A quantity that every device of a run has, or lacks, whose distribution over devices is reported.
public enum DeviceProperty: String, Sendable, Hashable, CaseIterable {
  case energyPerDay, stalenessAtOpen, freshOpenShare

  /// The value on a device; nil where the device has none, as a share of no opens.
  public func value(_ device: DeviceFacts) -> Double? {
    switch self {
    case .energyPerDay: device.days > 0 ? device.energyJoules / device.days : nil
    case .stalenessAtOpen: device.stalenessSeconds
    case .freshOpenShare: device.opens > 0 ? Double(device.freshOpens) / Double(device.opens) : nil
    }
  }
}
