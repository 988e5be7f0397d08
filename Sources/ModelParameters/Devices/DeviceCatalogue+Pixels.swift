/// Pixels and one phone of their kind, from the power profiles that Android ships with them: currents at the battery,
/// in mA, and clocks in GHz.
extension DeviceCatalogue {
  static let pixels: [DeviceProfile] = [
    PowerProfile(
      name: "pixel-2016", title: "Pixel (2016)", year: 2016, chip: "Snapdragon 821",
      source: "LineageOS/android_device_google_marlin@138a79b14bec, power_profile.xml",
      battery: 2770, suspend: 5.837, awake: 20.094,
      little: .init(clock: 1.594, current: 169.183), big: .init(clock: 2.15, current: 319.073),
      screenOn: 122.78, screenFull: 200.356, screenIsTemplate: false,
      wifiReceive: 107, wifiSend: 371, wifiVoltage: 3.7, paging: nil, has5G: false
    ).device,
    PowerProfile(
      name: "pixel-3a-xl", title: "Pixel 3a XL", year: 2019, chip: "Snapdragon 670",
      source: "LineageOS/android_device_google_bonito@15bc23b4af5e, power_profile.xml",
      battery: 3700, suspend: 5.25, awake: 27.14,
      little: .init(clock: 1.709, current: 182.54), big: .init(clock: 1.997, current: 140.6),
      screenOn: 80, screenFull: 320, screenIsTemplate: false,
      wifiReceive: 141, wifiSend: 396, wifiVoltage: 3.7, paging: nil, has5G: false
    ).device,
    PowerProfile(
      name: "pixel-4-xl", title: "Pixel 4 XL", year: 2019, chip: "Snapdragon 855",
      source: "LineageOS/android_device_google_coral@8975c211ab7d, power_profile.xml",
      battery: 3700, suspend: 5.6, awake: 13.8,
      little: .init(clock: 1.786, current: 87.05), big: .init(clock: 2.842, current: 226.49),
      screenOn: 98, screenFull: 470, screenIsTemplate: true,
      wifiReceive: 125, wifiSend: 351, wifiVoltage: 3.7, paging: nil, has5G: false
    ).device,
    PowerProfile(
      name: "pixel-4a", title: "Pixel 4a", year: 2020, chip: "Snapdragon 730G",
      source: "LineageOS/android_device_google_sunfish@066b0e3a7f79, power_profile.xml",
      battery: 3080, suspend: 5.6, awake: 13.8,
      little: .init(clock: 1.805, current: 130.45), big: .init(clock: 2.208, current: 268.41),
      screenOn: 85, screenFull: 250, screenIsTemplate: false,
      wifiReceive: 138, wifiSend: 387, wifiVoltage: 3.7, paging: nil, has5G: false
    ).device,
    PowerProfile(
      name: "pixel-6", title: "Pixel 6", year: 2021, chip: "Tensor",
      source: "LineageOS/android_device_google_raviole@72dadeb7f455, power_profile.xml",
      battery: 4614, suspend: 10, awake: 40.97,
      little: .init(clock: 1.803, current: 58.69), big: .init(clock: 2.802, current: 260.19),
      screenOn: 98, screenFull: 470, screenIsTemplate: true,
      wifiReceive: 98, wifiSend: 470, wifiVoltage: 3.7, paging: 3.5, has5G: true
    ).device,
    PowerProfile(
      name: "pixel-6-pro", title: "Pixel 6 Pro", year: 2021, chip: "Tensor",
      source: "LineageOS/android_device_google_raviole@72dadeb7f455, power_profile.xml",
      battery: 5003, suspend: 10, awake: 40.97,
      little: .init(clock: 1.803, current: 58.69), big: .init(clock: 2.802, current: 260.19),
      screenOn: 98, screenFull: 470, screenIsTemplate: true,
      wifiReceive: 98, wifiSend: 470, wifiVoltage: 3.7, paging: 3.5, has5G: true
    ).device,
    PowerProfile(
      name: "pixel-7", title: "Pixel 7", year: 2022, chip: "Tensor G2",
      source: "GrapheneOS/device_google_pantah@2dafb4515238, power_profile.xml",
      battery: 4356, suspend: 13.3, awake: 43.8,
      little: .init(clock: 1.803, current: 60.01), big: .init(clock: 2.85, current: 204.3),
      screenOn: 98, screenFull: 470, screenIsTemplate: true,
      wifiReceive: 98, wifiSend: 470, wifiVoltage: 3.7, paging: 4.5, has5G: true
    ).device,
    PowerProfile(
      name: "tensor-g4", title: "Tensor G4 class phone", year: nil,
      chip: "Tensor G4, inferred from its clocks", source: "dumpsys sample of the E-MANAFA profiler",
      battery: nil, suspend: 9.28, awake: 33.33,
      little: .init(clock: 1.95, current: 47.41), big: .init(clock: 3.105, current: 256.03),
      screenOn: 98, screenFull: 470, screenIsTemplate: true,
      wifiReceive: 39, wifiSend: 540, wifiVoltage: 3.85, paging: nil, has5G: true
    ).device,
  ]
}
