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
  /// The same transfers of sessions that do not allow cellular.
  case firstStageOnWifi, secondStageOnWifi, lastStageOnWifi, transferOnWifi

  /// Whether the platform starts its items without asking a policy.
  public var isStartedByPlatform: Bool {
    self == .transfer || self == .transferOnWifi || self == .wake || self == .continued
  }

  /// The facts on which what the device denies to the kind can depend, whatever the platform's parameters are: while
  /// none of them changes, its denials stay. A test tries random facts.
  var concerns: DeviceFacts {
    switch self {
    case .continued: [.continuedSlotsAreFull, .thermalIsCritical, .continuedIsLoaded]
    case .wake: [.onBattery, .onCellular, .energyIsOverdrawn, .dataIsOverdrawn, .neverUnlocked]
    case .transfer, .transferOnWifi:
      [.onBattery, .onWifi, .onCellular, .energyIsOverdrawn, .dataIsOverdrawn, .neverUnlocked]
    case .firstStage, .secondStage, .lastStage, .firstStageOnWifi, .secondStageOnWifi, .lastStageOnWifi,
      .launch:
      DeviceFacts.all.subtracting([
        .inUse, .processingSlotsAreFull, .continuedSlotsAreFull, .processorIsLoaded,
        .levelIsBelowProcessingFloor, .energyIsOverdrawn, .dataIsOverdrawn, .settling, .continuedIsLoaded,
      ])
    case .processing, .processingOnPower, .processingOnNetwork, .processingOnPowerAndNetwork:
      DeviceFacts.all.subtracting([
        .refreshSlotsAreFull, .continuedSlotsAreFull, .refreshNeedsWifi, .energyIsSpent, .dataIsSpent,
        .energyIsOverdrawn, .dataIsOverdrawn, .continuedIsLoaded,
      ])
    }
  }
}

/// The facts about the device on which verdicts depend. Two states with the same facts deny the same.
public struct DeviceFacts: OptionSet, Sendable, Hashable {
  public var rawValue: UInt32
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  @inlinable public static var onBattery: DeviceFacts { DeviceFacts(rawValue: 1 << 0) }
  /// The default network path is Wi-Fi. Without this fact and ``onCellular`` there is no network.
  @inlinable public static var onWifi: DeviceFacts { DeviceFacts(rawValue: 1 << 1) }
  @inlinable public static var onCellular: DeviceFacts { DeviceFacts(rawValue: 1 << 2) }
  @inlinable public static var refreshIsOff: DeviceFacts { DeviceFacts(rawValue: 1 << 3) }
  @inlinable public static var refreshNeedsWifi: DeviceFacts { DeviceFacts(rawValue: 1 << 4) }
  @inlinable public static var neverUnlocked: DeviceFacts { DeviceFacts(rawValue: 1 << 5) }
  @inlinable public static var thermalIsSerious: DeviceFacts { DeviceFacts(rawValue: 1 << 6) }
  @inlinable public static var thermalIsCritical: DeviceFacts { DeviceFacts(rawValue: 1 << 7) }
  /// Refresh and push runs take all slots (`refresh.maxConcurrent`).
  @inlinable public static var refreshSlotsAreFull: DeviceFacts { DeviceFacts(rawValue: 1 << 8) }
  /// Processing and health runs take all slots (`processing.maxConcurrent`).
  @inlinable public static var processingSlotsAreFull: DeviceFacts { DeviceFacts(rawValue: 1 << 9) }
  @inlinable public static var continuedSlotsAreFull: DeviceFacts { DeviceFacts(rawValue: 1 << 10) }
  @inlinable public static var lowPowerMode: DeviceFacts { DeviceFacts(rawValue: 1 << 11) }
  /// The state of charge is at or below `battery.criticalLevel`.
  @inlinable public static var levelIsCritical: DeviceFacts { DeviceFacts(rawValue: 1 << 12) }
  /// The state of charge is below `processing.onBatteryFloor`.
  @inlinable public static var levelIsBelowProcessingFloor: DeviceFacts { DeviceFacts(rawValue: 1 << 13) }
  @inlinable public static var energyIsSpent: DeviceFacts { DeviceFacts(rawValue: 1 << 14) }
  @inlinable public static var dataIsSpent: DeviceFacts { DeviceFacts(rawValue: 1 << 15) }
  /// The device's energy budget is at or below the limit of relaxed mechanisms (BUD-8).
  @inlinable public static var energyIsOverdrawn: DeviceFacts { DeviceFacts(rawValue: 1 << 16) }
  /// The device's cellular budget is at or below the limit of relaxed mechanisms (BUD-8).
  @inlinable public static var dataIsOverdrawn: DeviceFacts { DeviceFacts(rawValue: 1 << 17) }
  /// In use, or not idle for long enough.
  @inlinable public static var inUse: DeviceFacts { DeviceFacts(rawValue: 1 << 18) }
  /// The hold after a boot has not ended (GATE-8).
  @inlinable public static var bootHold: DeviceFacts { DeviceFacts(rawValue: 1 << 19) }
  /// The hold after an unlock or a return of the network that ended a long pause has not ended (GATE-8).
  @inlinable public static var herdHold: DeviceFacts { DeviceFacts(rawValue: 1 << 20) }
  /// The user's work keeps the device busy (GATE-8).
  @inlinable public static var busy: DeviceFacts { DeviceFacts(rawValue: 1 << 21) }
  /// The processor load is above `gate.cpuLoadCeiling` (GATE-8).
  @inlinable public static var processorIsLoaded: DeviceFacts { DeviceFacts(rawValue: 1 << 22) }

