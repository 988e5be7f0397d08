import AppLifecycle
import BackgroundExecution
import EventSimulation
import RandomStreams
import Workload

/// Memory pressure takes processes, as a state of the device and by chance: LIFE-6.
extension Phone {
  /// At most so many processes stay in memory.
  mutating func evictOverLimit(at now: Instant, _ c: inout Calendar) {
    while processes.hasSurplus, let victim = processes.surplus {
      terminate(victim, .memoryPressure, at: now, &c)
    }
  }

  /// A heavy app in front may cost each suspended process its place.
  mutating func heavyAppInFront(at now: Instant, _ c: inout Calendar) {
    guard let front = screen.frontApp else { return }
    let ordinal = usage.ordinal(front)
    for app in apps.indices where processes[app] == .suspended {
      stream.seek(event: address(.memoryPressure, app: app, index: 1 << 24 + ordinal))
      if stream.bernoulli(configuration.platform.jetsamHeavyProbability) {
        terminate(app, .memoryPressure, at: now, &c)
      }
    }
  }

  /// Pressure begins for a reason. Set by script or hazard it removes every suspended process; a heavy app in
  /// front takes each only with its probability.
  mutating func beginMemoryPressure(_ source: MemoryPressure, at now: Instant, _ c: inout Calendar) {
    if conditions.beginMemoryPressure(source) { memoryPressureChanged(at: now, &c) }
    guard source != .heavyApp else { return }
    for app in apps.indices where processes[app] == .suspended {
      terminate(app, .memoryPressure, at: now, &c)
    }
  }

  // MARK: Episodes and chances

  /// The next episode of pressure, if the study has any.
  mutating func schedulePressureEpisode(after now: Instant, _ c: inout Calendar) {
    let hazard = configuration.pressureHazard
    guard hazard > 0 else { return }
    stream.seek(event: address(.memoryPressure, index: conditions.takePressureEpisode()))
    let next = now + .hours(stream.exponential(mean: 1 / hazard))
    if next <= plan.end { c.schedule(.pressureBegin, at: next, .environment) }
  }

  mutating func pressureEpisodeBegins(at now: Instant, _ c: inout Calendar) {
    beginMemoryPressure(.hazard, at: now, &c)
    let end = now + configuration.pressureLength
    c.schedule(.pressureEnd, at: end, .environment)
    schedulePressureEpisode(after: end, &c)
  }

  /// LIFE-6: chances come from outside as a Poisson process, so that every policy meets the same ones.
  mutating func scheduleMemoryPressure(_ app: AppIndex, after now: Instant, _ c: inout Calendar) {
    let hazard = configuration.platform.jetsamHazardPerHour
    guard hazard > 0 else { return }
    stream.seek(event: address(.memoryPressure, app: app, index: processes.takeMemoryPressureChance(app)))
    let next = now + .hours(stream.exponential(mean: 1 / hazard))
    if next <= plan.end { c.schedule(.app(.memoryPressure, app), at: next, .environment) }
  }
}
