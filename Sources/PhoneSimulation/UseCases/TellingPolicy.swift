import EventSimulation
import SchedulingPolicies
import Workload

/// Tells the policy what happens between decision points, and follows its standby buckets (AND-2).
extension Phone {
  /// Tells the policy what the user or the surroundings have done. Uses of filler apps are not told: they have
  /// no work.
  mutating func tellPolicy(_ event: DeviceEvent, at now: Instant, _ c: inout Calendar) {
    switch event {
    case .opened(let app), .left(let app):
      if specification(AppIndex(app)) == nil { return }
    case .screenOn, .screenOff, .unlocked, .plugged, .unplugged, .pathChanged: break
    }
    policy.notice(event, at: now)
    followBuckets(at: now, &c)
  }

  /// AND-2: writes the moves of apps between standby buckets and comes back when the next one is due.
  mutating func followBuckets(at now: Instant, _ c: inout Calendar) {
    guard policy.wantsEvents else { return }
    let report = policy.reportBuckets(at: now)
    for change in report.changes {
      note(
        .settingChanged, app: AppIndex(change.app), nil, .bucket, value: Double(change.new), at: now,
        [.number(.old, Double(change.old)), .text(.by, "policy")])
    }
    decisionClock.followBuckets(at: report.next, until: plan.end, &c)
  }
}
