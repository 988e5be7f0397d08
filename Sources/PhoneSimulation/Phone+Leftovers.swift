import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// Work that goes on without a run: EXT, BAD-7.
extension Phone {
  /// The rest of a run that has reported success too early stays with its process.
  mutating func leaveRest(of run: Run, at now: Instant, _ c: inout Calendar) {
    guard run.work.length > .zero || run.work.bytesUp + run.work.bytesDown > 0 else { return }
    let rest = Leftover(.earlyCompletion(run.item), begun: now, work: run.work, payer: run.payer)
    apps[run.item.app].leftovers.append(rest)
    resumeLeftovers(run.item.app, at: now, &c)
  }

  /// The process executes: everything that it has left goes on.
  mutating func resumeLeftovers(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let index = app
    guard !apps[index].leftovers.isEmpty, apps[index].process.isExecuting else { return }
    for i in apps[index].leftovers.indices {
      var rest = apps[index].leftovers[i]
      guard !rest.isOver, rest.started == nil, rest.reactionEnd == nil else { continue }
      rest.started = now
      rest.processorEnd = now + rest.work.processorLength
      if rest.work.cpu > .zero {
        rest.processor = power.begin(
          .processor, payer: rest.payer, microwatts: processorPower(rest.work), account: rest.account, at: now
        )
      }
      rest.transferEnd = now
      let bytes = rest.work.bytesUp + rest.work.bytesDown
      if bytes > 0, let path = radioPath {
        let start = power.startTransfer(
          payer: rest.payer, path: path, bytesUp: rest.work.bytesUp, bytesDown: rest.work.bytesDown,
          account: rest.account, at: now)
        rest.transfer = start.id
        rest.transferEnd = now + start.duration
      }
      rest.end = max(rest.processorEnd, rest.transferEnd) + rest.work.wait
      apps[index].leftovers[i] = rest
    }
    watchProcessor(app, at: now, &c)
    moveLeftoverTimer(app, &c)
  }

  /// The process is suspended, or its path changes: everything stops where it is.
  mutating func pauseLeftovers(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard !apps[app].leftovers.isEmpty else { return }
    for i in apps[app].leftovers.indices { pause(i, of: app, at: now) }
    watchProcessor(app, at: now, &c)
    moveLeftoverTimer(app, &c)
    settleEndedTails(at: now)
  }

  /// Stops one where it is.
  mutating func pause(_ i: Int, of index: AppIndex, at now: Instant) {
    var rest = apps[index].leftovers[i]
    guard let started = rest.started else { return }
    let busyEnd = max(rest.processorEnd, rest.transferEnd)
    let processed = min(now - started, rest.work.processorLength)
    rest.work.cpu = max(.zero, rest.work.cpu - .seconds(processed.seconds * rest.work.share))
    if now > busyEnd { rest.work.wait = max(.zero, rest.work.wait - (now - busyEnd)) }
    if let claim = rest.processor { power.end(claim, at: now) }
    if let transfer = rest.transfer {
      let left = power.interruptTransfer(transfer, at: now)
      rest.work.bytesUp = left.bytesUpLeft
      rest.work.bytesDown = left.bytesDownLeft
    }
    (rest.started, rest.processor, rest.transfer) = (nil, nil, nil)
    rest.end = .distantFuture
    apps[index].leftovers[i] = rest
  }

  /// The path has changed: bytes go on over the new one.
  mutating func rerouteLeftovers(at now: Instant, _ c: inout Calendar) {
    for app in apps.indices where apps[app].leftovers.contains(where: { $0.started != nil }) {
      pauseLeftovers(app, at: now, &c)
      resumeLeftovers(app, at: now, &c)
    }
  }

  mutating func stepLeftovers(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let index = app
    apps[index].extra.leftoverTimer = nil
    for i in apps[index].leftovers.indices {
      if let claim = apps[index].leftovers[i].processor, apps[index].leftovers[i].processorEnd == now {
        power.end(claim, at: now)
        apps[index].leftovers[i].processor = nil
      }
      if let transfer = apps[index].leftovers[i].transfer, apps[index].leftovers[i].transferEnd == now {
        power.finishTransfer(transfer, at: now)
        apps[index].leftovers[i].transfer = nil
        apps[index].leftovers[i].work.bytesUp = 0
        apps[index].leftovers[i].work.bytesDown = 0
      }
      if apps[index].leftovers[i].started != nil, apps[index].leftovers[i].end == now {
        finishLeftover(i, of: app, at: now, &c)
      }
      if apps[index].leftovers[i].reactionEnd == now { giveUp(i, of: app, at: now, &c) }
    }
    forgetGoneLeftovers(app, at: now)
    watchProcessor(app, at: now, &c)
    moveLeftoverTimer(app, &c)
    settleEndedTails(at: now)
  }

