import EventSimulation
import Workload

/// The kinds of items that one state of the device denies alike.
public enum GateKind: UInt8, Sendable, Hashable, CaseIterable {
  /// Refresh and push.
  case launch
  /// Processing, by the conditions that the request chooses.
  case processing, processingOnPower, processingOnNetwork, processingOnPowerAndNetwork
  /// Discretionary transfers, by their stage of age (URL-5).
  case firstStage, secondStage, lastStage
  /// Transfers that are not discretionary.
  case transfer
  /// The relaunch after a finished batch.
  case wake
  case continued

  /// Whether the platform starts its items without asking a policy.
  public var isStartedByPlatform: Bool {
    switch self {
    case .transfer, .wake, .continued: true
    case .launch, .processing, .processingOnPower, .processingOnNetwork, .processingOnPowerAndNetwork,
      .firstStage, .secondStage, .lastStage:
      false
    }
  }
}

/// The facts about the device on which verdicts depend. Two states with the same facts deny the same.
public struct DeviceFacts: OptionSet, Sendable, Hashable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No charger is connected.
  public static let onBattery = DeviceFacts(rawValue: 1 << 0)
  /// The default network path is Wi-Fi. Without this fact and ``onCellular`` there is no network.
  public static let onWifi = DeviceFacts(rawValue: 1 << 1)
  /// The default network path is cellular.
  public static let onCellular = DeviceFacts(rawValue: 1 << 2)
  /// Background App Refresh is off for the whole device.
  public static let refreshIsOff = DeviceFacts(rawValue: 1 << 3)
  /// Background App Refresh is for Wi-Fi only.
  public static let refreshNeedsWifi = DeviceFacts(rawValue: 1 << 4)
  /// The device has not been unlocked since its last boot.
  public static let neverUnlocked = DeviceFacts(rawValue: 1 << 5)
  /// The thermal level is serious (level 2), not critical.
  public static let thermalIsSerious = DeviceFacts(rawValue: 1 << 6)
  /// The thermal level is critical (level 3).
  public static let thermalIsCritical = DeviceFacts(rawValue: 1 << 7)
  /// Refresh and push runs take all slots (`refresh.maxConcurrent`).
  public static let refreshSlotsAreFull = DeviceFacts(rawValue: 1 << 8)
  /// Processing and health runs take all slots (`processing.maxConcurrent`).
  public static let processingSlotsAreFull = DeviceFacts(rawValue: 1 << 9)
  /// Continued tasks take all slots (`continued.maxConcurrent`).
  public static let continuedSlotsAreFull = DeviceFacts(rawValue: 1 << 10)
  /// Low Power Mode is on.
  public static let lowPowerMode = DeviceFacts(rawValue: 1 << 11)
  /// The state of charge is at or below `battery.criticalLevel`.
  public static let levelIsCritical = DeviceFacts(rawValue: 1 << 12)
  /// The state of charge is below `processing.onBatteryFloor`.
  public static let levelIsBelowProcessingFloor = DeviceFacts(rawValue: 1 << 13)
  /// The balance of the device's energy budget is 0 or negative.
  public static let energyIsSpent = DeviceFacts(rawValue: 1 << 14)
  /// The balance of the device's cellular budget is 0 or negative.
  public static let dataIsSpent = DeviceFacts(rawValue: 1 << 15)
  /// The device's energy budget is at or below the limit of relaxed mechanisms (BUD-8).
  public static let energyIsOverdrawn = DeviceFacts(rawValue: 1 << 16)
  /// The device's cellular budget is at or below the limit of relaxed mechanisms (BUD-8).
  public static let dataIsOverdrawn = DeviceFacts(rawValue: 1 << 17)
  /// In use, or not idle for long enough.
  public static let inUse = DeviceFacts(rawValue: 1 << 18)
  /// The hold after a boot has not ended (GATE-8).
  public static let bootHold = DeviceFacts(rawValue: 1 << 19)
  /// The hold after an unlock or a return of the network that ended a long pause has not ended (GATE-8).
  public static let herdHold = DeviceFacts(rawValue: 1 << 20)
  /// The user's work keeps the device busy (GATE-8).
  public static let busy = DeviceFacts(rawValue: 1 << 21)
  /// The processor load is above `gate.cpuLoadCeiling` (GATE-8).
  public static let processorIsLoaded = DeviceFacts(rawValue: 1 << 22)

  @inline(__always)
  mutating func insert(_ fact: DeviceFacts, if condition: Bool) { if condition { formUnion(fact) } }
}

extension PlatformParameters {
  /// The facts of a state of the device.
  public func facts(_ device: DeviceGateState) -> DeviceFacts {
    var facts: DeviceFacts = []
    facts.insert(.onBattery, if: !device.isPlugged)
    facts.insert(.onWifi, if: device.network == .wifi)
    facts.insert(.onCellular, if: device.network == .cellular)
    facts.insert(.refreshIsOff, if: device.backgroundRefresh == 0)
    facts.insert(.refreshNeedsWifi, if: device.backgroundRefresh == 1)
    facts.insert(.neverUnlocked, if: !device.hasBeenUnlocked)
    facts.insert(.thermalIsSerious, if: device.thermal == 2)
    facts.insert(.thermalIsCritical, if: device.thermal >= 3)
    facts.insert(.refreshSlotsAreFull, if: device.refreshSlotsTaken >= refreshConcurrency)
    facts.insert(.processingSlotsAreFull, if: device.processingSlotsTaken >= processingConcurrency)
    facts.insert(.continuedSlotsAreFull, if: device.continuedSlotsTaken >= continuedConcurrency)
    facts.insert(.lowPowerMode, if: device.isLowPowerMode)
    facts.insert(.levelIsCritical, if: device.stateOfCharge <= criticalLevel)
    facts.insert(.levelIsBelowProcessingFloor, if: device.stateOfCharge < processingBatteryFloor)
    facts.insert(.energyIsSpent, if: device.energyBalance <= 0)
    facts.insert(.dataIsSpent, if: device.cellularBalance <= 0)
    facts.insert(.energyIsOverdrawn, if: device.energyBalance <= device.energyOverdraft)
    facts.insert(.dataIsOverdrawn, if: device.cellularBalance <= device.cellularOverdraft)
    facts.insert(.inUse, if: device.idleSince.map { $0 + idleDelay > device.now } ?? true)
    facts.insert(.bootHold, if: device.bootHoldEnd > device.now)
    facts.insert(.herdHold, if: device.herdHoldEnd > device.now)
    facts.insert(.busy, if: device.isBusy)
    facts.insert(.processorIsLoaded, if: device.processorLoad > processorLoadCeiling)
    return facts
  }
}
