import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import Workload

/// Extra time after the app has been left: chapter EXT.
extension Phone {
  /// The app has been left: the work that it still has to do begins, with or without an assertion.
  mutating func beginExitWork(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let specification = specification(app),
      !specification.exitWork.isEmpty || extraTime.openAssertions(app) > 0
    else { return }
    for (number, exit) in specification.exitWork.enumerated() {
      stream.seek(event: address(.exitWork, app: app, index: number << 20 + usage.ordinal(app)))
      let length = TimeSpan.seconds(max(0, exit.length.sample(stream)))
      var work = Work(
        cpu: .seconds(length.seconds * exit.cpuShare), wait: .zero, bytesUp: 0, bytesDown: 0, fails: false)
      if exit.cpuShare > 0 { work.share = exit.cpuShare } else { work.wait = length }
      work.length = length
      if exit.usesAssertion, exit.origin != .app {
        // EXT-1: extensions have no extra time.
        journal.reject(app, .assertion, .unavailable, at: now, [.text(.name, exit.name)])
      }
      beginExtraWork(
        app, .exit(name: exit.name), work, takesAssertion: exit.usesAssertion && exit.origin == .app, at: now)
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
      app, .event(name: ModeEvent.significantChange.identifier), work, takesAssertion: true, at: now)
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
    guard takesAssertion, let name = kind.extraName else { return }
    let remaining = remainingAllowance(app, at: now)
    note(
      .assertionBegan, app: app, .assertion, value: remaining.seconds, at: now,
      [.span(.remaining, remaining), .text(.name, name)])
  }

  /// EXT-2, EXT-3 and EXT-6: how long a process may go on after it has entered the background.
  private var allowance: TimeSpan {
    if configuration.platform.osVersion < 13 { return Self.oldAllowance }
    return conditions.isUnderMemoryPressure
      ? configuration.platform.assertionPressureAllowance : configuration.platform.assertionAllowance
  }

  /// Three minutes before version 13.
  private static var oldAllowance: TimeSpan { .minutes(3) }

  private func remainingAllowance(_ app: AppIndex, at now: Instant) -> TimeSpan {
    extraTime.remaining(app, of: allowance, at: now)
  }

  /// Starts, moves or stops the clock of the allowance. It counts while nothing but assertions keeps the
  /// process running in the background; a run or a mode in between makes it start anew.
  mutating func updateAllowance(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let open = extraTime.openAssertions(app)
    let own = open + (watchdogs.isEnteringBackground(app) ? 1 : 0)
    let counts =
      open > 0 && processes[app] == .background && processes.activeRuns(app) == 0
      && processes.backgroundHolds(app) == own
    extraTime.count(
      app, counts, allowance: allowance, lead: configuration.platform.assertionHandlerLead, at: now, &c)
  }

  /// EXT-4: the handler of every open assertion is called.
  mutating func warnAssertions(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    extraTime.warningFired(app)
    guard let quality = specification(app)?.quality else { return }
    for i in extraTime.indices(app) {
      guard let name = extraTime.takeWarning(i, of: app) else { continue }
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
  mutating func giveUp(_ i: Int, of app: AppIndex, at now: Instant, _ c: inout Calendar) {
    if extraTime.finish(i, of: app) { reportExitWork(i, of: app, success: false, at: now) }
    endAssertion(i, of: app, at: now, &c)
  }

  /// EXT-5.
  mutating func endAllowance(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    extraTime.endFired(app)
    guard extraTime.openAssertions(app) > 0 else { return }
    let cause: TerminationCause =
      extraTime.assertionIsWorking(app) ? .expiryIgnored : .missingCompletion
    if strike(app, .assertionExpired, cause, at: now, &c) { return }
    // DBG-3: without the kill, the extra time is over all the same.
    for i in extraTime.indices(app) { endAssertion(i, of: app, at: now, &c) }
    forgetGoneLeftovers(app, at: now)
  }

  /// EXT-6: with its last assertion the process loses what kept it running.
  mutating func endAssertion(_ i: Int, of app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let kind = extraTime.work(i, of: app).kind
    guard let name = kind.extraName, let holder = extraTime.takeAssertion(i, of: app) else { return }
    // Until it is suspended, the process stays awake on the account of what it was woken for.
    var cause = EnergyCause.user
    if case .event = kind { cause = .mode }
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
  mutating func reportExitWork(_ i: Int, of app: AppIndex, success: Bool, at now: Instant) {
    let rest = extraTime.work(i, of: app)
    guard let name = rest.kind.extraName else { return }
    let duration = now - rest.begun
    let done = success ? 1 : shareDone(left: rest.work)
    let energy = rest.account.map { power.accountEnergy($0, at: now).total } ?? 0
    note(
      .completed, app: app, .assertion, success ? .success : .failure, value: duration.seconds, at: now,
      [
        .number(.workDone, done), .flag(.success, success), .span(.duration, duration),
        .integer(.bytesWifi, 0), .integer(.bytesCellular, 0), .integer(.energy, energy), .text(.name, name),
      ])
    if isObserved(now) { journal.count(.completed(success: success), exitWorkOf: app) }
  }
}
