import BackgroundExecution
import Containers
import EventSimulation
import SchedulingPolicies
import Workload

/// The candidates while an answer of the policy lets all of them wait, whatever they are: then nobody looks at their list.
extension Phone {
  /// Notes which of the changed items are candidates, and records why they wait.
  mutating func letChangedWait(at now: Instant) {
    decisions.leaveListBehind()
    for index in gates.touched.keys.indices {
      let key = gates.touched.keys[index]
      guard gates.isCurrent(key) else { continue }
      let isCandidate = noteCandidate(key.slot)
      let verdict = gates.verdict(of: key.slot)
      if isCandidate {
        noteFirstReason(key.slot, of: decisions.reasonsWithoutDecision(deniedBy: verdict.soft), at: now)
      } else if !gates.isOpen(key.slot) {
        noteFirstReason(key.slot, of: verdict.hard, at: now)
      }
    }
  }

  /// Makes the list of candidates anew, and records the hard denials among the changed items.
  mutating func listCandidates(at now: Instant) {
    for index in gates.touched.keys.indices {
      let key = gates.touched.keys[index]
      guard gates.isCurrent(key), !noteCandidate(key.slot), !gates.isOpen(key.slot) else { continue }
      if !gates.recordsReasons { noteFirstReason(key.slot, of: gates.verdict(of: key.slot).hard, at: now) }
    }
    decisions.beginList()
    for key in gates.candidates {
      decisions.enter(key, candidate(key.slot, gates.verdict(of: key.slot)))
    }
  }

  /// Notes whether an item is a candidate.
  private mutating func noteCandidate(_ slot: ItemSlot) -> Bool {
    let isCandidate = gates.isOpen(slot) && requests[slot].mechanism.isOpportunistic
    _ = gates.setCandidate(slot, isCandidate)
    return isCandidate
  }
}
