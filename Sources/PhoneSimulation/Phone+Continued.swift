import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import SchedulingPolicies
import Workload

/// Continued processing: work that the user starts and sees, and that outlives the foreground. Chapter CONT.
extension Phone {
  mutating func handleContinued(
    _ event: PhoneEvent.Continued, _ slot: RunSlot, at now: Instant, _ c: inout Calendar
  ) {
    switch event {
    case .progress: reportProgress(slot, at: now, &c)
    case .stall:
      runs[slot].continued.stallTimer = nil
      expire(slot, .stalled, at: now, &c)
    }
  }

  /// The user starts a task during a visit; an act of a visit that was broken off does not happen in the next one.
  mutating func userStarts(_ app: AppIndex, _ task: Int32, at now: Instant, _ c: inout Calendar) {
    let delay = specification(app)?.tasks[Int(task)].continued.startsAfterOpen ?? .zero
    if screen.frontApp == app, usage.visitStart(app) + delay == now { submitTask(app, task, at: now, &c) }
  }

  /// The user's acts of a visit: each continued task that the study ties to opens.
  mutating func planContinuedTasks(_ app: AppIndex, at now: Instant, _ c: inout Calendar) {
    guard let specification = specification(app) else { return }
    usage.beginVisit(app, at: now)
    for (task, description) in specification.tasks.enumerated() {
      guard description.mechanism == .continued, let delay = description.continued.startsAfterOpen else {
        continue
      }
      c.schedule(.userStart(app, task: UInt8(truncatingIfNeeded: task)), at: now + delay, .userAction)
    }
  }

  /// CONT-4: whether a new submission could run at once. Those that wait already come first.
  func hasContinuedSlot(beside identifier: IdentifierIndex, of app: AppIndex, at now: Instant) -> Bool {
    let own = requests.request(of: app, identifier)
    let isOwnWaiting = own.map { requests[$0].mechanism == .continued } ?? false
    let waiting = requests.continuedCount - (isOwnWaiting ? 1 : 0)
    return runs.continuedSlotsTaken + waiting < configuration.platform.continuedConcurrency
  }

  /// CONT-3: with a slot free the task starts within the submission itself, whatever its floor.
  mutating func startContinuedIfFree(_ slot: ItemSlot, at now: Instant, _ c: inout Calendar) {
    guard requests.continuedCount == 1, verdict(of: slot, gateState(at: now)).hard.isEmpty else { return }
    launch(slot, at: now, &c)
  }

  /// The task begins to report; without reports it stalls.
  mutating func beginContinued(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    runs[index].continued.lastProgress = now
    scheduleProgress(slot, at: now, &c)
    watchForStall(slot, at: now, &c)
  }

  private mutating func scheduleProgress(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    guard let interval = specification(runs[slot].item.app)?.quality.progressInterval, interval > .zero
    else { return }
    let timer = c.schedule(.continued(.progress, slot), at: now + interval, .completion)
    runs[slot].continued.progressTimer = timer
  }

  private mutating func reportProgress(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    runs[index].continued.progressTimer = nil
    guard runs[index].phase == .working else { return }
    guard makesProgress(runs[index], at: now) else {
      scheduleProgress(slot, at: now, &c)
      return
    }
    runs[index].continued.lastProgress = now
    let item = runs[index].item
    note(
      .progress, app: item.app, .continued, item: item.number, identifier: item.identifier,
      value: fractionDone(of: runs[index], at: now), at: now)
    scheduleProgress(slot, at: now, &c)
    watchForStall(slot, at: now, &c)
  }

  /// Without a path there is nothing to report once the processor is done.
  private func makesProgress(_ run: Run, at now: Instant) -> Bool {
    guard run.isStalled, let end = run.processorEnd else { return true }
    return now <= end
  }

  /// The share of the planned length that has passed.
  private func fractionDone(of run: Run, at now: Instant) -> Double {
    guard let started = run.handlerStarted else { return 0 }
    let end = max(run.processorEnd ?? started, run.transferEnd ?? started) + run.work.wait
    return end > started ? min(1, (now - started) / (end - started)) : 1
  }

  /// CONT-6: how long a task may be silent depends on the pressure on the device.
  private mutating func watchForStall(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    let timeout =
      conditions.isUnderResourcePressure
      ? configuration.platform.continuedStallTimeoutPressure : configuration.platform.continuedStallTimeout
    let end = max(now, runs[index].continued.lastProgress + timeout)
    Self.moveTimer(&runs[index].continued.stallTimer, .continued(.stall, slot), to: end, .expiry, &c)
  }

  /// CONT-6 and CONT-7: pressure shortens the patience with silent tasks, and its onset costs one of them its
  /// life where no slot is free.
  mutating func resourcePressureMayHaveChanged(from before: Bool, at now: Instant, _ c: inout Calendar) {
    let isPressed = conditions.isUnderResourcePressure
    guard isPressed != before else { return }
    for slot in runs.slots where runs[slot].item.mechanism == .continued && runs[slot].phase == .working {
      watchForStall(slot, at: now, &c)
    }
    guard isPressed, runs.continuedSlotsTaken >= configuration.platform.continuedConcurrency
    else { return }
    let victims = runs.slots.filter {
      runs[$0].item.mechanism == .continued && runs[$0].phase == .working
    }
    let victim = victims.min { a, b in
      let (left, right) = (runs[a].continued.lastProgress, runs[b].continued.lastProgress)
      if left != right { return left < right }
      return fractionDone(of: runs[a], at: now) < fractionDone(of: runs[b], at: now)
    }
    if let victim { endUnderPressure(victim, at: now, &c) }
  }

  /// The task ends, not its process, which may have another one and is suspended where it has nothing to do.
  private mutating func endUnderPressure(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    let item = runs[index].item
    keepProgress(index, at: now)
    stopWork(slot, at: now, &c)
    journal.record(
      .killed(.terminated, .resourcePressure), item, at: now, [.text(.runs, "\(item.number.rawValue)")])
    runs[index].outcome = .killed
    runs[index].reason = .resourcePressure
    runEnds(slot, success: false, at: now)
    afterRun(slot, at: now, &c)
    requestDecision(at: now, &c)
  }

  /// CONT-8: the user stops a task in the system's own view.
  mutating func userCancels(
    _ app: AppIndex, identifier: IdentifierIndex, at now: Instant, _ c: inout Calendar
  ) {
    for slot in runs.slots
    where runs[slot].item.app == app && runs[slot].item.identifier == identifier
      && runs[slot].item.mechanism == .continued
    {
      expire(slot, .userCancelled, at: now, &c)
    }
    if let slot = requests.request(of: app, identifier), requests[slot].mechanism == .continued {
      cancel(slot, .user, at: now)
    }
  }

  /// CONT-9: with the app its queued tasks go, without any callback; those that run end with its process.
  mutating func cancelContinued(_ app: AppIndex, at now: Instant) {
    for slot in requests.slots(of: app) where requests[slot].mechanism == .continued {
      cancel(slot, .appRemoved, at: now)
    }
  }

  /// GATE-9: at the critical level nothing heavy goes on.
  mutating func expireForHeat(at now: Instant, _ c: inout Calendar) {
    guard conditions.thermal == .critical else { return }
    for slot in runs.slots
    where runs[slot].phase == .working
      && (runs[slot].item.mechanism.isProcessing || runs[slot].item.mechanism == .continued)
    {
      expire(slot, .thermalCritical, at: now, &c)
    }
  }
}

/// The reports of a continued task.
struct ContinuedProgress {
  var lastProgress: Instant = .zero
  var progressTimer: EventHandle?
  var stallTimer: EventHandle?
}
