import EventSimulation
import ModelParameters

/// The device's parameters in the units of its models, resolved once for all devices of a run.
public struct DeviceParameters: Sendable, Hashable {
  /// Nominal energy of a new battery.
  public var capacityNanojoules: Int64
  /// Voltage and internal resistance of the battery, which give its loss.
  public var cell: InternalResistanceCell

  // Constant powers in microwatts
  /// Power of the system at rest, in microwatts.
  public var idleSystem: Int64
  /// Power of Wi-Fi in power save, in microwatts.
  public var idleWifi: Int64
  /// Power of cellular paging, in microwatts.
  public var idlePaging: Int64
  /// Power of the awake platform with the screen off and without load, in microwatts.
  public var platformAwake: Int64
  /// Power of the display at zero brightness, in microwatts.
  public var displayBase: Int64
  /// Power that full brightness adds to ``displayBase``, in microwatts.
  public var displayFull: Int64
  /// Power of a lock screen lit by a notification, in microwatts.
  public var lockScreen: Int64
  /// Power of processor and rest of the phone in use, in microwatts.
  public var foregroundLoad: Int64

  /// Core for background work: power and speed.
  public var efficiencyCore: CoreOperation
  /// Core for the user's work: power and speed.
  public var performanceCore: CoreOperation
  /// Core for the user's work in Low Power Mode: power and speed.
  public var savingPerformanceCore: CoreOperation

  /// Energy of a wake-up from suspend, nanojoules.
  public var wakeEnergy: Int64
  /// Brightness by day, from 0 to 1.
  public var dayBrightness: Double
  /// Brightness by night, from 0 to 1.
  public var nightBrightness: Double
  /// How long a notification lights the lock screen.
  public var lockScreenTime: TimeSpan
  /// Bytes of a visible notification.
  public var notificationBytes: Int64
  /// Bytes received per minute of foreground use.
  public var foregroundBytesPerMinute: Double

  /// Powers, rates and timers of Wi-Fi.
  public var wifi: RadioCharacteristics
  /// By ``NetworkProfile``.
  public var networks: [RadioCharacteristics]
  /// The rule by which the energy of radio tails is billed.
  public var tailRule: TailRule
  /// Factors on the rates of LTE and 5G, by ``SignalLevel``.
  public var signalRates: [Double]
  /// Factors on the powers of LTE and 5G while bytes move, by ``SignalLevel``.
  public var signalPowers: [Double]
  /// Whether the phone has a 5G radio.
  public var has5G: Bool
  /// Data that the network sends to an idle cellular radio waits up to this long.
  public var pagingCycle: TimeSpan

  /// 20 W adapter with a cable.
  public var wired20W: ChargerSetting
  /// MagSafe charger.
  public var magSafe: ChargerSetting
  /// Qi charger of 7.5 W.
  public var qi: ChargerSetting
  /// 5 W adapter with a cable.
  public var wired5W: ChargerSetting
  /// USB port, as traces name it.
  public var usb: ChargerSetting
  /// Wall adapter, as traces name it.
  public var ac: ChargerSetting
  /// Level from 0 to 1 at which the charging power begins to fall.
  public var taperStart: Double
  /// Level above 1 at which the falling charging power would be zero.
  public var taperAsymptote: Double
  /// Hard charging limit, 1 for none.
  public var chargeLimit: Double
  /// Whether charging holds at ``holdLevel`` in learned nights.
  public var optimizedCharging: Bool
  /// Level of the hold of optimized charging, from 0 to 1.
  public var holdLevel: Double
  /// A hold ends so long before the expected unplugging at the latest.
  public var holdLead: TimeSpan
  /// Charged nights within ``learningWindow`` that make a plug-in a learned one.
  public var learnedNights: Int
  /// Nights before the plug-in that are looked back on.
  public var learningWindow: Int
  /// Time of day from which on a plug-in can belong to a learned night.
  public var chargeNightStart: TimeSpan
  /// Time of day before which a plug-in can belong to the learned night that began the day before.
  public var chargeNightEnd: TimeSpan

  /// Level from 0 to 1 from which on a plugged phone that is off boots.
  public var bootLevel: Double
  /// Time from the start of the boot until the phone runs.
  public var bootTime: TimeSpan
  /// Nanojoules.
  public var bootEnergy: Int64
  /// Factor on ``foregroundLoad`` in Low Power Mode, from 0 to 1.
  public var lowPowerForegroundFactor: Double
  /// Factor on the brightness in Low Power Mode, from 0 to 1.
  public var lowPowerBrightnessFactor: Double
  /// Whether Low Power Mode keeps the phone off 5G.
  public var lowPowerDisables5G: Bool

