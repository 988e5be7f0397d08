import AppLifecycle
import DeviceModel
import EventSimulation
import Workload

/// Work without a run ends: it is done, warned, given up, or lost with its process. Chapter EXT.
extension Phone {
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
      if !lost.wasOver, isObserved(now) { journal.items[app, .assertion][.killed] += 1 }
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
      if isObserved(now) { journal.items[app, .assertion][.expired] += 1 }
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
    if journal.log.keepsRecords {
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
    if isObserved(now) { journal.items[app, .assertion][success ? .completed : .failed] += 1 }
  }
}
