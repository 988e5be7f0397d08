import BackgroundExecution
import Workload

/// The distinguishing word of an event: a reason, a cause, a kind or a place.
public enum LogWord: UInt8, Sendable, Hashable, CaseIterable {
  // The blocking reasons, in their order.
  case forceQuit, barOff, barWifiOnly, firstUnlock, lowPowerMode, appForeground, alreadyRunning
  case earliestBeginDate, externalPower, deviceInUse, noNetwork, resumeDelay, concurrency, thermalCritical
  case lowBattery, energyBudget, dataBudget, rateLimit, appUsage, bootHold, busy, cpuLoad, thermalSerious
  case herd, settling, transferStage, score, policyChoice
  // Refusals
  case notPermitted, unavailable, tooManyPending, badPriority, immediateRunIneligible, notForeground
  case gpuNotEntitled, badPayload, limit
  // Ends
  case timeLimit, unplugged, completionTimeout, memoryPressure, lateRegistration, duplicateRegistration
  case noHandler, crash, reboot, powerOff, processKilled, modeMissing, expired, stalled, userCancelled, debug
  case assertionExpired, transferCompletionLate, enterBackgroundTimeout, launchTimeout, cpuMonitor, lockHeld
  case callNotReported, resourcePressure, voipStopped, timeout, appRemoved
  // Kinds and places
  case cold, resume, joined, launch, system, foreground, server, device, app, user, success, failure
  case farBeginDate, oversize, killSuppressed, original, modified
  // The states of a process, in their order.
  case notRunning, foregroundInactive, foregroundActive, background, suspended
  case didFinishLaunching, willResignActive, didEnterBackground, eventDelivered, snapshot
  case energy, cellular, unlocked, locked, plugged, level, network, backgroundRefresh, appRefresh, bucket
  case forceQuitFlag, wifi, offline, on, off, none

  /// The word of logs and studies; empty for ``none``.
  public var name: String { Self.names[Int(rawValue)] }
  /// Made once; describing a case takes its time.
  private static let names = allCases.map { $0 == .none ? "" : "\($0)" }

  @inline(__always)
  init(firstOf blocking: BlockingSet) {
    let place = blocking.rawValue.trailingZeroBitCount
    self = place <= BlockingReason.policyChoice.rawValue ? LogWord(rawValue: UInt8(place)) ?? .none : .none
  }
}

extension LogWord {
  init(_ state: ProcessState) {
    self = LogWord(rawValue: LogWord.notRunning.rawValue + state.rawValue) ?? .none
  }

  init(named name: String) {
    self = Self.names.firstIndex(of: name).flatMap { LogWord(rawValue: UInt8($0)) } ?? .none
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
