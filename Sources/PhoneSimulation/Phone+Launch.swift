import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// From the start of an item to the start of the app's handler: rule LIFE-1.
extension Phone {
  /// Starts an item: it leaves the pending set, its app is brought into the background, and a run begins.
  mutating func launch(_ pending: ItemSlot, at now: Instant, _ c: inout Calendar) {
    let item = remove(pending)
    if item.mechanism.isTransfer { return launchTransfer(item, at: now, &c) }
    let app = item.app
    let payer = EnergyPayer(app: item.app, cause: Self.cause(of: item.mechanism))
    let account = power.openAccount()
    var run = Run(item: item, launched: now, usesBattery: !charging.isPlugged, account: account, payer: payer)
    run.holder = holdAwake(payer, account: account, at: now)

    decisionClock.noteLaunch(ChainLaunch(app: item.app, identifier: item.identifier, time: now))

    let kind: LogWord
    let start: Instant
    if let end = processes.launchEnd(app) {
      (kind, start) = (.joined, end)
      run.isJoined = true
    } else if processes[app].isExecuting {
      (kind, start) = (.joined, now)
      run.isJoined = true
    } else {
      run.isCold = processes[app] == .notRunning
      kind = run.isCold ? .cold : .resume
      start = now + (run.isCold ? configuration.platform.coldLaunchTime : configuration.platform.resumeTime)
      processes.beginLaunch(app, until: start)
      run.processor = power.begin(
        .processor, payer: payer, microwatts: configuration.efficiencyCore, account: account, at: now)
    }
    let delay = item.mechanism == .wake ? raiseResumeDelay(item.app, at: now) : nil
    journal.record(
      .launched(kind), item, value: (now - item.submitted).seconds, at: now,
      [.flag(.synthetic, item.isSynthetic), .text(.reasonsSeen, item.seen.names)]
        + (delay.map { [.span(.delay, $0)] } ?? []))
    cancelSuspension(item.app, at: now, &c)
    setProcess(item.app, .background, at: now)
    processes.beginRun(app)
    appGates.markChanged(app)
    if extraTime.openAssertions(app) > 0 { updateAllowance(item.app, at: now, &c) }
    if !item.isSynthetic { startClocks(item, at: now, &c) }
    evictOverLimit(at: now, &c)

    let slot = runs.nextSlot
    run.startTimer.move(.run(.handlerStart, slot: slot), to: start, .completion, &c)
    runs.add(run)
    decisions.runStarted(item.number)
    // Within a decision point the policy has asked for this launch or is about to see it.
    if decisions.decidesAtLaunches, decisionClock.lastDecision != now { requestDecision(at: now, &c) }
  }

  static func cause(of mechanism: Mechanism) -> EnergyCause {
    switch mechanism {
    case .refresh: .refresh
    case .processing, .health: .processing
    case .push: .push
    case .continued: .continued
    case .transferD, .transferN, .wake: .transfer
    case .assertion: .assertion
    case .mode: .mode
    }
  }

  /// RATE-1 to RATE-3: every launch of an opportunistic item starts its clock.
  private mutating func startClocks(_ item: WorkItem, at now: Instant, _ c: inout Calendar) {
    guard item.mechanism.isOpportunistic, item.mechanism != .transferD else { return }
    let app = item.app
    let platform = configuration.platform
    appGates.launched(app, item.mechanism, task: item.task, at: now)
    switch item.mechanism {
    case .refresh: scheduleDecision(at: now + platform.refreshGap, &c)
    case .processing, .health:
      scheduleDecision(at: now + platform.processingGap, &c)
    case .push: scheduleDecision(at: now + platform.pushGap, &c)
    case .continued, .transferD, .transferN, .wake, .assertion, .mode: break
    }
    // Under common spacing a launch of one mechanism holds back the others too.
    if platform.rateIsPerApp {
      scheduleDecision(at: now + platform.refreshGap, &c)
      scheduleDecision(at: now + platform.pushGap, &c)
    }
  }

