import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// The limits of a process: the time of its callbacks and its processor time. LIFE-2, LIFE-4, LIFE-5.
extension Phone {
  /// Nothing watches a process that has ended.
  mutating func calmWatchdogs(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    stopWatchingCallback(app, &c)
    stopWatchingLaunch(app, &c)
    watchdogs.forgetDemand(app, &c)
  }

  // MARK: Callbacks of the life cycle

  /// LIFE-2: `didEnterBackground` runs as long as the app takes, up to the limit.
  ///
  /// - Returns: Whether the app is still in the callback.
  mutating func entersBackgroundSlowly(_ app: AppIndex, at now: Instant, _ c: inout Calendar) -> Bool {
    guard let time = specification(app)?.quality.enterBackgroundTime, time > .zero else { return false }
    processes.addBackgroundHold(app)
    watchdogs.enterBackground(
      app, taking: time, limit: platform.enterBackgroundLimit, at: now, &c)
    if !processes.hasSuspensionHold(app) {
      processes.keepAwake(app, holdAwake(EnergyPayer(app: app, cause: .user), account: nil, at: now))
    }
    return true
  }

  /// DBG-3: a callback that a debugger lets go on past its limit returns when the app is done.
  mutating func letCallbackReturn(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let time = specification(app)?.quality.enterBackgroundTime else { return }
    watchdogs.letCallbackReturn(
      app, at: now + (time - platform.enterBackgroundLimit), &c)
  }

  mutating func returnFromEnteringBackground(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    stopWatchingCallback(app, &c)
    note(.callback, app: app, nil, .snapshot, at: now)
    if processes.isKeptRunning(app) {
      cancelSuspension(app, at: now, &c)
    } else {
      scheduleSuspension(app, at: now, &c)
    }
  }

  /// The callback has returned, or nobody waits for it any more.
  mutating func stopWatchingCallback(_ app: AppIndex, _ c: inout Calendar) {
    if watchdogs.endCallback(app, &c) { processes.removeBackgroundHold(app) }
  }

  /// LIFE-4: a launch by the user that takes its time.
  ///
  /// - Returns: Whether the launch is still going on.
  mutating func launchesSlowly(_ app: AppIndex, at now: Instant, _ c: inout Calendar) -> Bool {
    guard let time = specification(app)?.quality.launchTime, time > .zero else { return false }
    watchdogs.launch(app, taking: time, limit: platform.launchWatchdog, at: now, &c)
    return true
  }

  /// DBG-3: a launch that a debugger lets go on past its limit ends when the app is done.
  mutating func letLaunchEnd(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let time = specification(app)?.quality.launchTime else { return }
    watchdogs.letLaunchEnd(app, at: now + (time - platform.launchWatchdog), &c)
  }

  /// The launch is over, or its user has left before its end: the next open goes on from there.
  mutating func stopWatchingLaunch(_ app: AppIndex, _ c: inout Calendar) {
    watchdogs.endLaunch(app, &c)
  }

  // MARK: Processor time

  /// LIFE-5: follows the processor demand of an app outside the foreground. The start of the process itself
  /// is the system's work and does not count. PROC-6: during an exempt run nothing is watched, and the window starts
  /// empty after the last.
  mutating func watchProcessor(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let demand = processorDemand(app, at: now) else { return watchdogs.forgetDemand(app, &c) }
    watchdogs.setDemand(
      app, rate: demand.rate, left: demand.left, limit: platform.processorMonitorLimit,
      window: platform.processorMonitorWindow, at: now, &c)
  }

  /// Whether the app may have a demand for the processor, or had one. Without, there is nothing to follow.
  @inline(__always)
  func mayDemandProcessor(_ app: AppIndex) -> Bool {
    watchdogs.hasDemand(app) || runs.hasProcessor(app) || extraTime.hasWork(app)
  }

  /// PROC-6: an exempt run has begun or ended.
  @inline(__always)
  mutating func watchExemption(of slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    if runs[slot].item.requiresExternalPower { watchProcessor(runs[slot].item.app, at: now, &c) }
  }

  /// Returns the processor demand of the app's work now, none in the foreground; nil during a run that PROC-6 exempts.
  @inline(__always)
  private func processorDemand(_ app: AppIndex, at now: Instant) -> ProcessorDemand? {
    guard processes[app] == .background else { return ProcessorDemand() }
    guard var demand = runs.processorDemand(of: app, at: now) else { return nil }
    for i in extraTime.indices(app) {
      if let work = extraTime.processorWork(i, of: app) { demand.add(work.share, until: work.end, at: now) }
    }
    return demand
  }
}
