import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import Workload

/// Work that goes on without a run while its process executes, and the time that it may have: chapter EXT, BAD-7.
extension Phone {
  // MARK: The allowance: EXT-2, EXT-3 and EXT-6

  /// Starts, moves or stops the clock of the allowance. It counts while nothing but assertions keeps the
  /// process running in the background; a run or a mode in between makes it start anew.
  mutating func updateAllowance(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let open = extraTime.openAssertions(app)
    let own = open + (watchdogs.isEnteringBackground(app) ? 1 : 0)
    let counts =
      open > 0 && processes[app] == .background && processes.activeRuns(app) == 0
      && processes.backgroundHolds(app) == own
    extraTime.count(
      app, counts, allowance: allowance, lead: platform.assertionHandlerLead, at: now, &c)
  }

  func remainingAllowance(_ app: AppIndex, at now: Instant) -> TimeSpan {
    extraTime.remaining(app, of: allowance, at: now)
  }

  /// EXT-2, EXT-3 and EXT-6: how long a process may go on after it has entered the background.
  private var allowance: TimeSpan {
    if platform.osVersion < 13 { return Self.oldAllowance }
    return conditions.isUnderMemoryPressure
      ? platform.assertionPressureAllowance : platform.assertionAllowance
  }

  /// Three minutes before version 13.
  private static var oldAllowance: TimeSpan { .minutes(3) }

  // MARK: The begin: after the app has been left, or at a significant change

  /// The app has been left: the work that it still has to do begins, with or without an assertion.
  mutating func beginExitWork(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let specification = specification(app),
      !specification.exitWork.isEmpty || extraTime.openAssertions(app) > 0
    else { return }
    for number in specification.exitWork.indices {
      // In place: a copy of it copies its distribution.
      let (usesAssertion, origin, cpuShare) = (
        specification.exitWork[number].usesAssertion, specification.exitWork[number].origin,
        specification.exitWork[number].cpuShare
      )
      stream.seek(event: address(.exitWork, app: app, index: number << 20 + usage.ordinal(app)))
      let length = TimeSpan.seconds(max(0, specification.exitWork[number].length.sample(stream)))
      var work = Work(
        cpu: .seconds(length.seconds * cpuShare), wait: .zero, bytesUp: 0, bytesDown: 0, fails: false)
      if cpuShare > 0 { work.share = cpuShare } else { work.wait = length }
      work.length = length
      if usesAssertion, origin != .app {
        // EXT-1: extensions have no extra time.
        journal.reject(
          app, .assertion, .unavailable, at: now, [.text(.name, specification.exitWork[number].name)])
      }
      beginExtraWork(app, .exit(number), work, takesAssertion: usesAssertion && origin == .app, at: now)
    }
    resumeLeftovers(app, at: now, &c)
    updateAllowance(app, at: now, &c)
  }

  /// MODE-3: the app takes an assertion at a significant change, to go on after the time that the event gives it.
  mutating func beginSignificantChangeAssertion(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let length = specification(app)?.modes.significantChangeAssertion else { return }
    var work = Work(cpu: .zero, wait: length, bytesUp: 0, bytesDown: 0, fails: false)
    work.length = length
    beginExtraWork(
      app, .event(.significantChange), work, takesAssertion: true, at: now)
    resumeLeftovers(app, at: now, &c)
    updateAllowance(app, at: now, &c)
  }

  private mutating func beginExtraWork(
    _ app: AppIndex, _ kind: Leftover.Kind, _ work: Work, takesAssertion: Bool, at now: Instant
  ) {
    let payer = EnergyPayer(app: app, cause: .assertion)
    var rest = Leftover(kind, begun: now, work: work, payer: payer)
    rest.account = power.openAccount()
    if takesAssertion {
      rest.assertion = holdAwake(payer, account: rest.account, at: now)
      processes.addBackgroundHold(app)
    }
    extraTime.add(rest, app)
    guard takesAssertion else { return }
    let name = loggedName(of: kind, app)
    let remaining = remainingAllowance(app, at: now)
    note(
      .assertionBegan, app: app, .assertion, value: remaining.seconds, at: now,
      [.span(.remaining, remaining), .text(.name, name)])
  }

  // MARK: Going on

  /// The rest of a run that has reported success too early stays with its process.
  mutating func leaveRest(of run: Run, at now: Instant, _ c: inout Calendar) {
    guard run.work.length > .zero || run.work.bytesUp + run.work.bytesDown > 0 else { return }
    let rest = Leftover(.earlyCompletion(run.item), begun: now, work: run.work, payer: run.payer)
    extraTime.add(rest, run.item.app)
    resumeLeftovers(run.item.app, at: now, &c)
  }

  /// The name of work that may have extra time, where a log is kept; only there is it read.
  @inline(__always)
  func loggedName(of kind: Leftover.Kind, _ app: AppIndex) -> String {
    journal.keepsRecords ? name(of: kind, app) : ""
  }

