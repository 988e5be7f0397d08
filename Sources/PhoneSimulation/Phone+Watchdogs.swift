import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// What the system allows a process, and the end of one that takes more: LIFE-2, LIFE-4, LIFE-5, LIFE-8.
extension Phone {
  mutating func handleWatch(_ event: PhoneEvent.Watch, _ app: AppIndex, at now: Instant, _ c: inout Calendar)
  {
    switch event {
    case .leftoverStep: stepLeftovers(app, at: now, &c)
    case .allowanceWarning: warnAssertions(app, at: now, &c)
    case .allowanceEnd: endAllowance(app, at: now, &c)
    case .enteredBackground: returnFromEnteringBackground(app, at: now, &c)
    case .enterBackgroundLimit:
      apps[app].watchdogs.callbackTimer = nil
      if !strike(app, .enterBackgroundTimeout, at: now, &c) { letCallbackReturn(app, at: now, &c) }
    case .launched:
      apps[app].watchdogs.launchTimer = nil
      apps[app].watchdogs.isLaunching = false
      setProcess(app, .foregroundActive, at: now)
      finishUserLaunch(app, isCold: true, at: now, &c)
    case .launchLimit:
      apps[app].watchdogs.launchTimer = nil
      if !strike(app, .launchTimeout, at: now, &c) { letLaunchEnd(app, at: now, &c) }
    case .processorLimit:
      apps[app].watchdogs.processorTimer = nil
      strike(app, .cpuMonitor, at: now, &c)
    }
  }

  /// A watchdog ends a process, unless a debugger keeps it alive (DBG-3).
  ///
  /// - Returns: Whether the process has ended.
  @discardableResult
  mutating func strike(
    _ app: AppIndex, _ reason: TerminationReason, _ cause: TerminationCause? = nil, at now: Instant,
    _ c: inout Calendar
  ) -> Bool {
    if suppressesKill(app, at: now) { return false }
    terminate(app, reason, cause: cause, at: now, &c)
    return true
  }

  /// Nothing watches a process that has ended.
  mutating func calmWatchdogs(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    stopWatchingCallback(app, &c)
    stopWatchingLaunch(app, &c)
    apps[app].monitor.reset()
    Self.moveTimer(
      &apps[app].watchdogs.processorTimer, .watch(.processorLimit, app), to: .distantFuture, .expiry, &c)
  }

  // MARK: Callbacks of the life cycle

  /// LIFE-2: `didEnterBackground` runs as long as the app takes, up to the limit.
  ///
  /// - Returns: Whether the app is still in the callback.
  mutating func entersBackgroundSlowly(_ app: AppIndex, at now: Instant, _ c: inout Calendar) -> Bool {
    guard let time = specification(app)?.quality.enterBackgroundTime, time > .zero else { return false }
    let limit = configuration.platform.enterBackgroundLimit
    apps[app].watchdogs.isEnteringBackground = true
    apps[app].keepers += 1
    if time <= limit {
      Self.moveTimer(
        &apps[app].watchdogs.callbackTimer, .watch(.enteredBackground, app), to: now + time, .completion,
        &c)
    } else {
      Self.moveTimer(
        &apps[app].watchdogs.callbackTimer, .watch(.enterBackgroundLimit, app), to: now + limit, .expiry,
        &c)
    }
    if apps[app].linger == nil {
      apps[app].linger = holdAwake(EnergyPayer(app: app, cause: .user), account: nil, at: now)
    }
    return true
  }

  /// DBG-3: a callback that a debugger lets go on past its limit returns when the app is done.
  private mutating func letCallbackReturn(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let time = specification(app)?.quality.enterBackgroundTime else { return }
    Self.moveTimer(
      &apps[app].watchdogs.callbackTimer, .watch(.enteredBackground, app),
      to: now + (time - configuration.platform.enterBackgroundLimit), .completion, &c)
  }

  private mutating func returnFromEnteringBackground(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    stopWatchingCallback(app, &c)
    note(.callback, app: app, nil, .snapshot, at: now)
    if apps[app].isKeptRunning {
      cancelSuspension(app, at: now, &c)
    } else {
      scheduleSuspension(app, at: now, &c)
    }
  }

