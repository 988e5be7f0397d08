import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// Feeding the exogenous timeline: one of its events is in the calendar at a time.
extension Phone {
  @inline(__always) mutating func scheduleTimeline(_ c: inout Calendar) {
    guard let (time, priority) = timeline.skipToNext() else { return }
    c.scheduleStream(PhoneEvent(.timeline), at: time, priority)
  }

  /// The next event of the timeline happens. Most are told by their type, or by it and their app; only the others are unpacked.
  mutating func handleTimeline(at now: Instant, _ c: inout Calendar) {
    let row = timeline.take()
    scheduleTimeline(&c)
    switch timeline.rows.type(of: row) {
    case .screenOn: screenOn(intensity: timeline.rows.intensity(of: row), at: now, &c)
    case .screenOff: screenOff(at: now, &c)
    case .unlock: unlock(at: now, &c)
    case .lock: lock(at: now, &c)
    case .appForeground: if let app = timeline.app(of: row) { open(app, at: now, &c) }
    case .appBackground: if timeline.app(of: row) == screen.frontApp { leaveFront(at: now, &c) }
    case .notificationOpen: openAfterNotification(timeline.rows.kind(of: row), at: now, &c)
    case .notification: notify(at: now, &c)
    case .systemWake:
      let (length, bytes) = timeline.rows.numbers(of: row)
      systemWakes(for: .seconds(length), bytes: Int64(bytes), at: now, &c)
    default: apply(timeline.rows.kind(of: row), at: now, &c)
    }
  }

  private mutating func apply(_ event: TimelineEvent.Kind, at now: Instant, _ c: inout Calendar) {
    switch event {
    case .plug(let charger, let hold): plug(charger, hold: hold, at: now, &c)
    case .unplug: if !charging.isChance { disconnect(at: now, &c) }
    case .plugChance(let charger, let draw, let length):
      chance(charger, draw: draw, length: length, at: now, &c)
    case .baselinePower(let watts):
      baseline.read(watts: watts)
      drawBaseline(at: now)
    case .network(let path): setNetwork(path, at: now, &c)
    case .pushSent(let app, let expiration, let priority, let paging):
      serverSends(AppIndex(app), expiration: expiration, priority: priority, paging: paging, at: now, &c)
    // Passed over, or carried out without being unpacked.
    case .contentChange, .batteryLevel, .screenOn, .screenOff, .unlock, .lock, .appForeground, .appBackground,
      .notification, .systemWake, .notificationOpen:
      break
    case .forceQuit(let app): forceQuit(app.map { AppIndex($0) }, at: now, &c)
    case .setting(let setting, let app, let value):
      change(setting, app.map { AppIndex($0) }, to: value, at: now, &c)
    case .reboot: reboot(at: now, &c)
    case .shutdown: powerOff(.reboot, at: now, &c)
    case .visiblePushSent(let app, let expiration, let paging):
      serverSends(.visible, AppIndex(app), expiration: expiration, paging: paging, at: now, &c)
    case .voipPushSent(let app, let expiration, let paging):
      serverSends(.voip, AppIndex(app), expiration: expiration, paging: paging, at: now, &c)
    case .audioStart(let app): want(.audio, AppIndex(app), true, at: now, &c)
    case .audioStop(let app): want(.audio, AppIndex(app), false, at: now, &c)
    case .locationStart(let app): want(.location, AppIndex(app), true, at: now, &c)
    case .locationStop(let app): want(.location, AppIndex(app), false, at: now, &c)
    case .moved(let meters): userMoves(by: meters, at: now, &c)
    case .regionCrossed(let app, let region): crossBorder(AppIndex(app), UInt8(clamping: region), at: now, &c)
    case .appEvent(let app, let source): eventArrives(AppIndex(app), source, at: now, &c)
    case .signal(let level): power.setSignal(level, at: now)
    case .script(let step, _): carryOut(plan.script[step], at: now, &c)
    }
  }

