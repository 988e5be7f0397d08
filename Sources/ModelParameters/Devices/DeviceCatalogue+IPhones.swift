/// The iPhones of the catalogue, and the measured points of their cores.
///
/// Energies of batteries are those of published capacity lists. Cores were measured by kernel energy counters, one
/// thread at work: the efficiency core at its highest clock, the performance core at its highest clock of many samples,
/// and in Low Power Mode.
extension DeviceCatalogue {
  static let iPhones: [DeviceProfile] = [
    iPhone(
      "iphone-11", "iPhone 11", 2019, "A13 Bionic",
      .init(11.91, .c, "3110 mAh: recalled"), cores: .a13, isMeasured: true, has5G: false),
    iPhone(
      "iphone-11-pro", "iPhone 11 Pro", 2019, "A13 Bionic",
      .init(11.67, .c, "3046 mAh: recalled"), cores: .a13, isMeasured: false, has5G: false,
      charger: .init(13.2, .b, "56 % in 30 min by an 18 W adapter: birchtree.me")),
    iPhone(
      "iphone-11-pro-max", "iPhone 11 Pro Max", 2019, "A13 Bionic",
      .init(15.04, .c, "3969 mAh: recalled"), cores: .a13, isMeasured: false, has5G: false),
    iPhone(
      "iphone-se-2", "iPhone SE (2nd)", 2020, "A13 Bionic",
      .init(6.96, .c, "1821 mAh: recalled"), cores: .a13SE, isMeasured: true, has5G: false),
    iPhone(
      "iphone-12-mini", "iPhone 12 mini", 2020, "A14 Bionic",
      .init(8.57, .c, "2227 mAh: recalled"), cores: .a14, isMeasured: false, has5G: true),
    iPhone(
      "iphone-12", "iPhone 12", 2020, "A14 Bionic",
      .init(10.78, .c, "2815 mAh: recalled; the cell of the 12 Pro"), cores: .a14, isMeasured: false,
      has5G: true),
    iPhone(
      "iphone-12-pro", "iPhone 12 Pro", 2020, "A14 Bionic",
      .init(10.78, .a, "2815 mAh: 9to5mac.com/2022/12/29/iphone-battery-mah-capacity-list"), cores: .a14,
      isMeasured: true, has5G: true,
      charger: .init(12.9, .b, "40 % in 20 min by a 20 W adapter: ajjur.com")),
    iPhone(
      "iphone-12-pro-max", "iPhone 12 Pro Max", 2020, "A14 Bionic",
      .init(14.13, .a, "3687 mAh: 9to5mac.com/2022/12/29/iphone-battery-mah-capacity-list"), cores: .a14,
      isMeasured: false, has5G: true),
    iPhone(
      "iphone-se-3", "iPhone SE (3rd)", 2022, "A15 Bionic",
      .init(7.82, .a, "2018 mAh: 9to5mac.com/2022/12/29/iphone-battery-mah-capacity-list"), cores: .a15,
      isMeasured: false, has5G: true),
    iPhone(
      "iphone-13-mini", "iPhone 13 mini", 2021, "A15 Bionic",
      .init(9.57, .a, "2406 mAh: 9to5mac.com/2022/12/29/iphone-battery-mah-capacity-list"), cores: .a15,
      isMeasured: false, has5G: true),
    iPhone(
      "iphone-13", "iPhone 13", 2021, "A15 Bionic",
      .init(12.41, .a, "3227 mAh: 9to5mac.com/2022/12/29/iphone-battery-mah-capacity-list"), cores: .a15,
      isMeasured: false, has5G: true),
    iPhone(
      "iphone-13-pro", "iPhone 13 Pro", 2021, "A15 Bionic",
      .init(11.97, .a, "3095 mAh: 9to5mac.com/2022/12/29/iphone-battery-mah-capacity-list"), cores: .a15,
      isMeasured: true, has5G: true),
    iPhone(
      "iphone-13-pro-max", "iPhone 13 Pro Max", 2021, "A15 Bionic",
      .init(16.75, .a, "4352 mAh: 9to5mac.com/2022/12/29/iphone-battery-mah-capacity-list"), cores: .a15,
      isMeasured: false, has5G: true),
    iPhone(
      "iphone-14", "iPhone 14", 2022, "A15 Bionic",
      .init(12.68, .a, "3279 mAh: 9to5mac.com/2023/11/21/iphone-battery-mah-capacity-list"), cores: .a15,
      isMeasured: false, has5G: true),
    iPhone(
      "iphone-14-plus", "iPhone 14 Plus", 2022, "A15 Bionic",
      .init(16.68, .a, "4325 mAh: 9to5mac.com/2023/11/21/iphone-battery-mah-capacity-list"), cores: .a15,
      isMeasured: false, has5G: true),
    iPhone(
      "iphone-14-pro", "iPhone 14 Pro", 2022, "A16 Bionic",
      .init(12.38, .a, "3200 mAh: 9to5mac.com/2023/11/21/iphone-battery-mah-capacity-list"), cores: .a16Pro,
      isMeasured: true, has5G: true),
    iPhone(
      "iphone-14-pro-max", "iPhone 14 Pro Max", 2022, "A16 Bionic",
      .init(16.68, .a, "4323 mAh: 9to5mac.com/2023/11/21/iphone-battery-mah-capacity-list"), cores: .a16,
      isMeasured: true, has5G: true),
    iPhone(
      "iphone-15", "iPhone 15", 2023, "A16 Bionic",
      .init(12.98, .a, "3349 mAh: 9to5mac.com/2023/11/21/iphone-battery-mah-capacity-list"), cores: .a16,
      isMeasured: false, has5G: true),
    iPhone(
      "iphone-15-plus", "iPhone 15 Plus", 2023, "A16 Bionic",
      .init(16.95, .a, "4383 mAh: 9to5mac.com/2023/11/21/iphone-battery-mah-capacity-list"), cores: .a16,
      isMeasured: false, has5G: true),
    iPhone(
      "iphone-15-pro", "iPhone 15 Pro", 2023, "A17 Pro",
      .init(12.7, .a, "3274 mAh: 9to5mac.com/2023/11/21/iphone-battery-mah-capacity-list"), cores: .a17Pro,
      isMeasured: true, has5G: true),
    iPhone(
      "iphone-15-pro-max", "iPhone 15 Pro Max", 2023, "A17 Pro",
      .init(17.1, .a, "4422 mAh: 9to5mac.com/2023/11/21/iphone-battery-mah-capacity-list"), cores: .a17Pro,
      isMeasured: false, has5G: true),
    iPhone(
      "iphone-16", "iPhone 16", 2024, "A18",
      .init(
        13.82, .b, "3561 mAh: forums.macrumors.com thread 2465026 (Apple EU energy labels); energy at 3.88 V"),
      cores: nil, isMeasured: false, has5G: true),
    iPhone(
      "iphone-16-plus", "iPhone 16 Plus", 2024, "A18",
      .init(
        18.14, .b, "4674 mAh: forums.macrumors.com thread 2465026 (Apple EU energy labels); energy at 3.88 V"),
      cores: nil, isMeasured: false, has5G: true),
    iPhone(
      "iphone-16-pro", "iPhone 16 Pro", 2024, "A18 Pro",
      .init(
        13.9, .b, "3582 mAh: forums.macrumors.com thread 2465026 (Apple EU energy labels); energy at 3.88 V"),
      cores: nil, isMeasured: false, has5G: true),
    iPhone(
      "iphone-16-pro-max", "iPhone 16 Pro Max", 2024, "A18 Pro",
      .init(
        18.18, .b, "4685 mAh: forums.macrumors.com thread 2465026 (Apple EU energy labels); energy at 3.88 V"),
      cores: nil, isMeasured: false, has5G: true),
    iPhone(
      "iphone-17", "iPhone 17", 2025, "A19",
      .init(
        14.32, .b, "3692 mAh: forums.macrumors.com thread 2465026 (Apple EU energy labels); energy at 3.88 V"),
      cores: nil, isMeasured: false, has5G: true),
    iPhone(
      "iphone-air", "iPhone Air", 2025, "A19 Pro",
      .init(
        12.22, .b, "3149 mAh: forums.macrumors.com thread 2465026 (Apple EU energy labels); energy at 3.88 V"),
      cores: nil, isMeasured: false, has5G: true),
    iPhone(
      "iphone-17-pro-esim", "iPhone 17 Pro (eSIM)", 2025, "A19 Pro",
      .init(
        16.5, .b, "4252 mAh: forums.macrumors.com thread 2465026 (Apple EU energy labels); energy at 3.88 V"),
      cores: nil, isMeasured: false, has5G: true),
    iPhone(
      "iphone-17-pro-max-esim", "iPhone 17 Pro Max (eSIM)", 2025, "A19 Pro",
      .init(
        19.74, .b, "5088 mAh: forums.macrumors.com thread 2465026 (Apple EU energy labels); energy at 3.88 V"),
      cores: nil, isMeasured: false, has5G: true),
    iPhone(
      "iphone-17-pro-sim-tray", "iPhone 17 Pro (SIM tray)", 2025, "A19 Pro",
      .init(15.47, .c, "3988 mAh: phonearena.com id173836 (regulatory leak); energy at 3.88 V"), cores: nil,
      isMeasured: false, has5G: true),
    iPhone(
      "iphone-17-pro-max-sim-tray", "iPhone 17 Pro Max (SIM tray)", 2025, "A19 Pro",
      .init(18.71, .c, "4823 mAh: phonearena.com id173836 (regulatory leak); energy at 3.88 V"), cores: nil,
      isMeasured: false, has5G: true),
  ]
}
