import EventSimulation

/// The two timers that follow the present powers: the next level that the battery meets, and the end of radio tails.
///
/// The level's is in the calendar only where the battery meets something before the next event, so that mostly it
/// costs a comparison.
struct PowerTimers {
  private var level = PhoneTimer()
  private var radio = PhoneTimer()
  private var radioTime: Instant = .distantFuture

  /// Puts the end of tails to an instant; the distant future takes it out of the calendar.
  @inline(__always)
  mutating func moveRadio(to time: Instant, _ calendar: inout EventCalendar<PhoneEvent>) {
    guard time != radioTime else { return }
    radio.move(.power(.radioTail), to: time, .crossing, &calendar)
    radioTime = time
  }

  /// Takes the level out of the calendar.
  @inline(__always)
  mutating func clearLevel(_ calendar: inout EventCalendar<PhoneEvent>) {
    if level.isSet { level.cancel(&calendar) }
  }

  /// The battery meets a level before the next event. At one instant the level comes before the radio.
  mutating func setLevel(to time: Instant, _ calendar: inout EventCalendar<PhoneEvent>) {
    level.move(.power(.levelCrossing), to: time, .crossing, &calendar)
    if radioTime == time { radio.move(.power(.radioTail), to: time, .crossing, &calendar) }
  }

  /// The battery has met a level.
  mutating func levelFired() { level.fired() }

  /// Radio tails have ended.
  mutating func radioFired() {
    radio.fired()
    radioTime = .distantFuture
  }
}
