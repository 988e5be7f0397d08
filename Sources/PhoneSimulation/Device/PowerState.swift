import DeviceModel
import EventSimulation

/// Whether the device is on, off or booting, how long it has been off, and what a boot leaves behind.
struct PowerState {
  private enum Phase { case on, off, booting }

  private var phase = Phase.on
  /// Since when the device is off, as far as the time is not counted yet.
  private var uncountedSince: Instant?
  private var deadToday: TimeSpan = .zero
  private(set) var bootHoldEnd: Instant = .zero
  private(set) var hasBeenUnlocked = true

  var isOff: Bool { phase != .on }
  var isBooting: Bool { phase == .booting }

  mutating func turnOff(at now: Instant) {
    phase = .off
    uncountedSince = now
  }

  mutating func startBoot() -> Bool {
    guard phase == .off else { return false }
    phase = .booting
    return true
  }

  mutating func turnOn(at now: Instant) -> Range<Instant>? {
    let dead = countDeadTime(until: now)
    phase = .on
    uncountedSince = nil
    return dead
  }

  /// LIFE-7: after a boot the device waits for its first unlock, and discretionary work until the returned instant.
  mutating func restart(at now: Instant, hold: TimeSpan) -> Instant {
    hasBeenUnlocked = false
    bootHoldEnd = now + hold
    return bootHoldEnd
  }

  mutating func unlock() { hasBeenUnlocked = true }

  mutating func countDeadTime(until now: Instant) -> Range<Instant>? {
    guard let since = uncountedSince else { return nil }
    deadToday += now - since
    uncountedSince = now
    return since..<now
  }

  mutating func endDay() -> TimeSpan {
    defer { deadToday = .zero }
    return deadToday
  }
}

/// The two timers that follow the present powers: the next level that the battery meets, and the end of radio tails.
///
/// The level's is in the calendar only where the battery meets something before the next event, so that mostly it
/// costs a comparison.
struct PowerTimers {
  private var level = PhoneTimer()
  private var radio = PhoneTimer()
  private var radioTime: Instant = .distantFuture

  @inline(__always) mutating func moveRadio(to time: Instant, _ calendar: inout PhoneCalendar) {
    guard time != radioTime else { return }
    radio.move(PhoneEvent(.radioTail), to: time, .crossing, &calendar)
    radioTime = time
  }

  @inline(__always) mutating func clearLevel(_ calendar: inout PhoneCalendar) {
    if level.isSet { level.cancel(&calendar) }
  }

  /// The battery meets a level before the next event. At one instant the level comes before the radio.
  mutating func setLevel(to time: Instant, _ calendar: inout PhoneCalendar) {
    level.move(PhoneEvent(.levelCrossing), to: time, .crossing, &calendar)
    if radioTime == time { radio.move(PhoneEvent(.radioTail), to: time, .crossing, &calendar) }
  }

  mutating func radioFired() { radioTime = .distantFuture }
}

/// The wake of the system itself that lasts longest, past or present.
struct SystemWork {
  private var end: Instant = .zero

  func isAwake(at now: Instant) -> Bool { now < end }
  mutating func wake(until end: Instant) { self.end = max(self.end, end) }
  mutating func cancel() { end = .zero }
}

/// The power that a real phone's readings give in place of the models of idle and use.
struct BaselinePower {
  private(set) var claim: ClaimID?
  private var watts = 0.0

  var microwatts: Int64 { Int64((min(PhonePower.greatestWatts, max(0, watts)) * 1e6).rounded()) }
  mutating func read(watts: Double) { self.watts = watts }
  mutating func begin(_ claim: ClaimID) { self.claim = claim }
}
