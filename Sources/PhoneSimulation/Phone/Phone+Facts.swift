import AppLifecycle
import DeviceModel
import Workload

/// Facts of the phone that several use cases read. Nothing here changes the phone.
extension Phone {
  /// No push finds a simulator (DBG-4).
  var isReachable: Bool { !powerState.isOff && network.isOnline && !isSimulator }

  /// The radio that the present path uses.
  var radioPath: RadioPath? {
    network.radioPath(avoids5G: conditions.isLowPowerMode && configuration.device.lowPowerDisables5G)
  }

  /// Sessions of a phone whose power comes from a trace's readings are in those readings already.
  var drawsSessionPower: Bool { !plan.powerFromReadings }

  /// Whether code of the app can run now: its process executes and no launch of it is in progress.
  func isReceptive(_ app: AppIndex) -> Bool {
    processes[app].isForeground
      || processes[app] == .background && processes.launchEnd(app) == nil
  }

  /// Whether a run of the identifier has not ended.
  @inline(__always)
  func isRunning(_ app: AppIndex, _ identifier: IdentifierIndex) -> Bool {
    processes.activeRuns(app) > 0 && runs.isRunning(app, identifier)
  }

  func fetches(_ item: WorkItem) -> Bool {
    guard specification(item.app)?.quality.doesNoWork == false else { return false }
    if item.mechanism == .push { return specification(item.app)?.pushTraits?.fetches ?? false }
    return item.task.flatMap { specification(item.app)?.taskTraits[$0].fetches } ?? false
  }

  /// BAR-1: what an app reads of the switches of Background App Refresh; without an app, an app whose own
  /// switch is on.
  func refreshStatus(_ app: AppIndex?) -> RefreshStatus {
    let isOwnRestricted = app.map { appGates.isRefreshRestricted($0) } ?? false
    if conditions.isRefreshRestricted || isOwnRestricted { return .restricted }
    let isOwnOff = app.map { !appGates.refreshSwitch($0) } ?? false
    return conditions.backgroundRefresh == 0 || isOwnOff ? .denied : .available
  }

  /// The payer of an item's run or transfer.
  @inline(__always)
  func payer(of item: WorkItem) -> EnergyPayer {
    let cause: EnergyCause =
      switch item.mechanism {
      case .refresh: .refresh
      case .processing, .health: .processing
      case .push: .push
      case .continued: .continued
      case .transferD: .transfer
      case .transferN: .relaxedTransfer
      case .wake: transfers.noticeIsDiscretionary(item) ? .transfer : .relaxedTransfer
      case .assertion: .assertion
      case .mode: .mode
      }
    return EnergyPayer(app: item.app, cause: cause)
  }
}
