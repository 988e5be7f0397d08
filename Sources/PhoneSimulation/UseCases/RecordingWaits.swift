import BackgroundExecution
import EventSimulation
import SchedulingPolicies
import Workload

/// Records of the items that wait: why they wait, and since when.
extension Phone {
  /// Whether an item waits because the platform or because the policy says so.
  enum Blocker { case hard, soft }

  /// Sets what keeps an item waiting from now on; a `deferred` is written when its first reason changes.
  @inline(__always)
  mutating func block(
    _ slot: ItemSlot, by blocking: BlockingSet, _ blocker: Blocker, _ decision: Decision? = nil,
    at now: Instant
  ) {
    if gates.recordsReasons {
      record(blocking, of: slot, blocker, decision, at: now)
    } else {
      noteFirstReason(slot, of: blocking, at: now)
    }
  }

  /// The same where the first reason is all that anybody is going to see of it.
  @inline(__always)
  mutating func noteFirstReason(_ slot: ItemSlot, of blocking: BlockingSet, at now: Instant) {
    let word = LogWord(firstOf: blocking)
    guard word != requests[slot].lastReason else { return }
    requests[slot].lastReason = word
    note(.deferred, app: requests[slot].app, requests[slot].mechanism, word, at: now)
  }

  /// The same where all reasons are recorded.
  @inline(never)
  private mutating func record(
    _ blocking: BlockingSet, of slot: ItemSlot, _ blocker: Blocker, _ decision: Decision?, at now: Instant
  ) {
    if blocking != requests[slot].reasons {
      requests[slot].reasons = blocking
      requests[slot].seen.formUnion(blocking)
      let word = LogWord(firstOf: blocking)
      if word != requests[slot].lastReason {
        requests[slot].lastReason = word
        if journal.log.keepsRecords {
          keepDeferred(slot, by: blocking, blocker, decision, at: now)
        } else {
          note(.deferred, app: requests[slot].app, requests[slot].mechanism, word, at: now)
        }
      }
    }
    if journal.attempts.keepsShares { blame(blocking, slot, at: now) }
  }

  /// Writes down that an item waits for another reason than before.
  private mutating func keepDeferred(
    _ slot: ItemSlot, by blocking: BlockingSet, _ blocker: Blocker, _ decision: Decision?, at now: Instant
  ) {
    let word = requests[slot].lastReason
    let evidence = evidence(for: word, slot, decision)
    note(
      .deferred, app: requests[slot].app, requests[slot].mechanism, word, item: requests[slot].number,
      identifier: requests[slot].identifier, at: now,
      [.text(.all, blocking.names), .text(.enforcement, blocker == .hard ? "hard" : "soft")] + evidence)
  }

  /// Returns the evidence for a reason: the empty ledger, the device's before the app's, or the score of the moment.
  private func evidence(for word: LogWord, _ slot: ItemSlot, _ decision: Decision?) -> [LogField] {
    let app = requests[slot].app
    let mechanism = requests[slot].mechanism
    let credit = mechanism == .transferN || mechanism == .wake ? configuration.platform.relaxedOverdraft : 0
    func scope(_ device: BudgetLedger, _ app: BudgetLedger) -> [LogField] {
      if device.isSpent(credit: credit) { return [.text(.scope, "device")] }
      return app.isSpent(credit: credit) ? [.text(.scope, "app")] : []
    }
    switch word {
    case .energyBudget: return scope(budgets.energy, budgets.energy(of: app))
    case .dataBudget: return scope(budgets.cellular, budgets.cellular(of: app))
    case .score:
      return (decision?.score.map { [.number(.score, $0)] } ?? [])
        + (decision?.threshold.map { [.number(.threshold, $0)] } ?? [])
    default: return []
    }
  }

  /// Bills the time from here on to other reasons. What passed before the first evaluation of an item is
  /// billed to what that evaluation finds.
  private mutating func blame(_ blocking: BlockingSet, _ slot: ItemSlot, at now: Instant) {
    guard blocking != requests[slot].blocking else { return }
    if !requests[slot].blocking.isEmpty {
      journal.attempts.close(requests[slot], at: now)
      requests[slot].blockedSince = now
    }
    requests[slot].blocking = blocking
  }

  /// A phone that is off evaluates nothing: its items wait for a boot and the unlock after it.
  mutating func blamePowerOff(at now: Instant) {
    guard journal.attempts.keepsShares else { return }
    for slot in requests.slots { blame(BlockingSet(.firstUnlock), slot, at: now) }
    // Whatever the verdicts are then, they are recorded anew.
    gates.touchAll()
    decisions.forgetAnswer()
  }
}