  @inline(never)
  private func name(of kind: Leftover.Kind, _ app: AppIndex) -> String {
    switch kind {
    case .exit(let number): specification(app)?.exitWork[number].name ?? ""
    case .event(let event): event.identifier
    case .earlyCompletion: ""
    }
  }

  /// The process executes: everything that it has left goes on. Mostly that is nothing.
  @inline(__always)
  mutating func resumeLeftovers(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    if extraTime.hasWork(app), processes[app].isExecuting { resumeAll(of: app, at: now, &c) }
  }

  private mutating func resumeAll(of app: AppIndex, at now: Instant, _ c: inout Calendar) {
    power.holdShares()
    for i in extraTime.indices(app) where extraTime.canStart(i, of: app) {
      let (work, payer, account) = extraTime.remainder(i, of: app)
      var processor: ClaimID?
      if work.cpu > .zero {
        processor = power.begin(
          .processor, payer: payer, microwatts: processorPower(work), account: account, at: now)
      }
      var transfer: TransferStart?
      if work.bytesUp + work.bytesDown > 0, let path = radioPath {
        transfer = power.startTransfer(
          payer: payer, path: path, bytesUp: work.bytesUp, bytesDown: work.bytesDown,
          account: account, tag: TransferOwner.leftover(app).tag, at: now)
      }
      extraTime.start(i, of: app, processor: processor, transfer: transfer, at: now)
    }
    power.settleShares()
    extraTime.replan(app, power)
    watchProcessor(app, at: now, &c)
    moveLeftoverTimer(app, &c)
  }

  /// The process is suspended, or its path changes: everything stops where it is.
  @inline(__always)
  mutating func pauseLeftovers(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    if extraTime.hasWork(app) { pauseAll(of: app, at: now, &c) }
  }

  private mutating func pauseAll(of app: AppIndex, at now: Instant, _ c: inout Calendar) {
    pauseEach(of: app, at: now)
    watchProcessor(app, at: now, &c)
    moveLeftoverTimer(app, &c)
    settleEndedTails(at: now)
  }

  /// Stops each where it is, the last first, which the radio finds fastest.
  mutating func pauseEach(of app: AppIndex, at now: Instant) {
    power.holdShares()
    for i in extraTime.indices(app).reversed() { pause(i, of: app, at: now) }
    power.settleShares()
  }

  /// Stops one where it is.
  mutating func pause(_ i: Int, of app: AppIndex, at now: Instant) {
    guard let paused = extraTime.pause(i, of: app, at: now) else { return }
    if let claim = paused.processor { power.end(claim, at: now) }
    if let transfer = paused.transfer {
      let left = power.interruptTransfer(transfer, at: now)
      extraTime.setBytesLeft(i, of: app, up: left.bytesUpLeft, down: left.bytesDownLeft)
    }
  }

  /// Closes the accounts of what is over.
  mutating func forgetGoneLeftovers(_ app: AppIndex, at now: Instant) {
    for account in extraTime.takeGone(app) {
      let energy = power.closeAccount(account, at: now).total
      if isObserved(now) { journal.addEnergy(energy, exitWorkOf: app) }
    }
  }

  mutating func moveLeftoverTimer(_ app: AppIndex, _ c: inout Calendar) {
    extraTime.moveStepTimer(app, &c)
  }

  // MARK: The end: done, warned, given up, or lost with the process

  mutating func stepLeftovers(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    extraTime.stepFired(app)
    for i in extraTime.indices(app) {
      if let claim = extraTime.takeEndedProcessor(i, of: app, at: now) { power.end(claim, at: now) }
      if let transfer = extraTime.takeEndedTransfer(i, of: app, at: now) {
        power.finishTransfer(transfer, at: now)
      }
      if extraTime.isDone(i, of: app, at: now) { finishLeftover(i, of: app, at: now, &c) }
      if extraTime.takeEndedReaction(i, of: app, at: now) { giveUp(i, of: app, at: now, &c) }
    }
    forgetGoneLeftovers(app, at: now)
    watchProcessor(app, at: now, &c)
    moveLeftoverTimer(app, &c)
    settleEndedTails(at: now)
  }

  private mutating func finishLeftover(_ i: Int, of app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard !extraTime.mayHaveExtraTime(i, of: app) else {
      pause(i, of: app, at: now)
      extraTime.finish(i, of: app)
      reportExitWork(i, of: app, success: true, at: now)
      if specification(app)?.quality.endsAssertion == .whenDone { endAssertion(i, of: app, at: now, &c) }
      return
    }
    let rest = extraTime.work(i, of: app)
    guard case .earlyCompletion(let item) = rest.kind else { return }
    let isStalled = rest.work.bytesUp + rest.work.bytesDown > 0
    pause(i, of: app, at: now)
    extraTime.finish(i, of: app)
    note(
      .progress, app: app, item.mechanism, item: item.number, identifier: item.identifier, value: 1, at: now,
      [.number(.workDone, 1)])
    if !isStalled, !rest.work.fails, fetches(item) {
      contentArrives(app, asOf: rest.transferEnd, isBackground: true, at: now)
    }
  }