  private mutating func carryOut(_ step: ScriptStep, at now: Instant, _ c: inout Calendar) {
    switch step {
    case .submit(let app, let identifier, let mechanism, let earliestBegin):
      let number = intern(identifier)
      let task = context.taskIdentifiers[AppIndex(app)].firstIndex(of: number)
      submit(
        AppIndex(app), identifier: number, task: task, mechanism, earliestBegin: earliestBegin, at: now, &c)
    case .submitFromExtension(let app, let identifier, let mechanism, let earliestBegin, let origin):
      let number = intern(identifier)
      let task = context.taskIdentifiers[AppIndex(app)].firstIndex(of: number)
      submit(
        AppIndex(app), identifier: number, task: task, mechanism, earliestBegin: earliestBegin,
        origin: origin, at: now, &c)
    case .cancel(let app, let identifier): cancel(AppIndex(app), identifier: intern(identifier), at: now)
    case .cancelAll(let app): cancel(AppIndex(app), identifier: nil, at: now)
    case .listPending(let app): listPending(AppIndex(app), at: now)
    case .cancelContinued(let app, let identifier):
      userCancels(AppIndex(app), identifier: intern(identifier), at: now, &c)
    case .simulateLaunch(let app, let identifier):
      simulateLaunch(AppIndex(app), identifier: intern(identifier), at: now, &c)
    case .simulateExpiration(let app, let identifier):
      simulateExpiration(AppIndex(app), identifier: intern(identifier), at: now, &c)
    case .transfer(let app, let index): createTransfers(AppIndex(app), session: index, at: now, &c)
    case .recordedTransfer(let app, let index): createFile(AppIndex(app), session: index, at: now, &c)
    case .kill(let app, let isCrash):
      if processes[AppIndex(app)] != .notRunning {
        terminate(AppIndex(app), isCrash ? .crash : .memoryPressure, at: now, &c)
      }
    }
  }

  // MARK: Injections of a debugger: DBG-1 and DBG-2

  /// DBG-1: starts a pending request at once, past earliest begin date and gates. The run starts no clock and debits nothing.
  mutating func simulateLaunch(
    _ app: AppIndex, identifier: IdentifierIndex, at now: Instant, _ c: inout Calendar
  ) {
    guard acceptsInjections,
      let slot = requests.request(of: app, identifier)
    else { return note(.rejected, app: app, nil, .unavailable, identifier: identifier, value: 1, at: now) }
    requests[slot].isSynthetic = true
    launch(slot, at: now, &c)
  }

  mutating func simulateExpiration(
    _ app: AppIndex, identifier: IdentifierIndex, at now: Instant, _ c: inout Calendar
  ) {
    let slot = runs.openSlots(of: app).first {
      runs[$0].item.identifier == identifier && runs[$0].phase == .working
    }
    guard acceptsInjections, let slot else {
      return note(.rejected, app: app, nil, .unavailable, identifier: identifier, value: 1, at: now)
    }
    expire(slot, .debug, at: now, &c)
  }

  private var acceptsInjections: Bool { platform.isDebuggerAttached && !isSimulator && !powerState.isOff }

  // MARK: Wakes of the system itself, on which others can ride

  static let systemPayer = EnergyPayer(app: -1, cause: .system)

  /// The system has work of its own. A phone that is awake already does the work all the same; one that is off does
  /// not. Where the power comes from a trace's readings, they contain the work, and only the chance to ride remains.
  @inline(__always)
  mutating func systemWakes(for length: TimeSpan, bytes: Int64, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff else { return }
    if drawsSessionPower {
      let work = Int64(nearest: Double(configuration.systemLoad) * length.seconds * 1000)
      power.holdAwake(
        until: now + length, payer: Self.systemPayer, work: countWakeUp(at: now) + work, at: now)
      if bytes > 0 { moveBytes(bytes, payer: Self.systemPayer, at: now) }
    }
    systemWork.wake(until: now + length)
    if policy.decidesAtLaunches { requestDecision(at: now, &c) }
  }
}

struct TimelineCursor {
  let rows: ExogenousTimeline
  private var row = 0

  init(_ timeline: ExogenousTimeline) { rows = timeline }

  @inline(__always) mutating func skipToNext() -> (time: Instant, priority: EventPriority)? {
    guard let next = rows.nextActive(from: row) else { return nil }
    row = next.row
    return (next.time, next.priority)
  }

  @inline(__always) mutating func take() -> Int { row.takeNext() }
  @inline(__always) func app(of row: Int) -> AppIndex? { rows.app(of: row).map { AppIndex($0) } }
  var nextUnplug: Instant? { rows.events[row...].first { $0.type == .unplug }?.time }
}
