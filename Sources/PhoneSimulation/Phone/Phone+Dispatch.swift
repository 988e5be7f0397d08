import BackgroundExecution
import DeviceModel
import EventSimulation
import SchedulingPolicies
import Workload

/// Dispatches every event to the use case that handles it.
///
/// The files of `UseCases` form layers. From the bottom up: accounts, queue and gates; the movement of work and
/// bytes; the ends of runs, transfers and processes; their starts; the acts of user and surroundings. A file calls
/// only files below its own. The rare step that a use case triggers above itself is a ``FollowUp``, which
/// ``perform(_:at:_:)`` carries out at once.
extension Phone: SimulationModel {
  typealias Event = PhoneEvent

  @inline(__always) func code(of event: PhoneEvent) -> UInt64 { event.code }

  var stopRequest: String? { hasFailed ? "the run has failed" : nil }

  /// Handles an event. Inlined into the loop, and what it hands on to into it: each has no other caller.
  @inline(__always) mutating func handle(_ event: PhoneEvent, at now: Instant, calendar c: inout Calendar) {
    if power.nextOwnChange <= now { followPower(to: now) }
    if !records.isDisjoint(with: [.timeseries, .use]) { sample(before: now) }
    switch event.kind {
    case .timeline: handleTimeline(at: now, &c)

    // The device
    case .levelCrossing: levelCrosses(at: now, &c)
    case .radioTail:
      timers.radioFired()
      settleEndedTails(at: now)
    case .holdEnd: setCeiling(isOnHold: false, at: now)
    case .chanceEnd: if charging.isChance { disconnect(at: now, &c) }
    case .bootDone: finishBoot(at: now, &c)
    case .notificationEnd: notificationEnds(at: now)
    case .warmUpEnd:
      power.markWindow(at: now)
      budgets.startObserving()
    case .midnight: endDay(at: now, &c)
    case .refill: refillBudgets(at: now, &c)
    case .earliestBeginReached:
      // The earliest begin date of an item that has gone is no decision point.
      if announceEligible(at: now) { requestDecision(at: now, &c) }
    case .firstEvaluation: evaluateFirst(event.item, at: now, &c)
    case .periodicDecision:
      decisionClock.setPeriodic(!powerState.isOff)
      c.schedule(PhoneEvent(.periodicDecision), at: now + platform.evaluationInterval, .arrival)
      requestDecision(at: now, &c)
    case .decision: decisionIsDue(at: now, &c)
    case .bucketChange:
      decisionClock.bucketsFired()
      followBuckets(at: now, &c)

    // Runs
    case .handlerStart: startHandler(event.slot, at: now, &c)
    case .processorEnd: endProcessor(event.slot, at: now, &c)
    case .transferEnd: endTransfer(event.slot, at: now, &c)
    case .reply: takeReply(event.slot, at: now, &c)
    case .workEnd: endWork(event.slot, at: now, &c)
    case .limit: reachLimit(event.slot, at: now, &c)
    case .reaction: complete(event.slot, success: false, at: now, &c)
    case .grace: runOutOfGrace(event.slot, at: now, &c)
    case .progress: reportProgress(event.slot, at: now, &c)
    case .stall: expire(event.slot, .stalled, at: now, &c)
    case .userStart: userStarts(event.app, Int(event.detail), at: now, &c)

    // Processes and what they have left
    case .suspend: suspend(event.app, at: now, &c)
    case .memoryPressure:
      scheduleMemoryPressure(event.app, after: now, &c)
      if processes[event.app] == .suspended { terminate(event.app, .memoryPressure, at: now, &c) }
    case .foregroundFetchEnd: endForegroundFetch(event.app, at: now)
    case .workStep: stepUnfinishedWork(event.app, at: now, &c)
    case .allowanceWarning: warnAssertions(event.app, at: now, &c)
    case .allowanceEnd: endAllowance(event.app, at: now, &c)
    case .enteredBackground: returnFromEnteringBackground(event.app, at: now, &c)
    case .enterBackgroundLimit:
      if !terminateByWatchdog(event.app, .enterBackgroundTimeout, at: now, &c) {
        letGoOn(.enteringBackground, event.app, at: now, &c)
      }
    case .launched:
      watchdogs.end(event.app, .launch, &c)
      setProcess(event.app, .foregroundActive, at: now)
      finishUserLaunch(event.app, isCold: true, at: now, &c)
    case .launchLimit:
      if !terminateByWatchdog(event.app, .launchTimeout, at: now, &c) {
        letGoOn(.launch, event.app, at: now, &c)
      }
    case .processorLimit: terminateByWatchdog(event.app, .cpuMonitor, at: now, &c)
    case .pressureBegin: pressureEpisodeBegins(at: now, &c)
    case .pressureEnd: endMemoryPressure(.hazard, at: now, &c)

    // Apps that are code
    case .codeTimer: code.timerFired(event.app)
    case .codeActivityEnd: codeActivityEnds(event.number, at: now, &c)

    // Modes, pushes and transfers
    case .significantChange: considerSignificantChange(event.app, at: now, &c)
    case .region: regionPersists(event.app, event.detail, at: now, &c)
    case .eventsDue: deliverEvents(event.app, Int(event.detail), at: now, &c)
    case .pushArrival: pushArrives(.silent(event.push), at: now, &c)
    case .pushExpiry: pushExpires(.silent(event.push), at: now)
    case .pushToken: tokenArrives(event.app, at: now, &c)
    case .alertArrival: pushArrives(.alert(event.push), at: now, &c)
    case .alertExpiry: pushExpires(.alert(event.push), at: now)
    case .extensionProcessorEnd:
      if let claim = server.endExtensionProcessor(.alert(event.push)) { power.end(claim, at: now) }
    case .extensionEnd: endExtension(of: .alert(event.push), at: now, &c)
    case .lastByte: lastByteMoved(event.item, at: now, &c)
    case .transferTimeout: timeOut(event.item, at: now, &c)
    }
    if code.hasNews { runCode(at: now, &c) }
    if power.hasReplans { followShares(at: now, &c) }
    if decisionClock.isDue, isLastArrival(at: now, &c) {
      decide(at: now, &c)
      if code.hasNews { runCode(at: now, &c) }
      if power.hasReplans { followShares(at: now, &c) }
    }
    server.cancelExpiries(&c)
    // Last, since it depends on when the next event is.
    updateTimers(at: now, &c)
    followReach(at: now)
    if !records.isDisjoint(with: [.power, .freshness, .availability]) { recordState(at: now) }
  }

