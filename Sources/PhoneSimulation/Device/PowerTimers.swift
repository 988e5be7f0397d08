import EventSimulation

/// The two timers that follow the present powers: the next level that the battery meets, and the next end of a
/// radio tail.
struct PowerTimers {
  private var level = PhoneTimer()
  private var levelTime: Instant = .distantFuture
  private var radio = PhoneTimer()
  private var radioTime: Instant = .distantFuture

  /// Moves both timers to where the present powers put them; the distant future clears a timer.
  ///
  /// At one instant the level comes before the radio.
  @inline(__always)
  mutating func move(
    level nextLevel: Instant, radio nextRadio: Instant, _ calendar: inout EventCalendar<PhoneEvent>
  ) {
    var isTied = false
    if nextLevel != levelTime {
      level.move(.power(.levelCrossing), to: nextLevel, .crossing, &calendar)
      levelTime = nextLevel
      isTied = nextRadio == nextLevel && nextRadio != .distantFuture
    }
    if nextRadio != radioTime || isTied {
      radio.move(.power(.radioTail), to: nextRadio, .crossing, &calendar)
      radioTime = nextRadio
    }
  }

  /// The battery has met a level.
  mutating func levelFired() {
    level.fired()
    levelTime = .distantFuture
  }

  /// A radio tail has ended.
  mutating func radioFired() {
    radio.fired()
    radioTime = .distantFuture
  }
}
