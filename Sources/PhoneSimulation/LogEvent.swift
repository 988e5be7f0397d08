import Workload

/// The events of the specification's vocabulary (section 5).
public enum LogEvent: UInt8, Sendable, Hashable, CaseIterable {
  case submitted, replaced, rejected, cancelled, eligible, deferred, launched, handlerStarted, expired
  case completed, terminated, pushSent, stored, held, coalesced, delivered, dropped, stateChanged, callback
  case suspended, userOpened, userLeft, forceQuit, settingChanged, powerChanged, networkChanged, lockChanged
  case thermalChanged, memoryChanged, rebooted, poweredOff, budgetRefilled, budgetDebited, penaltyApplied
  case decision, policyViolation, warned, pendingList
  case progress, paused, resumed, failed, assertionBegan, assertionEnded

  /// The word of logs and studies.
  public var name: String { "\(self)" }
}
