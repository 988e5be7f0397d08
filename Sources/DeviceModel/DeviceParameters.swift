import EventSimulation
import ModelParameters

/// The device's parameters in the units of its models, resolved once for all devices of a run.
public struct DeviceParameters: Sendable, Hashable {
  /// Nominal energy of a new battery.
  public var capacityNanojoules: Int64
  public var cell: InternalResistanceCell

  // Constant powers in microwatts
  public var idleSystem: Int64
  public var idleWifi: Int64
  public var idlePaging: Int64
  public var platformAwake: Int64
  public var displayBase: Int64
  public var displayFull: Int64
  public var lockScreen: Int64
  public var foregroundLoad: Int64

  /// Cores at work: in the background, for the user, and for the user in Low Power Mode.
  public var efficiencyCore: CoreOperation
  public var performanceCore: CoreOperation
  public var savingPerformanceCore: CoreOperation

  /// Energy of a wake-up from suspend, nanojoules.
  public var wakeEnergy: Int64
  public var dayBrightness: Double
  public var nightBrightness: Double
  /// How long a notification lights the lock screen.
  public var lockScreenTime: TimeSpan
  /// Bytes of a visible notification.
  public var notificationBytes: Int64
  /// Bytes received per minute of foreground use.
  public var foregroundBytesPerMinute: Double

  public var wifi: RadioCharacteristics
  /// By ``NetworkProfile``.
  public var networks: [RadioCharacteristics]
  public var tailRule: TailRule
  /// Factors on rates and powers of LTE and 5G, by ``SignalLevel``.
  public var signalRates: [Double]
  public var signalPowers: [Double]
  public var has5G: Bool
  /// Data that the network sends to an idle cellular radio waits up to this long.
  public var pagingCycle: TimeSpan

  public var wired20W: ChargerSetting
  public var magSafe: ChargerSetting
  public var qi: ChargerSetting
  public var wired5W: ChargerSetting
  public var usb: ChargerSetting
  public var ac: ChargerSetting
  /// Levels at which the charging power begins to fall and at which it would be zero.
  public var taperStart: Double
  public var taperAsymptote: Double
  /// Hard charging limit, 1 for none.
  public var chargeLimit: Double
  public var optimizedCharging: Bool
  public var holdLevel: Double
  /// A hold ends so long before the expected unplugging at the latest.
  public var holdLead: TimeSpan
  public var learnedNights: Int
  public var learningWindow: Int
  /// A plug-in at or after the first, or at or before the second time of day can be a learned night.
  public var chargeNightStart: TimeSpan
  public var chargeNightEnd: TimeSpan

  public var bootLevel: Double
  public var bootTime: TimeSpan
  /// Nanojoules.
  public var bootEnergy: Int64
  public var lowPowerForegroundFactor: Double
  public var lowPowerBrightnessFactor: Double
  public var lowPowerDisables5G: Bool

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

  /// Microwatts of the display at a brightness from 0 to 1.
  @inlinable public func displayMicrowatts(brightness: Double) -> Int64 {
    displayBase + Int64((Double(displayFull) * brightness).rounded())
  }
}
