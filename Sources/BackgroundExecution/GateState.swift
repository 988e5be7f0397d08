import EventSimulation
import Workload

/// The state of the device that gates read at a decision point.
@frozen public struct DeviceGateState: Sendable, Hashable {
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
  /// Thermal level: 0 nominal, 1 fair, 2 serious, 3 critical.
  public var thermal = 0
  /// Whether the user's work keeps the device busy (GATE-8).
  public var isBusy = false
  /// Processor load of the user's work, 0 to 1.
  public var processorLoad = 0.0
  public var bootHoldEnd: Instant = .zero
  /// End of the hold after an unlock or a return of the network that ended a long pause; zero without one.
  public var herdHoldEnd: Instant = .zero
  public var settling = Instant.zero..<Instant.zero
  /// Whether the local day starts no opportunistic work (DEV-2).
  public var isQuietDay = false
  /// Refresh and push runs that hold a slot.
  public var refreshSlotsTaken = 0
  /// Processing and health runs that hold a slot.
  public var processingSlotsTaken = 0
  public var continuedSlotsTaken = 0
  /// Balance of the device's energy budget, in nJ. Launches on battery need more than 0 (BUD-5).
  public var energyBalance: Int64 = 0
  /// Balance of the device's cellular budget, in bytes. Launches on cellular need more than 0 (BUD-5).
  public var cellularBalance: Int64 = 0
  /// Energy balance, in nJ, at or below which relaxed mechanisms are denied (BUD-8).
  public var energyOverdraft = Int64.min
  /// Cellular balance, in bytes, at or below which relaxed mechanisms are denied (BUD-8).
  public var cellularOverdraft = Int64.min

  @inlinable @inline(__always) public init(now: Instant) { self.now = now }
}

/// The state of an item's app that gates read.
@frozen public struct AppGateState: Sendable, Hashable {
  /// Whether the force-quit flag is set, which stops all background launches of the app (QUIT-1).
  public var isForceQuit = false
  /// Whether the force-quit flag holds for pushes. A reboot may clear it alone (QUIT-4).
  public var isForceQuitForPushes = false
  public var refreshSwitch = true
  /// Whether the app is in the foreground, active or not (GATE-7).
  public var isForeground = false
  /// Balance of the app's share of the energy budget, in nJ (BUD-7).
  public var energyBalance: Int64 = 0
  /// Balance of the app's share of the cellular budget, in bytes (BUD-7).
  public var cellularBalance: Int64 = 0
  /// Energy balance of the app, in nJ, at or below which relaxed mechanisms are denied (BUD-8).
  public var energyOverdraft = Int64.min
  /// Cellular balance of the app, in bytes, at or below which relaxed mechanisms are denied (BUD-8).
  public var cellularOverdraft = Int64.min
  /// Last instant at which the app was in the foreground; now while it is there, nil if it never was.
  public var lastForeground: Instant?
  /// Whether its user has opened it on enough of the last days for a refresh.
  public var isUsed = true
  public var lastOpen: Instant?
  /// Whether its user has opened it on enough days since its installation for processing.
  public var isLearned = true

  @inlinable @inline(__always) public init() {}
}

/// The state of an item that gates read.
@frozen public struct ItemGateState: Sendable, Hashable {
  public var mechanism: Mechanism
  /// Earliest begin: the item is denied before it. The age of a discretionary transfer counts from here.
  public var open: Instant
  public var requiresExternalPower = false
  public var requiresNetworkConnectivity = false
  /// Whether the previous run of the identifier has not ended, or was launched at this instant.
  public var isAlreadyRunning = false
  public var spacingEnd: Instant = .zero
  /// When the system evaluates a request for the first time (DEV-3); zero for other items.
  public var firstEvaluation: Instant = .zero
  public var resumeDelayEnd: Instant = .zero
  /// Whether the session of a transfer allows cellular data.
  public var allowsCellular = true
  /// Whether budgets neither count nor deny the item because its user started it in the foreground (URL-4).
  public var isFreeOfBudgets = false

  @inlinable @inline(__always) public init(mechanism: Mechanism, open: Instant) {
    self.mechanism = mechanism
    self.open = open
  }
}

/// The denials of an item: those that the platform enforces and those that it tells the policy.
@frozen public struct GateVerdict: Sendable, Hashable {
  /// Denials that the platform enforces. The item does not start while there is one.
  public var hard: BlockingSet = []
  /// The denials that the platform reports to the policy, which may start the item anyway.
  public var soft: BlockingSet = []
  @inlinable public init() {}

  @inlinable public var isEmpty: Bool { hard.isEmpty && soft.isEmpty }

  @inlinable @inline(__always) mutating func deny(_ reason: BlockingReason, _ enforcement: Enforcement) {
    switch enforcement {
    case .hard: hard.formUnion(BlockingSet(reason))
    case .soft: soft.formUnion(BlockingSet(reason))
    case .off: break
    }
  }
}

extension PlatformParameters {
  /// Every gate for one item: chapters REF, PROC, PUSH, URL, CONT, QUIT, BAR, PWR, USE, BUD, RATE and GATE. The result
  /// depends on the state alone, never on the policy (GATE-2); in a counterfactual, lifted reasons block no more.
  public func verdict(
    _ item: ItemGateState, _ app: AppGateState, _ device: DeviceGateState, lifting lifted: BlockingSet = []
  ) -> GateVerdict {
    let facts = facts(device)
    let gates = gates(item, app, at: device.now, lifting: lifted)
    return gates.joined(verdict(gates.kind, facts), facts)
  }

  /// Whether the device closes no gate by force, for items that fetch, but the gates of fetches: low battery and empty
  /// budgets are then for the policy to heed.
  public var forcesFetchGatesOnly: Bool { lowBattery != .hard && budgets != .hard }

  /// The gates of fetches that a state of the device closes for a kind of item.
  public func closedFetchGates(_ kind: GateKind, _ facts: DeviceFacts) -> BlockingSet {
    verdict(kind, facts).hard.ofFetches
  }

  @inlinable
  public func closedFetchGates(_ item: ItemGateState, _ app: AppGateState, at now: Instant) -> BlockingSet {
    gates(item, app, at: now).always.hard.ofFetches
  }
}

extension BlockingSet {
  /// The gates that decide whether an app could have fetched in the background. A policy can neither open
  /// them nor wait them out by the order of its starts.
  public static let fetchGates = BlockingSet.of(
    .forceQuit, .barOff, .barWifiOnly, .firstUnlock, .lowPowerMode, .appForeground, .externalPower,
    .deviceInUse, .noNetwork, .thermalCritical)

  /// The fetch gates of a set. A network that a transfer may not use is none for a fetch.
  @inlinable public var ofFetches: BlockingSet {
    let gates = intersection(.fetchGates)
    return contains(BlockingSet(.noPermittedPath)) ? gates.union(BlockingSet(.noNetwork)) : gates
  }
}
