import EventSimulation
import ModelParameters

/// The device's parameters in the units of its models, resolved once for all devices of a run.
public struct DeviceParameters: Sendable, Hashable {
  /// Nominal energy of a new battery.
  public var capacityNanojoules: Int64
  public var cell: InternalResistanceCell
  /// The cell by charge, where the model is ``CellModel/thevenin``.
  var charge: Cell?

  /// A new cell in surroundings.
  struct Cell: Sendable, Hashable {
    var cell: TheveninCell
    var warmth: WarmthParameters
    var limits: ChargeLimits
    /// Least voltage that the cell gives.
    var cutOff: Double
  }

  // Constant powers in microwatts
  public var idleSystem, idleWifi, idlePaging: Int64
  /// The awake platform with the screen off and without load.
  public var platformAwake: Int64
  /// The display at zero brightness, and what full brightness adds.
  public var displayBase, displayFull: Int64
  /// A lock screen lit by a notification.
  public var lockScreen: Int64
  /// Processor and rest of the phone in use.
  public var foregroundLoad: Int64

  /// The cores for background work, for the user's work, and for the latter in Low Power Mode.
  public var efficiencyCore, performanceCore, savingPerformanceCore: CoreOperation

  /// Energy of a wake-up from suspend, nanojoules.
  public var wakeEnergy: Int64
  /// The brightness by day and by night, from 0 to 1.
  public var dayBrightness, nightBrightness: Double
  /// How long a notification lights the lock screen.
  public var lockScreenTime: TimeSpan
  public var notificationBytes: Int64
  /// Bytes received per minute of foreground use.
  var foregroundBytesPerMinute: Double

  public var wifi: RadioCharacteristics
  /// By ``NetworkProfile``.
  var networks: [RadioCharacteristics]
  var tailRule: TailRule
  /// Factors on the rates of LTE and 5G, and on their powers while bytes move, by ``SignalLevel``.
  var signalRates, signalPowers: [Double]
  public var has5G: Bool
  /// Data that the network sends to an idle cellular radio waits up to this long.
  public var pagingCycle: TimeSpan

  /// Adapters with a cable, and wireless ones; then the USB port and the wall adapter of traces.
  public var wired20W, wired5W, magSafe, qi, usb, ac: ChargerSetting
  /// Energy out of the adapter / energy from the wall.
  public var adapterEfficiency: Double
  /// Level from 0 to 1 at which the charging power begins to fall, and level above 1 at which it would be zero.
  var taperStart, taperAsymptote: Double
  /// The hard charging limit, from 0 to 1; 1 means no limit.
  public var chargeLimit: Double
  /// Whether charging holds at ``holdLevel``, from 0 to 1, in learned nights.
  public var optimizedCharging: Bool
  public var holdLevel: Double
  /// The least time from the end of a hold to the expected unplugging.
  public var holdLead: TimeSpan
  /// Charged nights among those looked back on that make a plug-in a learned one.
  public var learnedNights, learningWindow: Int
  /// The times of day that enclose the plug-ins of a learned night: from the start until the end on the next
  /// day.
  public var chargeNightStart, chargeNightEnd: TimeSpan

  /// The level, from 0 to 1, that boots a plugged phone.
  public var bootLevel: Double
  public var bootTime: TimeSpan
  /// Nanojoules.
  public var bootEnergy: Int64
  /// Factors on ``foregroundLoad`` and on the brightness in Low Power Mode, from 0 to 1.
  public var lowPowerForegroundFactor, lowPowerBrightnessFactor: Double
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
    let (wired, wireless) = ("charger.wiredEfficiency", "charger.wirelessEfficiency")
    capacityNanojoules = nanojoules("battery.capacity")
    let model = CellModel(rawValue: parameters.choice("battery.model")) ?? .resistance
    cell = InternalResistanceCell(
      voltage: OpenCircuitVoltage(parameters.numbers("battery.openCircuitVoltage")),
      resistance: model == .energy ? 0 : parameters.base("battery.internalResistance"))
    if model == .thevenin {
      let new = TheveninCell(parameters)
      let warmth = WarmthParameters(parameters)
      charge = Cell(
        cell: new, warmth: warmth, limits: ChargeLimits(parameters),
        cutOff: parameters.base("battery.cutOff"))
      // The ledger's loss is that of the settled cell.
      cell = InternalResistanceCell(
        voltage: OpenCircuitVoltage(new.voltageByEnergy(points: 201)),
        resistance: (new.resistance + new.polarization) * new.factor(celsius: warmth.ambient))
    }
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
    adapterEfficiency = parameters.number("charger.adapterEfficiency")
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

  public subscript(path: RadioPath) -> RadioCharacteristics {
    switch path {
    case .wifi: wifi
    case .cellular(let profile): networks[Int(profile.rawValue)]
    }
  }

  /// Microwatts of the display at a brightness from 0 to 1. Always inlined: a call would be handed a copy of all constants.
  @inlinable @inline(__always) public func displayMicrowatts(brightness: Double) -> Int64 {
    displayBase + Int64(nearest: Double(displayFull) * brightness)
  }
}

/// The class of core on which work runs.
public enum ProcessorCore: UInt8, Sendable, Hashable {
  /// Background work.
  case efficiency
  /// Work that the user has asked for and waits for.
  case performance
}

