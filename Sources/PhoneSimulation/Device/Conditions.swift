import BackgroundExecution
import DeviceModel
import EventSimulation
import ModelParameters
import SchedulingPolicies
import Workload

/// Settings and states of the device that gates read: Background App Refresh, Low Power Mode, heat, load and
/// memory.
struct Conditions {
  /// The device's switch of Background App Refresh: 0 off, 1 Wi-Fi, 2 Wi-Fi and cellular.
  private(set) var backgroundRefresh: Int
  private(set) var isRefreshRestricted = false
  private(set) var lowPowerMode: LowPowerMode
  /// The thermal level of a script, and that of the phone's temperature where it is modeled: the higher one counts.
  private var scriptedHeat: ThermalState = .nominal
  private var modeledHeat: ThermalState = .nominal
  private(set) var isBusy = false
  /// The processor's load by the user's work, from 0 to 1.
  private(set) var processorLoad = 0.0
  /// DEV-2: whether the local day is quiet; nil before the first one.
  private(set) var isQuietDay: Bool?
  private var memoryPressure: MemoryPressure = []
  private var pressureEpisodes = 0

  init(backgroundRefresh: Int, lowPowerMode: LowPowerMode) {
    self.backgroundRefresh = backgroundRefresh
    self.lowPowerMode = lowPowerMode
  }

  mutating func changeBackgroundRefresh(to setting: Int, isRestricted: Bool) -> Bool {
    let wasOn = backgroundRefresh > 0
    isRefreshRestricted = isRestricted
    backgroundRefresh = isRestricted ? 0 : setting
    return wasOn && backgroundRefresh == 0
  }

  var isLowPowerMode: Bool { lowPowerMode != .off }

  mutating func changeLowPowerMode(to mode: LowPowerMode) -> LowPowerMode? {
    guard mode != lowPowerMode else { return nil }
    defer { lowPowerMode = mode }
    return lowPowerMode
  }

  var thermal: ThermalState { max(scriptedHeat, modeledHeat) }

  mutating func changeThermal(to level: ThermalState, isModeled: Bool) {
    if isModeled { modeledHeat = level } else { scriptedHeat = level }
  }
  mutating func changeQuietDay(to isQuiet: Bool) { isQuietDay = isQuiet }
  mutating func changeBusy(to isBusy: Bool) { self.isBusy = isBusy }
  mutating func changeProcessorLoad(to load: Double) { processorLoad = load }
  var isUnderMemoryPressure: Bool { !memoryPressure.isEmpty }
  var isUnderResourcePressure: Bool { thermal >= .serious || isUnderMemoryPressure }

  mutating func beginMemoryPressure(_ source: MemoryPressure) -> Bool {
    defer { memoryPressure.insert(source) }
    return memoryPressure.isEmpty
  }

  mutating func endMemoryPressure(_ source: MemoryPressure) -> Bool {
    memoryPressure.remove(source) != nil && memoryPressure.isEmpty
  }

  mutating func takePressureEpisode() -> Int { pressureEpisodes.takeNext() }
}

enum LowPowerMode: UInt8 { case off, prompted, manual }

struct MemoryPressure: OptionSet {
  var rawValue: UInt8
  static let script = MemoryPressure(rawValue: 1)
  static let heavyApp = MemoryPressure(rawValue: 2)
  static let hazard = MemoryPressure(rawValue: 4)
}

/// The network path of the device, and the time for which discretionary work waits after a long absence.
struct Connectivity {
  private(set) var path: NetworkPath
  /// The cellular network of the phone, and that of its operator without 5G.
  private let cellular, withoutFifthGeneration: RadioPath
  private var offlineSince: Instant?
  /// Until when discretionary work waits so that a returning device does not start all of it at once.
  private(set) var herdHoldEnd: Instant = .zero

  init(path: NetworkPath, cellular: NetworkProfile) {
    self.path = path
    self.cellular = .cellular(cellular)
    withoutFifthGeneration = .cellular(cellular.withoutFifthGeneration)
    offlineSince = path == .none ? .zero : nil
  }

  var isOnline: Bool { path != .none }

  /// Returns the path before and the absence that has ended, if there was one; nil if the path is the present one.
  mutating func change(to path: NetworkPath, at now: Instant) -> (old: NetworkPath, absence: TimeSpan?)? {
    guard path != self.path else { return nil }
    defer {
      self.path = path
      offlineSince = path == .none ? now : nil
    }
    return (self.path, offlineSince.map { now - $0 })
  }

  mutating func holdHerd(until end: Instant) -> Instant {
    herdHoldEnd = max(herdHoldEnd, end)
    return herdHoldEnd
  }

  func radioPath(avoids5G: Bool) -> RadioPath? {
    switch path {
    case .none: nil
    case .wifi: .wifi
    case .cellular: avoids5G ? withoutFifthGeneration : cellular
    }
  }
}

/// The facts of the device that settings, surroundings and the clock decide, as they were read last.
///
/// They hold until something that they are read from is marked as changed, the device begins or ceases to be idle, or the
/// clock alone changes one of them.
struct StandingFacts {
  private(set) var facts: DeviceFacts = []
  private var idleSince = OptionalInstant()
  private var end: Instant = .zero

  @inline(__always) mutating func markChanged() { end = .zero }

  @inline(__always)
  func hold(at now: Instant, idleSince: OptionalInstant) -> Bool { now < end && idleSince == self.idleSince }

  mutating func set(_ facts: DeviceFacts, idleSince: OptionalInstant, until end: Instant) {
    self.facts = facts
    self.idleSince = idleSince
    self.end = end
  }
}
