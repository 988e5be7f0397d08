import EventSimulation
import ModelParameters
import SchedulingPolicies
import TestSupport
import Testing

@Suite("The Doze clock")
struct DozeClockTests {
  private static let events: [String: DeviceEvent] = [
    "screenOn": .screenOn, "screenOff": .screenOff, "plugged": .plugged, "unplugged": .unplugged,
    "pathChanged": .pathChanged,
  ]

  /// A phone at rest since minute 0. A step is an event with its minute, the next start at a minute, or a minute with its Doze.
  /// A window does not contain its end; the light pause from 61 would end at 76, but deep Doze begins before.
  @Test(
    "AND-6 light and deep Doze have their pauses and windows, which the screen, the charger and a new path end",
    arguments: cases(
      """
      light Doze after 4 min: pauses of 5, 10, 15, 15 min | at 0 0 / at 3.9 3.9 / at 4 9 / at 8 9 / at 9 9 / at 9.5 9.5
      windows of 1, 2, 4, 5 min: 9 to 10, 20 to 22, 37 to 41, 56 to 61 | at 10 20 / at 21.9 21.9 / at 22 37 / at 41 56 / at 60.9 60.9
      deep Doze after 64.5 min: pauses of 1, 2, 4, 6, 6 h | at 61 124.5 / at 64.5 124.5 / at 129.4 129.4 / at 129.5 249.5
      windows of 5, 10, 10 min | at 259.5 499.5 / at 509.5 869.5 / at 879.5 1239.5
      the screen ends both | screenOn 70 / at 71 71 / screenOff 100 / at 103.9 103.9 / at 104 109 / light 164.4 / deep 164.5
      the charger ends both | plugged 70 / at 71 71 / unplugged 100 / at 103.9 103.9 / at 104 109 / light 164.4 / deep 164.5
      a change of path leaves light Doze alone | pathChanged 5 / at 5 9
      a change of path ends deep Doze | pathChanged 5 / pathChanged 70 / at 70 70 / at 74 79 / light 134.4
      no Doze with the screen off on the charger | plugged 1 / screenOn 2 / screenOff 3 / at 500 500
      no Doze with the screen on on battery | plugged 1 / screenOn 2 / screenOff 3 / screenOn 501 / unplugged 502 / at 900 900
      """))
  func clock(_ row: [String]) throws {
    var clock = DozeClock(ParameterSet())
    for step in parts(row[1]) {
      let words = step.split(separator: " ").map(String.init)
      let minutes = try words.dropFirst().map { try #require(Double($0)) }
      let now = Instant.zero + .minutes(minutes[0])
      switch words[0] {
      case "at": #expect(clock.nextStart(at: now).seconds / 60 == minutes[1], "\(step)")
      case "light", "deep": #expect(clock.isDeep(at: now) == (words[0] == "deep"), "\(step)")
      default: clock.follow(try #require(Self.events[words[0]]), at: now)
      }
    }
  }
}
