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
    let index = app
    guard let specification = specification(app),
      !specification.exitWork.isEmpty || apps[index].extra.openAssertions > 0
    else { return }
    for (number, exit) in specification.exitWork.enumerated() {
      stream.seek(event: address(.exitWork, app: app, index: number << 20 + apps[index].openOrdinal))
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
    let index = app
    let payer = EnergyPayer(app: app, cause: .assertion)
    var rest = Leftover(kind, begun: now, work: work, payer: payer)
    rest.account = power.openAccount()
    if takesAssertion {
      rest.assertion = holdAwake(payer, account: rest.account, at: now)
      apps[index].keepers += 1
      apps[index].extra.openAssertions += 1
    }
    apps[index].leftovers.append(rest)
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
    apps[app].extra.start == nil ? allowance : max(.zero, apps[app].extra.end - now)
  }

  /// Starts, moves or stops the clock of the allowance. It counts while nothing but assertions keeps the
  /// process running in the background; a run or a mode in between makes it start anew.
  mutating func updateAllowance(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let index = app
    let own = apps[index].extra.openAssertions + (apps[index].watchdogs.isEnteringBackground ? 1 : 0)
    let counts =
      apps[index].extra.openAssertions > 0 && apps[index].process == .background
      && apps[index].activeRuns == 0 && apps[index].keepers == own
    guard counts else {
      if apps[index].extra.start != nil {
        apps[index].extra.start = nil
        apps[index].extra.isWarned = false
        moveAllowanceTimers(app, warning: .distantFuture, end: .distantFuture, &c)
      }
      return
    }
    if apps[index].extra.start == nil { apps[index].extra.start = now }
    // Once the handlers have been called, the end stands.
    guard let start = apps[index].extra.start, !apps[index].extra.isWarned else { return }
    let lead = configuration.platform.assertionHandlerLead
    let warning = max(now, start + allowance - lead)
    apps[index].extra.end = warning + lead
    moveAllowanceTimers(app, warning: warning, end: warning + lead, &c)
  }

  private mutating func moveAllowanceTimers(
    _ app: AppIndex, warning: Instant, end: Instant, _ c: inout Calendar
  ) {
    let index = app
    Self.moveTimer(&apps[index].extra.warningTimer, .watch(.allowanceWarning, app), to: warning, .expiry, &c)
    Self.moveTimer(&apps[index].extra.endTimer, .watch(.allowanceEnd, app), to: end, .expiry, &c)
  }

  /// EXT-4: the handler of every open assertion is called.
  mutating func warnAssertions(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let index = app
    apps[index].extra.warningTimer = nil
    apps[index].extra.isWarned = true
    guard let quality = specification(app)?.quality else { return }
    for i in apps[index].leftovers.indices {
      guard apps[index].leftovers[i].assertion != nil, !apps[index].leftovers[i].isWarned,
        let name = apps[index].leftovers[i].kind.extraName
      else { continue }
      apps[index].leftovers[i].isWarned = true
      note(
        .expired, app: app, .assertion, .timeLimit, at: now,
        [.text(.handler, quality.setsExpirationHandler ? "set" : "none"), .text(.name, name)])
      if isObserved(now) { journal.count(.expired, exitWorkOf: app) }
      guard quality.setsExpirationHandler, quality.endsAssertion != .never,
        let reaction = quality.expiryReaction
      else { continue }
      // The handler stops the work at once and ends the assertion after its reaction.
      pause(i, of: index, at: now)
      apps[index].leftovers[i].reactionEnd = now + reaction
    }
    watchProcessor(app, at: now, &c)
    moveLeftoverTimer(app, &c)
  }

  /// The reaction of an expiration handler is over: unfinished work is given up, the assertion ends.
  mutating func giveUp(_ i: Int, of app: AppIndex, at now: Instant, _ c: inout Calendar) {
    apps[app].leftovers[i].reactionEnd = nil
    if !apps[app].leftovers[i].isOver {
      apps[app].leftovers[i].isOver = true
      reportExitWork(i, of: app, success: false, at: now)
    }
    endAssertion(i, of: app, at: now, &c)
  }

  /// EXT-5.
  mutating func endAllowance(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    apps[app].extra.endTimer = nil
    let open = apps[app].leftovers.filter { $0.assertion != nil }
    guard !open.isEmpty else { return }
    let isWorking = open.contains { $0.started != nil }
    let cause: TerminationCause = isWorking ? .expiryIgnored : .missingCompletion
    if strike(app, .assertionExpired, cause, at: now, &c) { return }
    // DBG-3: without the kill, the extra time is over all the same.
    for i in apps[app].leftovers.indices { endAssertion(i, of: app, at: now, &c) }
    forgetGoneLeftovers(app, at: now)
  }

  /// EXT-6: with its last assertion the process loses what kept it running.
  mutating func endAssertion(_ i: Int, of app: AppIndex, at now: Instant, _ c: inout Calendar) {
    let index = app
    guard let holder = apps[index].leftovers[i].assertion,
      let name = apps[index].leftovers[i].kind.extraName
    else { return }
    // Until it is suspended, the process stays awake on the account of what it was woken for.
    var cause = EnergyCause.user
    if case .event = apps[index].leftovers[i].kind { cause = .mode }
    apps[index].leftovers[i].assertion = nil
    let remaining = remainingAllowance(app, at: now)
    apps[index].keepers -= 1
    apps[index].extra.openAssertions -= 1
    note(
      .assertionEnded, app: app, .assertion, value: remaining.seconds, at: now,
      [.span(.remaining, remaining), .text(.name, name)])
    updateAllowance(app, at: now, &c)
    if apps[index].process == .background, !apps[index].isKeptRunning, apps[index].linger == nil {
      apps[index].linger = holdAwake(EnergyPayer(app: app, cause: cause), account: nil, at: now)
      scheduleSuspension(app, at: now, &c)
    }
    power.releaseAwake(holder, at: now)
  }

  /// `completed` of work that was left at an exit.
  mutating func reportExitWork(_ i: Int, of app: AppIndex, success: Bool, at now: Instant) {
    let index = app
    let rest = apps[index].leftovers[i]
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
