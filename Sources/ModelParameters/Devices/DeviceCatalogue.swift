/// The phones that a study can name.
public enum DeviceCatalogue {
  /// An iPhone 15 class phone: the defaults of all parameters.
  public static let standard = DeviceProfile(
    name: "standard", title: "Standard phone", year: 2023, chip: "A16 Bionic class",
    note:
      "A device of the iPhone 15 class: the defaults of all parameters. Studies use it unless they name a device.",
    values: [])

  /// Every device: the standard phone, iPhones and Pixels by age.
  public static let all: [DeviceProfile] = [standard] + iPhones + pixels

  /// Names that a study can write, in the order of ``all``.
  public static let names: [String] = all.map(\.name)

  /// The device of a name.
  public static func device(_ name: String) -> DeviceProfile? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  // MARK: Values

  private static func fifthGeneration(_ cell: String) -> DeviceValue {
    DeviceValue(
      parameter: "radio.has5G", value: .boolean(cell == "5G"), grade: .a, source: "technical specifications")
  }

  /// Clock of the standard phone's efficiency core in GHz, in which processor times of studies are stated.
  private static let standardClock = 2.016
  /// Work that a performance core does in a cycle, by that of an efficiency core.
  private static let workPerCycle = 2.0

  /// A clock and the power of a core that works at it.
  private struct CorePoint {
    var clock, watts: Double
  }

  /// The values of a device's cores: powers as measured, speeds by their clocks.
  private static func cores(
    efficiency: CorePoint, performance: CorePoint, lowPower: CorePoint?, grade: EvidenceGrade, source: String
  ) -> [DeviceValue] {
    let cycles = "clock over 2.016 GHz: assumes equal work per cycle"
    let twice = "clock over 2.016 GHz, times 2: assumes twice the work per cycle"
    func values(_ core: String, _ point: CorePoint, work: Double, _ assumption: String) -> [DeviceValue] {
      [
        DeviceValue("\(core)Core", point.watts, grade, "\(source), at \(point.clock) GHz"),
        DeviceValue("\(core)Speed", point.clock / standardClock * work, .d, assumption),
      ]
    }
    return values("processor.efficiency", efficiency, work: 1, cycles)
      + values("processor.performance", performance, work: workPerCycle, twice)
      + (lowPower.map { values("lpm.performance", $0, work: workPerCycle, twice) } ?? [])
  }
}

// MARK: iPhones

/// The iPhones of the catalogue, and the measured points of their cores; energies are those of published capacity
/// lists.
extension DeviceCatalogue {
  private static let iPhones = CatalogueText.rows(phones, columns: 13).map(iPhone(cells:))

