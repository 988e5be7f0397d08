import BackgroundExecution
import EventSimulation
import RandomStreams
import SchedulingPolicies
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

extension Phone {
  /// GATE-10: something has begun or ended the time in which the phone is plugged and idle.
  mutating func followSettling(at now: Instant, _ c: inout Calendar) {
    guard platform.settlingMean > .zero else { return }
    settling.end(at: now, &c)
    guard charging.isPlugged, let idleSince = screen.idleSince.value else { return }
    let start = max(now, idleSince + platform.idleDelay)
    stream.seek(event: address(.settling, index: start.day << 10 | settling.number(on: start.day)))
    let length = TimeSpan.seconds(stream.exponential(mean: platform.settlingMean.seconds))
    settling.begin(start..<start + length, until: plan.end, &c)
  }
}

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
    guard policy.traits.listens.contains(.device) else { return }
    let report = policy.reportBuckets(at: now)
    for change in report.changes {
      note(
        .settingChanged, app: AppIndex(change.app), nil, .bucket, value: Double(change.new), at: now,
        [.number(.old, Double(change.old)), .text(.by, "policy")])
    }
    decisionClock.followBuckets(at: report.next, until: plan.end, &c)
  }
}
