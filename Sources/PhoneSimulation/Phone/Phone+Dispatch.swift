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

  @inline(__always)
  func code(of event: PhoneEvent) -> UInt64 { event.code }

  var stopRequest: String? { hasFailed ? "the run has failed" : nil }

  /// Handles an event. Inlined into the loop, and what it hands on to into it: each has no other caller.
  @inline(__always)
  mutating func handle(_ event: PhoneEvent, at now: Instant, calendar c: inout Calendar) {
    if power.nextOwnChange <= now { followPower(to: now) }
    if !records.isDisjoint(with: [.timeseries, .use]) { sample(before: now) }
    switch event.subsystem {
    case .timeline: handleTimeline(at: now, &c)
    case .power: handlePower(event.event(), at: now, &c)
    case .run: handleRun(event.event(), event.slot, at: now, &c)
    case .app: handleApp(event.event(), event.app, at: now, &c)
    case .push, .alert: handlePush(event.event(), event.push, at: now, &c)
    case .device: handleDevice(event.event(), at: now, &c)
    case .continued: handleContinued(event, at: now, &c)
    case .transfer: handleTransfer(event.event(), event.item, at: now, &c)
    case .mode: considerSignificantChange(event.app, at: now, &c)
    case .region: regionPersists(event.app, event.byte, at: now, &c)
    case .watch: handleWatch(event.event(), event.app, at: now, &c)
    default: preconditionFailure("no subsystem has this number")
    }
    if power.hasReplans { followShares(at: now, &c) }
    if decisionClock.isDue, !c.hasNext(at: now, through: .arrival), !powerMoves(at: now) {
      decide(at: now, &c)
      if power.hasReplans { followShares(at: now, &c) }
    }
    server.cancelExpiries(&c)
    // Last, since it depends on when the next event is.
    updateTimers(at: now, &c)
    followReach(at: now)
    if !records.isDisjoint(with: [.power, .freshness]) { recordState(at: now) }
  }

  /// Nearly no study records what is read after every event.
  @inline(never)
  private mutating func recordState(at now: Instant) {
    if records.contains(.power) { samplePowers(at: now) }
    if records.contains(.freshness) { recordGates(at: now) }
  }
}

extension Phone {
  /// Carries out at once a step that a use case has triggered above itself.
  mutating func perform(_ step: FollowUp, at now: Instant, _ c: inout Calendar) {
    switch step {
    case .launch(let slot): launch(slot, at: now, &c)
    case .end(let app, let reason): terminate(app, reason, at: now, &c)
    }
  }

  /// Whether an event of the battery or of a radio is still to come at this instant.
  @inline(__always)
  private mutating func powerMoves(at now: Instant) -> Bool {
    power.nextCrossing(at: now, upTo: now) != .distantFuture || awaitsTails && power.tailsEnd <= now
  }

  /// Sets the timers of radio and battery: the end of tails where an account waits for it, and what the level meets
  /// before the next event.
  @inline(always)
  private mutating func updateTimers(at now: Instant, _ c: inout Calendar) {
    timers.moveRadio(to: awaitsTails ? power.tailsEnd : .distantFuture, &c)
    timers.clearLevel(&c)
    // Nearly always nothing more is scheduled, and the next pop would close it all the same.
    c.closeHoleEarly()
    var next = c.nextTime ?? plan.end
    if decisionClock.openWish <= next { next = scheduleWish(upTo: next, &c) }
    let level = power.nextCrossing(at: now, upTo: next)
    if level != .distantFuture { timers.setLevel(to: level, &c) }
  }

  /// Puts the decision point for which the policy has asked into the calendar, if it comes no later than what is next there,
  /// and returns what is next then.
  @inline(never)
  private mutating func scheduleWish(upTo next: Instant, _ c: inout Calendar) -> Instant {
    if !decisionClock.untilIsKnown {
      decisionClock.settleWish(for: decisions.answer.firstEnd, until: plan.end)
    }
    return decisionClock.scheduleWish(upTo: next, &c)
  }

  // MARK: Events

  @inline(__always)
  private mutating func handleDevice(_ event: PhoneEvent.Device, at now: Instant, _ c: inout Calendar) {
    switch event {
    case .warmUpEnd:
      power.markWindow(at: now)
      budgets.startObserving()
    case .midnight: endDay(at: now, &c)
    case .refill: refillBudgets(at: now, &c)
    case .floorReached:
      announceEligible(at: now)
      requestDecision(at: now, &c)
    case .periodicDecision:
      decisionClock.setPeriodic(!powerState.isOff)
      c.schedule(.device(.periodicDecision), at: now + platform.evaluationInterval, .arrival)
      requestDecision(at: now, &c)
    case .decision: decisionIsDue(at: now, &c)
    case .bucketChange:
      decisionClock.bucketsFired()
      followBuckets(at: now, &c)
    }
  }

