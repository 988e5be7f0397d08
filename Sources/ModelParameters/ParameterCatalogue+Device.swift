/// Parameters of the device's energy models.
extension ParameterCatalogue {
  static let device: [ParameterDefinition] = batteryAndLoads + radios + charging + powerStates

  private static let assumed = "model assumption"

  private static let batteryAndLoads: [ParameterDefinition] = [
    .quantity(
      "battery.capacity", "nominal energy of a new battery", .wattHours, 12.98, 5...30,
      .a, rules: "battery", source: "iPhone 15, 3349 mAh: capacity lists [Capacities]",
      domain: .interval(0.1...200)),
    .quantity(
      "battery.internalResistance", "resistance of cell, connector and power management at 25 C", .ohms, 0.08,
      0...0.3,
      .b, rules: "battery", source: "pulse on a simulated pouch cell scaled to 3.35 Ah, plus 40 to 60 mohm"),
    .vector(
      "battery.openCircuitVoltage", "open-circuit voltage at 0, 5, ... 100 % charge", .volts,
      [
        3.0549, 3.5902, 3.694, 3.7203, 3.7502, 3.7716, 3.788, 3.803, 3.8171, 3.8312, 3.8474, 3.8671, 3.8914,
        3.9225, 3.9638, 4.0068, 4.0493, 4.0958, 4.1428, 4.1933, 4.2549,
      ],
      .b, rules: "battery", source: "half-cell data [Ai2020], shifted by 0.055 V",
      domain: .interval(0.5...20)),
    .quantity(
      "idle.system", "system at rest", .milliwatts, 20, 5...60,
      .d, rules: "idle", source: "\(assumed): 47 mW together, 0.36 % an hour"),
    .quantity(
      "idle.wifi", "Wi-Fi in power save", .milliwatts, 12, 0...40,
      .d, rules: "idle", source: "\(assumed): anchored by 20 mW standby of a published profile"),
    .quantity(
      "idle.paging", "cellular paging", .milliwatts, 15, 0...40,
      .d, rules: "idle", source: "\(assumed): Pixel 6 and 7 modems idle at 3.5 to 4.5 mA"),
    .quantity(
      "platform.awake", "platform awake, screen off, no load", .watts, 0.18, 0.12...0.3,
      .d, rules: "platform",
      source: "\(assumed): nobody has measured it; Pixel profiles, idle plus active 0.12 to 0.17 W",
      domain: .interval(0...10)),
    .quantity(
      "processor.efficiencyCore", "one efficiency core at work", .watts, 0.2, 0.05...0.6,
      .a, rules: "processor", source: "A15 efficiency core at 2.02 GHz, kernel energy counters [ApplePower]",
      domain: .interval(0...4)),
    .quantity(
      "processor.efficiencySpeed",
      "speed of an efficiency core; processor times of studies are those of the standard phone's, 1", .none,
      1,
      0.3...2,
      .d, rules: "processor", source: "\(assumed): clock over 2.016 GHz, equal work a cycle",
      domain: .interval(0.05...20)),
    .quantity(
      "processor.performanceCore", "one performance core at work that the user has asked for", .watts, 3.72,
      0.5...6,
      .a, rules: "processor",
      source: "A16 performance core, one thread at 3.47 GHz, kernel energy counters [ApplePower]",
      domain: .interval(0...20)),
    .quantity(
      "processor.performanceSpeed", "speed of a performance core, by the standard phone's efficiency core",
      .none,
      3.44, 1...6,
      .d, rules: "processor", source: "\(assumed): 3.466 over 2.016 GHz, and twice the work a cycle",
      domain: .interval(0.05...50)),
    .quantity(
      "processor.wakeEnergy", "wake-up from suspend", .joules, 0.05, 0...0.2,
      .d, rules: "processor", source: "\(assumed): 0.03 to 0.1 J", domain: .interval(0...1000)),
    .quantity(
      "display.base", "display on at zero brightness", .watts, 0.35, 0.1...1,
      .d, rules: "display", source: "\(assumed): Pixel 4 XL to 7 0.38 W", domain: .interval(0...10)),
    .quantity(
      "display.full", "extra at full brightness", .watts, 1.5, 0.3...3,
      .d, rules: "display", source: "\(assumed): Pixel 4 XL to 7 1.81 W"),
    .quantity(
      "display.dayBrightness", "brightness by day", .none, 0.35, 0...1,
      .d, rules: "display", source: "\(assumed): screen-on power near the measured 1.3 W",
      domain: .unitInterval),
    .quantity(
      "display.nightBrightness", "brightness by night", .none, 0.15, 0...1,
      .d, rules: "display", source: assumed, domain: .unitInterval),
    .quantity(
      "display.lockScreen", "lock screen lit by a notification", .watts, 0.5, 0.1...1.5,
      .d, rules: "notification", source: assumed),
    .quantity(
      "display.lockScreenTime", "how long a notification lights it", .seconds, 8, 0...30,
      .d, rules: "notification", source: assumed),
    .quantity(
      "foreground.load", "processor and rest of the phone in use", .watts, 0.35, 0...2,
      .d, rules: "foreground", source: "\(assumed): screen-on power near the measured 1.3 W"),
    .quantity(
      "foreground.traffic", "data received per minute of use", .megabytes, 1, 0...20,
      .d, rules: "foreground", source: assumed, domain: .interval(0...10_000)),
    .quantity(
      "notification.radioBytes", "data of a visible notification", .kilobytes, 4, 0...100,
      .d, rules: "notification", source: assumed, domain: .interval(0...1_000_000)),
  ]

