import SchedulingPolicies

/// Settings and states of the device that gates read: Background App Refresh, Low Power Mode, heat, load and
/// memory.
struct Conditions {
  /// The device's switch of Background App Refresh: 0 off, 1 Wi-Fi, 2 Wi-Fi and cellular.
  private(set) var backgroundRefresh: Int
  /// Whether a management profile keeps Background App Refresh off.
  private(set) var isRefreshRestricted = false
  private(set) var lowPowerMode: LowPowerMode
  private(set) var thermal: ThermalLevel = .nominal
  /// Whether the user's work keeps the device busy.
  private(set) var isBusy = false
  /// The processor's load by the user's work, from 0 to 1.
  private(set) var processorLoad = 0.0
  private var memoryPressure: MemoryPressure = []
  private var pressureEpisodes = 0

  init(backgroundRefresh: Int, lowPowerMode: LowPowerMode) {
    self.backgroundRefresh = backgroundRefresh
    self.lowPowerMode = lowPowerMode
  }

  /// Changes the device's switch, which a management profile keeps off. Returns whether it was on and is now off.
  mutating func changeBackgroundRefresh(to setting: Int, isRestricted: Bool) -> Bool {
    let wasOn = backgroundRefresh > 0
    isRefreshRestricted = isRestricted
    backgroundRefresh = isRestricted ? 0 : setting
    return wasOn && backgroundRefresh == 0
  }

  @inline(__always)
  var isLowPowerMode: Bool { lowPowerMode != .off }

  /// Changes Low Power Mode. Returns the mode before; nil if it is the present one.
  mutating func changeLowPowerMode(to mode: LowPowerMode) -> LowPowerMode? {
    guard mode != lowPowerMode else { return nil }
    defer { lowPowerMode = mode }
    return lowPowerMode
  }

  mutating func changeThermal(to level: ThermalLevel) { thermal = level }
  mutating func changeBusy(to isBusy: Bool) { self.isBusy = isBusy }
  mutating func changeProcessorLoad(to load: Double) { processorLoad = load }
  var isUnderMemoryPressure: Bool { !memoryPressure.isEmpty }
  var isUnderResourcePressure: Bool { thermal >= .serious || isUnderMemoryPressure }

  /// Pressure begins for a reason. Returns whether memory has become short by it.
  mutating func beginMemoryPressure(_ source: MemoryPressure) -> Bool {
    defer { memoryPressure.insert(source) }
    return memoryPressure.isEmpty
  }

  /// Pressure ends for a reason. Returns whether memory was short and no longer is.
  mutating func endMemoryPressure(_ source: MemoryPressure) -> Bool {
    memoryPressure.remove(source) != nil && memoryPressure.isEmpty
  }

  mutating func takePressureEpisode() -> Int {
    defer { pressureEpisodes += 1 }
    return pressureEpisodes
  }
}

/// Low Power Mode and who switched it on.
enum LowPowerMode: UInt8 { case off, prompted, manual }

struct MemoryPressure: OptionSet {
  var rawValue: UInt8
  static let script = MemoryPressure(rawValue: 1)
  static let heavyApp = MemoryPressure(rawValue: 2)
  static let hazard = MemoryPressure(rawValue: 4)
}
