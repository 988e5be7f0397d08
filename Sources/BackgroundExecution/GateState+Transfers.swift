import EventSimulation
import Workload

/// Gates of what the system carries out for an app: chapter URL, BUD-8 and section 4 of the specification.
extension PlatformParameters {
  /// The verdict for a transfer, which needs no process, and for the relaunch after a batch.
  func systemVerdict(
    _ item: ItemGateState, _ app: AppGateState, _ device: DeviceGateState
  ) -> GateVerdict {
    var verdict = GateVerdict()
    if !device.hasBeenUnlocked { verdict.deny(.firstUnlock, .hard) }
    if item.mechanism == .wake {
      if app.isForceQuit { verdict.deny(.forceQuit, appSwitcher) }
      overdraft(app, device, &verdict)
      return verdict
    }
    if item.open > device.now { verdict.deny(.earliestBeginDate, .hard) }
    if device.network == .none { verdict.deny(.noNetwork, .hard) }
    if item.resumeDelayEnd > device.now { verdict.deny(.resumeDelay, .hard) }
    guard item.mechanism == .transferD else {
      overdraft(app, device, &verdict)
      return verdict
    }
    if device.backgroundRefresh == 0 || !app.refreshSwitch { verdict.deny(.barOff, backgroundRefresh) }
    if device.thermal >= 3 { verdict.deny(.thermalCritical, .hard) }
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
    if age >= transferStageLength * 2 { return true }
    guard device.network == .wifi else { return false }
    return device.isPlugged || age >= transferStageLength && device.stateOfCharge > criticalLevel
  }

  /// BUD-8: no policy sees these mechanisms, so the platform denies them, but only far below zero.
  private func overdraft(_ app: AppGateState, _ device: DeviceGateState, _ verdict: inout GateVerdict) {
    let enforcement: Enforcement = budgets == .off ? .off : .hard
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
