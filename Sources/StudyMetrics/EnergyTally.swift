import DeviceModel

/// Energy billed after warm-up, in nanojoules, summed over devices.
package struct EnergyTally: Sendable {
  /// Indexed by `EnergyCause.rawValue`.
  package internal(set) var byCause = [Int128](repeating: 0, count: EnergyCause.allCases.count)
  /// Of which the battery gave.
  package internal(set) var batteryByCause = [Int128](repeating: 0, count: EnergyCause.allCases.count)
  /// Indexed by `EnergyComponent.rawValue`.
  package internal(set) var byComponent = [Int128](repeating: 0, count: EnergyComponent.allCases.count)

  package init() {}

  package mutating func add(_ entry: EnergyEntry) {
    byCause[Int(entry.payer.cause.rawValue)] += Int128(entry.energyNanojoules)
    batteryByCause[Int(entry.payer.cause.rawValue)] += Int128(entry.batteryNanojoules)
    byComponent[Int(entry.component.rawValue)] += Int128(entry.energyNanojoules)
  }

  package mutating func merge(_ other: EnergyTally) {
    for index in byCause.indices { byCause[index] += other.byCause[index] }
    for index in batteryByCause.indices { batteryByCause[index] += other.batteryByCause[index] }
    for index in byComponent.indices { byComponent[index] += other.byComponent[index] }
  }

  /// The part of some causes, which by component is not known.
  package func of(_ causes: [EnergyCause]) -> EnergyTally {
    var part = EnergyTally()
    for place in causes.map({ Int($0.rawValue) }) {
      (part.byCause[place], part.batteryByCause[place]) = (byCause[place], batteryByCause[place])
    }
    return part
  }

  package var total: Int128 { byCause.reduce(0, +) }

  package subscript(cause: EnergyCause) -> Int128 { byCause[Int(cause.rawValue)] }
  package subscript(component: EnergyComponent) -> Int128 { byComponent[Int(component.rawValue)] }

  /// Energy from the battery for a cause.
  package func battery(_ cause: EnergyCause) -> Int128 { batteryByCause[Int(cause.rawValue)] }

  /// Energy of background work.
  package var background: Int128 {
    EnergyCause.allCases.reduce(0) { $1.isBackground ? $0 + self[$1] : $0 }
  }

  /// Energy from the battery for background work, and for the part of it that a policy decides on.
  package var backgroundBattery: Int128 {
    EnergyCause.allCases.reduce(0) { $1.isBackground ? $0 + battery($1) : $0 }
  }
  package var discretionaryBattery: Int128 {
    EnergyCause.allCases.reduce(0) { $1.isDiscretionary ? $0 + battery($1) : $0 }
  }
}

/// The causes of energy that count as background work, by their names in results.
public enum BackgroundCauses {
  /// In the order of the model.
  public static let names: [String] = EnergyCause.allCases.filter(\.isBackground).map(\.name)

  /// Causes as a part of a sentence: `refresh, processing and push`.
  static func list(_ isMeant: (EnergyCause) -> Bool) -> String {
    let names = EnergyCause.allCases.filter(isMeant).map(\.name)
    return names.dropLast().joined(separator: ", ") + " and " + names.suffix(1).joined()
  }
}
