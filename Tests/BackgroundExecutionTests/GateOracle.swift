import BackgroundExecution
import EventSimulation
import Workload

/// The gates as one function of the whole state, each stated once in the order of the specification: what
/// ``PlatformParameters/verdict(_:_:_:lifting:)`` has to give, which puts it together from parts that are kept.
struct GateOracle {
  let platform: PlatformParameters

  private struct Denials {
    var refreshAndPush = GateVerdict()
    var processing = GateVerdict()
  }

  func verdict(_ item: ItemGateState, _ app: AppGateState, _ device: DeviceGateState) -> GateVerdict {
    if item.mechanism.isTransfer || item.mechanism == .wake { return systemVerdict(item, app, device) }
    if item.mechanism == .continued {
      // CONT-4 and CONT-10: slots, load and heat alone hold back a task that the user has started.
      var verdict = GateVerdict()
      if device.continuedSlotsTaken >= platform.continuedConcurrency { verdict.deny(.concurrency, .hard) }
      if device.thermal >= 3 { verdict.deny(.thermalCritical, .hard) }
      if device.processorLoad > platform.continuedLoadCeiling { verdict.deny(.cpuLoad, .hard) }
      return verdict
    }
    let denials = denials(device)
    let isPush = item.mechanism == .push
    let isProcessing = item.mechanism.isProcessing
    var verdict = isProcessing ? denials.processing : denials.refreshAndPush

    // QUIT-1: the flag stops processing before version 18 and without `quit.processingRuns` only.
    if isPush ? app.isForceQuitForPushes : app.isForceQuit, !isProcessing || platform.forceQuitStopsProcessing
    {
      verdict.deny(.forceQuit, platform.appSwitcher)
    }
    if !app.refreshSwitch { verdict.deny(.barOff, platform.backgroundRefresh) }
    if app.isForeground { verdict.deny(.appForeground, .hard) }
    if item.isAlreadyRunning { verdict.deny(.alreadyRunning, .hard) }
    if item.open > device.now { verdict.deny(.earliestBeginDate, .hard) }
    if item.firstEvaluation > device.now { verdict.deny(.firstEvaluation, .hard) }
    if isProcessing {
      processingConditions(item, device, &verdict)
      eligibility(app, device, &verdict)
    } else {
      // USE-4; PUSH-9: use never gates a push.
      if !app.isUsed, !isPush { verdict.deny(.appUsage, platform.appUsage) }
      budgetFactors(
        energyBalance: app.energyBalance, cellularBalance: app.cellularBalance, device, &verdict)
    }
    if item.spacingEnd > device.now { verdict.deny(.rateLimit, platform.rateLimit) }
    return verdict
  }

  private func denials(_ device: DeviceGateState) -> Denials {
    var common = GateVerdict()
    if device.backgroundRefresh == 0 { common.deny(.barOff, platform.backgroundRefresh) }
    if !device.hasBeenUnlocked { common.deny(.firstUnlock, .hard) }
    if device.thermal >= 3 { common.deny(.thermalCritical, .hard) }
    if device.isQuietDay { common.deny(.quietDay, .hard) }

    var denials = Denials(refreshAndPush: common, processing: common)
    if platform.launchesNeedPath, device.network == .none {
      denials.refreshAndPush.deny(.noNetwork, .hard)
    }
    if device.backgroundRefresh == 1, device.network != .wifi {
      denials.refreshAndPush.deny(.barWifiOnly, platform.backgroundRefresh)
    }
    if device.refreshSlotsTaken >= platform.refreshConcurrency {
      denials.refreshAndPush.deny(.concurrency, .hard)
    }
    powerFactors(device, &denials.refreshAndPush)
    budgetFactors(
      energyBalance: device.energyBalance, cellularBalance: device.cellularBalance, device,
      &denials.refreshAndPush)
    conditions(device, isProcessing: false, &denials.refreshAndPush)

    if device.idleSince.map({ $0 + platform.idleDelay > device.now }) ?? true {
      denials.processing.deny(.deviceInUse, .hard)
    }
    if device.processingSlotsTaken >= platform.processingConcurrency {
      denials.processing.deny(.concurrency, .hard)
    }
    conditions(device, isProcessing: true, &denials.processing)
    return denials
  }

  /// PROC-3 to PROC-5, PROC-8: the conditions that a request chooses.
  private func processingConditions(
    _ item: ItemGateState, _ device: DeviceGateState, _ verdict: inout GateVerdict
  ) {
    if !device.isPlugged {
      let mayUseBattery =
        platform.allowsProcessingOnBattery && !item.requiresExternalPower
        && device.stateOfCharge >= platform.processingBatteryFloor
      if !mayUseBattery { verdict.deny(.externalPower, .hard) }
      if platform.allowsProcessingOnBattery { powerFactors(device, &verdict) }
    }
    if item.requiresNetworkConnectivity, device.network == .none { verdict.deny(.noNetwork, .hard) }
  }

