import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import Workload

/// The handler of a run starts: its grant, the events that it is given, and the start of its work.
extension Phone {
  /// The handler starts. The power of the launch, which is over, goes over into that of the work where this starts.
  mutating func startHandler(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    var launch: ClaimID?
    startHandler(slot, &launch, at: now, &c)
    if let launch { power.end(launch, at: now) }
  }

  /// - Parameter launch: Set to the claim of the launch, if it has one; nil again where the work goes on with it.
  @inline(__always)
  private mutating func startHandler(
    _ slot: RunSlot, _ launch: inout ClaimID?, at now: Instant, _ c: inout Calendar
  ) {
    let index = slot
    guard runs[index].phase == .launching else { return }
    let item = runs[index].item
    let app = item.app
    // Read at once for the steps below: held across their calls, the specification is counted as referenced.
    guard let registration = specification(app)?.quality.registration,
      let completesEarly = specification(app)?.quality.completesEarly
    else { return }
    launch = runs.endLaunch(slot)
    if processes.launchEnd(app) == now || launch != nil { processes.endLaunch(app) }
    if runs[index].isCold, strikesRegistration(item.app, at: now, &c) { return }
    if item.mechanism.isRequest, item.mechanism != .continued, registration == .missing {
      terminate(item.app, .noHandler, at: now, &c)
      return
    }
    let wasJoined = runs[index].isJoined
    if runs[index].isCold { note(.callback, app: item.app, nil, .didFinishLaunching, at: now) }
    let entersBackground = !wasJoined && !processes[app].isForeground
    if entersBackground {
      history.countBackgroundStart(app)
      noteCallback(.didEnterBackground, app, entersBackground, at: now)
    }
    noteCallback(.eventDelivered, app, entersBackground, at: now)
    runs.startHandler(slot, at: now)
    watchExemption(of: slot, at: now, &c)
    resumeLeftovers(item.app, at: now, &c)
    let limit =
      item.modeEvent == .voip
      ? configuration.voipReportTime : platform.runtimeLimit(of: item.mechanism)
    let granted = grant(item, limit: limit)
    runs.grant(slot, granted)
    let saved = savedShare(item)
    note(
      .handlerStarted, app: item.app, item.mechanism, item: item.number, identifier: item.identifier,
      value: item.mechanism == .continued ? 0 : granted.seconds, at: now, [.number(.workDone, saved)])
    if item.mechanism == .continued, journal.log.keepsRecords {
      journal.log.attach([.flag(.gpu, usesGPU(item))])
    }
    noteRunStart(app, at: now)
    if item.mechanism == .push {
      journal.items.endPushLaunch(app)
      deliver(item.app, item.number, .launch, latency: now - item.sent, at: now, &c)
    }
    if item.modeEvent == .voip { deliverCall(item, isJoined: wasJoined, at: now, &c) }
    if item.modeEvent == .significantChange { beginSignificantChangeAssertion(item.app, at: now, &c) }
    if !wasJoined { noteCallback(.snapshot, app, entersBackground, at: now) }
    deliverHeldPushes(item.app, .joined, at: now, &c)
    tellUntoldBatches(item.app, at: now, &c)
    drawWork(index)
    submit(fromRunOf: item, .atStart, at: now, &c)
    if item.mechanism == .continued {
      startWork(slot, &launch, at: now, &c)
      beginContinued(slot, at: now, &c)
      expireForHeat(at: now, &c)
      return
    }
    if completesEarly {
      completeEarly(slot, at: now, &c)
      return
    }
    let isPush = item.mechanism == .push
    let end = now + (isPush ? limit + platform.expiryGrace : granted)
    let isUnwarned = isPush || item.mechanism == .wake
    runs.setLimit(slot, isUnwarned ? .grace : .limit, at: end, .expiry, &c)
    startWork(slot, &launch, at: now, &c)
    // DBG-1: an injected launch passes the gates, heat excepted, which ends runs and not only starts.
    if item.mechanism.isProcessing, !item.isSynthetic, !processingConditionsHold(item) {
      expire(slot, screen.isIdle ? .unplugged : .deviceInUse, at: now, &c)
    }
    expireForHeat(at: now, &c)
  }

  /// Writes a callback at the start of a handler. Those of a start that brings the app into the background, as nearly all do,
  /// are counted by ``countStarts()``.
  @inline(__always)
  private mutating func noteCallback(
    _ word: LogWord, _ app: AppIndex, _ entersBackground: Bool, at now: Instant
  ) {
    if !entersBackground {
      note(.callback, app: app, nil, word, at: now)
    } else if journal.log.keepsRecords {
      journal.keep(.callback, app: app, word, value: 0, at: now, [])
    }
  }

  /// Counts the callbacks of all starts that have brought their app into the background, at the end.
  mutating func countStarts() {
    for app in apps.indices {
      journal.count(
        .callback, app, [.didEnterBackground, .eventDelivered, .snapshot],
        times: history.backgroundStarts(app))
    }
  }

  /// REF-2: the grant of a refresh may be shorter.
  @inline(__always)
  private func grant(_ item: WorkItem, limit: TimeSpan) -> TimeSpan {
    guard item.mechanism == .refresh, platform.shortGrantProbability > 0 else { return limit }
    let ordinal = item.task.map { history.runs(item.app, ofTask: $0) } ?? 0
    let draws = RandomStream.firstUniforms(
      ofEvent: address(.shortGrant, app: item.app, index: (item.task ?? 0) << 20 + ordinal))
    guard draws.first < platform.shortGrantProbability else { return limit }
    let shortest = platform.shortGrantMinimum.seconds
    return .seconds(shortest + (limit.seconds - shortest) * draws.second)
  }

  /// CONT-5: without the hardware a task runs without the GPU.
  private func usesGPU(_ item: WorkItem) -> Bool {
    guard let task = item.task, let specification = specification(item.app) else { return false }
    return specification.tasks[task].continued.usesGPU && platform.supportsBackgroundGPU
  }

  /// PROC-2 and PROC-3 at the start of the handler; unplugging ends no run without the power flag (PROC-4).
  private func processingConditionsHold(_ item: WorkItem) -> Bool {
    screen.isIdle && (charging.isPlugged || !item.requiresExternalPower)
  }

  /// The longest time without a run, for apps that are meant to run.
  @inline(__always)
  private mutating func noteRunStart(_ app: AppIndex, at now: Instant) {
    journal.endGap(since: history.startRun(app, at: now), app, at: now)
  }
}
