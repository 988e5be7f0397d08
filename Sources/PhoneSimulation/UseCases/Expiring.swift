import BackgroundExecution
import EventSimulation
import SchedulingPolicies
import Workload

/// The system or the user asks a run to stop: REF-3, PROC-2, PROC-3, BAD-3 to BAD-5, CONT-8, GATE-9.
extension Phone {
  /// REF-3 and BAD-3 to BAD-5: the system asks the run to stop.
  mutating func expire(_ slot: RunSlot, _ cause: LogWord, at now: Instant, _ c: inout Calendar) {
    let index = slot
    guard runs[index].phase == .working else { return }
    let item = runs[index].item
    guard let quality = specification(item.app)?.quality else { return }
    let isHandled = quality.learnsOfExpiry
    journal.record(.expired(cause), item, at: now, [.text(.handler, isHandled ? "set" : "none")])
    runs.expire(slot, cause, &c)
    guard isHandled else {
      keepProgress(index, at: now)
      complete(slot, success: false, at: now, &c)
      return
    }
    let grace = configuration.platform.expiryGrace
    guard let reaction = quality.expiryReaction, reaction <= grace else {
      // The work goes on; what ends within the grace may still complete.
      runs.ignoreExpiry(slot)
      runs.setLimit(slot, .grace, at: now + grace, .expiry, &c)
      return
    }
    // The handler stops the work at once, and reports it after its reaction if it reports at all.
    keepProgress(index, at: now)
    stopWork(slot, at: now, &c)
    let reports = quality.completions.contains(.expiry)
    runs.setLimit(
      slot, reports ? .reaction : .grace, at: now + (reports ? reaction : grace),
      reports ? .completion : .expiry, &c)
  }

  /// Processing runs expire when the user takes the phone or unplugs it: PROC-2, PROC-3.
  mutating func expireProcessing(_ cause: LogWord, at now: Instant, _ c: inout Calendar) {
    for slot in runs.slots
    where runs[slot].item.mechanism.isProcessing && runs[slot].phase == .working {
      if cause == .unplugged, !runs[slot].item.requiresExternalPower { continue }
      expire(slot, cause, at: now, &c)
    }
  }

  /// GATE-9: at the critical level nothing heavy goes on.
  @inline(__always)
  mutating func expireForHeat(at now: Instant, _ c: inout Calendar) {
    if conditions.thermal == .critical { expireHeavyRuns(at: now, &c) }
  }

  private mutating func expireHeavyRuns(at now: Instant, _ c: inout Calendar) {
    for slot in runs.slots
    where runs[slot].phase == .working
      && (runs[slot].item.mechanism.isProcessing || runs[slot].item.mechanism == .continued)
    {
      expire(slot, .thermalCritical, at: now, &c)
    }
  }

  /// CONT-8: the user stops a task in the system's own view.
  mutating func userCancels(
    _ app: AppIndex, identifier: IdentifierIndex, at now: Instant, _ c: inout Calendar
  ) {
    for slot in runs.openSlots(of: app)
    where runs[slot].item.identifier == identifier && runs[slot].item.mechanism == .continued {
      expire(slot, .userCancelled, at: now, &c)
    }
    if let slot = requests.request(of: app, identifier), requests[slot].mechanism == .continued {
      cancel(slot, .user, at: now)
    }
  }
}