  /// Nearly no study records what is read after every event.
  @inline(never) private mutating func recordState(at now: Instant) {
    if records.contains(.power) { samplePowers(at: now) }
    if records.contains(.freshness) { recordGates(at: now) }
    if records.contains(.availability) { recordAvailability(at: now) }
  }

  mutating func perform(_ step: FollowUp, at now: Instant, _ c: inout Calendar) {
    switch step {
    case .launch(let slot): launch(slot, at: now, &c)
    case .end(let app, let reason): terminate(app, reason, at: now, &c)
    }
  }

  /// Whether no event up to class `arrival` is left at this instant.
  @inline(__always) private mutating func isLastArrival(at now: Instant, _ c: inout Calendar) -> Bool {
    c.hasNext(at: now, through: .arrival) ? isLastWithoutVoidEvents(at: now, &c) : !powerMoves(at: now)
  }

  /// The same if the calendar holds events of this instant. Expiries and timers that this event has made void would be
  /// withdrawn without a decision.
  @inline(never) private mutating func isLastWithoutVoidEvents(at now: Instant, _ c: inout Calendar) -> Bool {
    server.cancelExpiries(&c)
    updateTimers(at: now, &c)
    return !c.hasNext(at: now, through: .arrival)
  }

  @inline(__always) private mutating func powerMoves(at now: Instant) -> Bool {
    power.nextCrossing(at: now, upTo: now) != .distantFuture || awaitsTails && power.tailsEnd <= now
  }

  @inline(always) private mutating func updateTimers(at now: Instant, _ c: inout Calendar) {
    timers.moveRadio(to: awaitsTails ? power.tailsEnd : .distantFuture, &c)
    timers.clearLevel(&c)
    // Nearly always nothing more is scheduled, and the next pop would close it all the same.
    c.closeHoleEarly()
    var next = c.nextTime ?? plan.end
    if decisionClock.openWish <= next { next = scheduleWish(upTo: next, &c) }
    let level = power.nextCrossing(at: now, upTo: next)
    if level != .distantFuture { timers.setLevel(to: level, &c) }
  }

  @inline(never) private mutating func scheduleWish(upTo next: Instant, _ c: inout Calendar) -> Instant {
    if !decisionClock.untilIsKnown {
      decisionClock.settleWish(for: decisions.answer.firstEnd, until: plan.end)
    }
    return decisionClock.scheduleWish(upTo: next, &c)
  }
}

enum FollowUp {
  /// Launches a pending item. A submission triggers it, since a continued task starts within its own submission
  /// (CONT-3). Submissions stand below launches: a launch may evict an app, which submits requests as it leaves.
  case launch(ItemSlot)
  /// Ends a process that registers a task twice as it submits it (API-4).
  case end(AppIndex, LogWord)
}