  /// Resolves the parameters. All of them have values, by default those of the catalogue.
  public init(_ parameters: ParameterSet) {
    func microwatts(_ name: String) -> Int64 { Int64((parameters.base(name) * 1e6).rounded()) }
    func nanojoules(_ name: String) -> Int64 { Int64((parameters.base(name) * 1e9).rounded()) }
    func core(_ power: String, _ speed: String) -> CoreOperation {
      CoreOperation(microwatts: microwatts(power), speed: parameters.number(speed))
    }
    func charger(_ name: String, _ efficiency: String) -> ChargerSetting {
      ChargerSetting(
        cellMicrowatts: microwatts("charger.\(name).power"), efficiency: parameters.number(efficiency))
    }
    let wired = "charger.wiredEfficiency"
    let wireless = "charger.wirelessEfficiency"

    capacityNanojoules = nanojoules("battery.capacity")
    cell = InternalResistanceCell(
      voltage: OpenCircuitVoltage(parameters.numbers("battery.openCircuitVoltage")),
      resistance: parameters.base("battery.internalResistance"))
    idleSystem = microwatts("idle.system")
    idleWifi = microwatts("idle.wifi")
    idlePaging = microwatts("idle.paging")
    platformAwake = microwatts("platform.awake")
    efficiencyCore = core("processor.efficiencyCore", "processor.efficiencySpeed")
    performanceCore = core("processor.performanceCore", "processor.performanceSpeed")
    savingPerformanceCore = core("lpm.performanceCore", "lpm.performanceSpeed")
    displayBase = microwatts("display.base")
    displayFull = microwatts("display.full")
    lockScreen = microwatts("display.lockScreen")
    foregroundLoad = microwatts("foreground.load")
    wakeEnergy = nanojoules("processor.wakeEnergy")
    dayBrightness = parameters.number("display.dayBrightness")
    nightBrightness = parameters.number("display.nightBrightness")
    lockScreenTime = parameters.span("display.lockScreenTime")
    notificationBytes = Int64(parameters.base("notification.radioBytes").rounded())
    foregroundBytesPerMinute = parameters.base("foreground.traffic")
    wifi = .wifi(parameters)
    networks = NetworkProfile.allCases.map { .cellular(parameters, $0) }
    signalRates = parameters.numbers("signal.rateFactors")
    signalPowers = parameters.numbers("signal.powerFactors")
    tailRule = TailRule(rawValue: parameters.choice("ledger.tail")) ?? .last
    has5G = parameters.boolean("radio.has5G")
    pagingCycle = parameters.span("radio.cellular.pagingCycle")
    wired20W = charger("wired20W", wired)
    magSafe = charger("magSafe", wireless)
    qi = charger("qi", wireless)
    wired5W = charger("wired5W", wired)
    usb = charger("usb", wired)
    ac = charger("ac", wired)
    taperStart = parameters.base("charge.taperStart")
    taperAsymptote = parameters.base("charge.taperAsymptote")
    chargeLimit = parameters.base("charge.limitLevel")
    optimizedCharging = parameters.boolean("charge.optimized")
    holdLevel = parameters.base("charge.holdLevel")
    holdLead = parameters.span("charge.holdLead")
    learnedNights = parameters.count("charge.learnedNights")
    learningWindow = parameters.count("charge.learningWindow")
    chargeNightStart = parameters.span("charge.nightStart")
    chargeNightEnd = parameters.span("charge.nightEnd")
    bootLevel = parameters.base("boot.level")
    bootTime = parameters.span("boot.time")
    bootEnergy = nanojoules("boot.energy")
    lowPowerForegroundFactor = parameters.number("lpm.foregroundFactor")
    lowPowerBrightnessFactor = parameters.number("lpm.brightnessFactor")
    lowPowerDisables5G = parameters.boolean("lpm.disables5G")
  }

  /// Characteristics of a radio path.
  public subscript(path: RadioPath) -> RadioCharacteristics {
    switch path {
    case .wifi: wifi
    case .cellular(let profile): networks[Int(profile.rawValue)]
    }
  }

  /// Microwatts of the display at a brightness from 0 to 1. Always inlined: a call would be handed a copy of all constants.
  @inlinable @inline(__always)
  public func displayMicrowatts(brightness: Double) -> Int64 {
    displayBase + Int64(nearest: Double(displayFull) * brightness)
  }
}
