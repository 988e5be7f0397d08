import BackgroundExecution
import Basics
import EventSimulation
import Workload

/// The last launch of a task of processing tasks, and the rest that RATE-1 asks for after its run.
struct TaskClock {
  var launch = OptionalInstant()
  var rest = TimeSpan.zero

  /// The end of the gap after the launch; zero without a launch.
  func end(gap: TimeSpan) -> Instant { launch.value.map { $0 + max(gap, rest) } ?? .zero }
}

/// The inputs of the gates that belong to an app, and the apps for which one of them has changed.
///
/// The part of an app that is read at every decision point fits one cache line. Budgets and runs are kept elsewhere; a
/// change that is made there is reported with ``markChanged(_:)``.
package struct AppGates: ~Copyable {
  struct Flags: OptionSet {
    var rawValue: UInt8
    static let isForceQuit = Flags(rawValue: 1)
    static let isForceQuitForPushes = Flags(rawValue: 2)
    static let refreshSwitch = Flags(rawValue: 4)
    static let isRefreshRestricted = Flags(rawValue: 8)
    static let isForeground = Flags(rawValue: 16)
    static let isUsed = Flags(rawValue: 32)
    static let isChanged = Flags(rawValue: 64)
    static let isLearned = Flags(rawValue: 128)
  }

  package struct Row {
    var lastForeground = OptionalInstant()
    /// The last open; the start for an app that was installed then and is not opened yet.
    var lastOpen = OptionalInstant(.zero)
    // The last launches that started a clock: RATE-1 to RATE-3
    var lastRefresh = OptionalInstant()
    var lastProcessing = OptionalInstant()
    var lastHealth = OptionalInstant()
    var lastPush = OptionalInstant()
    var nextPush = OptionalInstant()
    var firstTask: Int32
    var flags: Flags
  }

  private var rows: AppColumn<Row>
  /// The clocks of all tasks of processing tasks, one app after another.
  private var clocks: UniqueArray<TaskClock>
  private var buckets: AppColumn<PushTokenBucket>
  /// That of all apps together: RATE-4.
  private var deviceBucket: PushTokenBucket?
  private var openedDays: AppColumn<OpenedDays>
  private(set) var changed = UniqueArray<AppIndex>()

  init(
    taskCounts: [Int], bucket: PushTokenBucket, newApps: [AppIndex], refreshOff: [AppIndex],
    _ platform: PlatformParameters
  ) {
    var tasks: Int32 = 0
    rows = AppColumn(
      taskCounts.map { count in
        defer { tasks += Int32(count) }
        return Row(firstTask: tasks, flags: [.refreshSwitch])
      })
    clocks = UniqueArray(repeating: TaskClock(), count: Int(tasks))
    buckets = AppColumn(repeating: bucket, count: taskCounts.count)
    // A debugger's launches take no token, and there are no others.
    deviceBucket = platform.isDebuggerAttached ? nil : platform.deviceBucket
    openedDays = AppColumn(repeating: OpenedDays(), count: taskCounts.count)
    for app in newApps where rows.indices.contains(app) {
      openedDays[app] = OpenedDays(isNew: true)
      rows[app].lastOpen = OptionalInstant()
    }
    for app in refreshOff where rows.indices.contains(app) { rows[app].flags.remove(.refreshSwitch) }
    for app in rows.indices {
      if platform.isUsed(openedDays[app]) { rows[app].flags.insert(.isUsed) }
      if platform.isLearned(openedDays[app]) { rows[app].flags.insert(.isLearned) }
    }
    changed.reserveCapacity(taskCounts.count)
  }

  @inline(__always) func state(of app: AppIndex, at now: Instant) -> AppGateState {
    let flags = rows[app].flags
    var state = AppGateState()
    state.isForceQuit = flags.contains(.isForceQuit)
    state.isForceQuitForPushes = flags.contains(.isForceQuitForPushes)
    state.refreshSwitch = flags.contains(.refreshSwitch)
    state.isForeground = flags.contains(.isForeground)
    state.lastForeground = state.isForeground ? now : rows[app].lastForeground.value
    state.isUsed = flags.contains(.isUsed)
    state.lastOpen = rows[app].lastOpen.value
    state.isLearned = flags.contains(.isLearned)
    return state
  }

  func isForceQuit(_ app: AppIndex) -> Bool { rows[app].flags.contains(.isForceQuit) }
  @inline(__always)
  func isForceQuitForPushes(_ app: AppIndex) -> Bool { rows[app].flags.contains(.isForceQuitForPushes) }
  @inline(__always) func refreshSwitch(_ app: AppIndex) -> Bool { rows[app].flags.contains(.refreshSwitch) }
  func isRefreshRestricted(_ app: AppIndex) -> Bool { rows[app].flags.contains(.isRefreshRestricted) }
  func lastForeground(_ app: AppIndex) -> Instant? { rows[app].lastForeground.value }
  func lastOpen(_ app: AppIndex) -> Instant? { rows[app].lastOpen.value }

  @inline(__always) func lastLaunch(_ app: AppIndex, _ mechanism: Mechanism) -> Instant? {
    switch mechanism {
    case .refresh: rows[app].lastRefresh.value
    case .processing: rows[app].lastProcessing.value
    case .health: rows[app].lastHealth.value
    case .push: rows[app].lastPush.value
    case .continued, .discretionaryTransfer, .transfer, .wake, .assertion, .mode: nil
    }
  }

  func lastOpportunisticLaunch(_ app: AppIndex) -> Instant? {
    max(rows[app].lastRefresh, rows[app].lastProcessing, rows[app].lastHealth, rows[app].lastPush).value
  }

  @inline(__always) func clock(_ app: AppIndex, task: Int) -> TaskClock {
    clocks[Int(rows[app].firstTask) + task]
  }

  mutating func rest(_ app: AppIndex, task: Int, for rest: TimeSpan) {
    clocks[Int(rows[app].firstTask) + task].rest = rest
  }

  /// RATE-2 and RATE-4: the first instant from `now` on at which the gap and the tokens of app and device allow a push launch.
  @inline(__always) func nextPush(_ app: AppIndex, from now: Instant) -> Instant {
    max(nextOwnPush(app, from: now), nextDevicePush(from: now))
  }

  @inline(__always) func nextOwnPush(_ app: AppIndex, from now: Instant) -> Instant {
    rows[app].nextPush.value.map { max(now, $0) } ?? now
  }

  @inline(__always)
  func nextDevicePush(from now: Instant) -> Instant { deviceBucket?.nextAllowed(from: now) ?? now }

  func nextToken(_ app: AppIndex, after now: Instant) -> Instant { buckets[app].nextToken(after: now) }

  @discardableResult mutating func setForeground(_ app: AppIndex, _ isForeground: Bool) -> Bool {
    set(app, .isForeground, isForeground)
  }

  mutating func left(_ app: AppIndex, at now: Instant) {
    rows[app].lastForeground = OptionalInstant(now)
    markChanged(app)
  }

  mutating func setForceQuit(_ app: AppIndex, _ flag: Bool) -> Bool {
    let old = rows[app].flags.contains(.isForceQuit)
    set(app, .isForceQuit, flag)
    set(app, .isForceQuitForPushes, flag)
    return old
  }

  /// QUIT-4: a reboot clears the flag for pushes.
  mutating func clearForceQuitForPushes(_ app: AppIndex) { set(app, .isForceQuitForPushes, false) }

  /// The user or a management profile sets the app's own switch. Returns whether it has been switched off by this.
  mutating func setRefreshSwitch(_ app: AppIndex, isOn: Bool, isRestricted: Bool) -> Bool {
    let wasOn = refreshSwitch(app)
    set(app, .isRefreshRestricted, isRestricted)
    set(app, .refreshSwitch, isOn)
    return wasOn && !isOn
  }

  mutating func opened(_ app: AppIndex, at now: Instant, _ platform: PlatformParameters) {
    openedDays[app].noteOpen()
    rows[app].lastOpen = OptionalInstant(now)
    if platform.recency != nil { markChanged(app) }
    set(app, .isLearned, platform.isLearned(openedDays[app]))
  }

  /// Ends a local day: USE-4. Returns whether the app has become used or unused.
  mutating func endDay(_ app: AppIndex, _ platform: PlatformParameters) -> Bool {
    openedDays[app].endDay()
    return set(app, .isUsed, platform.isUsed(openedDays[app]))
  }

  /// RATE-1 to RATE-3: a launch starts the clocks of its app, mechanism and task.
  mutating func launched(_ app: AppIndex, _ mechanism: Mechanism, task: Int?, at now: Instant) {
    switch mechanism {
    case .refresh: rows[app].lastRefresh = OptionalInstant(now)
    case .processing: rows[app].lastProcessing = OptionalInstant(now)
    case .health: rows[app].lastHealth = OptionalInstant(now)
    case .push:
      rows[app].lastPush = OptionalInstant(now)
      buckets[app].launch(at: now)
      deviceBucket?.launch(at: now)
      rows[app].nextPush = OptionalInstant(buckets[app].nextAllowed(from: now))
    case .continued, .discretionaryTransfer, .transfer, .wake, .assertion, .mode: return
    }
    if mechanism.isProcessing, let task {
      clocks[Int(rows[app].firstTask) + task] = TaskClock(launch: OptionalInstant(now))
    }
    markChanged(app)
  }

  @inline(__always) mutating func markChanged(_ app: AppIndex) {
    guard !rows[app].flags.contains(.isChanged) else { return }
    rows[app].flags.insert(.isChanged)
    changed.append(app)
  }

  mutating func takeChanged() -> AppIndex? {
    guard let app = changed.popLast() else { return nil }
    rows[app].flags.remove(.isChanged)
    return app
  }

  @discardableResult private mutating func set(_ app: AppIndex, _ flag: Flags, _ value: Bool) -> Bool {
    guard rows[app].flags.contains(flag) != value else { return false }
    if value { rows[app].flags.insert(flag) } else { rows[app].flags.remove(flag) }
    markChanged(app)
    return true
  }
}
