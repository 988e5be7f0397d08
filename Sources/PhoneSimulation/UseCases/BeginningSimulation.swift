import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import Workload

/// The state at the start, and the clocks of the device.
extension Phone {
  /// Starts the clocks of the device.
  mutating func begin(_ c: inout Calendar) {
    if plan.powerFromReadings { power.setIdleDrawn(false, at: .zero) }
    // First of its class at its instant, so that nothing of that instant is in the first window.
    c.schedule(.device(.warmUpEnd), at: plan.warmUpEnd, .completion)
    c.schedule(.device(.midnight), at: .day(1), .environment)
    let slots = Int64(configuration.platform.refillSlots)
    c.schedule(.device(.refill), at: .zero + .microseconds(TimeSpan.day.microseconds / slots), .refill)
    stream.seek(event: address(.evaluationOffset, index: 0))
    let interval = configuration.platform.evaluationInterval
    let offset = TimeSpan.seconds(interval.seconds * stream.uniform())
    c.schedule(.device(.periodicDecision), at: .zero + offset, .arrival)
    if let kind = plan.initial.charger { connect(kind, at: .zero, &c) }
    if power.remainingNanojoules(at: .zero) <= 0, !charging.isPlugged { powerOff(.powerOff, at: .zero, &c) }
    beginInUse(at: .zero, &c)
    for app in apps.indices where apps[app].isStudied {
      scheduleMemoryPressure(app, after: .zero, &c)
      submitMissingRequests(app, at: .zero, &c)
      registerRegions(app, at: .zero)
    }
    schedulePressureEpisode(after: .zero, &c)
    scheduleDecision(at: .zero + configuration.platform.idleDelay, &c)
    scheduleTimeline(&c)
    beginReach(at: .zero)
    beginFreshnessRecords(at: .zero)
    // No event precedes the first decision point.
    if decisionClock.isDue { c.schedule(.device(.decision), at: .zero, .decision) }
  }
}
