import AppLifecycle
import BackgroundExecution
import EventSimulation
import Workload

/// The reports of a continued task, and the patience with a silent one: CONT-6.
extension Phone {
  /// The task begins to report; without reports it stalls.
  mutating func beginContinued(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    scheduleProgress(slot, at: now, &c)
    noteProgress(slot, at: now, &c)
  }

  /// The task makes progress: it begins, reports, or has done its work, after which it has nothing to report.
  mutating func noteProgress(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    runs.noteProgress(slot, at: now)
    watchForStall(slot, at: now, &c)
  }

  mutating func reportProgress(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let index = slot
    runs.progressFired(slot)
    guard runs[index].phase == .working, runs[index].workEnded == nil else { return }
    scheduleProgress(slot, at: now, &c)
    guard makesProgress(runs[index], at: now) else { return }
    let item = runs[index].item
    note(
      .progress, app: item.app, .continued, item: item.number, identifier: item.identifier,
      value: workDone(slot, at: now), at: now)
    noteProgress(slot, at: now, &c)
  }

  private mutating func scheduleProgress(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    guard let interval = specification(runs[slot].item.app)?.quality.progressInterval, interval > .zero
    else { return }
    runs.scheduleProgress(slot, at: now + interval, &c)
  }

  /// CONT-6: how long a task may be silent depends on the pressure on the device.
  mutating func watchForStall(_ slot: RunSlot, at now: Instant, _ c: inout Calendar) {
    let timeout =
      conditions.isUnderResourcePressure
      ? configuration.platform.continuedStallTimeoutPressure : configuration.platform.continuedStallTimeout
    let end = max(now, runs[slot].continued.lastProgress + timeout)
    runs.scheduleStall(slot, at: end, &c)
  }

  /// Without a path there is nothing to report once the processor is done. The bytes of a session are moved by another
  /// process, of which the app hears only while it is in front.
  private func makesProgress(_ run: Run, at now: Instant) -> Bool {
    let app = run.item.app
    if let session = run.item.task.flatMap({ specification(app)?.taskTraits[$0].progressSession }) {
      return processes[app].isForeground
        && transfers.hasMoved(app, session: session, since: run.continued.lastProgress)
    }
    guard run.isStalled, let end = run.processorEnd else { return true }
    return now <= end
  }
}
