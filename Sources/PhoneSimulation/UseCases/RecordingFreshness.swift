import BackgroundExecution
import EventSimulation
import Workload

/// Records for a bound on fetch schedules; they change nothing in the run.
extension Phone {
  /// Begins the records of the apps with content.
  mutating func beginFreshnessRecords(at now: Instant) {
    guard records.contains(.freshness) else { return }
    for app in apps.indices {
      guard let specification = specification(app), specification.content.process != .none else {
        continue
      }
      freshnessRecords.begin(
        app, fetchingBy: specification.fetchingItems, changes: freshness.changes(of: app))
    }
    recordGates(at: now)
  }

  /// Reads the hard gates of the recorded apps after an event, where something has changed that they depend on.
  mutating func recordGates(at now: Instant) {
    var device = gateState(at: now)
    (device.refreshSlotsTaken, device.processingSlotsTaken, device.continuedSlotsTaken) = (0, 0, 0)
    let facts = configuration.platform.facts(device)
    let isStopped = powerState.isOff || isSimulator
    // Without closures: they would copy the phone.
    for index in freshnessRecords.indices {
      let app = freshnessRecords.app(at: index)
      let state = gateState(ofApp: app, at: now)
      let inputs = FreshnessRecords.GateInputs(facts: facts, app: state, isStopped: isStopped)
      if freshnessRecords.hasRead(inputs, at: index, now) { continue }
      var isOpen = false
      var until = Instant.distantFuture
      for item in freshnessRecords.items(at: index) where !isStopped {
        var hard = configuration.platform.verdict(item, state, device).hard
        if let whatIf, whatIf.item == nil { hard.subtract(whatIf.lifted) }
        if hard.isEmpty { isOpen = true }
        until = min(until, configuration.platform.gates(item, state, at: now).until)
      }
      freshnessRecords.setOpen(at: index, isOpen, inputs, until: until, now)
    }
  }

  /// Closes the records at the horizon and hands them over.
  mutating func finishFreshnessRecords(at end: Instant) {
    for (app, record) in freshnessRecords.finish(at: end) {
      journal.observe(.freshness(record), app, at: end)
    }
  }
}