  /// The device has come to be plugged and idle, and settles (GATE-10).
  @inlinable public static var settling: DeviceFacts { DeviceFacts(rawValue: 1 << 23) }

  /// The processor load is above `continued.loadCeiling` (CONT-4).
  @inlinable public static var continuedIsLoaded: DeviceFacts { DeviceFacts(rawValue: 1 << 24) }

  /// The local day starts no opportunistic work (DEV-2).
  @inlinable public static var quietDay: DeviceFacts { DeviceFacts(rawValue: 1 << 25) }

  /// Every fact, of which there are fewer than bits.
  static var all: DeviceFacts { DeviceFacts(rawValue: .max) }

  @inlinable @inline(__always)
  mutating func insert(_ fact: DeviceFacts, if condition: Bool) { if condition { rawValue |= fact.rawValue } }

  /// The facts that the balances of the device's budgets decide, in nJ and bytes.
  ///
  /// - Parameter overdrafts: The balances at or below which relaxed mechanisms are denied (BUD-8).
  @inlinable @inline(__always)
  public init(energy: Int64, cellular: Int64, overdrafts: (energy: Int64, cellular: Int64)) {
    self = []
    insert(.energyIsSpent, if: energy <= 0)
    insert(.dataIsSpent, if: cellular <= 0)
    insert(.energyIsOverdrawn, if: energy <= overdrafts.energy)
    insert(.dataIsOverdrawn, if: cellular <= overdrafts.cellular)
  }
}

extension PlatformParameters {
  /// The facts of a state of the device. It is inlined: the state of a phone that is read for its facts alone then
  /// never stands in memory.
  @inlinable @inline(__always) public func facts(_ device: DeviceGateState) -> DeviceFacts {
    standingFacts(device).union(movingFacts(device)).union(
      DeviceFacts(
        energy: device.energyBalance, cellular: device.cellularBalance,
        overdrafts: (device.energyOverdraft, device.cellularOverdraft)))
  }

  /// The facts that settings, surroundings and the clock decide: they mostly stay for hours.
  @inlinable @inline(__always) public func standingFacts(_ device: DeviceGateState) -> DeviceFacts {
    var facts: DeviceFacts = []
    facts.insert(.onBattery, if: !device.isPlugged)
    facts.insert(.onWifi, if: device.network.rawValue == NetworkPath.wifi.rawValue)
    facts.insert(.onCellular, if: device.network.rawValue == NetworkPath.cellular.rawValue)
    facts.insert(.refreshIsOff, if: device.backgroundRefresh == 0)
    facts.insert(.refreshNeedsWifi, if: device.backgroundRefresh == 1)
    facts.insert(.neverUnlocked, if: !device.hasBeenUnlocked)
    facts.insert(.thermalIsSerious, if: device.thermal == 2)
    facts.insert(.thermalIsCritical, if: device.thermal >= 3)
    facts.insert(.lowPowerMode, if: device.isLowPowerMode)
    facts.insert(.inUse, if: device.idleSince.map { $0 + idleDelay > device.now } ?? true)
    facts.insert(.bootHold, if: device.bootHoldEnd > device.now)
    facts.insert(.herdHold, if: device.herdHoldEnd > device.now)
    facts.insert(.settling, if: device.settling.contains(device.now))
    facts.insert(.quietDay, if: device.isQuietDay)
    facts.insert(.busy, if: device.isBusy)
    facts.insert(.processorIsLoaded, if: device.processorLoad > processorLoadCeiling)
    facts.insert(.continuedIsLoaded, if: device.processorLoad > continuedLoadCeiling)
    return facts
  }

  @inlinable @inline(__always) public func standingFactsEnd(_ device: DeviceGateState) -> Instant {
    var end = Instant.distantFuture
    if let idleSince = device.idleSince, idleSince + idleDelay > device.now { end = idleSince + idleDelay }
    if device.bootHoldEnd > device.now { end = min(end, device.bootHoldEnd) }
    if device.herdHoldEnd > device.now { end = min(end, device.herdHoldEnd) }
    if device.settling.upperBound > device.now {
      let settling = device.settling
      end = min(end, settling.lowerBound > device.now ? settling.lowerBound : settling.upperBound)
    }
    return end
  }

  /// The facts that runs and the level of the battery decide: each run can change them.
  @inlinable @inline(__always) public func movingFacts(_ device: DeviceGateState) -> DeviceFacts {
    var facts: DeviceFacts = []
    // Mostly there are slots and charge.
    if device.refreshSlotsTaken >= refreshConcurrency || device.processingSlotsTaken >= processingConcurrency
      || device.continuedSlotsTaken >= continuedConcurrency || device.stateOfCharge <= criticalLevel
      || device.stateOfCharge < processingBatteryFloor
    {
      facts.insert(.refreshSlotsAreFull, if: device.refreshSlotsTaken >= refreshConcurrency)
      facts.insert(.processingSlotsAreFull, if: device.processingSlotsTaken >= processingConcurrency)
      facts.insert(.continuedSlotsAreFull, if: device.continuedSlotsTaken >= continuedConcurrency)
      facts.insert(.levelIsCritical, if: device.stateOfCharge <= criticalLevel)
      facts.insert(.levelIsBelowProcessingFloor, if: device.stateOfCharge < processingBatteryFloor)
    }
    return facts
  }
}
