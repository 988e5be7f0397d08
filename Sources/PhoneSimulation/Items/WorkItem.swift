import EventSimulation
import SchedulingPolicies
import Workload

/// A request in the pending set or a push in the hold slot, in 128 bytes: a copy of more is made by a call, not in place.
struct WorkItem {
  enum Origin {
    /// A request for one of the app's tasks; nil for a scripted identifier without one.
    case request(task: Int?)
    case push(PushNumber, sent: Instant)
    /// A file of one of the app's background sessions, and the relaunch that tells of its batch: relaxed if a file of it
    /// was not discretionary.
    case transfer(session: Int)
    case wake(session: Int, isRelaxed: Bool)
    /// An event from outside: the number of a VoIP push, or of an app's own source; -1 for a location event.
    case event(WakeSource, number: Int32)
  }

  var number: ItemNumber
  var app: AppIndex
  var mechanism: Mechanism
  var origin: Origin
  var identifier: IdentifierIndex
  var submitted: Instant
  var earliestBegin: OptionalInstant
  var open, deadline: Instant
  /// Opening of the first request in an unbroken chain of replacements: where the delay counts from.
  var chainOpen: Instant
  var isSynthetic = false
  var requiresExternalPower = false
  var requiresNetworkConnectivity = false
  /// Whether it counts in metrics: submitted after warm-up.
  var isObserved: Bool
  var isEligible = false
  var seen: BlockingSet = []
  var reasons: BlockingSet = []
  var lastReason: LogWord = .none
  /// The reasons that block it and since when, from its submission on, for the shares of its delay.
  var blocking: BlockingSet = []
  var blockedSince: Instant
  var shares: Int32 = -1
  /// The instant at which the wait that this item continues was cut off, if it was.
  var cutOff = OptionalInstant()
  var delayIsCensored: Bool { cutOff.value != nil }

  var task: Int? { if case .request(let task) = origin { task } else { nil } }
  var push: PushNumber? { if case .push(let number, _) = origin { number } else { nil } }

  /// Whether it is what training for others is submitted as: processing with both flags, started by the policy.
  var isTraining: Bool {
    mechanism == .processing && requiresExternalPower && requiresNetworkConnectivity && !isSynthetic
  }

  var sent: Instant { if case .push(_, let sent) = origin { sent } else { submitted } }

  var session: Int? {
    switch origin {
    case .transfer(let session), .wake(let session, _): session
    case .request, .push, .event: nil
    }
  }

  var taskChain: TaskChain {
    switch origin {
    case .request(let task?): .task(Int16(truncatingIfNeeded: task))
    case .push: .push
    case .transfer(let session): .transfer(session: Int16(truncatingIfNeeded: session))
    case .request(nil), .wake, .event: .unlisted
    }
  }

  var wakeSource: WakeSource? { if case .event(let source, _) = origin { source } else { nil } }
  var call: PushID? { if case .event(.voip, let number) = origin { .alert(PushNumber(number)) } else { nil } }

  /// The number of the app's own source of events: its place in ``AppSpecification/wakes``.
  var eventSource: Int? {
    guard case .event(let source, let number) = origin, source != .voip, number >= 0 else { return nil }
    return Int(number)
  }

  func submissionFields(origin: String) -> [LogField] {
    var fields: [LogField] = []
    if let earliestBegin = earliestBegin.value { fields.append(.instant(.earliestBegin, earliestBegin)) }
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
