import EventSimulation

/// Whether the device is on, off or booting, how long it has been off, and what a boot leaves behind.
struct PowerState {
  private enum Phase { case on, off, booting }

  private var phase = Phase.on
  /// Since when the device is off, as far as the time is not counted yet.
  private var uncountedSince: Instant?
  private var deadToday: TimeSpan = .zero
  /// Until when discretionary work waits after a boot.
  private(set) var bootHoldEnd: Instant = .zero
  /// Whether the user has unlocked the device since the last boot.
  private(set) var hasBeenUnlocked = true

  /// Whether the device is off; it is until a boot is done.
  @inline(__always)
  var isOff: Bool { phase != .on }

  var isBooting: Bool { phase == .booting }

  mutating func turnOff(at now: Instant) {
    phase = .off
    uncountedSince = now
  }

  /// Begins to boot.
  ///
  /// - Returns: Whether a boot begins: only a device that is off and not booting yet can.
  mutating func startBoot() -> Bool {
    guard phase == .off else { return false }
    phase = .booting
    return true
  }

  /// The device is on again.
  ///
  /// - Returns: The time off that had not been counted; nil if the device was on.
  mutating func turnOn(at now: Instant) -> DeadTime? {
    let dead = countDeadTime(until: now)
    phase = .on
    uncountedSince = nil
    return dead
  }

  /// LIFE-7: after a boot the device waits for its first unlock, and discretionary work for some time.
  ///
  /// - Returns: The end of that time.
  mutating func restart(at now: Instant, hold: TimeSpan) -> Instant {
    hasBeenUnlocked = false
    bootHoldEnd = now + hold
    return bootHoldEnd
  }

  /// The user unlocks the device.
  mutating func unlock() { hasBeenUnlocked = true }

  /// Adds time off to the day.
  ///
  /// - Returns: The time off that had not been counted; nil if the device is on.
  mutating func countDeadTime(until now: Instant) -> DeadTime? {
    guard let since = uncountedSince else { return nil }
    deadToday += now - since
    uncountedSince = now
    return DeadTime(start: since, end: now)
  }

  /// Starts a new day.
  ///
  /// - Returns: The counted time off of the day that ends.
  mutating func endDay() -> TimeSpan {
    defer { deadToday = .zero }
    return deadToday
  }
}

/// A stretch of time for which the device was off.
struct DeadTime: Equatable {
  var start, end: Instant

  /// The part of it after an instant.
  func length(after instant: Instant) -> TimeSpan { end > instant ? end - max(start, instant) : .zero }
}
