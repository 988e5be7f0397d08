import EventSimulation
import ModelParameters
import SchedulingPolicies
import TestSupport
import Testing

@Suite("The Doze clock")
struct DozeClockTests {
  private static func minute(_ minutes: Double) -> Instant { .zero + .minutes(minutes) }

  /// The next start as minutes, with the phone at rest since minute 0.
  private func next(_ minutes: Double, _ clock: DozeClock = DozeClock(ParameterSet())) -> Double {
    clock.nextStart(at: Self.minute(minutes)).seconds / 60
  }

  @Test("AND-6 light Doze after 4 min: pauses of 5, 10, 15, 15 min, windows of 1, 2, 4, 5 min")
  func light() {
    #expect(next(0) == 0)
    #expect(next(3.9) == 3.9)
    #expect(next(4) == 9)
    #expect(next(8) == 9)
    #expect(next(9) == 9)
    #expect(next(9.5) == 9.5)
    // A window does not contain its end: 9 to 10, 20 to 22, 37 to 41, 56 to 61.
    #expect(next(10) == 20)
    #expect(next(21.9) == 21.9)
    #expect(next(22) == 37)
    #expect(next(41) == 56)
    #expect(next(60.9) == 60.9)
  }

  @Test("AND-6 deep Doze after 64.5 min at rest: pauses of 1, 2, 4, 6, 6 h, windows of 5, 10, 10 min")
  func deep() {
    // The light pause from 61 would end at 76, but deep Doze begins before.
    #expect(next(61) == 124.5)
    #expect(next(64.5) == 124.5)
    #expect(next(129.4) == 129.4)
    #expect(next(129.5) == 249.5)
    #expect(next(259.5) == 499.5)
    #expect(next(509.5) == 869.5)
    #expect(next(879.5) == 1239.5)
  }

  @Test("AND-6 the screen and the charger end both, and the clocks start anew afterwards")
  func ends() {
    for (begin, end) in [(DeviceEvent.screenOn, DeviceEvent.screenOff), (.plugged, .unplugged)] {
      var clock = DozeClock(ParameterSet())
      clock.follow(begin, at: Self.minute(70))
      #expect(next(71, clock) == 71)
      clock.follow(end, at: Self.minute(100))
      #expect(next(103.9, clock) == 103.9)
      #expect(next(104, clock) == 109)
      holds(!clock.isDeep(at: Self.minute(164.4)))
      holds(clock.isDeep(at: Self.minute(164.5)))
    }
  }

  @Test("AND-6 a change of path ends deep Doze and leaves light Doze alone")
  func motion() {
    var clock = DozeClock(ParameterSet())
    clock.follow(.pathChanged, at: Self.minute(5))
    #expect(next(5, clock) == 9)
    clock.follow(.pathChanged, at: Self.minute(70))
    #expect(next(70, clock) == 70)
    #expect(next(74, clock) == 79)
    holds(!clock.isDeep(at: Self.minute(134.4)))
  }

  @Test("AND-6 no Doze with the screen off on the charger, nor with the screen on on battery")
  func inUse() {
    var clock = DozeClock(ParameterSet())
    clock.follow(.plugged, at: Self.minute(1))
    clock.follow(.screenOn, at: Self.minute(2))
    clock.follow(.screenOff, at: Self.minute(3))
    #expect(next(500, clock) == 500)
    clock.follow(.screenOn, at: Self.minute(501))
    clock.follow(.unplugged, at: Self.minute(502))
    #expect(next(900, clock) == 900)
  }
}
