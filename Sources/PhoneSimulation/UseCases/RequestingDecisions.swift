import EventSimulation
import Workload

/// Decision points: instants at which the policy is to be asked, now and later.
extension Phone {
  /// Something has happened that makes this instant a decision point. All triggers of one instant make one
  /// call; what comes after that call waits for the next tick.
  mutating func requestDecision(at now: Instant, _ c: inout Calendar) {
    if !powerState.isOff { decisionClock.request(at: now, &c) }
  }

  /// Entering and leaving an app is a decision point where an item of that app is pending.
  mutating func requestDecision(ofPending app: AppIndex, at now: Instant, _ c: inout Calendar) {
    if requests.count(of: app) > 0 { requestDecision(at: now, &c) }
  }

  /// A decision point in the future: a gap, hold or token; it has a timer of its own.
  mutating func scheduleDecision(at time: Instant, _ c: inout Calendar) {
    guard time > c.now, time <= plan.end else { return }
    c.schedule(.device(.decision), at: time, .decision)
  }
}