  @inline(__always)
  private mutating func handlePower(_ event: PhoneEvent.Power, at now: Instant, _ c: inout Calendar) {
    switch event {
    case .levelCrossing:
      timers.levelFired()
      levelCrosses(at: now, &c)
    case .radioTail:
      timers.radioFired()
      settleEndedTails(at: now)
    case .holdEnd:
      charging.holdFired()
      setCeiling(isOnHold: false, at: now)
    case .chanceEnd:
      if charging.chanceFired() { disconnect(at: now, &c) }
    case .bootDone: finishBoot(at: now, &c)
    case .notificationEnd: notificationEnds(at: now)
    }
  }

  @inline(__always)
  private mutating func handleRun(
    _ event: PhoneEvent.Run, _ slot: RunSlot, at now: Instant, _ c: inout Calendar
  ) {
    switch event {
    case .handlerStart: startHandler(slot, at: now, &c)
    case .processorEnd: endProcessor(slot, at: now, &c)
    case .transferEnd: endTransfer(slot, at: now, &c)
    case .reply: takeReply(slot, at: now, &c)
    case .workEnd: endWork(slot, at: now, &c)
    case .limit: reachLimit(slot, at: now, &c)
    case .reaction: complete(slot, success: false, at: now, &c)
    case .grace: runOutOfGrace(slot, at: now, &c)
    }
  }

  private mutating func handlePush(
    _ event: PhoneEvent.Push, _ push: PushID, at now: Instant, _ c: inout Calendar
  ) {
    switch event {
    case .arrival: pushArrives(push, at: now, &c)
    case .expiry: pushExpires(push, at: now, &c)
    case .extensionProcessorEnd:
      if let claim = server.endExtensionProcessor(push) { power.end(claim, at: now) }
    case .extensionEnd: endExtension(of: push, at: now, &c)
    }
  }

  private mutating func handleContinued(_ event: PhoneEvent, at now: Instant, _ c: inout Calendar) {
    switch event.event(PhoneEvent.Continued.self) {
    case .progress: reportProgress(event.slot, at: now, &c)
    case .stall:
      runs[event.slot].stallTimer.fired()
      expire(event.slot, .stalled, at: now, &c)
    case .userStart: userStarts(event.start.app, event.start.task, at: now, &c)
    }
  }

  @inline(__always)
  private mutating func handleApp(
    _ event: PhoneEvent.App, _ app: AppIndex, at now: Instant, _ c: inout Calendar
  ) {
    switch event {
    case .suspend: suspend(app, at: now, &c)
    case .memoryPressure:
      scheduleMemoryPressure(app, after: now, &c)
      if processes[app] == .suspended { terminate(app, .memoryPressure, at: now, &c) }
    case .foregroundFetchEnd: endForegroundFetch(app, at: now)
    }
  }

  private mutating func handleWatch(
    _ event: PhoneEvent.Watch, _ app: AppIndex, at now: Instant, _ c: inout Calendar
  ) {
    switch event {
    case .workStep: stepUnfinishedWork(app, at: now, &c)
    case .allowanceWarning: warnAssertions(app, at: now, &c)
    case .allowanceEnd: endAllowance(app, at: now, &c)
    case .enteredBackground: returnFromEnteringBackground(app, at: now, &c)
    case .enterBackgroundLimit:
      watchdogs.limitFired(app, .enteringBackground)
      if !terminateByWatchdog(app, .enterBackgroundTimeout, at: now, &c) {
        letGoOn(.enteringBackground, app, at: now, &c)
      }
    case .launched:
      watchdogs.end(app, .launch, &c)
      setProcess(app, .foregroundActive, at: now)
      finishUserLaunch(app, isCold: true, at: now, &c)
    case .launchLimit:
      watchdogs.limitFired(app, .launch)
      if !terminateByWatchdog(app, .launchTimeout, at: now, &c) { letGoOn(.launch, app, at: now, &c) }
    case .processorLimit:
      watchdogs.processorLimitFired(app)
      terminateByWatchdog(app, .cpuMonitor, at: now, &c)
    case .pressureBegin: pressureEpisodeBegins(at: now, &c)
    case .pressureEnd: endMemoryPressure(.hazard, at: now, &c)
    }
  }

  private mutating func handleTransfer(
    _ event: PhoneEvent.Transfer, _ number: ItemNumber, at now: Instant, _ c: inout Calendar
  ) {
    switch event {
    case .end: lastByteMoved(number, at: now, &c)
    case .timeout: timeOut(number, at: now, &c)
    }
  }
}

/// A step that a use case triggers in a layer above its own.
enum FollowUp {
  /// Launches a pending item. A submission triggers it, since a continued task starts within its own submission
  /// (CONT-3). Submissions stand below launches: a launch may evict an app, which submits requests as it leaves.
  case launch(ItemSlot)
  /// Ends a process that registers a task twice as it submits it (API-4).
  case end(AppIndex, TerminationReason)
}
