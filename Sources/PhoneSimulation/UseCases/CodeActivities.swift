import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// The bytes and the processor time of apps that are code. They are the process's, not a run's: its oldest open run pays,
/// without one the user of an app in front, else the time in the background. They stop with the process.
extension Phone {
  mutating func startCode(_ slot: RunSlot) {
    let item = runs[slot].item
    let (run, name) = (Int(item.number.rawValue), journal.identifiers[item.identifier])
    switch item.mechanism {
    case .push: code.post(.pushed(run: run), to: item.app)
    case .wake:
      // It is told with its run, and not once more without it.
      if let session = item.session { _ = transfers[item.app, session].takeNotice() }
      code.post(.sessionFinished(run: run, session: name), to: item.app)
    default: code.post(.started(run: run, identifier: name, item.mechanism), to: item.app)
    }
  }

  // MARK: Bytes and processor time

  private func codePayer(
    _ app: AppIndex, without ended: RunSlot?
  ) -> (run: RunSlot?, payer: EnergyPayer, account: AccountID?) {
    let slot = runs.openSlots(of: app).filter { $0 != ended && runs[$0].phase != .launching }
      .min { runs[$0].launched < runs[$1].launched }
    if let slot { return (slot, runs[slot].payer, runs[slot].account) }
    return (nil, EnergyPayer(app: app, cause: processes[app].isForeground ? .user : .assertion), nil)
  }

  /// Returns whether there is a path.
  mutating func beginCodeTransfer(
    _ app: AppIndex, _ id: Int, up: Int64, down: Int64, without ended: RunSlot? = nil, at now: Instant,
    _ c: inout Calendar
  ) -> Bool {
    guard let path = radioPath else { return false }
    let (run, payer, account) = codePayer(app, without: ended)
    let start = power.startTransfer(
      payer: payer, path: path, bytesUp: up, bytesDown: down, account: account,
      tag: TransferOwner.code(code.nextNumber).tag, at: now)
    code.begin(
      CodeTable.Activity(
        app: app, id: id, kind: .transfer(start.id, path, up: up, down: down), run: run,
        end: now + start.duration), &c)
    return true
  }

  mutating func beginCodeProcessor(
    _ app: AppIndex, _ id: Int, _ work: Work, without ended: RunSlot? = nil, at now: Instant,
    _ c: inout Calendar
  ) {
    let (run, payer, account) = codePayer(app, without: ended)
    let claim = power.begin(
      .processor, payer: payer, microwatts: processorPower(work), account: account, at: now)
    code.begin(
      CodeTable.Activity(app: app, id: id, kind: .processor(claim), run: run, end: now + work.cpu), &c)
    watchProcessor(app, at: now, &c)
  }

  /// CPU time on the present core of the app; the remaining work in progress is already in units of that core.
  mutating func placedWork(_ app: AppIndex, _ time: TimeSpan = .zero, left: TimeSpan? = nil) -> Work {
    var work = Work(cpu: time)
    place(&work, on: processes[app].isForeground ? .performance : .efficiency)
    if let left { work.cpu = left }
    return work
  }

  mutating func codeActivityEnds(_ number: Int32, at now: Instant, _ c: inout Calendar) {
    guard let activity = code[number] else { return }
    code.remove(number, &c)
    switch activity.kind {
    case .processor(let claim):
      power.end(claim, at: now)
      watchProcessor(activity.app, at: now, &c)
      code.post(.processorEnded(id: activity.id), to: activity.app)
    case .transfer(let id, let path, let up, let down):
      power.finishTransfer(id, at: now)
      if let run = activity.run { runs[run].book(up + down, isCellular: path != .wifi) }
      settleEndedTails(at: now)
      code.post(.transferEnded(id: activity.id, isLost: false, up: up, down: down), to: activity.app)
    }
  }

