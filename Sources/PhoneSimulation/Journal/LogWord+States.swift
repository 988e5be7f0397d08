import AppLifecycle
import BackgroundExecution
import Workload

extension LogWord {
  init(_ state: ProcessState) {
    switch state {
    case .notRunning: self = .notRunning
    case .foregroundInactive: self = .foregroundInactive
    case .foregroundActive: self = .foregroundActive
    case .background: self = .background
    case .suspended: self = .suspended
    }
  }

  init(_ reason: TerminationReason) {
    switch reason {
    case .completionTimeout: self = .completionTimeout
    case .memoryPressure: self = .memoryPressure
    case .lateRegistration: self = .lateRegistration
    case .duplicateRegistration: self = .duplicateRegistration
    case .noHandler: self = .noHandler
    case .crash: self = .crash
    case .forceQuit: self = .forceQuit
    case .reboot: self = .reboot
    case .powerOff: self = .powerOff
    case .assertionExpired: self = .assertionExpired
    case .transferCompletionLate: self = .transferCompletionLate
    case .enterBackgroundTimeout: self = .enterBackgroundTimeout
    case .launchTimeout: self = .launchTimeout
    case .cpuMonitor: self = .cpuMonitor
    case .lockHeld: self = .lockHeld
    case .callNotReported: self = .callNotReported
    case .resourcePressure: self = .resourcePressure
    }
  }

  init(_ reason: RejectionReason) {
    switch reason {
    case .notPermitted: self = .notPermitted
    case .unavailable: self = .unavailable
    case .tooManyPending: self = .tooManyPending
    case .badPriority: self = .badPriority
    case .immediateRunIneligible: self = .immediateRunIneligible
    case .notForeground: self = .notForeground
    case .gpuNotEntitled: self = .gpuNotEntitled
    }
  }

  /// The word of a setting; what is a state of the device rather than a setting has events of its own, and
  /// Low Power Mode is written where it changes.
  init?(_ setting: SettingName) {
    switch setting {
    case .backgroundRefresh: self = .backgroundRefresh
    case .appRefresh: self = .appRefresh
    case .busy: self = .busy
    case .cpuLoad: self = .cpuLoad
    case .lowPowerMode, .memoryPressure, .thermal: return nil
    }
  }

  init(_ path: NetworkPath) {
    switch path {
    case .none: self = .offline
    case .cellular: self = .cellular
    case .wifi: self = .wifi
    }
  }
}
