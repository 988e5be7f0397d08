import EventSimulation
import Workload

/// All that is known of one app: its work that has begun and not ended, and what the present turn has brought.
extension CodeWitness {
  struct Run {
    let identifier: String
    let mechanism: Mechanism
    var isExpired = false
    /// Since its expiry: whether work has ended by itself, and whether the app has stopped some.
    var hasEndedWork = false
    var hasStoppedWork = false
  }

  struct Activity {
    let isTransfer: Bool
    /// Whether it belongs to a run; one that belongs to none may be cut off by a suspension.
    let belongsToRun: Bool
    var isTold = false
  }

  struct Pending {
    let submitted, earliestBegin: Instant
    /// Submitted as the app left the screen; before it so many others in turn, whose first had this earliest begin date.
    let isOnBackground: Bool
    var chain = 0
    var firstEarliestBegin: Instant
  }

  final class Row {
    let permitted: [String]
    var isForeground = false
    var runs: [Int: Run] = [:]
    var completed: [Int: String] = [:]
    var lastCompleted: (run: Int, identifier: String)?
    var activities: [Int: Activity] = [:]
    /// Whether the app has been told of a push or session that no run stands for: what begins until it rests may be for that.
    var isShared = false
    var assertions: [Int: String] = [:]
    var pending: [String: Pending] = [:]
    /// Refresh tasks whose last run has ended without a next request, since when.
    var ended: [String: Instant] = [:]
    var openTimer: (run: Int, identifier: String, time: Instant)?
    var wake: Instant?
    // The present turn
    var event = AppEvent.launched
    /// Whether it has done more than to look, to submit and to complete.
    var hasWorked = false
    var succeeded: (run: Int, identifier: String)?

    init(_ permitted: [String]) { self.permitted = permitted }
  }
}

extension CodeWitness.Row {
  var isIdle: Bool { !isForeground && runs.isEmpty && assertions.isEmpty }
  var worksForRun: Bool { !isShared && (!runs.isEmpty || lastCompleted != nil) }

  /// The app is told of a run, or of a push or session that no run stands for.
  func begin(_ run: Int?, _ identifier: String, _ mechanism: Mechanism) {
    if let run {
      runs[run] = CodeWitness.Run(identifier: identifier, mechanism: mechanism)
      openTimer = nil
    } else {
      (lastCompleted, isShared) = (nil, true)
    }
  }

  func workEnds(_ id: Int, byItself: Bool) {
    guard activities.removeValue(forKey: id) != nil, byItself else { return }
    for run in runs.keys where runs[run]?.isExpired == true { runs[run]?.hasEndedWork = true }
  }

  /// The request that takes the place of a pending one; if the app enters the background, it continues the chain of the earlier requests.
  func next(_ identifier: String, earliestBegin: Instant, at now: Instant) -> CodeWitness.Pending {
    var next = CodeWitness.Pending(
      submitted: now, earliestBegin: earliestBegin, isOnBackground: event == .enteredBackground,
      firstEarliestBegin: earliestBegin)
    if let old = pending[identifier], old.isOnBackground, next.isOnBackground, old.earliestBegin > now,
      earliestBegin > old.earliestBegin
    {
      (next.chain, next.firstEarliestBegin) = (old.chain + 1, old.firstEarliestBegin)
    }
    return next
  }

  /// A refresh that asks for no next one ends its task, unless the app still does before it is suspended.
  func endTask(of run: CodeWitness.Run, at now: Instant) {
    if run.mechanism == .refresh, pending[run.identifier] == nil { ended[run.identifier] = now }
  }
}
