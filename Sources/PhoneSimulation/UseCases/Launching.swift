import BackgroundExecution
import Basics
import DeviceModel
import EventSimulation
import RandomStreams
import Workload

/// From the start of an item to the start of its handler: LIFE-1.
extension Phone {
  mutating func launch(_ pending: ItemSlot, at now: Instant, _ c: inout Calendar) {
    let item = requests[pending]
    remove(pending)
    if item.mechanism.isTransfer { return launchTransfer(item, at: now, &c) }
    let app = item.app
    let payer = payer(of: item)
    let account = power.openAccount()

    let kind: LogWord
    let start: Instant
    let holder: HolderID
    var processor: ClaimID?
    if let joined = processes.launchEnd(app) ?? (processes[app].isExecuting ? now : nil) {
      (kind, start) = (.joined, joined)
      holder = holdAwake(payer, account: account, at: now)
    } else {
      let isCold = processes[app] == .notRunning
      kind = isCold ? .cold : .resume
      start = now + (isCold ? platform.coldLaunchTime : platform.resumeTime)
      processes.beginLaunch(app, until: start)
      (holder, processor) = holdAwake(
        payer, account: account, drawing: .processor,
        microwatts: configuration.device.efficiencyCore.microwatts, at: now)
    }
    decisionClock.noteLaunch(item.app, item.identifier, at: now)
    var delay: TimeSpan?
    if item.mechanism == .wake {
      delay = transfers[resumeDelay: app].raise(
        first: platform.transferFirstDelay, cap: platform.transferDelayCap, at: now)
    }
    journal.record(
      .launched(kind), item, value: (now - item.submitted).seconds, at: now,
      [.flag(.synthetic, item.isSynthetic), .text(.reasonsSeen, item.seen.names)]
        + (delay.map { [.span(.delay, $0)] } ?? []))
    cancelSuspension(item.app, at: now, &c)
    setProcess(item.app, .background, at: now)
    processes.beginRun(app)
    invalidateGates(of: app, item.identifier)
    if backgroundTime.openAssertions(app) > 0 { updateAllowance(item.app, at: now, &c) }
    if !item.isSynthetic { startClocks(item, at: now, &c) }
    evictOverLimit(at: now, &c)

    // The run is made where it is kept, last of all: it is large, and a launch within this one may come before it.
    var startTimer = PhoneTimer()
    startTimer.move(PhoneEvent(.handlerStart, runs.nextSlot), to: start, .completion, &c)
    runs.add(
      Run(
        item: item, isCold: kind == .cold, isJoined: kind == .joined, launched: now,
        account: account, payer: payer, holder: holder, processor: processor, startTimer: startTimer))
    policy.runStarted(item.number)
    // Within a decision point the policy has asked for this launch or is about to see it.
    if policy.decidesAtLaunches, decisionClock.lastDecision != now { requestDecision(at: now, &c) }
  }

  /// RATE-1 to RATE-3: every launch of an opportunistic item starts its clock.
  @inline(__always)
  private mutating func startClocks(_ item: WorkItem, at now: Instant, _ c: inout Calendar) {
    guard item.mechanism.isOpportunistic, item.mechanism != .discretionaryTransfer else { return }
    let app = item.app
    appGates.launched(app, item.mechanism, task: item.task, at: now)
    if code.contains(app) { code.noteLaunch(app, item.identifier, at: now) }
    switch item.mechanism {
    case .refresh: scheduleDecision(at: now + platform.refreshGap, &c)
    // With a rest the end of the gap is known at the end of the run.
    case .processing, .health:
      if platform.processingRestFactor == 0 { scheduleDecision(at: now + platform.processingGap, &c) }
    case .push:
      scheduleDecision(at: now + platform.pushGap, &c)
      followTokens(of: app, at: now, &c)
      followDeviceBucket(at: now, &c)
    case .continued, .discretionaryTransfer, .transfer, .wake, .assertion, .mode: break
    }
    // Under common spacing a launch of one mechanism holds back the others too.
    if platform.rateIsPerApp {
      scheduleDecision(at: now + platform.refreshGap, &c)
      scheduleDecision(at: now + platform.pushGap, &c)
    }
  }

  /// RATE-4: the last token of all apps has been taken, and held pushes wait for the next.
  private mutating func followDeviceBucket(at now: Instant, _ c: inout Calendar) {
    let next = appGates.nextDevicePush(from: now)
    guard next > now else { return }
    var isAwaited = false
    for index in context.studied.indices where requests.pushCount(of: context.studied[index]) > 0 {
      isAwaited = true
      invalidateGates(of: context.studied[index])
    }
    if isAwaited { scheduleDecision(at: next, &c) }
  }

  // MARK: The handler: its grant, the events that it is given, and the start of its work

