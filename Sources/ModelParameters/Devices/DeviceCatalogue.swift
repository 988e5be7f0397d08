/// The phones that a study can name.
public enum DeviceCatalogue {
  /// An iPhone 15 class phone: the defaults of all parameters.
  public static let standard = DeviceProfile(
    name: "standard", title: "Standard phone", year: 2023, chip: "A16 Bionic class",
    note:
      "An iPhone 15 class phone: the defaults of all parameters, which studies use unless they name a device.",
    values: [])

  /// Every device: the standard phone, iPhones and Pixels by age.
  public static let all: [DeviceProfile] = [standard] + iPhones + pixels

  /// Names that a study can write, in the order of ``all``.
  public static let names: [String] = all.map(\.name)

  /// The device of a name.
  public static func device(_ name: String) -> DeviceProfile? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  // MARK: Clocks

  /// Clock of the standard phone's efficiency core in GHz, in which processor times of studies are stated.
  static let standardClock = 2.016
  /// Work that a performance core does in a cycle, by that of an efficiency core.
  static let workPerCycle = 2.0

  /// A clock and the power of a core that works at it.
  struct CorePoint {
    var clock: Double
    var watts: Double
  }

  /// The values of a device's cores: powers as measured, speeds by their clocks.
  static func cores(
    efficiency: CorePoint, performance: CorePoint, lowPower: CorePoint?, grade: EvidenceGrade, source: String
  ) -> [DeviceValue] {
    let cycles = "clock over 2.016 GHz: assumes equal work a cycle"
    let twice = "clock over 2.016 GHz, times 2: assumes twice the work a cycle"
    func text(_ point: CorePoint) -> String { "\(source), at \(point.clock) GHz" }
    var values = [
      DeviceValue("processor.efficiencyCore", efficiency.watts, grade, text(efficiency)),
      DeviceValue("processor.efficiencySpeed", efficiency.clock / standardClock, .d, cycles),
      DeviceValue("processor.performanceCore", performance.watts, grade, text(performance)),
      DeviceValue(
        "processor.performanceSpeed", performance.clock / standardClock * workPerCycle, .d, twice),
    ]
    if let lowPower {
      values += [
        DeviceValue("lpm.performanceCore", lowPower.watts, grade, text(lowPower)),
        DeviceValue("lpm.performanceSpeed", lowPower.clock / standardClock * workPerCycle, .d, twice),
      ]
    }
    return values
  }
}