  /// PWR-1 and PWR-2.
  private func powerFactors(_ device: DeviceGateState, _ verdict: inout GateVerdict) {
    if device.isLowPowerMode, platform.lowPowerModeAppliesWhilePlugged || !device.isPlugged {
      verdict.deny(.lowPowerMode, platform.lowPowerMode)
    }
    if !device.isPlugged, device.stateOfCharge <= platform.criticalLevel {
      verdict.deny(.lowBattery, platform.lowBattery)
    }
  }

  /// BUD-5 and BUD-7: the balances of a ledger, the device's or the app's, must be positive.
  private func budgetFactors(
    energyBalance: Int64, cellularBalance: Int64, _ device: DeviceGateState, _ verdict: inout GateVerdict
  ) {
    if !device.isPlugged, energyBalance <= 0 { verdict.deny(.energyBudget, platform.budgets) }
    let usesData = platform.launchesNeedPath ? device.network != .wifi : device.network == .cellular
    if usesData, cellularBalance <= 0 { verdict.deny(.dataBudget, platform.budgets) }
  }

  /// USE-3: an app that was never in the foreground has no session.
  private func eligibility(_ app: AppGateState, _ device: DeviceGateState, _ verdict: inout GateVerdict) {
    if let last = app.lastForeground, device.now - last <= platform.eligibility { return }
    verdict.deny(.appUsage, platform.appUsage)
  }

  /// GATE-8.
  private func conditions(_ device: DeviceGateState, isProcessing: Bool, _ verdict: inout GateVerdict) {
    if device.bootHoldEnd > device.now { verdict.deny(.bootHold, .soft) }
    if device.isBusy { verdict.deny(.busy, .soft) }
    if isProcessing, device.processorLoad > platform.processorLoadCeiling { verdict.deny(.cpuLoad, .soft) }
    if device.thermal == 2 { verdict.deny(.thermalSerious, .soft) }
    if device.herdHoldEnd > device.now { verdict.deny(.herd, .soft) }
  }

  /// The verdict for a transfer, which needs no process, and for the relaunch after a batch.
  private func systemVerdict(
    _ item: ItemGateState, _ app: AppGateState, _ device: DeviceGateState
  ) -> GateVerdict {
    var verdict = GateVerdict()
    if !device.hasBeenUnlocked { verdict.deny(.firstUnlock, .hard) }
    if item.mechanism == .wake {
      if app.isForceQuit { verdict.deny(.forceQuit, platform.appSwitcher) }
      overdraft(app, device, &verdict)
      return verdict
    }
    if item.open > device.now { verdict.deny(.earliestBeginDate, .hard) }
    if !platform.transfersWaitForPath {
      if device.network == .none { verdict.deny(.noNetwork, .hard) }
    } else if device.network == .none || !item.allowsCellular && device.network == .cellular {
      verdict.deny(.noPermittedPath, .hard)
    }
    if item.resumeDelayEnd > device.now { verdict.deny(.resumeDelay, .hard) }
    guard item.mechanism == .discretionaryTransfer else {
      overdraft(app, device, &verdict)
      return verdict
    }
    if device.backgroundRefresh == 0 || !app.refreshSwitch {
      verdict.deny(.barOff, platform.backgroundRefresh)
    }
    if device.thermal >= 3 { verdict.deny(.thermalCritical, .hard) }
    if device.isQuietDay { verdict.deny(.quietDay, .hard) }
    powerFactors(device, &verdict)
    budgetFactors(
      energyBalance: device.energyBalance, cellularBalance: device.cellularBalance, device, &verdict)
    budgetFactors(
      energyBalance: app.energyBalance, cellularBalance: app.cellularBalance, device, &verdict)
    conditions(device, isProcessing: false, &verdict)
    if !stageAllows(item, device) { verdict.deny(.transferStage, .soft) }
    return verdict
  }

  /// URL-5: Wi-Fi and external power, then Wi-Fi and a level above the critical one, then any path.
  ///
  /// External power is enough in the second stage too, so that age never takes a chance away.
  private func stageAllows(_ item: ItemGateState, _ device: DeviceGateState) -> Bool {
    let age = device.now - item.open
    if age >= platform.transferStageLength * 2 { return true }
    guard device.network == .wifi else { return false }
    return device.isPlugged
      || age >= platform.transferStageLength && device.stateOfCharge > platform.criticalLevel
  }

  /// BUD-8: no policy sees these mechanisms, so the platform denies them, but only far below zero.
  private func overdraft(_ app: AppGateState, _ device: DeviceGateState, _ verdict: inout GateVerdict) {
    let enforcement: Enforcement = platform.budgets == .off ? .off : .hard
    if !device.isPlugged,
      device.energyBalance <= device.energyOverdraft || app.energyBalance <= app.energyOverdraft
    {
      verdict.deny(.energyBudget, enforcement)
    }
    if device.network == .cellular,
      device.cellularBalance <= device.cellularOverdraft || app.cellularBalance <= app.cellularOverdraft
    {
      verdict.deny(.dataBudget, enforcement)
    }
  }
}

extension GateVerdict {
  fileprivate mutating func deny(_ reason: BlockingReason, _ enforcement: Enforcement) {
    switch enforcement {
    case .hard: hard.formUnion(BlockingSet(reason))
    case .soft: soft.formUnion(BlockingSet(reason))
    case .off: break
    }
  }
}
