import DeviceModel
import EventSimulation
import ModelParameters

/// Transfers that share a radio end at other times than planned when their shares change.
extension Phone {
  /// Moves the ends of transfers to where their present shares put them.
  mutating func followShares(at now: Instant, _ c: inout Calendar) {
    var apps: [AppIndex] = []
    for replan in power.takeReplans() {
      switch TransferOwner(tag: replan.tag) {
      case .run(let slot):
        guard runs[slot].transfer == replan.id else { continue }
        let left = power.bytesLeft(of: replan.id, at: now)
        runs.replanTransfer(slot, end: replan.end, left: (left.bytesUpLeft, left.bytesDownLeft), at: now, &c)
        runs.scheduleWorkEnd(slot, at: now, &c)
      case .file(let number):
        guard let burst = transfers[number]?.burst, burst.id == replan.id, let timer = burst.timer else {
          continue
        }
        _ = c.reschedule(timer, at: replan.end)
      case .openFetch(let app):
        guard let timer = freshness.fetchTimer(app, replan.id) else { continue }
        _ = c.reschedule(timer, at: replan.end)
      case .leftover(let app):
        // All of an app's at once, since there may be many.
        guard !apps.contains(app) else { continue }
        apps.append(app)
        extraTime.replan(app, power)
        moveLeftoverTimer(app, &c)
      }
    }
  }

  /// The signal of the cellular network changes.
  mutating func setSignal(_ level: SignalLevel, at now: Instant) { power.setSignal(level, at: now) }
}
