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
    let open = backgroundTime.openAssertions(app)
    let own = open + (watchdogs.isRunning(app, .enteringBackground) ? 1 : 0)
    let counts =
      open > 0 && processes[app] == .background && processes.activeRuns(app) == 0
      && processes.backgroundHolds(app) == own
    backgroundTime.count(app, counts, allowance: allowance, lead: platform.assertionHandlerLead, at: now, &c)
  }

  func remainingAllowance(_ app: AppIndex, at now: Instant) -> TimeSpan {
    backgroundTime.remaining(app, of: allowance, at: now)
  }

  /// EXT-2, EXT-3 and EXT-6: how long a process may go on after it has entered the background.
  private var allowance: TimeSpan {
    if platform.osVersion < 13 { return .minutes(3) }
    return conditions.isUnderMemoryPressure
      ? platform.assertionPressureAllowance : platform.assertionAllowance
  }

  // MARK: The begin: after the app has been left, or at a significant change

  mutating func beginExitWork(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let specification = specification(app),
      !specification.backgroundEntryWork.isEmpty || backgroundTime.openAssertions(app) > 0
    else { return }
    for number in specification.backgroundEntryWork.indices {
      let exit = specification.backgroundEntryWork[number]
      stream.seek(event: address(.backgroundEntryWork, app: app, index: number << 20 + usage.ordinal(app)))
      let length = TimeSpan.seconds(max(0, exit.length.sample(stream)))
      var work = Work(cpu: .seconds(length.seconds * exit.cpuShare))
      if exit.cpuShare > 0 { work.share = exit.cpuShare } else { work.wait = length }
      work.length = length
      if exit.usesAssertion, exit.origin != .app {
        // EXT-1: extensions have no extra time.
        journal.reject(app, .assertion, .unavailable, at: now, [.text(.name, exit.name)])
      }
      beginExtraWork(
        app, .backgroundEntry(number), work, takesAssertion: exit.usesAssertion && exit.origin == .app,
        at: now)
    }
    resumeUnfinishedWork(app, at: now, &c)
    updateAllowance(app, at: now, &c)
  }

  /// MODE-3: the app takes an assertion at a significant change, to go on after the time that the event gives it.
  mutating func beginSignificantChangeAssertion(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let length = specification(app)?.modes.significantChangeAssertion else { return }
    beginExtraWork(
      app, .event(.significantChange), Work(wait: length, length: length), takesAssertion: true, at: now)
    resumeUnfinishedWork(app, at: now, &c)
    updateAllowance(app, at: now, &c)
  }

  mutating func beginExtraWork(
    _ app: AppIndex, _ kind: UnfinishedWork.Kind, _ work: Work, takesAssertion: Bool, at now: Instant
  ) {
    var rest = UnfinishedWork(
      kind: kind, begun: now, work: work, payer: EnergyPayer(app: app, cause: .assertion))
    rest.account = power.openAccount()
    if takesAssertion {
      rest.assertion = holdAwake(rest.payer, account: rest.account, at: now)
      processes.addBackgroundHold(app)
    }
    backgroundTime.add(rest, app)
    guard takesAssertion else { return }
    let name = loggedName(of: kind, app)
    let remaining = remainingAllowance(app, at: now)
    note(
      .assertionBegan, app: app, .assertion, value: remaining.seconds, at: now,
      [.span(.remaining, remaining), .text(.name, name)])
  }

  /// The name of work that may have extra time, where a log is kept; only there is it read.
  @inline(__always) func loggedName(of kind: UnfinishedWork.Kind, _ app: AppIndex) -> String {
    journal.log.keepsRecords ? name(of: kind, app) : ""
  }

  @inline(never) private func name(of kind: UnfinishedWork.Kind, _ app: AppIndex) -> String {
    switch kind {
    case .backgroundEntry(let number): specification(app)?.backgroundEntryWork[number].name ?? ""
    case .event(let event): event.rawValue
    case .code(let id): code.assertionName(app, id)
    case .earlyCompletion: ""
    }
  }

  mutating func resumeUnfinishedWork(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard backgroundTime.hasWork(app), processes[app].isExecuting else { return }
    power.holdShares()
    for i in backgroundTime.indices(app) where backgroundTime[app, i].canStart {
      let work = backgroundTime[app, i].work
      let (payer, account) = (backgroundTime[app, i].payer, backgroundTime[app, i].account)
      var processor: ClaimID?
      if work.cpu > .zero {
        processor = power.begin(
          .processor, payer: payer, microwatts: processorPower(work), account: account, at: now)
      }
      var transfer: TransferStart?
      if work.bytesUp + work.bytesDown > 0, let path = radioPath {
        transfer = power.startTransfer(
          payer: payer, path: path, bytesUp: work.bytesUp, bytesDown: work.bytesDown,
          account: account, tag: TransferOwner.unfinishedWork(app).tag, at: now)
      }
      backgroundTime[app, i].start(processor: processor, transfer: transfer, at: now)
    }
    power.settleShares()
    backgroundTime.replan(app, power)
    watchProcessor(app, at: now, &c)
    backgroundTime.moveStepTimer(app, &c)
  }

  mutating func pauseUnfinishedWork(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard backgroundTime.hasWork(app) else { return }
    pauseEach(of: app, at: now)
    watchProcessor(app, at: now, &c)
    backgroundTime.moveStepTimer(app, &c)
    settleEndedTails(at: now)
  }

  /// Stops each where it is, the last first, which the radio finds fastest.
  mutating func pauseEach(of app: AppIndex, at now: Instant) {
    power.holdShares()
    for i in backgroundTime.indices(app).reversed() { pause(i, of: app, at: now) }
    power.settleShares()
  }

  mutating func pause(_ i: Int, of app: AppIndex, at now: Instant) {
    guard let paused = backgroundTime[app, i].pause(at: now) else { return }
    if let claim = paused.processor { power.end(claim, at: now) }
    if let transfer = paused.transfer {
      let left = power.interruptTransfer(transfer, at: now)
      backgroundTime[app, i].work.bytesUp = left.bytesUpLeft
      backgroundTime[app, i].work.bytesDown = left.bytesDownLeft
    }
  }

  mutating func forgetGoneWork(_ app: AppIndex, at now: Instant) {
    for account in backgroundTime.takeGone(app) {
      let energy = power.closeAccount(account, at: now).total
      if isObserved(now) { journal.items[app, .assertion][.energy] += energy }
    }
  }

  // MARK: The end: done, warned, given up, or lost with the process

  mutating func stepUnfinishedWork(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    for i in backgroundTime.indices(app) {
      if let claim = backgroundTime[app, i].takeEndedProcessor(at: now) { power.end(claim, at: now) }
      if let transfer = backgroundTime[app, i].takeEndedTransfer(at: now) {
        power.finishTransfer(transfer, at: now)
      }
      if backgroundTime[app, i].isDone(at: now) { workEnds(i, of: app, at: now, &c) }
      if backgroundTime[app, i].takeEndedReaction(at: now) {
        // Unfinished work is given up.
        if backgroundTime[app, i].finish() { reportBackgroundEntryWork(i, of: app, success: false, at: now) }
        endAssertion(i, of: app, at: now, &c)
      }
    }
    forgetGoneWork(app, at: now)
    watchProcessor(app, at: now, &c)
    backgroundTime.moveStepTimer(app, &c)
    settleEndedTails(at: now)
  }

  private mutating func workEnds(_ i: Int, of app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard !backgroundTime[app, i].mayHaveBackgroundTime else {
      pause(i, of: app, at: now)
      backgroundTime[app, i].finish()
      reportBackgroundEntryWork(i, of: app, success: true, at: now)
      if specification(app)?.quality.endsAssertion == .whenDone { endAssertion(i, of: app, at: now, &c) }
      return
    }
    let rest = backgroundTime[app, i]
    guard case .earlyCompletion(let item) = rest.kind else { return }
    let isStalled = rest.work.bytesUp + rest.work.bytesDown > 0
    pause(i, of: app, at: now)
    backgroundTime[app, i].finish()
    note(
      .progress, app: app, item.mechanism, item: item.number, identifier: item.identifier, value: 1, at: now,
      [.number(.workDone, 1)])
    if !isStalled, !rest.work.fails, fetches(item) {
      contentArrives(app, asOf: rest.transferEnd, isBackground: true, at: now)
    }
  }

  mutating func loseUnfinishedWork(_ app: AppIndex, _ reason: LogWord, at now: Instant, _ c: inout Calendar) {
    guard backgroundTime.hasWork(app) else { return }
    pauseEach(of: app, at: now)
    for i in backgroundTime.indices(app) {
      let isLost = backgroundTime[app, i].finish()
      guard backgroundTime[app, i].mayHaveBackgroundTime else { continue }
      let name = loggedName(of: backgroundTime[app, i].kind, app)
      if let holder = backgroundTime.takeAssertion(i, of: app) {
        power.releaseAwake(holder, at: now)
        processes.removeBackgroundHold(app)
        note(.terminated, app: app, .assertion, reason, at: now, [.text(.name, name)])
      }
      if isLost, isObserved(now) { journal.items[app, .assertion][.killed] += 1 }
    }
    forgetGoneWork(app, at: now)
    backgroundTime.moveStepTimer(app, &c)
    updateAllowance(app, at: now, &c)
    settleEndedTails(at: now)
  }

  /// EXT-4: the handler of every open assertion is called.
  mutating func warnAssertions(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    backgroundTime.warn(app)
    guard let quality = specification(app)?.quality else { return }
    for i in backgroundTime.indices(app) {
      guard backgroundTime[app, i].takeWarning() else { continue }
      let name = loggedName(of: backgroundTime[app, i].kind, app)
      note(
        .expired, app: app, .assertion, .timeLimit, at: now,
        [.text(.handler, quality.setsExpirationHandler ? "set" : "none"), .text(.name, name)])
      if isObserved(now) { journal.items[app, .assertion][.expired] += 1 }
      guard !code.contains(app), quality.setsExpirationHandler, quality.endsAssertion != .never,
        let reaction = quality.expiryReaction
      else { continue }
      // The handler stops the work at once and ends the assertion after its reaction.
      pause(i, of: app, at: now)
      backgroundTime[app, i].reactionEnd = now + reaction
    }
    watchProcessor(app, at: now, &c)
    backgroundTime.moveStepTimer(app, &c)
    code.post(.assertionsExpire, to: app)
  }

  /// EXT-6: with its last assertion the process loses what kept it running.
  mutating func endAssertion(_ i: Int, of app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard backgroundTime[app, i].mayHaveBackgroundTime, let holder = backgroundTime.takeAssertion(i, of: app)
    else { return }
    let name = loggedName(of: backgroundTime[app, i].kind, app)
    // Until it is suspended, the process stays awake on the account of what it was woken for.
    var cause = EnergyCause.user
    if case .event = backgroundTime[app, i].kind { cause = .mode }
    let remaining = remainingAllowance(app, at: now)
    processes.removeBackgroundHold(app)
    note(
      .assertionEnded, app: app, .assertion, value: remaining.seconds, at: now,
      [.span(.remaining, remaining), .text(.name, name)])
    updateAllowance(app, at: now, &c)
    if processes[app] == .background, !processes.hasSuspensionHold(app) {
      awaitSuspension(app, billedTo: cause, at: now, &c)
    }
    power.releaseAwake(holder, at: now)
  }

  mutating func reportBackgroundEntryWork(_ i: Int, of app: AppIndex, success: Bool, at now: Instant) {
    guard backgroundTime[app, i].mayHaveBackgroundTime else { return }
    let name = loggedName(of: backgroundTime[app, i].kind, app)
    let duration = now - backgroundTime[app, i].begun
    var (done, energy) = (1.0, Int64(0))
    if journal.log.keepsRecords {
      let rest = backgroundTime[app, i]
      if !success { done = shareDone(left: rest.work) }
      energy = rest.account.map { power.accountEnergy($0, at: now).total } ?? 0
    }
    note(
      .completed, app: app, .assertion, success ? .success : .failure, value: duration.seconds, at: now,
      [
        .number(.workDone, done), .flag(.success, success), .span(.duration, duration),
        .integer(.bytesWifi, 0), .integer(.bytesCellular, 0), .integer(.energy, energy), .text(.name, name),
      ])
    if isObserved(now) { journal.items[app, .assertion][success ? .completed : .failed] += 1 }
  }
}