  mutating func startHandler(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    guard runs[slot].phase == .launching else { return }
    let item = runs[slot].item
    let app = item.app
    // Read at once for the steps below: held across their calls, the specification is counted as referenced.
    guard let registration = specification(app)?.quality.registration,
      let completesEarly = specification(app)?.quality.completesEarly
    else { return }
    // The power of the launch, which is over, goes over into that of the work where this starts.
    var launch = runs[slot].endLaunch()
    defer { if let launch { power.end(launch, at: now) } }
    if processes.launchEnd(app) == now || launch != nil { processes.endLaunch(app) }
    if runs[slot].isCold, terminatesForRegistration(item.app, at: now, &c) { return }
    if item.mechanism.isRequest, item.mechanism != .continued, registration == .missing {
      return terminate(item.app, .noHandler, at: now, &c)
    }
    let wasJoined = runs[slot].isJoined
    if runs[slot].isCold { note(.callback, app: item.app, nil, .didFinishLaunching, at: now) }
    if !wasJoined, !processes[app].isForeground {
      note(.callback, app: app, nil, .didEnterBackground, at: now)
    }
    note(.callback, app: app, nil, .eventDelivered, at: now)
    runs[slot].startHandler(at: now)
    if records.contains(.availability), item.isTraining {
      journal.availability.begin(item.number, stateOfCharge: power.stateOfCharge(at: now), at: now)
    }
    watchExemption(of: slot, at: now, &c)
    resumeUnfinishedWork(item.app, at: now, &c)
    resumeCode(app, at: now, &c)
    if runs[slot].isCold { code.post(.launched, to: app) }
    let limit =
      item.wakeSource.map { WakeRule.of($0).runtime(platform) } ?? platform.runtimeLimit(of: item.mechanism)
    // Of what may react to its expiry, the call comes so long before the limit; a push has no handler for it.
    let isWarned = item.mechanism == .refresh || item.mechanism.isProcessing
    let warning = platform.expiryWarns && isWarned ? platform.expiryGrace : .zero
    let granted = grant(item, limit: limit - warning)
    runs[slot].granted = granted
    if warning > .zero { runs[slot].killTime = now + granted + warning }
    let saved = savedShare(item)
    note(
      .handlerStarted, app: item.app, item.mechanism, item: item.number, identifier: item.identifier,
      value: item.mechanism == .continued ? 0 : granted.seconds, at: now, [.number(.workDone, saved)])
    if item.mechanism == .continued, journal.log.keepsRecords {
      journal.log.attach([.flag(.gpu, usesGPU(item))])
    }
    journal.endGap(since: history.startRun(app, at: now), app, at: now)
    if item.mechanism == .push {
      journal.items.endPushLaunch(app)
      deliver(item.app, item.number, .launch, latency: now - item.sent, at: now, &c)
    }
    if item.wakeSource == .voip, let push = item.call.flatMap({ server[$0] }) {
      deliver(push, processes[app].isForeground ? .foreground : wasJoined ? .joined : .launch, at: now, &c)
    }
    if item.wakeSource == .significantChange { beginSignificantChangeAssertion(item.app, at: now, &c) }
    if !wasJoined { note(.callback, app: app, nil, .snapshot, at: now) }
    let isCode = code.contains(app)
    if isCode { startCode(slot) }
    deliverHeldPushes(item.app, .joined, at: now, &c)
    tellUntoldBatches(item.app, at: now, &c)
    if isDataProtected(item) {
      // DATA-1: the run fails at once, and needs the same work again.
      runs[slot].fail(.dataProtected)
    } else if !isCode {
      drawWork(slot)
    }
    submit(fromRunOf: item, .atStart, at: now, &c)
    if item.mechanism == .continued {
      if !isCode { startWork(slot, &launch, at: now, &c) }
      scheduleProgress(slot, at: now, &c)
      noteProgress(slot, at: now, &c)
      expireForHeat(at: now, &c)
      return
    }
    if completesEarly { return completeEarly(slot, at: now, &c) }
    let isPush = item.mechanism == .push
    let end = now + granted + (isPush && !platform.expiryWarns ? platform.expiryGrace : .zero)
    let isUnwarned = isPush || item.mechanism == .wake
    runs[slot].limitTimer.move(PhoneEvent(isUnwarned ? .grace : .limit, slot), to: end, .expiry, &c)
    // Code has its expiration handler once it has been told of its run.
    if isCode { return }
    startWork(slot, &launch, at: now, &c)
    expireUnlessFit(slot, at: now, &c)
  }

  /// REF-2: the grant of a refresh may be shorter.
  @inline(__always) private mutating func grant(_ item: WorkItem, limit: TimeSpan) -> TimeSpan {
    guard item.mechanism == .refresh, platform.shortGrantProbability > 0 else { return limit }
    var (place, ordinal) = (item.task ?? 0, item.task.map { history.runs(item.app, ofTask: $0) } ?? 0)
    if code.contains(item.app) {
      let name = journal.identifiers[item.identifier]
      place = specification(item.app)?.permittedIdentifiers.firstIndex(of: name) ?? 0
      ordinal = code.takeOrdinal(item.app, item.identifier)
    }
    let draws = RandomStream.firstUniforms(
      ofEvent: address(.shortGrant, app: item.app, index: place << 20 + ordinal))
    guard draws.first < platform.shortGrantProbability else { return limit }
    let shortest = platform.shortGrantMinimum.seconds
    return .seconds(shortest + (limit.seconds - shortest) * draws.second)
  }

  /// DATA-1: whether the run needs content that cannot be read now. Code asks for it by itself.
  private func isDataProtected(_ item: WorkItem) -> Bool {
    guard let app = specification(item.app), app.value.code == nil else { return false }
    switch item.task.flatMap({ app.taskTraits[$0].protection }) ?? app.protection {
    case .none: return false
    case .untilFirstUnlock: return !powerState.hasBeenUnlocked
    case .complete: return screen.isLocked
    }
  }

  /// CONT-5: without the hardware a task that is not refused runs without the GPU.
  private func usesGPU(_ item: WorkItem) -> Bool {
    guard let task = item.task, let specification = specification(item.app) else { return false }
    return specification.tasks[task].continued.usesGPU && platform.supportsBackgroundGPU
  }
}