  /// Name, title, year, chip; energy of the new battery in Wh with grade and source; the measured cores, which belong to this phone
  /// itself or to another one with its chip; 5G; power into the cell of a 20 W adapter in W with grade and source.
  private static let phones = #"""
    iphone-11 | iPhone 11 | 2019 | A13 Bionic | 11.91 | C | 3110 mAh: recalled | a13 | own |
    iphone-11-pro | iPhone 11 Pro | 2019 | A13 Bionic | 11.67 | C | 3046 mAh: recalled | a13 | same chip | | 13.2 | B | 56 % in 30 min by an 18 W adapter: birchtree.me
    iphone-11-pro-max | iPhone 11 Pro Max | 2019 | A13 Bionic | 15.04 | C | 3969 mAh: recalled | a13 | same chip |
    iphone-se-2 | iPhone SE (2nd) | 2020 | A13 Bionic | 6.96 | C | 1821 mAh: recalled | a13SE | own |
    iphone-12-mini | iPhone 12 mini | 2020 | A14 Bionic | 8.57 | C | 2227 mAh: recalled | a14 | same chip | 5G
    iphone-12 | iPhone 12 | 2020 | A14 Bionic | 10.78 | C | 2815 mAh: recalled; the cell of the 12 Pro | a14 | same chip | 5G
    iphone-12-pro | iPhone 12 Pro | 2020 | A14 Bionic | 10.78 | A | 2815 mAh: 9to5mac.com/2022/12/29/iphone-battery-mah-capacity-list | a14 | own | 5G | 12.9 | B | 40 % in 20 min by a 20 W adapter: ajjur.com
    iphone-12-pro-max | iPhone 12 Pro Max | 2020 | A14 Bionic | 14.13 | A | 3687 mAh: 9to5mac.com/2022/12/29/iphone-battery-mah-capacity-list | a14 | same chip | 5G
    iphone-se-3 | iPhone SE (3rd) | 2022 | A15 Bionic | 7.82 | A | 2018 mAh: 9to5mac.com/2022/12/29/iphone-battery-mah-capacity-list | a15 | same chip | 5G
    iphone-13-mini | iPhone 13 mini | 2021 | A15 Bionic | 9.57 | A | 2406 mAh: 9to5mac.com/2022/12/29/iphone-battery-mah-capacity-list | a15 | same chip | 5G
    iphone-13 | iPhone 13 | 2021 | A15 Bionic | 12.41 | A | 3227 mAh: 9to5mac.com/2022/12/29/iphone-battery-mah-capacity-list | a15 | same chip | 5G
    iphone-13-pro | iPhone 13 Pro | 2021 | A15 Bionic | 11.97 | A | 3095 mAh: 9to5mac.com/2022/12/29/iphone-battery-mah-capacity-list | a15 | own | 5G
    iphone-13-pro-max | iPhone 13 Pro Max | 2021 | A15 Bionic | 16.75 | A | 4352 mAh: 9to5mac.com/2022/12/29/iphone-battery-mah-capacity-list | a15 | same chip | 5G
    iphone-14 | iPhone 14 | 2022 | A15 Bionic | 12.68 | A | 3279 mAh: 9to5mac.com/2023/11/21/iphone-battery-mah-capacity-list | a15 | same chip | 5G
    iphone-14-plus | iPhone 14 Plus | 2022 | A15 Bionic | 16.68 | A | 4325 mAh: 9to5mac.com/2023/11/21/iphone-battery-mah-capacity-list | a15 | same chip | 5G
    iphone-14-pro | iPhone 14 Pro | 2022 | A16 Bionic | 12.38 | A | 3200 mAh: 9to5mac.com/2023/11/21/iphone-battery-mah-capacity-list | a16Pro | own | 5G
    iphone-14-pro-max | iPhone 14 Pro Max | 2022 | A16 Bionic | 16.68 | A | 4323 mAh: 9to5mac.com/2023/11/21/iphone-battery-mah-capacity-list | a16 | own | 5G
    iphone-15 | iPhone 15 | 2023 | A16 Bionic | 12.98 | A | 3349 mAh: 9to5mac.com/2023/11/21/iphone-battery-mah-capacity-list | a16 | same chip | 5G
    iphone-15-plus | iPhone 15 Plus | 2023 | A16 Bionic | 16.95 | A | 4383 mAh: 9to5mac.com/2023/11/21/iphone-battery-mah-capacity-list | a16 | same chip | 5G
    iphone-15-pro | iPhone 15 Pro | 2023 | A17 Pro | 12.7 | A | 3274 mAh: 9to5mac.com/2023/11/21/iphone-battery-mah-capacity-list | a17Pro | own | 5G
    iphone-15-pro-max | iPhone 15 Pro Max | 2023 | A17 Pro | 17.1 | A | 4422 mAh: 9to5mac.com/2023/11/21/iphone-battery-mah-capacity-list | a17Pro | same chip | 5G
    iphone-16 | iPhone 16 | 2024 | A18 | 13.82 | B | 3561 mAh: forums.macrumors.com thread 2465026 (Apple EU energy labels); energy at 3.88 V | | | 5G
    iphone-16-plus | iPhone 16 Plus | 2024 | A18 | 18.14 | B | 4674 mAh: forums.macrumors.com thread 2465026 (Apple EU energy labels); energy at 3.88 V | | | 5G
    iphone-16-pro | iPhone 16 Pro | 2024 | A18 Pro | 13.9 | B | 3582 mAh: forums.macrumors.com thread 2465026 (Apple EU energy labels); energy at 3.88 V | | | 5G
    iphone-16-pro-max | iPhone 16 Pro Max | 2024 | A18 Pro | 18.18 | B | 4685 mAh: forums.macrumors.com thread 2465026 (Apple EU energy labels); energy at 3.88 V | | | 5G
    iphone-17 | iPhone 17 | 2025 | A19 | 14.32 | B | 3692 mAh: forums.macrumors.com thread 2465026 (Apple EU energy labels); energy at 3.88 V | | | 5G
    iphone-air | iPhone Air | 2025 | A19 Pro | 12.22 | B | 3149 mAh: forums.macrumors.com thread 2465026 (Apple EU energy labels); energy at 3.88 V | | | 5G
    iphone-17-pro-esim | iPhone 17 Pro (eSIM) | 2025 | A19 Pro | 16.5 | B | 4252 mAh: forums.macrumors.com thread 2465026 (Apple EU energy labels); energy at 3.88 V | | | 5G
    iphone-17-pro-max-esim | iPhone 17 Pro Max (eSIM) | 2025 | A19 Pro | 19.74 | B | 5088 mAh: forums.macrumors.com thread 2465026 (Apple EU energy labels); energy at 3.88 V | | | 5G
    iphone-17-pro-sim-tray | iPhone 17 Pro (SIM tray) | 2025 | A19 Pro | 15.47 | C | 3988 mAh: phonearena.com id173836 (regulatory leak); energy at 3.88 V | | | 5G
    iphone-17-pro-max-sim-tray | iPhone 17 Pro Max (SIM tray) | 2025 | A19 Pro | 18.71 | C | 4823 mAh: phonearena.com id173836 (regulatory leak); energy at 3.88 V | | | 5G
    """#

  /// Cores of a chip: clocks in GHz and powers in W of one thread on the efficiency core, on the performance core, and there in Low
  /// Power Mode; the phone that was measured.
  ///
  /// **Source** AppleSiliconPowerTest: medians of energy by kernel counters over the time of a thread, the efficiency core at its highest
  /// clock, the performance core at its highest clock of many samples; memory, uncore and voltage conversion are not in them.
  private static let chips = Dictionary(
    uniqueKeysWithValues: CatalogueText.rows(
      #"""
      a13 | 1.728 | 0.2567 | 2.663 | 2.8812 | 1.86 | 0.9302 | iPhone 11
      a13SE | 1.728 | 0.2719 | 2.664 | 2.9189 | | | iPhone SE (2nd)
      a14 | 1.824 | 0.1612 | 2.941 | 3.2122 | 1.296 | 0.7454 | iPhone 12 Pro
      a15 | 2.016 | 0.1997 | 2.924 | 2.9403 | 1.22 | 0.5727 | iPhone 13 Pro
      a16 | 2.016 | 0.2114 | 3.466 | 3.7218 | 1.176 | 0.5268 | iPhone 14 Pro Max
      a16Pro | 2.016 | 0.2295 | 3.464 | 3.7551 | | | iPhone 14 Pro
      a17Pro | 2.112 | 0.2605 | 3.525 | 4.1092 | 1.344 | 0.5958 | iPhone 15 Pro
      """#, columns: 8
    ).map { ($0[0], $0) })

  private static func iPhone(cells: [String]) -> DeviceProfile {
    func value(_ parameter: String, _ first: Int) -> DeviceValue {
      DeviceValue(
        parameter, CatalogueText.number(cells[first]), EvidenceGrade(rawValue: cells[first + 1]) ?? .d,
        cells[first + 2])
    }
    func point(_ chip: [String], _ first: Int) -> CorePoint {
      CorePoint(clock: CatalogueText.number(chip[first]), watts: CatalogueText.number(chip[first + 1]))
    }
    var values = [value("battery.capacity", 4)]
    if let chip = chips[cells[7]] {
      let isOwn = cells[8] == "own"
      values += cores(
        efficiency: point(chip, 1), performance: point(chip, 3),
        lowPower: chip[5].isEmpty ? nil : point(chip, 5), grade: isOwn ? .a : .b,
        source: "AppleSiliconPowerTest" + (isOwn ? "" : " on an \(chip[7]) with the same chip"))
    }
    values.append(fifthGeneration(cells[9]))
    if !cells[10].isEmpty { values.append(value("charger.wired20W.power", 10)) }
    return DeviceProfile(
      name: cells[0], title: cells[1], year: Int(cells[2]), chip: cells[3], note: "", values: values)
  }
}

// MARK: Pixels

/// Pixels and one phone of their kind, from the power profiles that Android ships with them.
extension DeviceCatalogue {
  private static let pixels = CatalogueText.rows(powerProfiles, columns: 20).map(pixel(cells:))

  /// Name, title, year, chip, source; capacity in mAh; currents at the battery in mA: `cpu.suspend`, `cpu.idle` and `cpu.active` together;
  /// clock in GHz and current of a core of the little and of the big cluster, the cluster included; `screen.on` and `screen.full`, which are
  /// `shared` where they are the numbers of many phones, so that nobody has measured them on this one; `rx` and `tx` of Wi-Fi and the
  /// voltage that the profile states for it; current of the modem at rest, where the profile has an average of paging; 5G.
  private static let powerProfiles = #"""
    pixel-2016 | Pixel (2016) | 2016 | Snapdragon 821 | LineageOS/android_device_google_marlin@138a79b14bec, power_profile.xml | 2770 | 5.837 | 20.094 | 1.594 | 169.183 | 2.15 | 319.073 | 122.78 | 200.356 | | 107 | 371 | 3.7
    pixel-3a-xl | Pixel 3a XL | 2019 | Snapdragon 670 | LineageOS/android_device_google_bonito@15bc23b4af5e, power_profile.xml | 3700 | 5.25 | 27.14 | 1.709 | 182.54 | 1.997 | 140.6 | 80 | 320 | | 141 | 396 | 3.7
    pixel-4-xl | Pixel 4 XL | 2019 | Snapdragon 855 | LineageOS/android_device_google_coral@8975c211ab7d, power_profile.xml | 3700 | 5.6 | 13.8 | 1.786 | 87.05 | 2.842 | 226.49 | 98 | 470 | shared | 125 | 351 | 3.7
    pixel-4a | Pixel 4a | 2020 | Snapdragon 730G | LineageOS/android_device_google_sunfish@066b0e3a7f79, power_profile.xml | 3080 | 5.6 | 13.8 | 1.805 | 130.45 | 2.208 | 268.41 | 85 | 250 | | 138 | 387 | 3.7
    pixel-6 | Pixel 6 | 2021 | Tensor | LineageOS/android_device_google_raviole@72dadeb7f455, power_profile.xml | 4614 | 10 | 40.97 | 1.803 | 58.69 | 2.802 | 260.19 | 98 | 470 | shared | 98 | 470 | 3.7 | 3.5 | 5G
    pixel-6-pro | Pixel 6 Pro | 2021 | Tensor | LineageOS/android_device_google_raviole@72dadeb7f455, power_profile.xml | 5003 | 10 | 40.97 | 1.803 | 58.69 | 2.802 | 260.19 | 98 | 470 | shared | 98 | 470 | 3.7 | 3.5 | 5G
    pixel-7 | Pixel 7 | 2022 | Tensor G2 | GrapheneOS/device_google_pantah@2dafb4515238, power_profile.xml | 4356 | 13.3 | 43.8 | 1.803 | 60.01 | 2.85 | 204.3 | 98 | 470 | shared | 98 | 470 | 3.7 | 4.5 | 5G
    tensor-g4 | Tensor G4 class phone | | Tensor G4, inferred from its clocks | dumpsys sample of the E-MANAFA profiler | | 9.28 | 33.33 | 1.95 | 47.41 | 3.105 | 256.03 | 98 | 470 | shared | 39 | 540 | 3.85 | | 5G
    """#

  private static func pixel(cells: [String]) -> DeviceProfile {
    /// Power in W of a current, at the nominal voltage of the cell where the profile states no other.
    func watts(_ place: Int, volts: Double = 3.85) -> Double {
      CatalogueText.number(cells[place]) * volts / 1000
    }
    func point(_ first: Int) -> CorePoint {
      CorePoint(clock: CatalogueText.number(cells[first]), watts: watts(first + 1))
    }
    var values: [DeviceValue] = []
    func add(_ parameter: String, _ value: Double, _ words: String, _ grade: EvidenceGrade = .a) {
      values.append(DeviceValue(parameter, value, grade, "\(cells[4]): \(words)"))
    }
    if !cells[5].isEmpty { add("battery.capacity", watts(5), "\(cells[5]) mAh at 3.85 V", .b) }
    values += cores(efficiency: point(8), performance: point(10), lowPower: nil, grade: .a, source: cells[4])
    add("platform.awake", watts(7), "cpu.idle and cpu.active, \(cells[7]) mA")
    add("idle.system", CatalogueText.number(cells[6]) * 3.85, "cpu.suspend, \(cells[6]) mA")
    if !cells[18].isEmpty {
      let milliwatts = CatalogueText.number(cells[18]) * 3.7
      add("idle.paging", milliwatts, "modem.controller.idle, \(cells[18]) mA at 3.7 V")
    }
    let isShared = cells[14] == "shared"
    for (parameter, key, place) in [("display.base", "screen.on", 12), ("display.full", "screen.full", 13)] {
      let remark = isShared ? "; many phones have this number" : ""
      add(parameter, watts(place), "\(key), \(cells[place]) mA\(remark)", isShared ? .c : .a)
    }
    values.append(fifthGeneration(cells[19]))
    for (parameter, key, place) in [
      ("radio.wifi.receivePower", "rx", 15), ("radio.wifi.sendPower", "tx", 16),
    ] {
      let power = watts(place, volts: CatalogueText.number(cells[17]))
      add(parameter, power, "wifi.controller.\(key), \(cells[place]) mA at \(cells[17]) V")
    }
    return DeviceProfile(
      name: cells[0], title: cells[1], year: Int(cells[2]), chip: cells[3],
      note: "Hardware only: the rules of background work are still the rules of iOS.", values: values)
  }
}

/// A kind of phone: the values of its specific parameters; the remaining parameters are as on the standard
/// phone. It changes no rule of the system: an Android phone is a phone with its hardware under the rules of
/// iOS.
public struct DeviceProfile: Sendable, Hashable {
  /// Name in studies: `iphone-15-pro`.
  public var name: String
  /// Name of the product.
  public var title: String
  /// First year on sale; nil where it is not known.
  public var year: Int?
  /// The processor.
  public var chip: String
  /// Remarks to read before the values.
  public var note: String
  /// The device's own values, each once.
  public var values: [DeviceValue]

  /// The parameters that describe a device, in the order of its manual page.
  public static let parameterNames = [
    "battery.capacity", "battery.internalResistance", "battery.polarization", "battery.polarizationTime",
    "battery.activationEnergy", "battery.cutOff", "processor.efficiencyCore", "processor.efficiencySpeed",
    "processor.performanceCore", "processor.performanceSpeed", "lpm.performanceCore", "lpm.performanceSpeed",
    "processor.wakeEnergy", "platform.awake", "idle.system", "idle.wifi", "idle.paging", "display.base",
    "display.full", "radio.has5G", "radio.wifi.receivePower", "radio.wifi.sendPower",
    "charger.wired20W.power", "charger.magSafe.power", "charger.qi.power", "charger.wired5W.power",
  ]

  /// The value of a parameter, and whether it is specific to the device. Values of the standard phone are
  /// assumed (grade D).
  public func value(of parameter: String) -> (value: DeviceValue, isOwn: Bool)? {
    if let own = values.first(where: { $0.parameter == parameter }) { return (own, true) }
    guard let definition = ParameterCatalogue.byName[parameter] else { return nil }
    let isStandard = name == DeviceCatalogue.standard.name
    return (
      DeviceValue(
        parameter: parameter, value: definition.defaultValue, grade: isStandard ? definition.grade : .d,
        source: isStandard ? definition.source : "no value for this device: as the standard device"),
      isStandard
    )
  }

  /// Sets the device's own values, except of parameters that the study states.
  public func apply(to parameters: inout ParameterSet) {
    for own in values where !parameters.isStated(own.parameter) {
      parameters.supply(own.parameter, own.value)
    }
  }

  /// The parameters of a study on this device.
  public func parameters(of study: ParameterSet) -> ParameterSet {
    var parameters = study
    apply(to: &parameters)
    return parameters
  }
}

/// The value that a device gives to a parameter.
public struct DeviceValue: Sendable, Hashable {
  /// Name of the parameter in the catalogue.
  public var parameter: String
  /// The value, in the unit of the parameter's definition.
  public var value: ParameterValue
  /// Grade of the evidence for the value.
  public var grade: EvidenceGrade
  /// Source of the value, or the reason for an assumed one.
  public var source: String

  /// The value in words, with its unit.
  public var text: String { ParameterCatalogue.byName[parameter]?.text(of: value) ?? "" }
}

extension DeviceValue {
  init(_ parameter: String, _ number: Double, _ grade: EvidenceGrade, _ source: String) {
    self.init(
      parameter: parameter, value: .number((number * 10_000).rounded() / 10_000), grade: grade, source: source
    )
  }
}
