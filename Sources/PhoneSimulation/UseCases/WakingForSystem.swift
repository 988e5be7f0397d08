import DeviceModel
import EventSimulation

/// Wakes of the system itself: work that no app has asked for, on whose wakes others can ride.
extension Phone {
  static let systemPayer = EnergyPayer(app: -1, cause: .system)

  /// The system has work of its own. A phone that is awake already does the work all the same; one that is off does
  /// not. Where the power comes from a trace's readings, they contain the work, and only the chance to ride remains.
  @inline(__always)
  mutating func systemWakes(for length: TimeSpan, bytes: Int64, at now: Instant, _ c: inout Calendar) {
    guard !powerState.isOff else { return }
    if drawsSessionPower {
      let work = Int64(nearest: Double(configuration.systemLoad) * length.seconds * 1000)
      power.holdAwake(
        until: now + length, payer: Self.systemPayer, work: countWakeUp(at: now) + work, at: now)
      if bytes > 0 { moveBytes(bytes, payer: Self.systemPayer, at: now) }
    }
    systemWork.wake(until: now + length)
    if policy.decidesAtLaunches { requestDecision(at: now, &c) }
  }
}
