import BackgroundExecution
import DeviceModel
import EventSimulation
import SchedulingPolicies
import Workload

/// A check for tests: at every decision point all verdicts and candidates are computed anew and compared.
extension Phone {
  /// The state of the device with its charge as it is.
  mutating func exactGateState(at now: Instant) -> DeviceGateState {
    var state = gateState(at: now)
    state.stateOfCharge = power.stateOfCharge(at: now)
    return state
  }

  mutating func checkGates(_ device: DeviceGateState) {
    var expected: [Candidate] = []
    for slot in requests.slots {
      let verdict = verdict(of: slot, device)
      let kept = gates.verdict(of: slot)
      if !agree(kept, verdict, slot) {
        failCheck("item \(requests[slot].number.rawValue): kept \(kept), found \(verdict)", device)
      }
      if verdict.hard.isEmpty, requests[slot].mechanism.isOpportunistic {
        expected.append(candidate(slot, verdict))
      }
    }
    var kept = decisions.candidates.candidates
    if decisions.listIsBehind {
      kept = gates.candidates.map { candidate($0.slot, gates.verdict(of: $0.slot)) }
    }
    for index in kept.indices { kept[index].likelihood = 0 }
    if kept != expected { failCheck("candidates: kept \(kept), found \(expected)", device) }
  }

  /// Compares the visible part of a verdict: all of one that lets an item through, the hard part of one that does not, and before
  /// the earliest begin the first reason alone where no others are recorded.
  private func agree(_ kept: GateVerdict, _ verdict: GateVerdict, _ slot: ItemSlot) -> Bool {
    if verdict.hard.isEmpty { return kept == verdict }
    if kept.hard == verdict.hard { return true }
    return requests[slot].open > decisionClock.lastDecision && !journal.attempts.keepsShares
      && !journal.log.keepsRecords
      && kept.hard.first == verdict.hard.first
  }

  private mutating func failCheck(_ text: String, _ device: DeviceGateState) {
    fail(.stopped("the gates at \(device.now): \(text)"))
  }
}
