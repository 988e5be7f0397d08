import DeviceModel
import Workload

extension EnergyCause: CounterKey {
  public var isSum: Bool { true }
}

extension EnergyComponent: CounterKey {
  public var isSum: Bool { true }
}

/// Energy billed after warm-up, in nanojoules, summed over devices.
package struct EnergyTally: Sendable {
  package internal(set) var byCause = Counters<EnergyCause, 15, Int128>()
  /// Of which the battery gave.
  package internal(set) var batteryByCause = Counters<EnergyCause, 15, Int128>()
  package internal(set) var byComponent = Counters<EnergyComponent, 7, Int128>()

  package init() {}

  package mutating func add(_ entry: EnergyEntry) {
    byCause[entry.payer.cause] += Int128(entry.energyNanojoules)
    batteryByCause[entry.payer.cause] += Int128(entry.batteryNanojoules)
    byComponent[entry.component] += Int128(entry.energyNanojoules)
  }

  package mutating func merge(_ other: EnergyTally) {
    byCause += other.byCause
    batteryByCause += other.batteryByCause
    byComponent += other.byComponent
  }

  /// The part of some causes, which by component is not known.
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
    let names = EnergyCause.allCases.filter(isMeant).map(\.name)
    return names.dropLast().joined(separator: ", ") + " and " + names.suffix(1).joined()
  }
}
