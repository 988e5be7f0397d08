import DeviceModel
import OutputAnalysis
import ResultsStore
import Workload

package struct DeviceTotals: Sendable {
  package var counts = DeviceCounters<Int128>()
  /// The longest time after warm-up of a device, in microseconds.
  package var longestObserved: Int64 = 0
  package var energyPerDay = ExactMean()
  package var freshShare = ExactMean()
  package var staleness = ExactMean()
  package var distribution = DeviceDistribution()

  package init() {}

  package mutating func merge(_ other: DeviceTotals) {
    counts += other.counts
    longestObserved = max(longestObserved, other.longestObserved)
    energyPerDay.merge(other.energyPerDay)
    freshShare.merge(other.freshShare)
    staleness.merge(other.staleness)
    distribution.merge(other.distribution)
  }
}

/// A mean over devices of a value that some lack, summed in fixed point, so that the order of devices does not matter.
package struct ExactMean: Sendable {
  private static let scale = 0x1p50
  var sum: Int128 = 0
  package internal(set) var count: Int64 = 0

  package mutating func add(_ value: Double?) {
    guard let value else { return }
    sum += Int128((value * Self.scale).rounded())
    count += 1
  }

  package mutating func merge(_ other: ExactMean) {
    sum += other.sum
    count += other.count
  }

  package var fraction: MetricFraction { MetricFraction(Double(sum) / Self.scale, over: Double(count)) }
}

/// A quantity that every device of a run has, or lacks, whose distribution over devices is reported.
public enum DeviceProperty: String, Sendable, Hashable, CaseIterable {
  case energyPerDay, stalenessAtOpen, freshOpenShare

  /// Returns the value for a device; nil for a device without one, such as a share of no opens.
  public func value(_ device: DeviceFacts) -> Double? {
    switch self {
    case .energyPerDay: device.days > 0 ? device.energyJoules / device.days : nil
    case .stalenessAtOpen: device.stalenessSeconds
    case .freshOpenShare: device.opens > 0 ? Double(device.freshOpens) / Double(device.opens) : nil
    }
  }
}

public struct DeviceDistribution: Sendable, Hashable {
  private var values: [DeviceProperty: DeviceValues] = [:]

  public init(_ devices: [DeviceFacts] = []) { for device in devices { add(device) } }

  public mutating func add(_ device: DeviceFacts) {
    for property in DeviceProperty.allCases {
      values[property, default: DeviceValues()].add(property.value(device))
    }
  }

  public mutating func merge(_ other: DeviceDistribution) {
    for (property, others) in other.values { values[property, default: DeviceValues()].merge(others) }
  }

  public internal(set) subscript(property: DeviceProperty) -> DeviceValues {
    get { values[property] ?? DeviceValues() }
    set { values[property] = newValue }
  }
}

extension EnergyCause: CounterKey { public var isSum: Bool { true } }
extension EnergyComponent: CounterKey { public var isSum: Bool { true } }

/// Energy billed after warm-up, in nanojoules, summed over devices.
package struct EnergyTally: Sendable {
  package var byCause = Counters<EnergyCause, 15, Int128>()
  /// The part of the energy from the battery.
  package var batteryByCause = Counters<EnergyCause, 15, Int128>()
  package var byComponent = Counters<EnergyComponent, 7, Int128>()

  package init() {}

  package func of(_ causes: [EnergyCause]) -> EnergyTally {
    var part = EnergyTally()
    for cause in causes {
      (part.byCause[cause], part.batteryByCause[cause]) = (byCause[cause], batteryByCause[cause])
    }
    return part
  }

  private static func sum(
    _ energies: Counters<EnergyCause, 15, Int128>, _ isMeant: (EnergyCause) -> Bool = { _ in true }
  ) -> Int128 {
    EnergyCause.allCases.reduce(0) { isMeant($1) ? $0 + energies[$1] : $0 }
  }

  package var total: Int128 { Self.sum(byCause) }
  package var background: Int128 { Self.sum(byCause, \.isBackground) }
  package var backgroundBattery: Int128 { Self.sum(batteryByCause, \.isBackground) }
  package var discretionaryBattery: Int128 { Self.sum(batteryByCause, \.isDiscretionary) }
}

public enum BackgroundCauses {
  public static let names: [String] = EnergyCause.allCases.filter(\.isBackground).map(\.name)

  /// Causes as a part of a sentence: `refresh, processing and push`.
  static func list(_ isMeant: (EnergyCause) -> Bool) -> String {
    SensitivityReport.list(EnergyCause.allCases.filter(isMeant).map(\.name))
  }
}
