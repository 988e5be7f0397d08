import AppLifecycle
import EventSimulation
import Workload

/// A process in the background that nothing keeps running is suspended: LIFE-3 and LIFE-8.
extension Phone {
  @inline(__always)
  mutating func suspend(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    processes.suspensionFired(app)
    let lastRun = processes.lastRun(app).map { runs[$0].item.number }
    releaseLinger(app, at: now)
    guard processes[app] == .background, !processes.isKeptRunning(app) else { return }
    if specification(app)?.quality.holdsLock == true, strike(app, .lockHeld, at: now, &c) { return }
    setProcess(app, .suspended, at: now)
    note(.suspended, app: app, at: now, lastRun.map { [.integer(.afterRun, $0.rawValue)] } ?? [])
    pauseLeftovers(app, at: now, &c)
  }
}
