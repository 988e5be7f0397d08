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

  private let level = PhoneEvent(.levelCrossing).code
  private let radio = PhoneEvent(.radioTail).code

  @Test("at one instant the level comes before the radio, whichever is set last")
  func tie() {
    var calendar = EventCalendar<PhoneEvent>()
    var timers = PowerTimers()
    timers.moveRadio(to: .seconds(5), &calendar)
    timers.setLevel(to: .seconds(5), &calendar)
    #expect(drain(&calendar) == [level, radio])
  }

  @Test("a radio that stays where it is keeps its place among other events")
  func unmoved() {
    var calendar = EventCalendar<PhoneEvent>()
    var timers = PowerTimers()
    timers.moveRadio(to: .seconds(5), &calendar)
    calendar.schedule(PhoneEvent(.timeline), at: .seconds(5), .crossing)
    timers.moveRadio(to: .seconds(5), &calendar)
    #expect(drain(&calendar) == [radio, PhoneEvent(.timeline).code])
  }

  @Test("the distant future takes the radio out; one that has fired is set anew")
  func clearing() {
    var calendar = EventCalendar<PhoneEvent>()
    var timers = PowerTimers()
    timers.moveRadio(to: .seconds(6), &calendar)
    timers.moveRadio(to: .distantFuture, &calendar)
    #expect(drain(&calendar) == [])
    timers.moveRadio(to: .seconds(6), &calendar)
    #expect(drain(&calendar) == [radio])
    timers.radioFired()
    timers.moveRadio(to: .seconds(6), &calendar)
    #expect(drain(&calendar) == [radio])
  }

  @Test("a level that is cleared does not come")
  func cleared() {
    var calendar = EventCalendar<PhoneEvent>()
    var timers = PowerTimers()
    timers.setLevel(to: .seconds(5), &calendar)
    timers.clearLevel(&calendar)
    timers.clearLevel(&calendar)
    #expect(drain(&calendar) == [])
    timers.setLevel(to: .seconds(7), &calendar)
    #expect(drain(&calendar) == [level])
    timers.setLevel(to: .seconds(7), &calendar)
    #expect(drain(&calendar) == [level])
  }
}
