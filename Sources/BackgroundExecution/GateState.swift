import EventSimulation
import Workload

/// What the gates read of the device at a decision point.
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

/// What the gates read of the app of an item.
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

/// What the gates read of the item itself.
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

/// What the state of the device alone denies to every item of a kind: the same for all of a decision point.
public struct DeviceDenials: Sendable, Hashable {
  var refreshAndPush = GateVerdict()
  var processing = GateVerdict()
}

extension PlatformParameters {
  /// Evaluates every gate for one item: chapters REF, PROC, PUSH, QUIT, BAR, PWR, USE, BUD, RATE and GATE.
  ///
  /// The result depends on the state alone, never on the policy (GATE-2).
  ///
  /// - Parameter denials: Those of the same device, where they have been found already.
  public func verdict(
    _ item: ItemGateState, _ app: AppGateState, _ device: DeviceGateState, _ denials: DeviceDenials? = nil
  ) -> GateVerdict {
    if item.mechanism.isTransfer || item.mechanism == .wake { return systemVerdict(item, app, device) }
    if item.mechanism == .continued {
      // Nothing but its slots and the heat of the device holds back what the user has started (CONT-10).
      var verdict = GateVerdict()
      if device.continuedSlotsTaken >= continuedConcurrency { verdict.deny(.concurrency, .hard) }
      if device.thermal >= 3 { verdict.deny(.thermalCritical, .hard) }
      return verdict
    }
    let denials = denials ?? self.denials(device)
    let isPush = item.mechanism == .push
    let isProcessing = item.mechanism.isProcessing
    var verdict = isProcessing ? denials.processing : denials.refreshAndPush

    if isPush ? app.isForceQuitForPushes : app.isForceQuit { verdict.deny(.forceQuit, appSwitcher) }
    if !app.refreshSwitch { verdict.deny(.barOff, backgroundRefresh) }
    if app.isForeground { verdict.deny(.appForeground, .hard) }
    if item.isAlreadyRunning { verdict.deny(.alreadyRunning, .hard) }
    if item.open > device.now { verdict.deny(.earliestBeginDate, .hard) }
    if isProcessing {
      processingConditions(item, device, &verdict)
      eligibility(app, device, &verdict)
    } else {
      // USE-4; PUSH-9: use never gates a push.
      if !app.isUsed, !isPush { verdict.deny(.appUsage, appUsage) }
      budgetFactors(
        energyBalance: app.energyBalance, cellularBalance: app.cellularBalance, device, &verdict)
    }
    if item.spacingEnd > device.now { verdict.deny(.rateLimit, rateLimit) }
    return verdict
  }

  /// The part of ``verdict(_:_:_:_:)`` that no app and no item changes.
  public func denials(_ device: DeviceGateState) -> DeviceDenials {
    var common = GateVerdict()
    if device.backgroundRefresh == 0 { common.deny(.barOff, backgroundRefresh) }
    if !device.hasBeenUnlocked { common.deny(.firstUnlock, .hard) }
    if device.thermal >= 3 { common.deny(.thermalCritical, .hard) }

    var denials = DeviceDenials(refreshAndPush: common, processing: common)
    if device.backgroundRefresh == 1, device.network != .wifi {
      denials.refreshAndPush.deny(.barWifiOnly, backgroundRefresh)
    }
    if device.refreshSlotsTaken >= refreshConcurrency { denials.refreshAndPush.deny(.concurrency, .hard) }
    powerFactors(device, &denials.refreshAndPush)
    budgetFactors(
      energyBalance: device.energyBalance, cellularBalance: device.cellularBalance, device,
      &denials.refreshAndPush)
    conditions(device, isProcessing: false, &denials.refreshAndPush)

    if device.idleSince.map({ $0 + idleDelay > device.now }) ?? true {
      denials.processing.deny(.deviceInUse, .hard)
    }
    if device.processingSlotsTaken >= processingConcurrency { denials.processing.deny(.concurrency, .hard) }
    conditions(device, isProcessing: true, &denials.processing)
    return denials
  }

  /// PROC-3 to PROC-5, PROC-8: the conditions that a request chooses.
  private func processingConditions(
    _ item: ItemGateState, _ device: DeviceGateState, _ verdict: inout GateVerdict
  ) {
    if !device.isPlugged {
      let mayUseBattery =
        allowsProcessingOnBattery && !item.requiresExternalPower
        && device.stateOfCharge >= processingBatteryFloor
      if !mayUseBattery { verdict.deny(.externalPower, .hard) }
      if allowsProcessingOnBattery { powerFactors(device, &verdict) }
    }
    if item.requiresNetworkConnectivity, device.network == .none { verdict.deny(.noNetwork, .hard) }
  }

  /// PWR-1 and PWR-2.
  func powerFactors(_ device: DeviceGateState, _ verdict: inout GateVerdict) {
    if device.isLowPowerMode, lowPowerModeAppliesWhilePlugged || !device.isPlugged {
      verdict.deny(.lowPowerMode, lowPowerMode)
    }
    if !device.isPlugged, device.stateOfCharge <= criticalLevel { verdict.deny(.lowBattery, lowBattery) }
  }

  /// BUD-5 and BUD-7: the balances of a ledger, the device's or the app's, must be positive.
  func budgetFactors(
    energyBalance: Int64, cellularBalance: Int64, _ device: DeviceGateState, _ verdict: inout GateVerdict
  ) {
    if !device.isPlugged, energyBalance <= 0 { verdict.deny(.energyBudget, budgets) }
    if device.network == .cellular, cellularBalance <= 0 { verdict.deny(.dataBudget, budgets) }
  }

  /// USE-3: an app that was never in the foreground has no session.
  private func eligibility(_ app: AppGateState, _ device: DeviceGateState, _ verdict: inout GateVerdict) {
    if let last = app.lastForeground, device.now - last <= eligibility { return }
    verdict.deny(.appUsage, appUsage)
  }

  /// GATE-8.
  func conditions(_ device: DeviceGateState, isProcessing: Bool, _ verdict: inout GateVerdict) {
    if device.bootHoldEnd > device.now { verdict.deny(.bootHold, .soft) }
    if device.isBusy { verdict.deny(.busy, .soft) }
    if isProcessing, device.processorLoad > processorLoadCeiling { verdict.deny(.cpuLoad, .soft) }
    if device.thermal == 2 { verdict.deny(.thermalSerious, .soft) }
    if device.herdHoldEnd > device.now { verdict.deny(.herd, .soft) }
  }
}
