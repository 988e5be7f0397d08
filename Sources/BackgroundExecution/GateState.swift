import EventSimulation
import Workload

/// The state of the device that gates read at a decision point.
public struct DeviceGateState: Sendable, Hashable {
  public var now: Instant
  public var isPlugged = false
  /// 0 to 1.
  public var stateOfCharge = 1.0
  public var network: NetworkPath = .wifi
  /// Time since which the device is locked with the screen off; nil while it is in use.
  public var idleSince: Instant?
  public var isLowPowerMode = false
  /// 0 off, 1 Wi-Fi, 2 Wi-Fi and cellular.
  public var backgroundRefresh = 2
  public var hasBeenUnlocked = true
  public var thermal = 0
  public var isBusy = false
  public var processorLoad = 0.0
  /// End of the hold after a boot, and after an unlock or network return that ended a long pause.
  public var bootHoldEnd: Instant = .zero
  public var herdHoldEnd: Instant = .zero
  /// Refresh and push runs, and processing runs, that hold a slot.
  public var refreshSlotsTaken = 0
  public var processingSlotsTaken = 0
  public var continuedSlotsTaken = 0
  public var energyBalance: Int64 = 0
  public var cellularBalance: Int64 = 0
  /// Balances at or below which relaxed mechanisms are denied (BUD-8).
  public var energyOverdraft = Int64.min
  public var cellularOverdraft = Int64.min

  public init(now: Instant) { self.now = now }
}

/// The state of an item's app that gates read.
public struct AppGateState: Sendable, Hashable {
  public var isForceQuit = false
  public var isForceQuitForPushes = false
  public var refreshSwitch = true
  public var isForeground = false
  public var energyBalance: Int64 = 0
  public var cellularBalance: Int64 = 0
  /// Balances at or below which relaxed mechanisms are denied (BUD-8).
  public var energyOverdraft = Int64.min
  public var cellularOverdraft = Int64.min
  public var lastForeground: Instant?
  /// Whether its user has opened it on enough of the last days for a refresh.
  public var isUsed = true

  public init() {}
}

/// The state of an item that gates read.
public struct ItemGateState: Sendable, Hashable {
  public var mechanism: Mechanism
  public var open: Instant
  public var requiresExternalPower = false
  public var requiresNetworkConnectivity = false
  /// Whether the previous run of the identifier has not ended, or was launched at this instant.
  public var isAlreadyRunning = false
  /// First instant at which the spacing of its mechanism allows a launch.
  public var spacingEnd: Instant = .zero
  /// First instant at which the resume delay of its app allows a transfer made in the background.
  public var resumeDelayEnd: Instant = .zero

  public init(mechanism: Mechanism, open: Instant) {
    self.mechanism = mechanism
    self.open = open
  }
}

/// The denials of an item: those that the platform enforces and those that it tells the policy.
public struct GateVerdict: Sendable, Hashable {
  public var hard: BlockingSet = []
  public var soft: BlockingSet = []
  public init() {}

  @inline(__always)
  mutating func deny(_ reason: BlockingReason, _ enforcement: Enforcement) {
    switch enforcement {
    case .hard: hard.formUnion(BlockingSet(reason))
    case .soft: soft.formUnion(BlockingSet(reason))
    case .off: break
    }
  }
}

extension PlatformParameters {
  /// Evaluates every gate for one item: chapters REF, PROC, PUSH, URL, CONT, QUIT, BAR, PWR, USE, BUD, RATE and
  /// GATE.
  ///
  /// The result depends on the state alone, never on the policy (GATE-2).
  ///
  /// - Parameter lifted: Reasons that block the item no more, in a counterfactual.
  public func verdict(
    _ item: ItemGateState, _ app: AppGateState, _ device: DeviceGateState, lifting lifted: BlockingSet = []
  ) -> GateVerdict {
    let facts = facts(device)
    let gates = gates(item, app, at: device.now, lifting: lifted)
    return gates.joined(verdict(gates.kind, facts), facts)
  }
}
