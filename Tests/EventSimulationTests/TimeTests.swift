import EventSimulation
import TestSupport
import Testing

@Suite("Virtual time")
struct TimeTests {
  @Test(
    "spans and instants print exactly, without trailing zeros",
    arguments: [
      (0, "0"), (1, "0.000001"), (-1, "-0.000001"), (500_000, "0.5"), (-2_500_000, "-2.5"),
      (86_400_000_000, "86400"), (28_800_500_000, "28800.5"), (1_000_010, "1.00001"),
      (Int64.max, "9223372036854.775807"), (Int64.min, "-9223372036854.775808"),
    ] as [(Int64, String)])
  func printing(microseconds: Int64, text: String) {
    #expect(TimeSpan(microseconds: microseconds).description == text)
    #expect(Instant(microseconds: microseconds).description == text)
  }

  @Test("seconds that no clock of 64 bits holds become 10¹¹ s, either way")
  func greatestSeconds() {
    let greatest = TimeSpan(microseconds: 100_000_000_000_000_000)
    #expect(
      [1e11, 1e12, 1e300, .infinity].map { TimeSpan.seconds($0) } == Array(repeating: greatest, count: 4))
    #expect([-1e300, -.infinity].map { TimeSpan.seconds($0) } == [-greatest, -greatest])
    #expect(TimeSpan.seconds(99_999_999_999.5).description == "99999999999.5")
    holds(TimeSpan.days(1e300) == greatest && Instant.seconds(1e300) == .zero + greatest)
  }

  @Test("day 0 is a Monday, days 5 and 6 are a weekend, and negative days count back")
  func weekdays() {
    #expect((-8...8).map { Instant.day($0).weekday } == [6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1])
    #expect(
      (0...7).map { Instant.day($0, .hours(23)).isWeekend } == [
        false, false, false, false, false, true, true, false,
      ])
  }

  @Test("a day starts at midnight and ends one tick before the next")
  func days() {
    #expect(Instant.zero.day == 0)
    #expect((Instant.day(3) - .tick).day == 2)
    #expect(Instant.day(3).day == 3)
    #expect((Instant.zero - .tick).day == -1)
    #expect(Instant.day(-1).day == -1)
    #expect((Instant.day(-1) - .tick).day == -2)
    #expect(Instant.day(3, .hours(7.5)).timeOfDay == .minutes(450))
    #expect((Instant.zero - .tick).timeOfDay == .day - .tick)
  }

  @Test(
    "rounding to milliseconds goes to the nearest, halves away from zero",
    arguments: [
      (0, 0), (499, 0), (500, 1000), (1499, 1000), (1500, 2000), (-499, 0), (-500, -1000),
      (-1501, -2000),
    ] as [(Int64, Int64)])
  func rounding(microseconds: Int64, rounded: Int64) {
    #expect(Instant(microseconds: microseconds).roundedToMillisecond.microseconds == rounded)
  }

  @Test("seconds are rounded to the nearest microsecond")
  func seconds() {
    #expect(TimeSpan.seconds(0.1).microseconds == 100_000)
    #expect(TimeSpan.seconds(1.2345674).microseconds == 1_234_567)
    #expect(TimeSpan.seconds(-0.0000006).microseconds == -1)
    #expect(Instant.seconds(2.5).seconds == 2.5)
  }

  @Test("arithmetic on instants and spans agrees")
  func arithmetic() {
    let noon = Instant.day(1, .hours(12))
    #expect(noon - .day(1) == .hours(12))
    #expect(noon + .hours(12) == .day(2))
    #expect(TimeSpan.day / TimeSpan.hour == 24)
    #expect(TimeSpan.minutes(90) == .hours(1.5))
    #expect(-TimeSpan.second + .second == .zero)
    #expect(.zero < Instant.distantFuture)
  }
}
