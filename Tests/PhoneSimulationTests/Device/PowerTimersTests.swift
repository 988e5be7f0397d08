import EventSimulation
import Testing

@testable import PhoneSimulation

@Suite("Timers of level and radio")
struct PowerTimersTests {
  private func drain(_ calendar: inout EventCalendar<PhoneEvent>) -> [UInt64] {
    var codes: [UInt64] = []
    while let next = calendar.popNext() { codes.append(next.event.code) }
    return codes
  }

  private let level = PhoneEvent.power(.levelCrossing).code
  private let radio = PhoneEvent.power(.radioTail).code

  @Test("at one instant the level comes before the radio, whichever moves last")
  func tie() {
    var calendar = EventCalendar<PhoneEvent>()
    var timers = PowerTimers()
    timers.move(level: .seconds(9), radio: .seconds(5), &calendar)
    timers.move(level: .seconds(5), radio: .seconds(5), &calendar)
    #expect(drain(&calendar) == [level, radio])
  }

  @Test("timers that stay where they are keep their place among other events")
  func unmoved() {
    var calendar = EventCalendar<PhoneEvent>()
    var timers = PowerTimers()
    timers.move(level: .seconds(5), radio: .distantFuture, &calendar)
    calendar.schedule(.timeline, at: .seconds(5), .crossing)
    timers.move(level: .seconds(5), radio: .distantFuture, &calendar)
    #expect(drain(&calendar) == [level, PhoneEvent.timeline.code])
  }

  @Test("the distant future takes a timer out; one that has fired is set anew")
  func clearing() {
    var calendar = EventCalendar<PhoneEvent>()
    var timers = PowerTimers()
    timers.move(level: .seconds(5), radio: .seconds(6), &calendar)
    timers.move(level: .seconds(5), radio: .distantFuture, &calendar)
    #expect(drain(&calendar) == [level])
    timers.levelFired()
    timers.move(level: .seconds(5), radio: .seconds(5), &calendar)
    #expect(drain(&calendar) == [level, radio])
  }
}