  mutating func handleRun(_ event: PhoneEvent.Run, _ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    switch event {
    case .handlerStart: startHandler(slot, at: now, &c)
    case .processorEnd: endProcessor(slot, at: now, &c)
    case .transferEnd: endTransfer(slot, at: now, &c)
    case .workEnd: endWork(slot, at: now, &c)
    case .limit: reachLimit(slot, at: now, &c)
    case .reaction: complete(slot, success: false, at: now, &c)
    case .grace: runOutOfGrace(slot, at: now, &c)
    }
  }

  /// API-3: a late or second registration kills the process at the end of a cold launch. An app with
  /// continued tasks only may register when the user acts (API-4).
  mutating func strikesRegistration(_ app: AppIndex, at now: Instant, _ c: inout Calendar) -> Bool {
    let tasks = specification(app)?.tasks ?? []
    if !tasks.isEmpty, tasks.allSatisfy({ $0.mechanism == .continued }) { return false }
    switch specification(app)?.quality.registration {
    case .late: terminate(app, .lateRegistration, at: now, &c)
    case .twice: terminate(app, .duplicateRegistration, at: now, &c)
    default: return false
    }
    return true
  }

  private mutating func startHandler(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    guard runs[index].phase == .launching else { return }
    let item = runs[index].item
    let app = item.app
    guard let specification = specification(item.app) else { return }
    let claim = runs.endLaunch(slot)
    if processes.launchEnd(app) == now || claim != nil { processes.endLaunch(app) }
    if let claim { power.end(claim, at: now) }
    if runs[index].isCold, strikesRegistration(item.app, at: now, &c) { return }
    if item.mechanism.isRequest, item.mechanism != .continued, specification.quality.registration == .missing
    {
      terminate(item.app, .noHandler, at: now, &c)
      return
    }
    let wasJoined = runs[index].isJoined
    if runs[index].isCold { note(.callback, app: item.app, nil, .didFinishLaunching, at: now) }
    if !wasJoined, !processes[app].isForeground {
      note(.callback, app: item.app, nil, .didEnterBackground, at: now)
    }
    note(.callback, app: item.app, nil, .eventDelivered, at: now)
    runs.startHandler(slot, at: now)
    resumeLeftovers(item.app, at: now, &c)
    let limit =
      item.modeEvent == .voip
      ? configuration.voipReportTime : configuration.platform.runtimeLimit(of: item.mechanism)
    let granted = grant(item, limit: limit)
    runs.grant(slot, granted)
    let saved = savedShare(item)
    note(
      .handlerStarted, app: item.app, item.mechanism, item: item.number, identifier: item.identifier,
      value: item.mechanism == .continued ? 0 : granted.seconds, at: now, [.number(.workDone, saved)])
    if item.mechanism == .continued, journal.keepsRecords { journal.attach([.flag(.gpu, usesGPU(item))]) }
    noteRunStart(app, at: now)
    if item.mechanism == .push {
      journal.pushLaunchEnds(app)
      deliver(item.app, item.number, .launch, latency: now - item.sent, at: now, &c)
    }
    if item.modeEvent == .voip { deliverCall(item, isJoined: wasJoined, at: now, &c) }
    if item.modeEvent == .significantChange { beginSignificantChangeAssertion(item.app, at: now, &c) }
    if !wasJoined { note(.callback, app: item.app, nil, .snapshot, at: now) }
    deliverHeldPushes(item.app, .joined, at: now, &c)
    tellUntoldBatches(item.app, at: now, &c)
    drawWork(index)
    if let task = item.task, specification.quality.resubmits == .atStart, item.mechanism != .continued {
      submitTask(item.app, task, at: now, &c)
    }
    if item.mechanism == .continued {
      startWork(slot, at: now, &c)
      beginContinued(slot, at: now, &c)
      expireForHeat(at: now, &c)
      return
    }
    if specification.quality.completesEarly {
      completeEarly(slot, at: now, &c)
      return
    }
    let isPush = item.mechanism == .push
    let end = now + (isPush ? limit + configuration.platform.expiryGrace : granted)
    let isUnwarned = isPush || item.mechanism == .wake
    runs.setLimit(slot, isUnwarned ? .grace : .limit, at: end, .expiry, &c)
    startWork(slot, at: now, &c)
    // DBG-1: an injected launch passes the gates, heat excepted, which ends runs and not only starts.
    if item.mechanism.isProcessing, !item.isSynthetic, !processingConditionsHold(item) {
      expire(slot, screen.isIdle ? .unplugged : .deviceInUse, at: now, &c)
    }
    expireForHeat(at: now, &c)
  }

