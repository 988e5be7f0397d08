import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// From the start of an item to the launch of its app: rule LIFE-1.
extension Phone {
  /// Starts an item: it leaves the pending set, its app is brought into the background, and a run begins.
  mutating func launch(_ pending: ItemSlot, at now: Instant, _ c: inout Calendar) {
    let item = requests[pending]
    remove(pending)
    if item.mechanism.isTransfer { return launchTransfer(item, at: now, &c) }
    let app = item.app
    let payer = payer(of: item)
    let account = power.openAccount()
    let usesBattery = !charging.isPlugged

    let kind: LogWord
    let start: Instant
    let holder: HolderID
    var processor: ClaimID?
    if let end = processes.launchEnd(app) {
      (kind, start) = (.joined, end)
      holder = holdAwake(payer, account: account, at: now)
    } else if processes[app].isExecuting {
      (kind, start) = (.joined, now)
      holder = holdAwake(payer, account: account, at: now)
    } else {
      let isCold = processes[app] == .notRunning
      kind = isCold ? .cold : .resume
      start = now + (isCold ? platform.coldLaunchTime : platform.resumeTime)
      processes.beginLaunch(app, until: start)
      (holder, processor) = holdAwake(
        payer, account: account, drawing: .processor, microwatts: configuration.efficiencyCore.microwatts,
        at: now)
    }
    decisionClock.noteLaunch(item.app, item.identifier, at: now)
    let delay = item.mechanism == .wake ? raiseResumeDelay(item.app, at: now) : nil
    journal.record(
      .launched(kind), item, value: (now - item.submitted).seconds, at: now,
      [.flag(.synthetic, item.isSynthetic), .text(.reasonsSeen, item.seen.names)]
        + (delay.map { [.span(.delay, $0)] } ?? []))
    cancelSuspension(item.app, at: now, &c)
    setProcess(item.app, .background, at: now)
    processes.beginRun(app)
    invalidateGates(of: app, item.identifier)
    if extraTime.openAssertions(app) > 0 { updateAllowance(item.app, at: now, &c) }
    if !item.isSynthetic { startClocks(item, at: now, &c) }
    evictOverLimit(at: now, &c)

    // The run is made where it is kept, last of all: it is large, and a launch within this one may come before it.
    var startTimer = PhoneTimer()
    startTimer.move(.run(.handlerStart, slot: runs.nextSlot), to: start, .completion, &c)
    runs.add(
      Run(
        item: item, isCold: kind == .cold, isJoined: kind == .joined, launched: now, usesBattery: usesBattery,
        account: account, payer: payer, holder: holder, processor: processor, startTimer: startTimer))
    policy.runStarted(item.number)
    // Within a decision point the policy has asked for this launch or is about to see it.
    if policy.decidesAtLaunches, decisionClock.lastDecision != now { requestDecision(at: now, &c) }
  }

  /// RATE-1 to RATE-3: every launch of an opportunistic item starts its clock.
  @inline(__always)
  private mutating func startClocks(_ item: WorkItem, at now: Instant, _ c: inout Calendar) {
    guard item.mechanism.isOpportunistic, item.mechanism != .transferD else { return }
    let app = item.app
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
}