  /// The callback has returned, or nobody waits for it any more.
  mutating func stopWatchingCallback(_ app: AppIndex, _ c: inout Calendar) {
    guard apps[app].watchdogs.isEnteringBackground else { return }
    apps[app].watchdogs.isEnteringBackground = false
    apps[app].keepers -= 1
    if let timer = apps[app].watchdogs.callbackTimer { _ = c.cancel(timer) }
    apps[app].watchdogs.callbackTimer = nil
  }

  /// LIFE-4: a launch by the user that takes its time.
  ///
  /// - Returns: Whether the launch is still going on.
  mutating func launchesSlowly(_ app: AppIndex, at now: Instant, _ c: inout Calendar) -> Bool {
    guard let time = specification(app)?.quality.launchTime, time > .zero else { return false }
    let limit = configuration.platform.launchWatchdog
    apps[app].watchdogs.isLaunching = true
    if time <= limit {
      Self.moveTimer(
        &apps[app].watchdogs.launchTimer, .watch(.launched, app), to: now + time, .completion, &c)
    } else {
      Self.moveTimer(
        &apps[app].watchdogs.launchTimer, .watch(.launchLimit, app), to: now + limit, .expiry, &c)
    }
    return true
  }

  /// DBG-3: a launch that a debugger lets go on past its limit ends when the app is done.
  private mutating func letLaunchEnd(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let time = specification(app)?.quality.launchTime else { return }
    Self.moveTimer(
      &apps[app].watchdogs.launchTimer, .watch(.launched, app),
      to: now + (time - configuration.platform.launchWatchdog), .completion, &c)
  }

  /// The launch is over, or its user has left before its end: the next open goes on from there.
  mutating func stopWatchingLaunch(_ app: AppIndex, _ c: inout Calendar) {
    guard apps[app].watchdogs.isLaunching else { return }
    apps[app].watchdogs.isLaunching = false
    if let timer = apps[app].watchdogs.launchTimer { _ = c.cancel(timer) }
    apps[app].watchdogs.launchTimer = nil
  }

  // MARK: Processor time

  /// LIFE-5: follows the processor demand of an app outside the foreground. The start of the process itself
  /// is the system's work and does not count.
  mutating func watchProcessor(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let index = app
    let (rate, left) = processorDemand(app, at: now)
    let platform = configuration.platform
    let window = platform.processorMonitorWindow
    guard rate != apps[index].monitor.rate || rate > 0 else { return }
    apps[index].monitor.setRate(rate, window: window, at: now)
    var time = Instant.distantFuture
    // What is left may not be enough to reach the limit; then no timer is needed.
    let most = platform.processorMonitorLimit.microseconds * ProcessorMonitor.fullRate
    if rate > 0, apps[index].monitor.used(window: window, at: now) + left > most {
      time =
        apps[index].monitor.reaches(platform.processorMonitorLimit, window: window, from: now)
        ?? .distantFuture
    }
    Self.moveTimer(
      &apps[index].watchdogs.processorTimer, .watch(.processorLimit, app), to: time, .expiry, &c)
  }

  /// What the app's work takes of the processor now, and how much of it is left, in the monitor's units;
  /// nothing in the foreground and during a run that PROC-6 exempts.
  private func processorDemand(_ app: AppIndex, at now: Instant) -> (rate: Int64, left: Int64) {
    guard apps[app].process == .background else { return (0, 0) }
    var (rate, left): (Int64, Int64) = (0, 0)
    func add(_ share: Double, until end: Instant) {
      let part = Int64((share * Double(ProcessorMonitor.fullRate)).rounded())
      rate += part
      // Far above every limit; many long runs of one app must not leave 64 bits.
      left = min(1 << 60, left + part * max(.zero, end - now).microseconds)
    }
    for slot in runs.slots
    where runs[slot].item.app == app && (runs[slot].phase == .working || runs[slot].phase == .expired) {
      if runs[slot].item.mechanism.isProcessing, runs[slot].item.requiresExternalPower { return (0, 0) }
      if runs[slot].processor != nil {
        add(runs[slot].work.share, until: runs[slot].processorEnd ?? now)
      }
    }
    for rest in apps[app].leftovers where rest.processor != nil {
      add(rest.work.share, until: rest.processorEnd)
    }
    return (rate, left)
  }
}
