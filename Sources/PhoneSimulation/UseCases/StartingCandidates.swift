import AppLifecycle
import BackgroundExecution
import Containers
import EventSimulation
import SchedulingPolicies
import Workload

/// The starts of a decision point: those of the platform, before the policy is asked, and those that the policy asks for.
extension Phone {
  /// Starts what the platform never postpones by choice: continued tasks, transfers that are not
  /// discretionary, relaunches after a batch. They go in order of submission, before the policy is asked, and
  /// each sees the slots that the one before has left.
  ///
  /// - Returns: Whether anything has been started.
  mutating func startWithoutPolicy(at now: Instant, _ c: inout Calendar) -> Bool {
    var hasLaunched = false
    for key in gates.openPlatformItems where gates.isCurrent(key) {
      // An app whose launch is in progress learns of its batches without a relaunch.
      if requests[key.slot].mechanism == .wake, processes[requests[key.slot].app].isExecuting { continue }
      if hasLaunched, !freshVerdict(of: key.slot, at: now).hard.isEmpty { continue }
      launch(key.slot, at: now, &c)
      hasLaunched = true
    }
    return hasLaunched
  }

  /// Starts one item, if every hard gate still lets it.
  @inline(__always)
  mutating func start(
    _ number: Int, _ hasLaunched: inout Bool, at now: Instant, _ c: inout Calendar
  ) {
    guard let position = decisions.startable(number) else {
      journal.record(.notACandidate, nil, at: now)
      return
    }
    let key = decisions.candidates.key(at: position)
    guard gates.isCurrent(key) else { return }
    let slot = key.slot
    // Up to the first launch nothing has changed since the verdicts were settled.
    let hard = hasLaunched ? freshVerdict(of: slot, at: now).hard : []
    guard hard.isEmpty else {
      block(slot, by: hard, .hard, at: now)
      decisions.setRecordedReasons(at: position, [])
      return
    }
    decisions.markStarted(at: position)
    _ = gates.setCandidate(slot, false)
    hasLaunched = true
    launch(slot, at: now, &c)
  }

  /// The verdict in the middle of a decision point, between one launch and the next.
  private mutating func freshVerdict(of slot: ItemSlot, at now: Instant) -> GateVerdict {
    gates.countEvaluation()
    let device = gateState(at: now)
    return verdict(of: slot, device)
  }
}