  /// The process has ended, and with it what it had left.
  mutating func loseLeftovers(_ app: AppIndex, _ reason: LogWord, at now: Instant, _ c: inout Calendar) {
    guard extraTime.hasWork(app) else { return }
    pauseEach(of: app, at: now)
    for i in extraTime.indices(app) {
      let lost = extraTime.lose(i, of: app)
      guard lost.mayHaveExtraTime else { continue }
      let name = loggedName(of: extraTime.kind(i, of: app), app)
      if let holder = lost.assertion {
        power.releaseAwake(holder, at: now)
        processes.removeBackgroundHold(app)
        note(.terminated, app: app, .assertion, reason, at: now, [.text(.name, name)])
      }
      if !lost.wasOver, isObserved(now) { journal.count(.killed, exitWorkOf: app) }
    }
    forgetGoneLeftovers(app, at: now)
    moveLeftoverTimer(app, &c)
    updateAllowance(app, at: now, &c)
    settleEndedTails(at: now)
  }

  // MARK: Assertions

  /// EXT-4: the handler of every open assertion is called.
  mutating func warnAssertions(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    extraTime.warningFired(app)
    guard let quality = specification(app)?.quality else { return }
    for i in extraTime.indices(app) {
      guard extraTime.takeWarning(i, of: app) else { continue }
      let name = loggedName(of: extraTime.kind(i, of: app), app)
      note(
        .expired, app: app, .assertion, .timeLimit, at: now,
        [.text(.handler, quality.setsExpirationHandler ? "set" : "none"), .text(.name, name)])
      if isObserved(now) { journal.count(.expired, exitWorkOf: app) }
      guard quality.setsExpirationHandler, quality.endsAssertion != .never,
        let reaction = quality.expiryReaction
      else { continue }
      // The handler stops the work at once and ends the assertion after its reaction.
      pause(i, of: app, at: now)
      extraTime.beginReaction(i, of: app, until: now + reaction)
    }
    watchProcessor(app, at: now, &c)
    moveLeftoverTimer(app, &c)
  }

  /// The reaction of an expiration handler is over: unfinished work is given up, the assertion ends.
  private mutating func giveUp(_ i: Int, of app: AppIndex, at now: Instant, _ c: inout Calendar) {
    if extraTime.finish(i, of: app) { reportExitWork(i, of: app, success: false, at: now) }
    endAssertion(i, of: app, at: now, &c)
  }

  /// EXT-6: with its last assertion the process loses what kept it running.
  mutating func endAssertion(_ i: Int, of app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard extraTime.mayHaveExtraTime(i, of: app), let holder = extraTime.takeAssertion(i, of: app) else {
      return
    }
    let name = loggedName(of: extraTime.kind(i, of: app), app)
    // Until it is suspended, the process stays awake on the account of what it was woken for.
    var cause = EnergyCause.user
    if case .event = extraTime.kind(i, of: app) { cause = .mode }
    let remaining = remainingAllowance(app, at: now)
    processes.removeBackgroundHold(app)
    note(
      .assertionEnded, app: app, .assertion, value: remaining.seconds, at: now,
      [.span(.remaining, remaining), .text(.name, name)])
    updateAllowance(app, at: now, &c)
    if processes[app] == .background, !processes.isKeptRunning(app), !processes.hasSuspensionHold(app) {
      processes.keepAwake(app, holdAwake(EnergyPayer(app: app, cause: cause), account: nil, at: now))
      scheduleSuspension(app, at: now, &c)
    }
    power.releaseAwake(holder, at: now)
  }

  /// `completed` of work that was left at an exit.
  private mutating func reportExitWork(_ i: Int, of app: AppIndex, success: Bool, at now: Instant) {
    guard extraTime.mayHaveExtraTime(i, of: app) else { return }
    let name = loggedName(of: extraTime.kind(i, of: app), app)
    let duration = now - extraTime.begun(i, of: app)
    var (done, energy) = (1.0, Int64(0))
    if journal.keepsRecords {
      let rest = extraTime.work(i, of: app)
      if !success { done = shareDone(left: rest.work) }
      energy = rest.account.map { power.accountEnergy($0, at: now).total } ?? 0
    }
    note(
      .completed, app: app, .assertion, success ? .success : .failure, value: duration.seconds, at: now,
      [
        .number(.workDone, done), .flag(.success, success), .span(.duration, duration),
        .integer(.bytesWifi, 0), .integer(.bytesCellular, 0), .integer(.energy, energy), .text(.name, name),
      ])
    if isObserved(now) { journal.count(.completed(success: success), exitWorkOf: app) }
  }
}
