/// Measured points of the cores of iPhones.
///
/// **Source** AppleSiliconPowerTest: medians of energy by kernel counters over the time of a thread; memory, uncore and
/// voltage conversion are not in them.
extension DeviceCatalogue {
  /// The cores of one chip: one thread on the efficiency core, on the performance core, and there in Low Power Mode.
  struct Chip {
    var efficiency: CorePoint
    var performance: CorePoint
    var lowPower: CorePoint?
    /// The phone that was measured.
    var phone: String

    static let a13 = Chip(
      efficiency: CorePoint(clock: 1.728, watts: 0.2567), performance: CorePoint(clock: 2.663, watts: 2.8812),
      lowPower: CorePoint(clock: 1.86, watts: 0.9302), phone: "iPhone 11")
    static let a13SE = Chip(
      efficiency: CorePoint(clock: 1.728, watts: 0.2719), performance: CorePoint(clock: 2.664, watts: 2.9189),
      lowPower: nil, phone: "iPhone SE (2nd)")
    static let a14 = Chip(
      efficiency: CorePoint(clock: 1.824, watts: 0.1612), performance: CorePoint(clock: 2.941, watts: 3.2122),
      lowPower: CorePoint(clock: 1.296, watts: 0.7454), phone: "iPhone 12 Pro")
    static let a15 = Chip(
      efficiency: CorePoint(clock: 2.016, watts: 0.1997), performance: CorePoint(clock: 2.924, watts: 2.9403),
      lowPower: CorePoint(clock: 1.22, watts: 0.5727), phone: "iPhone 13 Pro")
    static let a16 = Chip(
      efficiency: CorePoint(clock: 2.016, watts: 0.2114), performance: CorePoint(clock: 3.466, watts: 3.7218),
      lowPower: CorePoint(clock: 1.176, watts: 0.5268), phone: "iPhone 14 Pro Max")
    static let a16Pro = Chip(
      efficiency: CorePoint(clock: 2.016, watts: 0.2295), performance: CorePoint(clock: 3.464, watts: 3.7551),
      lowPower: nil, phone: "iPhone 14 Pro")
    static let a17Pro = Chip(
      efficiency: CorePoint(clock: 2.112, watts: 0.2605), performance: CorePoint(clock: 3.525, watts: 4.1092),
      lowPower: CorePoint(clock: 1.344, watts: 0.5958), phone: "iPhone 15 Pro")
  }

  /// A number with its grade and source.
  struct Graded {
    var value: Double
    var grade: EvidenceGrade
    var source: String

    init(_ value: Double, _ grade: EvidenceGrade, _ source: String) {
      self.value = value
      self.grade = grade
      self.source = source
    }
  }

  /// An iPhone of the catalogue.
  ///
  /// - Parameters:
  ///   - battery: Energy of the new battery in Wh.
  ///   - cores: The measured chip; nil where nobody has measured it.
  ///   - isMeasured: Whether this phone was measured, rather than another one with its chip.
  ///   - charger: Power into the cell of a 20 W adapter.
  static func iPhone(
    _ name: String, _ title: String, _ year: Int, _ chip: String, _ battery: Graded, cores: Chip?,
    isMeasured: Bool, has5G: Bool, charger: Graded? = nil
  ) -> DeviceProfile {
    var values = [DeviceValue("battery.capacity", battery.value, battery.grade, battery.source)]
    if let cores {
      values += self.cores(
        efficiency: cores.efficiency, performance: cores.performance, lowPower: cores.lowPower,
        grade: isMeasured ? .a : .b,
        source: "AppleSiliconPowerTest" + (isMeasured ? "" : " on an \(cores.phone) with the same chip"))
    }
    values.append(
      DeviceValue(
        parameter: "radio.has5G", value: .boolean(has5G), grade: .a, source: "technical specifications"))
    if let charger {
      values.append(DeviceValue("charger.wired20W.power", charger.value, charger.grade, charger.source))
    }
    return DeviceProfile(name: name, title: title, year: year, chip: chip, note: "", values: values)
  }
}
