/// The iPhones of the catalogue, and the measured points of their cores.
///
/// Energies of batteries are those of published capacity lists.
extension DeviceCatalogue {
  static let iPhones = CatalogueText.rows(phones, columns: 13).map(iPhone(cells:))

  /// Name, title, year, chip; energy of the new battery in Wh with grade and source; the measured cores, which belong to this phone
  /// itself or to another one with its chip; 5G; power into the cell of a 20 W adapter in W with grade and source.
  private static let phones =
    #"""
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
    values.append(
      DeviceValue(
        parameter: "radio.has5G", value: .boolean(cells[9] == "5G"), grade: .a,
        source: "technical specifications"))
    if !cells[10].isEmpty { values.append(value("charger.wired20W.power", 10)) }
    return DeviceProfile(
      name: cells[0], title: cells[1], year: Int(cells[2]), chip: cells[3], note: "", values: values)
  }
}