  private mutating func finishLeftover(_ i: Int, of app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let index = app
    let transferEnd = apps[index].leftovers[i].transferEnd
    let isStalled = apps[index].leftovers[i].work.bytesUp + apps[index].leftovers[i].work.bytesDown > 0
    pause(i, of: index, at: now)
    apps[index].leftovers[i].isOver = true
    switch apps[index].leftovers[i].kind {
    case .exit, .event:
      reportExitWork(i, of: app, success: true, at: now)
      if specification(app)?.quality.endsAssertion == .whenDone { endAssertion(i, of: app, at: now, &c) }
    case .earlyCompletion(let item):
      note(
        .progress, app: app, item.mechanism, item: item.number, identifier: item.identifier, value: 1,
        at: now,
        [.number(.workDone, 1)])
      if !isStalled, !apps[index].leftovers[i].work.fails, fetches(item) {
        contentArrives(app, asOf: transferEnd, isBackground: true, at: now)
      }
    }
  }

  /// The process has ended, and with it what it had left.
  mutating func loseLeftovers(_ app: AppIndex, _ reason: LogWord, at now: Instant, _ c: inout Calendar) {
    let index = app
    guard !apps[index].leftovers.isEmpty else { return }
    for i in apps[index].leftovers.indices {
      pause(i, of: index, at: now)
      if let name = apps[index].leftovers[i].kind.extraName {
        if let holder = apps[index].leftovers[i].assertion {
          power.releaseAwake(holder, at: now)
          apps[index].leftovers[i].assertion = nil
          apps[index].keepers -= 1
          apps[index].extra.openAssertions -= 1
          note(.terminated, app: app, .assertion, reason, at: now, [.text(.name, name)])
        }
        if !apps[index].leftovers[i].isOver, isObserved(now) { journal.count(.killed, exitWorkOf: app) }
      }
      apps[index].leftovers[i].isOver = true
    }
    forgetGoneLeftovers(app, at: now)
    moveLeftoverTimer(app, &c)
    updateAllowance(app, at: now, &c)
    settleEndedTails(at: now)
  }

  /// At the horizon: what is not over counts as unfinished, with the energy that it has taken.
  mutating func finishLeftovers(at end: Instant) {
    for app in apps.indices {
      for i in apps[app].leftovers.indices {
        pause(i, of: app, at: end)
        guard apps[app].leftovers[i].kind.extraName != nil else { continue }
        if !apps[app].leftovers[i].isOver { journal.count(.unfinished, exitWorkOf: app) }
        if let account = apps[app].leftovers[i].account {
          journal.addEnergy(power.accountEnergy(account, at: end).total, exitWorkOf: app)
        }
      }
    }
  }

  /// Closes the accounts of what is over.
  mutating func forgetGoneLeftovers(_ app: AppIndex, at now: Instant) {
    let index = app
    for rest in apps[index].leftovers where rest.isGone {
      guard let account = rest.account else { continue }
      let energy = power.accountEnergy(account, at: now).total
      power.closeAccount(account)
      if isObserved(now) { journal.addEnergy(energy, exitWorkOf: app) }
    }
    apps[index].leftovers.removeAll(where: \.isGone)
  }

  mutating func moveLeftoverTimer(_ app: AppIndex, _ c: inout Calendar) {
    let next = apps[app].leftovers.reduce(Instant.distantFuture) { min($0, $1.nextStep) }
    Self.moveTimer(&apps[app].extra.leftoverTimer, .watch(.leftoverStep, app), to: next, .completion, &c)
  }

  /// The power of processor work that takes a share of a core.
  func processorPower(_ work: Work) -> Int64 {
    work.share == 1
      ? configuration.efficiencyCore : Int64((Double(configuration.efficiencyCore) * work.share).rounded())
  }
}
