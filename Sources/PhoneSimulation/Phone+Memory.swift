import AppLifecycle
import BackgroundExecution
import DeviceModel
import EventSimulation
import RandomStreams
import SchedulingPolicies
import Workload

/// Memory pressure as a state of the device: LIFE-6.
extension Phone {
  /// Pressure begins for a reason. Set by script or hazard it removes every suspended process; a heavy app in
  /// front takes each only with its probability.
  mutating func beginMemoryPressure(_ source: MemoryPressure, at now: Instant, _ c: inout Calendar) {
    if conditions.beginMemoryPressure(source) { memoryPressureChanged(at: now, &c) }
    guard source != .heavyApp else { return }
    for app in apps.indices where processes[app] == .suspended {
      terminate(app, .memoryPressure, at: now, &c)
    }
  }

  mutating func endMemoryPressure(_ source: MemoryPressure, at now: Instant, _ c: inout Calendar) {
    if conditions.endMemoryPressure(source) { memoryPressureChanged(at: now, &c) }
  }

  /// EXT-3: allowances that are counting follow the pressure.
  private mutating func memoryPressureChanged(at now: Instant, _ c: inout Calendar) {
    let isShort = conditions.isUnderMemoryPressure
    note(.memoryChanged, value: isShort ? 1 : 0, at: now, [.flag(.old, !isShort), .flag(.new, isShort)])
    for app in apps.indices where extraTime.openAssertions(app) > 0 {
      updateAllowance(app, at: now, &c)
    }
    if conditions.thermal < .serious { resourcePressureMayHaveChanged(from: !isShort, at: now, &c) }
  }

  // MARK: Episodes by hazard

  /// The next episode of pressure, if the study has any.
  mutating func schedulePressureEpisode(after now: Instant, _ c: inout Calendar) {
    let hazard = configuration.pressureHazard
    guard hazard > 0 else { return }
    stream.seek(event: address(.memoryPressure, index: conditions.takePressureEpisode()))
    let next = now + .hours(stream.exponential(mean: 1 / hazard))
    if next <= plan.end { c.schedule(.pressure(.begin), at: next, .environment) }
  }

  mutating func pressureEpisodeBegins(at now: Instant, _ c: inout Calendar) {
    beginMemoryPressure(.hazard, at: now, &c)
    let end = now + configuration.pressureLength
    c.schedule(.pressure(.end), at: end, .environment)
    schedulePressureEpisode(after: end, &c)
  }
}