  private static let radios: [ParameterDefinition] =
    networks + [
      .boolean(
        "radio.has5G", "the phone has 5G", true,
        .a, rules: "radio", source: "iPhone 12 and later"),
      .quantity(
        "radio.wifi.tailTime", "time awake after the last byte", .seconds, 0.25, 0...2,
        .a, rules: "radio", source: "default of [ARO]", domain: .interval(0...86_400)),
      .quantity(
        "radio.wifi.tailPower", "power of the tail, above idle", .watts, 0.36, 0...1,
        .a, rules: "radio", source: "receiver on, Pixel 7; 0.403 W in [ARO], 0.12 W recalled from 2012"),
      .quantity(
        "radio.wifi.receivePower", "power while receiving, above idle", .watts, 0.36, 0.05...2,
        .a, rules: "radio", source: "Pixel 7 [PowerProfiles], 98 mA"),
      .quantity(
        "radio.wifi.sendPower", "power while sending, above idle", .watts, 1.74, 0.1...4,
        .a, rules: "radio", source: "Pixel 7 [PowerProfiles], 470 mA"),
      .quantity(
        "radio.wifi.downRate", "rate of receiving", .megabitsPerSecond, 40, 1...1000,
        .d, rules: "radio", source: assumed, domain: .positive),
      .quantity(
        "radio.wifi.upRate", "rate of sending", .megabitsPerSecond, 20, 1...1000,
        .d, rules: "radio", source: assumed, domain: .positive),
    ]