/// A core at one clock.
public struct CoreOperation: Sendable, Hashable {
  /// Power of the core while it works, in microwatts.
  public var microwatts: Int64
  /// Work done in a second, in seconds of the standard phone's efficiency core.
  public var speed: Double
}

/// The parts of a phone that do not change, shared by copies of its state.
final class Hardware: Sendable {
  let parameters: DeviceParameters
  /// Energy of the full battery at its present health.
  let capacityNanojoules: Int64
  /// The most energy that is drawn between two computations of the cell's loss: 1 % of charge, at most 2 kJ.
  let segmentNanojoules: Int64
  private let cell: InternalResistanceCell
  private let isLossless: Bool
  private let levelPerNanojoule: Double
  /// By the index of the path.
  private let paths: [RadioCharacteristics]
  /// Factors on the rate of a path that follows the signal, and on the energy of a bit, by signal.
  private let signalRates, signalCosts: [Double]
  /// Microwatts of a stream without the power of the connection, by the index of the path.
  private let streamPowers: [Double]
  /// Whether no tail goes over to a stage of higher power.
  let tailsFall: Bool
  /// The level by energy, where it is not the share of the energy.
  let curve: ChargeCurve?
  /// Whether thermal levels follow from the temperature, so that every change of the heat can bring one.
  let hasThermalStates: Bool

  init(_ parameters: DeviceParameters, capacityNanojoules: Int64) {
    precondition(capacityNanojoules > 0, "a battery needs a capacity")
    self.parameters = parameters
    self.capacityNanojoules = capacityNanojoules
    // At most 2 kJ, so that the picojoules of a segment fit into 64 bits with a wide margin.
    segmentNanojoules = max(1, min(capacityNanojoules / 100, 2_000_000_000_000))
    cell = parameters.cell
    isLossless = cell.isLossless
    levelPerNanojoule = 1 / Double(capacityNanojoules)
    let paths = RadioPath.allCases.map { parameters[$0] }
    self.paths = paths
    streamPowers = paths.map {
      Double($0.streamMicrowatts(bytesPerMinute: parameters.foregroundBytesPerMinute))
    }
    signalRates = parameters.signalRates
    signalCosts = zip(parameters.signalPowers, parameters.signalRates).map { $0 / $1 }
    tailsFall = paths.allSatisfy(\.tail.falls)
    hasThermalStates = parameters.charge?.warmth.limits.isEmpty == false
    curve = parameters.charge.map {
      ChargeCurve($0, health: Double(capacityNanojoules) / Double(parameters.capacityNanojoules))
    }
  }

  /// Charge from 0 to 1 of a cell that holds so much.
  @inline(__always) func level(nanojoules: Double) -> Double {
    guard let curve else { return max(0, min(1, nanojoules / Double(capacityNanojoules))) }
    return curve.level(nanojoules)
  }

  func nanojoules(level: Double) -> Double {
    curve?.nanojoules(level) ?? Double(capacityNanojoules) * level
  }

  /// The energy at or below which the phone goes off while it draws so much.
  func least(microwatts: Int64) -> Int64 { curve?.least(microwatts: microwatts) ?? 0 }
  @inline(__always) subscript(path: RadioPath) -> RadioCharacteristics { _read { yield paths[path.index] } }
  @inline(__always) func rateFactor(_ signal: SignalLevel) -> Double { signalRates[Int(signal.rawValue)] }
  @inline(__always) func streamMicrowatts(_ path: RadioPath) -> Double { streamPowers[path.index] }
  @inline(__always) func costFactor(_ signal: SignalLevel) -> Double { signalCosts[Int(signal.rawValue)] }

  /// Picojoules of a radio while it receives bits, without its tail.
  @inline(__always) func picojoules(receiving bits: Double, _ path: RadioPath) -> Double {
    // Microwatts for a microsecond are picojoules; the rate is in bits per microsecond.
    let index = path.index
    return paths[index].downFixed * bits / paths[index].downRate + paths[index].downEnergyPerBit * bits * 1000
  }

  /// Loss in the cell per microwatt delivered, in units of 2^-32 µW, while it delivers `microwatts` with
  /// `nanojoules` left; and the piece of the voltage curve on which that lies. To be rounded down.
  @inline(__always)
  func lossRate(microwatts: Int64, nanojoules: Double, _ piece: inout OpenCircuitVoltage.Piece) -> Double {
    guard !isLossless else { return 0 }
    return lossRate(microwatts: microwatts, volts: cell.voltage.find(nanojoules * levelPerNanojoule, &piece))
  }

  /// The same on a piece of the voltage curve that was found for a level which is not below this one; nil where another
  /// one is needed, as for any cell without loss.
  @inline(__always)
  func lossRate(microwatts: Int64, nanojoules: Double, on piece: OpenCircuitVoltage.Piece) -> Double? {
    guard let volts = cell.voltage(nanojoules * levelPerNanojoule, fallenOn: piece) else { return nil }
    return lossRate(microwatts: microwatts, volts: volts)
  }

  @inline(__always) private func lossRate(microwatts: Int64, volts: Double) -> Double {
    let ratio = cell.lossRatio(load: Double(microwatts) * 1e-6, volts: volts)
    return ratio * Double(FixedPointEnergy.picojoule) + 0.5
  }
}
