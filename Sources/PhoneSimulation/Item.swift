import EventSimulation
import Workload

/// A request in the pending set or a push in the hold slot.
struct Item {
  /// Rising from 1 in order of acceptance on the device.
  var number: ItemNumber
  var app: AppIndex
  var mechanism: Mechanism
  /// Index into the app's tasks; -1 for a push or a scripted identifier without a task.
  var task: Int32
  /// Index into the device's table of identifiers.
  var identifier: IdentifierIndex
  var submitted: Instant
  var floor: Instant?
  var open: Instant
  var deadline: Instant
  /// Opening of the first request in an unbroken chain of replacements: where the delay counts from.
  var chainOpen: Instant
  /// Whether a debugger starts it.
  var isSynthetic = false
  var requiresExternalPower = false
  var requiresNetworkConnectivity = false
  /// Whether it counts in metrics: submitted after warm-up.
  var isObserved: Bool
  /// Whether its window has been announced as open.
  var isEligible = false
  /// The reasons recorded so far.
  var seen: BlockingSet = []
  /// All reasons for not starting at the last decision point, hard or soft.
  var reasons: BlockingSet = []
  /// The last recorded reason for not starting.
  var lastReason: LogWord = .none
  /// What blocks it since when, from its submission on, for the shares of its delay.
  var blocking: BlockingSet = []
  var blockedSince: Instant
  /// Index of its row of shares, where attempts are recorded.
  var shares: Int32 = -1
  /// For a push: its ordinal, when it was sent and when it expires.
  var push: PushNumber?
  /// For a transfer or relaunch: index into the app's sessions.
  var session: Int32 = -1
  var sent: Instant = .zero
  var expires: Instant = .distantFuture
  /// Which event of a mode it is, and for a VoIP push its number among the alerts.
  var modeEvent: ModeEvent = .none
  var alert: PushNumber?
  /// Instant of the launch of a run of the same identifier at which it must not start again.
  var delayIsCensored = false
}

extension Item {
  /// What `submitted` says of a request.
  func submissionFields(origin: String) -> [LogField] {
    var fields: [LogField] = []
    if let floor { fields.append(.instant(.floor, floor)) }
    fields += [.instant(.open, open), .instant(.deadline, deadline), .span(.window, deadline - open)]
    let flags = [
      requiresExternalPower ? "requiresExternalPower" : nil,
      requiresNetworkConnectivity ? "requiresNetworkConnectivity" : nil,
    ].compactMap { $0 }
    fields.append(.text(.flags, flags.joined(separator: " ")))
    fields.append(.text(.origin, origin))
    return fields
  }
}
