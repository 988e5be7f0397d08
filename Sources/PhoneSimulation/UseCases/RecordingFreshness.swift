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
  ///
  /// It comes after ``followReach(at:)``, which has read the conditions of the device.
  mutating func recordGates(at now: Instant) {
    while let change = appGates.takeChanged() {
      invalidateGates(of: change.app, showsAhead: change.showsAhead)
    }
    let platform = platform
    let conditions = platform.forcesFetchGatesOnly ? reach.device : nil
    if let conditions, freshnessRecords.isCurrent(conditions, at: now), !records.contains(.gateCheck) {
      return
    }
    var device = gateState(at: now)
    (device.refreshSlotsTaken, device.processingSlotsTaken, device.continuedSlotsTaken) = (0, 0, 0)
    let isStopped = powerState.isOff || isSimulator
    let inputs = FreshnessRecords.DeviceInputs(
      facts: platform.facts(device), isStopped: isStopped)
    guard freshnessRecords.read(inputs, conditions, at: now) else { return }
    // Without closures: they would copy the phone.
    for index in freshnessRecords.indices where freshnessRecords.isStale(at: index, now) {
      let state = gateState(ofApp: freshnessRecords.app(at: index), at: now)
      var isOpen = false
      var until = Instant.distantFuture
      for place in freshnessRecords.items(at: index) where !isStopped {
        let item = freshnessRecords.item(at: place)
        var hard = platform.verdict(item, state, device).hard
        if let whatIf, whatIf.item == nil { hard.subtract(whatIf.lifted) }
        if hard.isEmpty { isOpen = true }
        until = min(until, platform.gates(item, state, at: now).until)
      }
      freshnessRecords.setOpen(at: index, isOpen, until: until, now)
    }
    freshnessRecords.settle()
  }

  /// Closes the records at the horizon and hands them over.
  mutating func finishFreshnessRecords(at end: Instant) {
    for (app, record) in freshnessRecords.finish(at: end) {
      journal.apps[app].freshness = record
    }
  }
}
