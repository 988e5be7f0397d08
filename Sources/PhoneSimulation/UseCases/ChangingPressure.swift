import BackgroundExecution
import EventSimulation
import SchedulingPolicies
import Workload

/// Pressure on memory and resources changes: allowances and silent tasks follow it. EXT-3, CONT-6 and CONT-7.
extension Phone {
  mutating func endMemoryPressure(_ source: MemoryPressure, at now: Instant, _ c: inout Calendar) {
    if conditions.endMemoryPressure(source) { memoryPressureChanged(at: now, &c) }
  }

  /// EXT-3: allowances that are counting follow the pressure.
  mutating func memoryPressureChanged(at now: Instant, _ c: inout Calendar) {
    let isShort = conditions.isUnderMemoryPressure
    note(.memoryChanged, value: isShort ? 1 : 0, at: now, [.flag(.old, !isShort), .flag(.new, isShort)])
    for app in apps.indices where extraTime.openAssertions(app) > 0 {
      updateAllowance(app, at: now, &c)
    }
    if conditions.thermal < .serious { resourcePressureMayHaveChanged(from: !isShort, at: now, &c) }
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
      return workDone(a, at: now) < workDone(b, at: now)
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
    runs.conclude(slot, .killed, .resourcePressure)
    runEnds(slot, success: false, at: now)
    afterRun(slot, at: now, &c)
    requestDecision(at: now, &c)
  }
}