  private static let charging: [ParameterDefinition] = [
    .quantity(
      "charger.wired20W.power", "20 W adapter, power into the cell", .watts, 12.9, 1...30,
      .b, rules: "charger", source: "2.0 % a minute of a 10.78 Wh pack", domain: .interval(0...100)),
    .quantity(
      "charger.magSafe.power", "MagSafe, power into the cell", .watts, 6.5, 1...25,
      .b, rules: "charger", source: "1.0 % a minute of a 10.78 Wh pack", domain: .interval(0...100)),
    .quantity(
      "charger.qi.power", "Qi 7.5 W, power into the cell", .watts, 3.9, 1...15,
      .b, rules: "charger", source: "0.6 % a minute of a 10.78 Wh pack", domain: .interval(0...100)),
    .quantity(
      "charger.wired5W.power", "5 W adapter, power into the cell", .watts, 4.5, 1...5,
      .b, rules: "charger", source: "0.7 % a minute of a 10.78 Wh pack", domain: .interval(0...100)),
    .quantity(
      "charger.usb.power", "USB port of a trace, power into the cell", .watts, 2.5, 0.5...15,
      .d, rules: "charger", source: assumed, domain: .interval(0...100)),
    .quantity(
      "charger.ac.power", "wall adapter of a trace, power into the cell", .watts, 12.9, 1...30,
      .d, rules: "charger", source: "\(assumed): as the 20 W adapter", domain: .interval(0...100)),
    .quantity(
      "charger.wiredEfficiency", "cell energy / adapter energy by cable", .none, 0.72, 0.5...0.95,
      .b, rules: "charger", source: "12.9 W into the cell at a metered 18 W", domain: .interval(0.01...1)),
    .quantity(
      "charger.wirelessEfficiency", "cell energy / adapter energy, wireless", .none, 0.45, 0.3...0.8,
      .d, rules: "charger", source: "\(assumed): 0.4 to 0.5", domain: .interval(0.01...1)),
    .quantity(
      "charge.taperStart", "level at which the charging power begins to fall", .percent, 50, 20...95,
      .d, rules: "charger", source: "closed form fitted to charging tests [Charging]",
      domain: .interval(0...100)),
    .quantity(
      "charge.taperAsymptote", "level at which the falling power would be zero", .percent, 102, 101...120,
      .d, rules: "charger", source: "closed form fitted to charging tests [Charging]",
      domain: .interval(101...1000)),
    .boolean(
      "charge.optimized", "optimised charging holds a learned night", true,
      .a, rules: "charger", source: "description by the vendor"),
    .quantity(
      "charge.holdLevel", "level of the hold", .percent, 80, 50...100,
      .a, rules: "PWR-5, charger", source: "description by the vendor", domain: .unitInterval),
    .quantity(
      "charge.learnedNights", "charged nights that make a plug-in a learned one", .none, 5, 1...14,
      .d, rules: "charger", source: assumed, domain: .whole(1...366)),
    .quantity(
      "charge.learningWindow", "nights looked back on", .none, 14, 1...28,
      .d, rules: "charger", source: assumed, domain: .whole(1...366)),
    .quantity(
      "charge.nightStart", "earliest time of day of a learned plug-in", .hours, 21, 12...24,
      .d, rules: "charger", source: assumed, domain: .interval(0...24)),
    .quantity(
      "charge.nightEnd", "latest time of day of a learned plug-in", .hours, 4, 0...12,
      .d, rules: "charger", source: assumed, domain: .interval(0...24)),
  ]

  private static let powerStates: [ParameterDefinition] = [
    .quantity(
      "boot.level", "level at which a plugged phone boots", .percent, 2, 0...10,
      .d, rules: "PWR-7", source: assumed, domain: .unitInterval),
    .quantity(
      "boot.time", "time to boot", .seconds, 30, 0...120,
      .d, rules: "PWR-7", source: assumed),
    .quantity(
      "boot.energy", "energy to boot", .joules, 60, 0...300,
      .d, rules: "PWR-7", source: assumed),
    .quantity(
      "lpm.foregroundFactor", "foreground load in Low Power Mode", .none, 0.7, 0...1,
      .d, rules: "Low Power Mode", source: assumed, domain: .unitInterval),
    .quantity(
      "lpm.brightnessFactor", "brightness in Low Power Mode", .none, 0.8, 0...1,
      .d, rules: "Low Power Mode", source: assumed, domain: .unitInterval),
    .quantity(
      "lpm.performanceCore", "one performance core at work in Low Power Mode", .watts, 0.53, 0.2...1.5,
      .a, rules: "Low Power Mode",
      source: "A16 performance core at 1.18 GHz, kernel energy counters [ApplePower]",
      domain: .interval(0...20)),
    .quantity(
      "lpm.performanceSpeed", "its speed, by the standard phone's efficiency core", .none, 1.17, 0.5...3,
      .d, rules: "Low Power Mode", source: "\(assumed): 1.176 over 2.016 GHz, and twice the work a cycle",
      domain: .interval(0.05...50)),
    .boolean(
      "lpm.disables5G", "no 5G in Low Power Mode", true,
      .d, rules: "Low Power Mode", source: assumed),
  ]
}
