import EventSimulation

/// The future of a device's timeline, for policies that declare that they use the future.
///
/// The future contains only events that do not depend on the state of the phone. It excludes the chances to
/// charge by day, the prompt of Low Power Mode, and an empty battery. A phone without planned charging counts
/// as unplugged.
public struct DeviceFuture: Sendable, Hashable {
  /// An interval from `start` to `end`, without `end`.
  public struct Interval: Sendable, Hashable {
    /// The first instant of the interval, and the first after it.
    public var start, end: Instant

    public init(_ start: Instant, _ end: Instant) { (self.start, self.end) = (start, end) }
  }

  /// The opens of each app of the study, ascending; empty for the other apps of the device. A locked or
  /// powered-off phone has no opens.
  public var opens: [[Instant]]
  /// The times when the foreseeable hard gates let each app's refresh and push runs start. They exclude times
  /// when the app is in the foreground, removed from the app switcher, or switched off. They also exclude
  /// manual Low Power Mode, times without a network path, and times before the first unlock after a reboot.
  public var launchable: [[Interval]]
  /// Locked with the screen off.
  public var idle: [Interval]
  /// Idle and on external power.
  public var idlePlugged: [Interval]
  /// The times with Wi-Fi as the network path, ascending.
  public var wifi: [Interval]

  public init(
    opens: [[Instant]] = [], launchable: [[Interval]] = [], idle: [Interval] = [],
    idlePlugged: [Interval] = [], wifi: [Interval] = []
  ) {
    self.opens = opens
    self.launchable = launchable
    self.idle = idle
    self.idlePlugged = idlePlugged
    self.wifi = wifi
  }

  /// Reads the whole timeline of a device.
  public init(_ plan: DevicePlan) {
    var reader = TimelineReader(plan)
    for event in plan.timeline.events where event.time <= plan.end { reader.read(event) }
    self = reader.future
  }
}

/// Follows the state that a timeline alone determines and notes when it changes.
private struct TimelineReader {
  let plan: DevicePlan
  var opens: [[Instant]]
  var launchable: [IntervalRecorder]
  var idle = IntervalRecorder(), idlePlugged = IntervalRecorder(), wifi = IntervalRecorder()

  var isScreenOn, isLocked, isPlugged, isLowPowerMode: Bool
  var isOff = false, awaitsUnlock = false, isTooHot = false
  var network: NetworkPath
  var backgroundRefresh, front: Int
  var isRefreshOff, isForceQuit, isInSwitcher: [Bool]

  init(_ plan: DevicePlan) {
    self.plan = plan
    opens = plan.apps.map { _ in [] }
    launchable = plan.apps.map { _ in IntervalRecorder() }
    isPlugged = plan.initial.charger != nil
    network = plan.initial.network
    backgroundRefresh = plan.initial.backgroundRefresh
    isLowPowerMode = plan.initial.lowPowerMode
    isLocked = plan.initial.isLocked
    isScreenOn = !isLocked
    front = plan.initial.frontApp ?? -1
    isRefreshOff = plan.apps.indices.map { plan.initial.appsRefreshOff.contains($0) }
    isForceQuit = plan.apps.map { _ in false }
    isInSwitcher = plan.apps.indices.map { $0 == plan.initial.frontApp }
    record(at: .zero)
  }

  var future: DeviceFuture {
    DeviceFuture(
      opens: opens, launchable: launchable.map { $0.intervals(until: plan.end) },
      idle: idle.intervals(until: plan.end), idlePlugged: idlePlugged.intervals(until: plan.end),
      wifi: wifi.intervals(until: plan.end))
  }

  mutating func read(_ event: TimelineEvent) {
    switch event.kind {
    case .screenOn: if !isOff { isScreenOn = true }
    case .screenOff:
      // Of a screen that is off already the phone takes no notice.
      guard isScreenOn else { return }
      isScreenOn = false
      front = -1
    case .unlock:
      guard !isOff else { return }
      isLocked = false
      awaitsUnlock = false
    case .lock:
      isLocked = true
      front = -1
    case .appForeground(let app), .notificationOpen(let app, _):
      guard !isOff, !isLocked, front != app else { return }
      front = app
      isForceQuit[app] = false
      isInSwitcher[app] = true
      if plan.apps[app].specification != nil { opens[app].append(event.time) }
    case .appBackground(let app): if front == app { front = -1 }
    case .plug: isPlugged = true
    case .unplug: isPlugged = false
    case .network(let path): network = path
    case .forceQuit(let app):
      guard !isOff else { return }
      // All of the switcher, or one app whether it is there or not.
      for victim in isForceQuit.indices where app.map({ victim == $0 }) ?? isInSwitcher[victim] {
        isForceQuit[victim] = true
        isInSwitcher[victim] = false
        if front == victim { front = -1 }
      }
    case .setting(let setting, let app, let value): change(setting, app, to: value)
    case .shutdown: stop(isOff: true)
    case .reboot: stop(isOff: false)
    case .notification, .plugChance, .batteryLevel, .baselinePower, .pushSent, .contentChange, .script,
      .visiblePushSent, .voipPushSent, .audioStart, .audioStop, .locationStart, .locationStop, .moved,
      .regionCrossed, .appEvent, .systemWake, .signal:
      return
    }
    record(at: event.time)
  }

  private mutating func change(_ setting: SettingName, _ app: Int?, to value: Double) {
    switch setting {
    case .backgroundRefresh: backgroundRefresh = value > 2 ? 0 : Int(SettingName.state(value))
    case .appRefresh: if let app { isRefreshOff[app] = value != 1 }
    case .lowPowerMode: isLowPowerMode = value > 0
    case .thermal: isTooHot = value >= 3
    case .busy, .cpuLoad, .memoryPressure: break
    }
  }

  private mutating func stop(isOff: Bool) {
    self.isOff = isOff
    isScreenOn = false
    isLocked = true
    front = -1
    awaitsUnlock = true
  }

  private mutating func record(at time: Instant) {
    let isIdle = isLocked && !isScreenOn && !isOff
    idle.set(isIdle, at: time)
    idlePlugged.set(isIdle && isPlugged, at: time)
    wifi.set(network == .wifi, at: time)
    let isRefreshOn = backgroundRefresh == 2 || backgroundRefresh == 1 && network == .wifi
    let isReady = !isOff && !awaitsUnlock && !isLowPowerMode && !isTooHot && network != .none && isRefreshOn
    for app in launchable.indices where plan.apps[app].specification != nil {
      launchable[app].set(isReady && front != app && !isRefreshOff[app] && !isForceQuit[app], at: time)
    }
  }
}

/// Turns the switching of a condition into intervals.
private struct IntervalRecorder {
  private var closed: [DeviceFuture.Interval] = []
  private var since: Instant?

  mutating func set(_ isOn: Bool, at time: Instant) {
    if isOn {
      since = since ?? time
    } else if let start = since {
      if start < time { closed.append(DeviceFuture.Interval(start, time)) }
      since = nil
    }
  }

  func intervals(until end: Instant) -> [DeviceFuture.Interval] {
    guard let since, since < end else { return closed }
    return closed + [DeviceFuture.Interval(since, end)]
  }
}