  private mutating func cutOff(_ activity: CodeTable.Activity, at now: Instant, _ c: inout Calendar) -> (
    up: Int64, down: Int64
  ) {
    code.remove(activity.number, &c)
    switch activity.kind {
    case .processor(let claim):
      power.end(claim, at: now)
      return (0, 0)
    case .transfer(let id, let path, let up, let down):
      let left = power.interruptTransfer(id, at: now)
      let moved = up + down - left.bytesUpLeft - left.bytesDownLeft
      if let run = activity.run { runs[run].book(moved, isCellular: path != .wifi) }
      return (left.bytesUpLeft, left.bytesDownLeft)
    }
  }

  private mutating func lose(_ activity: CodeTable.Activity, at now: Instant, _ c: inout Calendar) {
    guard case .transfer(_, _, let up, let down) = activity.kind else { return }
    let left = cutOff(activity, at: now, &c)
    code.post(
      .transferEnded(id: activity.id, isLost: true, up: up - left.up, down: down - left.down),
      to: activity.app)
  }

  mutating func stopCode(_ app: AppIndex, _ id: Int, at now: Instant, _ c: inout Calendar) {
    for activity in code.activities(of: app) where activity.id == id { _ = cutOff(activity, at: now, &c) }
    watchProcessor(app, at: now, &c)
    settleEndedTails(at: now)
  }

  /// A run ends: what it has paid for goes on at the cost of the process, while that executes.
  @inline(__always) mutating func passOnCode(of slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    if !code.isEmpty { passOn(slot, at: now, &c) }
  }

  private mutating func passOn(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let app = runs[slot].item.app
    guard code.contains(app) else { return }
    code.forgetRun(app, Int(runs[slot].item.number.rawValue))
    for activity in code.activities(of: app) where activity.run == slot {
      let left = cutOff(activity, at: now, &c)
      switch activity.kind {
      case .processor:
        let rest = placedWork(app, left: activity.end - now)
        beginCodeProcessor(app, activity.id, rest, without: slot, at: now, &c)
      case .transfer(_, _, let up, let down):
        // Its path is there, since it has moved bytes up to now.
        if !beginCodeTransfer(app, activity.id, up: left.up, down: left.down, without: slot, at: now, &c) {
          code.post(
            .transferEnded(id: activity.id, isLost: true, up: up - left.up, down: down - left.down), to: app)
        }
      }
    }
  }

  /// The process stands still. It learns at its next resume that its transfers are lost.
  mutating func suspendCode(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard code.contains(app) else { return }
    code.witness?.suspended(app, at: now)
    code.suspend(app, &c)
    code.pause(app, haltCode(app, at: now, &c))
  }

  private mutating func haltCode(
    _ app: AppIndex, at now: Instant, _ c: inout Calendar
  ) -> [(id: Int, left: TimeSpan)] {
    var paused: [(id: Int, left: TimeSpan)] = []
    for activity in code.activities(of: app) {
      if case .processor = activity.kind {
        _ = cutOff(activity, at: now, &c)
        paused.append((activity.id, activity.end - now))
      } else {
        lose(activity, at: now, &c)
      }
    }
    watchProcessor(app, at: now, &c)
    settleEndedTails(at: now)
    return paused
  }

  mutating func resumeCode(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard code.contains(app) else { return }
    code.resume(app)
    for paused in code.takePaused(app) {
      beginCodeProcessor(app, paused.id, placedWork(app, left: paused.left), at: now, &c)
    }
  }

  mutating func endCode(_ app: AppIndex, _ reason: LogWord, at now: Instant, _ c: inout Calendar) {
    guard code.contains(app) else { return }
    _ = haltCode(app, at: now, &c)
    code.end(app, reason.name, &c)
  }

  /// The path has changed: connections over the one before are lost.
  mutating func rerouteCode(at now: Instant, _ c: inout Calendar) {
    guard !code.isEmpty else { return }
    let path = radioPath
    for activity in code.transfers {
      guard case .transfer(_, let old, _, _) = activity.kind, old != path else { continue }
      lose(activity, at: now, &c)
    }
    settleEndedTails(at: now)
  }
}
