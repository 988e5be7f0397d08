import EventSimulation
import PhoneSimulation
import Workload

/// The conditions that one app met on a device after warm-up: how long each of its user's choices held.
struct DeviceConditions: Sendable, Hashable {
  /// Whether the device is a simulator on a computer, on which nothing runs in the background.
  var isSimulator = false
  var observed: TimeSpan = .zero
  /// Time with Background App Refresh off for the whole device.
  var refreshOff: TimeSpan = .zero
  /// Time with Background App Refresh off for the app, and on for the device.
  var appRefreshOff: TimeSpan = .zero
  var lowPowerMode: TimeSpan = .zero
  /// Time between a force quit of the app and its next open.
  var forceQuit: TimeSpan = .zero
  var opens = 0
  var forceQuits = 0

  /// Reads the conditions from a run with its log.
  ///
  /// - Parameters:
  ///   - app: Index of the app on the device.
  ///   - plan: The plan of the device, for its state at the start.
  init(_ result: DeviceResult, app: Int32, plan: DevicePlan) {
    isSimulator = plan.deviceProfile == DevicePlan.simulatorProfile
    observed = plan.end > plan.warmUpEnd ? plan.end - plan.warmUpEnd : .zero
    var isDeviceOff = plan.initial.backgroundRefresh == 0
    var isAppOff = plan.initial.appsRefreshOff.contains(Int(app))
    var isLowPower = plan.initial.lowPowerMode
    var isForceQuit = false
    var last = plan.warmUpEnd
    func pass(_ time: Instant, _ conditions: inout Self) {
      let now = min(max(time, plan.warmUpEnd), plan.end)
      let length = now > last ? now - last : .zero
      last = max(last, now)
      if isDeviceOff { conditions.refreshOff += length }
      if isAppOff, !isDeviceOff { conditions.appRefreshOff += length }
      if isLowPower { conditions.lowPowerMode += length }
      if isForceQuit { conditions.forceQuit += length }
    }
    for record in result.log {
      let isObserved = record.time >= plan.warmUpEnd
      switch record.event {
      case .settingChanged where record.word == .backgroundRefresh:
        pass(record.time, &self)
        isDeviceOff = record.value < 1 || record.value > 2
      case .settingChanged where record.word == .appRefresh && record.app == app:
        pass(record.time, &self)
        isAppOff = record.value != 1
      case .settingChanged where record.word == .lowPowerMode:
        pass(record.time, &self)
        isLowPower = record.value > 0
      case .settingChanged where record.word == .forceQuitFlag && record.app == app:
        pass(record.time, &self)
        isForceQuit = record.value > 0
        if isForceQuit, isObserved { forceQuits += 1 }
      case .userOpened where record.app == app:
        if isObserved { opens += 1 }
      default: break
      }
    }
    pass(plan.end, &self)
  }

  /// Opens a day; 0 without observed time.
  var opensPerDay: Double { observed > .zero ? Double(opens) / observed.days : 0 }
}
