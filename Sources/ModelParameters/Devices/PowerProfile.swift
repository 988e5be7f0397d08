/// The numbers of an Android phone's power profile: currents at the battery in mA.
struct PowerProfile {
  /// A core at its highest clock in GHz, its cluster included.
  struct Core {
    var clock: Double
    var current: Double
  }
  var name: String
  var title: String
  var year: Int?
  var chip: String
  var source: String
  /// Capacity in mAh; nil where the profile does not say.
  var battery: Double?
  var suspend: Double
  /// `cpu.idle` and `cpu.active` together.
  var awake: Double
  var little: Core
  var big: Core
  var screenOn: Double
  var screenFull: Double
  /// Whether the numbers of the screen are those of many phones, so that nobody has measured them on this one.
  var screenIsTemplate: Bool
  var wifiReceive: Double
  var wifiSend: Double
  /// Voltage that the profile states for Wi-Fi.
  var wifiVoltage: Double
  /// Current of the modem at rest, where the profile has an average of paging.
  var paging: Double?
  var has5G: Bool

  /// Nominal voltage of the cell, which turns currents into powers.
  private static let voltage = 3.85

  /// The profile's phone in the catalogue.
  var device: DeviceProfile {
    var values: [DeviceValue] = []
    func add(
      _ parameter: String, _ value: Double, _ words: String, _ grade: EvidenceGrade = .a
    ) { values.append(DeviceValue(parameter, value, grade, "\(source): \(words)")) }
    func watts(_ current: Double) -> Double { current * Self.voltage / 1000 }
    if let battery {
      add("battery.capacity", battery * Self.voltage / 1000, "\(Int(battery)) mAh at 3.85 V", .b)
    }
    values += DeviceCatalogue.cores(
      efficiency: .init(clock: little.clock, watts: watts(little.current)),
      performance: .init(clock: big.clock, watts: watts(big.current)), lowPower: nil, grade: .a,
      source: source)
    add("platform.awake", watts(awake), "cpu.idle and cpu.active, \(ParameterDefinition.text(awake)) mA")
    add("idle.system", suspend * Self.voltage, "cpu.suspend, \(ParameterDefinition.text(suspend)) mA")
    if let paging {
      add(
        "idle.paging", paging * 3.7, "modem.controller.idle, \(ParameterDefinition.text(paging)) mA at 3.7 V")
    }
    let grade: EvidenceGrade = screenIsTemplate ? .c : .a
    let shared = screenIsTemplate ? "; the number of many phones" : ""
    add(
      "display.base", watts(screenOn), "screen.on, \(ParameterDefinition.text(screenOn)) mA\(shared)", grade)
    add(
      "display.full", watts(screenFull), "screen.full, \(ParameterDefinition.text(screenFull)) mA\(shared)",
      grade)
    values.append(
      DeviceValue(
        parameter: "radio.has5G", value: .boolean(has5G), grade: .a, source: "technical specifications"))
    add(
      "radio.wifi.receivePower", wifiReceive * wifiVoltage / 1000,
      "wifi.controller.rx, \(ParameterDefinition.text(wifiReceive)) mA at \(wifiVoltage) V")
    add(
      "radio.wifi.sendPower", wifiSend * wifiVoltage / 1000,
      "wifi.controller.tx, \(ParameterDefinition.text(wifiSend)) mA at \(wifiVoltage) V")
    return DeviceProfile(
      name: name, title: title, year: year, chip: chip,
      note: "Hardware only: the rules of background work stay those of iOS.", values: values)
  }
}
