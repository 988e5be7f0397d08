import EventSimulation
import ModelParameters
import RandomStreams
import TestSupport
import Testing
import UsageModels
import Workload

@Suite("Activity clock")
struct ActivityClockTests {
  private func context(device: Int = 0) -> DrawContext {
    Fleet.generator(seed: 7).context(device)
  }

  private func clock(
    phase: Double = 0, floor: Double = 1, sleep: Double = 0, parameters: ParameterSet = ParameterSet()
  ) -> ActivityClock {
    ActivityClock(
      phaseHours: phase, nightFloor: floor, sleepHours: sleep, parameters: parameters, context: context())
  }

  @Test(
    "shift and night floor leave a day's activity at 1", arguments: [-30.0, -2.3, 0, 1.7, 26], [0.0, 0.4, 1])
  func normalized(phase: Double, floor: Double) {
    let clock = clock(phase: phase, floor: floor)
    #expect(abs(clock.weekday.reduce(0, +) - 1) < 1e-12)
    #expect(abs(clock.weekend.reduce(0, +) - 1) < 1e-12)
    holds(clock.weekday.allSatisfy { $0 >= -1e-15 })
  }

  @Test("an unshifted clock is the recommended profile on weekdays, one hour late before noon at weekends")
  func profile() {
    let profile = ParameterSet().numbers("user.hourProfile")
    let total = profile.reduce(0, +)
    let clock = clock()
    for hour in 0..<24 {
      let mass = clock.weekday[(4 * hour)..<(4 * hour + 4)].reduce(0, +)
      #expect(abs(mass - profile[hour] / total) < 1e-12, "hour \(hour)")
    }
    let weekend = (0..<24).map { clock.weekend[(4 * $0)..<(4 * $0 + 4)].reduce(0, +) }
    #expect(abs(weekend[9] / weekend[10] - profile[8] / profile[9]) < 1e-9)
    #expect(abs(weekend[13] / weekend[14] - profile[13] / profile[14]) < 1e-9)
  }

  @Test("the population's profile keeps within L1 0.10 of the recommended one")
  func populationProfile() {
    let parameters = ParameterSet()
    let recommended = parameters.numbers("user.hourProfile")
    var hours = [Double](repeating: 0, count: 24)
    for device in 0..<2000 {
      let context = context(device: device)
      let traits = UserTraits(context, parameters)
      let clock = ActivityClock(
        phaseHours: traits.phaseHours, nightFloor: traits.nightFloor, sleepHours: traits.sleepHours,
        parameters: parameters, context: context)
      for bin in 0..<ActivityClock.bins {
        hours[bin / 4] += (5 * clock.weekday[bin] + 2 * clock.weekend[bin]) / 7
      }
    }
    let distance = zip(hours, recommended).reduce(0) { $0 + abs($1.0 / 2000 - $1.1) }
    #expect(distance < 0.10, "L1 \(distance)")
  }

  @Test("asleep, a user keeps a small part of the activity of those hours, later in the morning at weekends")
  func sleep() {
    // From 02 to 10 h, and to 11 h at weekends.
    let (awake, asleep) = (clock(phase: 2), clock(phase: 2, sleep: 8))
    let factor = ParameterSet().number("user.sleepActivity")
    func night(_ masses: [Double], to hour: Int) -> Double { masses[8..<(4 * hour)].reduce(0, +) }
    func ratio(_ masses: [Double], to hour: Int) -> Double {
      night(masses, to: hour) / (1 - night(masses, to: hour))
    }
    #expect(abs(ratio(asleep.weekday, to: 10) / ratio(awake.weekday, to: 10) - factor) < 1e-9)
    #expect(abs(ratio(asleep.weekend, to: 11) / ratio(awake.weekend, to: 11) - factor) < 1e-9)
    #expect(abs(asleep.weekday.reduce(0, +) - 1) < 1e-12)
    holds(clock(sleep: 24).weekday.allSatisfy { $0 > 0 })
  }

  @Test("operational time is additive and a whole day takes 1")
  func advance() throws {
    let clock = clock(phase: 1.3, floor: 0.5)
    let half = try #require(clock.advance(from: 3600, by: 0.5))
    let whole = try #require(clock.advance(from: half, by: 0.5))
    #expect(abs(whole - 86_400 - 3600) < 1e-6)
    #expect(clock.advance(from: 0, by: 28.0001) == nil)
  }

  @Test("a quiet day makes gaps longer in proportion")
  func dayFactors() throws {
    var clock = clock()
    clock.dayFactors = [0.5, 1]
    let end = try #require(clock.advance(from: 0, by: 0.75))
    let plain = try #require(self.clock().advance(from: 86_400, by: 0.25))
    #expect(abs(end - plain) < 1e-6)
  }

  @Test("the quantile of a day is where its activity has passed")
  func quantile() throws {
    let clock = clock(phase: -2)
    for u in [0.01, 0.3, 0.77, 0.999] {
      let direct = try #require(clock.advance(from: 5 * 86_400, by: u))
      #expect(abs(clock.time(day: 5, quantile: u) - direct) < 1e-6)
    }
  }

  @Test("a scripted user's clock is even while awake and stops at night")
  func awake() {
    let clock = ActivityClock(awake: DailyInterval(.hours(7), .minutes(23 * 60 + 30)), context: context())
    #expect(abs(clock.weekday.reduce(0, +) - 1) < 1e-12)
    holds(clock.weekday[27] == 0 && clock.weekday[28] > 0 && clock.weekday[94] == 0)
    let nightly = ActivityClock(awake: DailyInterval(.hours(22), .hours(2)), context: context())
    #expect(abs(nightly.weekday.reduce(0, +) - 1) < 1e-12)
    holds(nightly.weekday[0] > 0 && nightly.weekday[8] == 0 && nightly.weekday[95] > 0)
  }
}