  /// CONT-5: without the hardware a task runs without the GPU.
  private func usesGPU(_ item: WorkItem) -> Bool {
    guard let task = item.task, let specification = specification(item.app) else { return false }
    return specification.tasks[task].continued.usesGPU && configuration.platform.supportsBackgroundGPU
  }

  /// REF-2: the grant of a refresh may be shorter.
  private func grant(_ item: WorkItem, limit: TimeSpan) -> TimeSpan {
    guard item.mechanism == .refresh, configuration.platform.shortGrantProbability > 0 else { return limit }
    let ordinal = item.task.map { history.runs(item.app, ofTask: $0) } ?? 0
    stream.seek(event: address(.shortGrant, app: item.app, index: (item.task ?? 0) << 20 + ordinal))
    guard stream.bernoulli(configuration.platform.shortGrantProbability) else { return limit }
    return .seconds(stream.uniform(in: configuration.platform.shortGrantMinimum.seconds...limit.seconds))
  }

  /// The n-th run of a task needs the same work under every policy; a resumed one what is left.
  private mutating func drawWork(_ index: RunSlot) {
    let item = runs[index].item
    let app = item.app
    guard let specification = specification(item.app), !specification.quality.doesNoWork else { return }
    if item.mechanism == .wake {
      runs.assign(drawWakeWork(item), to: index)
      return
    }
    if item.mechanism == .mode {
      runs.assign(modeWork(item), to: index)
      return
    }
    let distributions: WorkDistributions
    let purpose: StreamPurpose
    let ordinal: Int
    if item.mechanism == .push {
      guard let pushes = specification.pushTraits else { return }
      distributions = pushes.work
      purpose = .pushWork
      ordinal = history.takePushOrdinal(app)
    } else {
      guard let task = item.task else { return }
      distributions = specification.taskTraits[task].work
      purpose = item.mechanism == .refresh ? .refreshWork : .processingWork
      ordinal = task << 20 + history.takeOrdinal(app, ofTask: task)
      if var carried = history.takeCarriedWork(app, task: task) {
        stream.seek(event: address(.workFailure, app: item.app, index: ordinal))
        carried.fails = fails(item)
        runs.assign(carried, to: index)
        return
      }
    }
    stream.seek(event: address(purpose, app: item.app, index: ordinal))
    var work = distributions.draw(stream)
    work.length = length(of: work)
    stream.seek(event: address(.workFailure, app: item.app, index: ordinal | 1 << 28))
    work.fails = fails(item)
    runs.assign(work, to: index)
  }

  /// Whether the run that has just been counted fails: as its series lists, or by the chance drawn here.
  private func fails(_ item: WorkItem) -> Bool {
    guard let specification = specification(item.app) else { return false }
    if item.mechanism == .push {
      if specification.pushTraits?.hasFailures == true, let failOn = specification.pushes?.failOn {
        return failOn.contains(history.pushRuns(item.app))
      }
    } else if let task = item.task, specification.taskTraits[task].hasFailures,
      let failOn = specification.tasks[task].failOn
    {
      return failOn.contains(history.runs(item.app, ofTask: task))
    }
    return stream.bernoulli(specification.quality.failureProbability)
  }

  /// PROC-2 and PROC-3 at the start of the handler; unplugging ends no run without the power flag (PROC-4).
  private func processingConditionsHold(_ item: WorkItem) -> Bool {
    screen.isIdle && (charging.isPlugged || !item.requiresExternalPower)
  }
}
