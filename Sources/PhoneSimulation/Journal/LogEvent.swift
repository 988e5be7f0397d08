import Workload

/// The events of the specification's vocabulary (section 5).
public enum LogEvent: UInt8, Sendable, Hashable, CaseIterable {
  case submitted, replaced, rejected, cancelled, eligible, deferred, launched, handlerStarted, expired
  case completed, terminated, pushSent, stored, held, coalesced, delivered, dropped, stateChanged, callback
  case suspended, userOpened, userLeft, forceQuit, settingChanged, powerChanged, networkChanged, lockChanged
  case screenChanged, thermalChanged, memoryChanged, rebooted, poweredOff, budgetRefilled, budgetDebited,
    penaltyApplied
  case decision, policyViolation, warned, pendingList
  case progress, paused, resumed, failed, assertionBegan, assertionEnded

  /// The word of logs and studies.
  public var name: String { Self.names[Int(rawValue)] }
  /// The names of the cases in their order. Written out, since to have a case described takes as long as several events, and each
  /// process would do it for all of them; a test compares them with the cases.
  private static let names = [
    "submitted", "replaced", "rejected", "cancelled", "eligible", "deferred", "launched",
    "handlerStarted", "expired", "completed", "terminated", "pushSent", "stored", "held",
    "coalesced", "delivered", "dropped", "stateChanged", "callback", "suspended", "userOpened",
    "userLeft", "forceQuit", "settingChanged", "powerChanged", "networkChanged", "lockChanged",
    "screenChanged", "thermalChanged", "memoryChanged", "rebooted", "poweredOff", "budgetRefilled",
    "budgetDebited", "penaltyApplied", "decision", "policyViolation", "warned", "pendingList",
    "progress", "paused", "resumed", "failed", "assertionBegan", "assertionEnded",
  ]
}

extension LogEvent {
  /// The field that the word of a record is, by section 5.
  public var wordField: LogField.Name? {
    switch self {
    case .rejected, .deferred, .terminated, .dropped, .policyViolation, .paused, .resumed, .failed: .reason
    case .cancelled: .by
    case .launched, .warned: .kind
    case .expired: .cause
    case .completed: .success
    case .coalesced: .where
    case .delivered: .how
    case .stateChanged: .to
    case .callback, .settingChanged: .name
    case .powerChanged, .networkChanged, .lockChanged, .screenChanged: .new
    case .budgetRefilled, .budgetDebited, .penaltyApplied: .ledger
    case .submitted, .replaced, .eligible, .handlerStarted, .pushSent, .stored, .held, .suspended,
      .userOpened,
      .userLeft, .forceQuit, .thermalChanged, .memoryChanged, .rebooted, .poweredOff, .decision, .pendingList,
      .progress, .assertionBegan, .assertionEnded:
      nil
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
    case .paused, .resumed, .failed: .bytesDone
    case .assertionBegan, .assertionEnded: .remaining
    case .submitted, .cancelled, .eligible, .deferred, .expired, .terminated, .stored, .held, .stateChanged,
      .callback, .suspended, .userLeft, .forceQuit, .powerChanged, .networkChanged, .lockChanged,
      .screenChanged, .rebooted, .poweredOff, .decision, .policyViolation, .warned, .pendingList:
      nil
    }
  }
}
