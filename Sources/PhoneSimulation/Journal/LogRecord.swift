import BackgroundExecution
import EventSimulation
import Workload

public struct LogRecord: Sendable, Hashable {
  public var time: Instant
  public var event: LogEvent
  /// Index of the app on the device, -1 for the device.
  public var app: Int32
  public var mechanism: Mechanism?
  /// The reason, cause or kind that qualifies the event; see ``LogEvent/wordField``.
  public var word: LogWord
  /// The number of the item; 0 for an event without an item.
  public var item: Int32
  /// The identifier of the task, session, or region; empty if it does not apply.
  public var identifier: String
  /// The own number of the event: granted seconds, duration, amount, score …
  public var value: Double
  /// Further fields of the event's own, in the order of ``LogField/Name``.
  public var fields: [LogField] = []

  public subscript(_ name: LogField.Name) -> LogField.Value? { fields.first { $0.name == name }?.value }
}

/// A field of an event in addition to its category and its number.
public struct LogField: Sendable, Hashable {
  /// The names of section 5, which are the columns of the event log.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    case run, task, synthetic
    case earliestBegin, open, deadline, window, flags, origin, discretionary, bytes, by, age, code, all,
      enforcement
    case scope, score, threshold, kind, reasonsSeen, delay, granted, gpu, workDone, cause, handler, success
    case duration, bytesWifi, bytesCellular, energy, runs, priority, expiration, until
    case how, content, latency, reason, bytesDone, remaining, from, afterRun, contentAge, staleness
    case name, old, new, status, level, ledger, amount, clipped, balance, candidates, started, verdicts,
      requests
    case `where`, to
  }
  public enum Value: Sendable, Hashable {
    case integer(Int64), number(Double), text(String), flag(Bool)
    case instant(Instant)
    case span(TimeSpan)
  }
  public var name: Name
  public var value: Value

  public init(_ name: Name, _ value: Value) {
    self.name = name
    self.value = value
  }

  static func text(_ name: Name, _ value: String) -> LogField { LogField(name, .text(value)) }
  static func integer(_ name: Name, _ value: some BinaryInteger) -> LogField {
    LogField(name, .integer(Int64(value)))
  }
  static func number(_ name: Name, _ value: Double) -> LogField { LogField(name, .number(value)) }
  static func flag(_ name: Name, _ value: Bool) -> LogField { LogField(name, .flag(value)) }
  static func instant(_ name: Name, _ value: Instant) -> LogField { LogField(name, .instant(value)) }
  static func span(_ name: Name, _ value: TimeSpan) -> LogField { LogField(name, .span(value)) }
}

/// The events of the specification's vocabulary (section 5).
public enum LogEvent: UInt8, Sendable, Hashable, CaseIterable {
  case submitted, replaced, rejected, canceled, eligible, deferred, launched, handlerStarted, expired
  case completed, terminated, pushSent, stored, held, coalesced, delivered, dropped, stateChanged, callback
  case suspended, userOpened, userLeft, forceQuit, settingChanged, powerChanged, networkChanged, lockChanged
  case screenChanged, thermalChanged, memoryChanged, rebooted, poweredOff, budgetRefilled, budgetDebited,
    penaltyApplied
  case decision, policyViolation, warned, pendingList
  case progress, paused, resumed, failed, failedUnstarted, assertionBegan, assertionEnded

  public var name: String { Self.names[Int(rawValue)] }
  private static let names = allCases.map { "\($0)" }

  /// The field that the word of a record is, by section 5.
  public var wordField: LogField.Name? {
    switch self {
    case .rejected, .deferred, .terminated, .dropped, .policyViolation, .paused, .resumed, .failed,
      .failedUnstarted:
      .reason
    case .canceled: .by
    case .launched, .warned: .kind
    case .expired: .cause
    case .completed: .success
    case .coalesced: .where
    case .delivered: .how
    case .stateChanged: .to
    case .callback, .settingChanged: .name
    case .powerChanged, .networkChanged, .lockChanged, .screenChanged: .new
    case .budgetRefilled, .budgetDebited, .penaltyApplied: .ledger
    default: nil
    }
  }

  /// The field that the number of a record is; times are in seconds.
  public var valueField: LogField.Name? {
    switch self {
    case .replaced, .launched, .coalesced, .dropped: .age
    case .rejected: .code
    case .handlerStarted: .granted
    case .completed: .duration
    case .pushSent: .expiration
    case .delivered: .latency
    case .userOpened: .staleness
    case .settingChanged, .thermalChanged, .memoryChanged: .new
    case .budgetRefilled, .budgetDebited, .penaltyApplied: .amount
    case .progress: .workDone
    case .paused, .resumed, .failed, .failedUnstarted: .bytesDone
    case .assertionBegan, .assertionEnded: .remaining
    default: nil
    }
  }
}

/// The distinguishing word of an event: a reason, a cause, a kind or a place.
public enum LogWord: UInt8, Sendable, Hashable, CaseIterable {
  // The blocking reasons, in their order.
  case forceQuit, barOff, barWifiOnly, firstUnlock, lowPowerMode, appForeground, alreadyRunning
  case earliestBeginDate, firstEvaluation, externalPower, deviceInUse, noNetwork, noPermittedPath
  case resumeDelay, concurrency, thermalCritical, quietDay
  case lowBattery, energyBudget, dataBudget, rateLimit, appUsage, bootHold, busy, cpuLoad, thermalSerious
  case herd, settling, transferStage, score, policyChoice
  // Refusals
  case notPermitted, unavailable, tooManyPending, badPriority, immediateRunIneligible, notForeground
  case gpuNotEntitled, gpuNotAvailable, badPayload, limit
  // Ends
  case timeLimit, unplugged, completionTimeout, memoryPressure, lateRegistration, duplicateRegistration
  case noHandler, crash, reboot, powerOff, processKilled, modeMissing, expired, stalled, userCanceled, debug
  case assertionExpired, transferCompletionLate, enterBackgroundTimeout, launchTimeout, cpuMonitor, lockHeld
  case callNotReported, resourcePressure, voipStopped, timeout, resourceTimeout, appRemoved
  // Kinds and places
  case cold, resume, joined, launch, system, foreground, server, device, app, user, success, failure
  case farBeginDate, oversize, killSuppressed, original, modified
  // The states of a process, in their order.
  case notRunning, foregroundInactive, foregroundActive, background, suspended
  case didFinishLaunching, willResignActive, didEnterBackground, eventDelivered, snapshot
  case energy, cellular, unlocked, locked, plugged, level, network, backgroundRefresh, appRefresh, bucket
  case forceQuitFlag, wifi, offline, on, off, none
  // Of events that run an app: DATA-1, BLE-1 and HEALTH-3
  case dataProtected, notRestored, noCompletion

  /// The word of logs and studies; empty for ``none``.
  public var name: String { Self.names[Int(rawValue)] }
  /// Made once; describing a case takes its time.
  private static let names = allCases.map { $0 == .none ? "" : "\($0)" }

  @inline(__always) init(firstOf blocking: BlockingSet) {
    let place = blocking.rawValue.trailingZeroBitCount
    self = place <= BlockingReason.policyChoice.rawValue ? LogWord(rawValue: UInt8(place)) ?? .none : .none
  }

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
    case .backgroundRefresh, .appRefresh, .busy, .cpuLoad: self.init(named: setting.name)
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
