import BackgroundExecution
import EventSimulation

/// The facts of the device that settings, surroundings and the clock decide, as they were read last.
///
/// They hold until something that they are read from is marked as changed, the device begins or ceases to be idle, or the
/// clock alone changes one of them.
struct StandingFacts {
  private(set) var facts: DeviceFacts = []
  /// Since when the device was idle at the last reading.
  private var idleSince = OptionalInstant()
  /// From when on they are to be read again.
  private var end: Instant = .zero

  @inline(__always)
  mutating func markChanged() { end = .zero }

  @inline(__always)
  func hold(at now: Instant, idleSince: OptionalInstant) -> Bool {
    now < end && idleSince == self.idleSince
  }

  mutating func set(_ facts: DeviceFacts, idleSince: OptionalInstant, until end: Instant) {
    self.facts = facts
    self.idleSince = idleSince
    self.end = end
  }
}
