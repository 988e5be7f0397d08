import EventSimulation
import Workload

/// Questions about the open runs of an app.
extension RunTable {
  /// Whether a run of an app's identifier is open. It is inlined: a call would copy the whole table's head.
  @inline(__always)
  func isRunning(_ app: AppIndex, _ identifier: IdentifierIndex) -> Bool {
    var next = open.first(of: app)
    while let slot = next {
      if self[slot].item.identifier == identifier { return true }
      next = open.next(after: slot)
    }
    return false
  }

  /// Whether the processor works for an open run of an app, or launches it.
  @inline(__always) func hasProcessor(_ app: AppIndex) -> Bool {
    var next = open.first(of: app)
    while let slot = next {
      if self[slot].processor != nil { return true }
      next = open.next(after: slot)
    }
    return false
  }

  /// LIFE-5: the demand of an app's runs for the processor now, and how much of it is left; nil during a run that PROC-6
  /// exempts.
  @inline(__always)
  func processorDemand(of app: AppIndex, at now: Instant) -> ProcessorDemand? {
    var demand = ProcessorDemand()
    var next = open.first(of: app)
    while let slot = next {
      next = open.next(after: slot)
      guard self[slot].phase == .working || self[slot].phase == .expired else { continue }
      if self[slot].item.mechanism.isProcessing, self[slot].item.requiresExternalPower { return nil }
      if self[slot].processor != nil {
        demand.add(self[slot].work.share, until: self[slot].processorEnd ?? now, at: now)
      }
    }
    return demand
  }
}
