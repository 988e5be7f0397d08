import BackgroundExecution
import DeviceModel
import EventSimulation
import Workload

/// The progress of a run, and the part of its work that the next run need not do again: BAD-9.
///
/// A run works while its processor or its bytes go on and while it waits for its servers afterwards; it does not
/// while its bytes stand still for lack of a path. Checkpoints count that time, not the clock.
extension Phone {
  /// The length of a piece of work where nothing hinders it: processor or bytes over Wi-Fi, whichever takes longer,
  /// then waiting; or where bytes come before and after the wait, processor or all of these. It weighs the parts of the work against each other, whatever the path is.
  @inline(__always) func length(of work: Work) -> TimeSpan {
    let bytes =
      Double(work.bytesUp) * 8 / configuration.device.wifi.upRate
      + Double(work.bytesDown) * 8 / configuration.device.wifi.downRate
    let longest = Double(TimeSpan.days(100_000).microseconds)
    let moving = TimeSpan.microseconds(Int64(min(bytes.rounded(.up), longest)))
    return configuration.bytesComeFirst
      ? max(work.processorLength, moving) + work.wait : max(work.processorLength, moving + work.wait)
  }

  func shareDone(left: Work) -> Double {
    left.length > .zero ? min(1, max(0, 1 - length(of: left) / left.length)) : 1
  }

  func workDone(_ slot: RunSlot, at now: Instant) -> Double {
    guard runs[slot].work.length > .zero, runs[slot].handlerStarted != nil else { return 0 }
    return shareDone(left: workLeft(of: slot, after: runs[slot].timeWorked(at: now), at: now))
  }

  /// BAD-9: what checkpoints have saved need not be done again, however the run ends. A push run has none.
  mutating func keepProgress(_ index: RunSlot, at now: Instant) {
    let item = runs[index].item
    guard runs[index].doneShare == nil, runs[index].handlerStarted != nil else { return }
    runs[index].doneShare = workDone(index, at: now)
    guard let task = item.task, runs[index].work.length > .zero,
      let interval = specification(item.app)?.quality.checkpointInterval, interval > .zero
    else { return }
    let worked = runs[index].timeWorked(at: now)
    let saved = interval * (worked.microseconds / interval.microseconds)
    // The progress that earlier runs have saved stays saved.
    guard saved > .zero || shareDone(left: runs[index].work) > 0 else { return }
    let left = workLeft(of: index, after: saved, at: now)
    let share = shareDone(left: left)
    history.carry(left, item.app, task: task)
    note(
      .progress, app: item.app, item.mechanism, item: item.number, identifier: item.identifier,
      value: share, at: now, [.number(.workDone, share)])
  }

  @inline(__always) func savedShare(_ item: WorkItem) -> Double {
    guard let task = item.task, let left = history.carriedWork(item.app, task: task) else { return 0 }
    return shareDone(left: left)
  }

  private func workLeft(of slot: RunSlot, after worked: TimeSpan, at now: Instant) -> Work {
    var left = runs[slot].work
    left.compute(for: worked)
    (left.bytesUp, left.bytesDown) = runs.bytesLeft(slot, after: worked)
    if runs[slot].isStaged {
      if let from = runs[slot].waitFrom { left.wait -= min(left.wait, max(.zero, worked - from)) }
      return left
    }
    // The servers are asked once processor and bytes are done.
    if runs[slot].pendingUp + runs[slot].pendingDown == 0 || runs[slot].transfer != nil {
      left.wait -= min(left.wait, max(.zero, worked - runs[slot].timeBusy(at: now)))
    }
    return left
  }

  // MARK: Reports of a continued task, and the patience with a silent one: CONT-6

  mutating func noteProgress(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    runs[slot].lastProgress = now
    watchForStall(slot, at: now, &c)
  }

  mutating func reportProgress(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    guard runs[slot].phase == .working, runs[slot].workEnded == nil else { return }
    scheduleProgress(slot, at: now, &c)
    if makesProgress(runs[slot], at: now) { report(workDone(slot, at: now), of: slot, at: now, &c) }
  }

  mutating func report(_ share: Double, of slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let item = runs[slot].item
    note(
      .progress, app: item.app, .continued, item: item.number, identifier: item.identifier, value: share,
      at: now)
    noteProgress(slot, at: now, &c)
  }

  mutating func scheduleProgress(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    guard let interval = specification(runs[slot].item.app)?.quality.progressInterval, interval > .zero
    else { return }
    runs[slot].progressTimer.move(PhoneEvent(.progress, slot), to: now + interval, .completion, &c)
  }

  /// CONT-6: how long a task may be silent depends on the pressure on the device.
  mutating func watchForStall(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let timeout =
      conditions.isUnderResourcePressure
      ? platform.continuedStallTimeoutPressure : platform.continuedStallTimeout
    let end = max(now, runs[slot].lastProgress + timeout)
    runs[slot].stallTimer.move(PhoneEvent(.stall, slot), to: end, .expiry, &c)
  }

  /// Without a path there is nothing to report once the processor is done. The bytes of a session are moved by another
  /// process, of which the app hears only while it is in front.
  private func makesProgress(_ run: Run, at now: Instant) -> Bool {
    let app = run.item.app
    if let session = run.item.task.flatMap({ specification(app)?.taskTraits[$0].progressSession }) {
      return processes[app].isForeground && transfers.hasMoved(app, session: session, since: run.lastProgress)
    }
    guard run.isStalled, let end = run.processorEnd else { return true }
    return now <= end
  }
}
