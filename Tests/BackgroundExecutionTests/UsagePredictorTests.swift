import BackgroundExecution
import EventSimulation
import ModelParameters
import TestSupport
import Testing

@Suite("The usage predictor")
struct UsagePredictorTests {
  /// A predictor after days with the given launch times of day.
  private func predictor(
    _ days: [[TimeSpan]], halfLife: String = "14 d", counts: [Bool] = []
  ) throws -> UsagePredictor {
    var parameters = ParameterSet()
    try parameters.set("usage.halfLife", parsing: [halfLife])
    var predictor = UsagePredictor(parameters)
    for (day, launches) in days.enumerated() {
      for time in launches { predictor.noteLaunch(0, at: .day(day, time)) }
      predictor.endDay(
        isWeekend: Instant.day(day).isWeekend, counts: counts.indices.contains(day) ? counts[day] : true)
    }
    return predictor
  }

  @Test("USE-1 without a day of its type the likelihood is the prior, and today does not count")
  func prior() throws {
    var fresh = try predictor([])
    #expect(fresh.likelihood(0, at: .day(0, .hours(8))) == 0.1)
    fresh.noteLaunch(0, at: .day(0, .hours(8)))
    #expect(fresh.likelihood(0, at: .day(0, .hours(8))) == 0.1)
    let oneMonday = try predictor([[.hours(8)]])
    #expect(oneMonday.likelihood(0, at: .day(5, .hours(8))) == 0.1)
    #expect(oneMonday.likelihood(0, at: .day(1, .hours(8))) == 1)
  }

  @Test("USE-1 partial bins count pro rata, and bins multiply")
  func proRata() throws {
    // One launch at 08:10 on the only day: the bin 08:00–08:30 has share 1.
    let sure = try predictor([[.minutes(490)]])
    #expect(sure.likelihood(0, at: .day(1, .minutes(435))) == 0.5)
    #expect(sure.likelihood(0, at: .day(1, .minutes(495))) == 0.5)
    #expect(sure.likelihood(0, at: .day(1, .minutes(510))) == 0)
    #expect(sure.likelihood(0, at: .day(1, .minutes(420))) == 0)
  }

  @Test("USE-1 shares are weighted by age: numerator and denominator decay alike")
  func decay() throws {
    // Half-life one day: the launch of two days ago has weight 1/2 against 1 for yesterday.
    let fading = try predictor([[.hours(8)], []], halfLife: "1 d")
    #expect(abs(fading.likelihood(0, at: .day(2, .hours(8))) - 1.0 / 3) < 1e-12)
  }

  @Test("USE-1 two launches in a bin are one, and dead days are skipped")
  func skipped() throws {
    let twice = try predictor([[.minutes(481), .minutes(485)], [.minutes(481)]])
    #expect(twice.likelihood(0, at: .day(2, .hours(8))) == 1)
    let dead = try predictor([[.hours(8)], []], counts: [true, false])
    #expect(abs(dead.likelihood(0, at: .day(2, .hours(8))) - 1) < 1e-12)
  }

  @Test("USE-1 a moved window equals the window computed again, for any steps and bins of any width")
  func movedWindow() throws {
    for (width, lookahead) in [("30 min", "2 h"), ("15 min", "10 min"), ("2 h", "4 h"), ("45 min", "45 min")]
    {
      var parameters = ParameterSet()
      try parameters.set("usage.binWidth", parsing: [width])
      try parameters.set("usage.lookahead", parsing: [lookahead])
      var predictor = UsagePredictor(parameters)
      var random = SeededGenerator(seed: 7)
      for day in 0..<9 {
        for _ in 0..<8 {
          predictor.noteLaunch(0, at: .day(day, .minutes(Int.random(in: 0..<24 * 60, using: &random))))
        }
        predictor.endDay(isWeekend: Instant.day(day).isWeekend, counts: true)
      }
      var window = predictor.lookaheadWindow
      var now = Instant.day(9)
      for step in 0..<4000 {
        window.move(to: now)
        #expect(
          predictor.likelihood(0, in: window) == predictor.likelihood(0, at: now),
          "\(width) \(lookahead) \(now)")
        // Small steps, the limits of bins, and now and then a leap.
        switch step % 7 {
        case 5: now = now + .minutes(15) - .microseconds(now.microseconds % TimeSpan.minutes(15).microseconds)
        case 6: now = now + .minutes(Int.random(in: 0..<200, using: &random))
        default: now = now + .microseconds(Int64.random(in: 0..<120_000_000, using: &random))
        }
      }
    }
  }

  @Test("USE-1 the apps of one predictor are learned separately, each as by a separate predictor")
  func manyApps() {
    var random = SeededGenerator(seed: 11)
    var all = UsagePredictor(ParameterSet(), appCount: 5)
    var each = Array(repeating: UsagePredictor(ParameterSet()), count: 5)
    for day in 0..<12 {
      for _ in 0..<20 {
        let app = Int.random(in: 0..<5, using: &random)
        let time = Instant.day(day, .minutes(Int.random(in: 0..<24 * 60, using: &random)))
        all.noteLaunch(app, at: time)
        each[app].noteLaunch(0, at: time)
      }
      let isWeekend = Instant.day(day).isWeekend
      all.endDay(isWeekend: isWeekend, counts: day != 4)
      for app in 0..<5 { each[app].endDay(isWeekend: isWeekend, counts: day != 4) }
      for app in 0..<5 {
        for hour in 0..<24 {
          let time = Instant.day(day + 1, .hours(hour))
          #expect(all.likelihood(app, at: time) == each[app].likelihood(0, at: time))
        }
        let range = (from: TimeSpan.hours(7), to: TimeSpan.hours(19))
        #expect(
          all.expectedOpens(app, from: range.from, to: range.to, isWeekend: isWeekend)
            == each[app].expectedOpens(0, from: range.from, to: range.to, isWeekend: isWeekend))
      }
    }
  }

  @Test("USE-1 each bin uses the type of the day that it lies in")
  func midnight() throws {
    // Weekday nights at 00:10; weekends never. Saturday 23:30 looks into Sunday, Sunday 23:30 into Monday.
    let days: [[TimeSpan]] = (0..<7).map { $0 < 5 ? [.minutes(10)] : [] }
    let sleepless = try predictor(days)
    #expect(sleepless.likelihood(0, at: .day(12, .minutes(1410))) == 0)
    #expect(abs(sleepless.likelihood(0, at: .day(13, .minutes(1410))) - 1) < 1e-12)
  }
}

extension UsagePredictor {
  fileprivate func likelihood(_ app: Int, at now: Instant) -> Double {
    var window = lookaheadWindow
    window.move(to: now)
    return likelihood(app, in: window)
  }
}

@Suite("The predictor by shares")
struct OpenSharesTests {
  @Test("USE-1 the share of an app times the opens of the device in the hour per day, by hand")
  func byHand() {
    var shares = OpenShares(ParameterSet(), appCount: 3)
    #expect(shares.likelihood(0, at: .day(0, .hours(8))) == 0.1)
    // Day 0: app 0 at 08:10 and 20:00, app 1 at 08:30. Day 1: app 0 at 08:50.
    shares.noteOpen(0, at: .day(0, .minutes(490)))
    shares.noteOpen(1, at: .day(0, .minutes(510)))
    shares.noteOpen(0, at: .day(0, .hours(20)))
    #expect(shares.likelihood(0, at: .day(0, .hours(8))) == 0.1)
    shares.endDay(counts: true)
    #expect(shares.likelihood(0, at: .day(1, .hours(8))) == 1)
    shares.noteOpen(0, at: .day(1, .minutes(530)))
    shares.endDay(counts: true)
    // App 0 has 3 of 4 opens; the device has 3 opens from 08:00 to 09:00 in two days, and 1 from 20:00.
    #expect(shares.likelihood(1, at: .day(2, .minutes(525))) == 0.25 * 1.5)
    #expect(shares.likelihood(0, at: .day(2, .hours(20))) == 0.75 * 0.5)
    holds(shares.likelihood(0, at: .day(2, .hours(9))) == 0 && shares.likelihood(2, at: .day(2)) == 0)
    #expect(shares.count(0) == 3)
  }

  @Test("USE-1 a day without power takes no place, the fifteenth day leaves, and the look-ahead scales")
  func memory() throws {
    var parameters = ParameterSet()
    try parameters.set("usage.lookahead", parsing: ["30 min"])
    var shares = OpenShares(parameters, appCount: 1)
    shares.noteOpen(0, at: .day(0, .hours(8)))
    shares.endDay(counts: true)
    #expect(shares.likelihood(0, at: .day(1, .hours(8))) == 0.5)
    shares.noteOpen(0, at: .day(1, .hours(8)))
    shares.endDay(counts: false)
    holds(shares.count(0) == 1 && shares.likelihood(0, at: .day(2, .hours(8))) == 0.5)
    for _ in 0..<13 { shares.endDay(counts: true) }
    #expect(shares.likelihood(0, at: .day(15, .hours(8))) == 0.5 / 14)
    shares.endDay(counts: true)
    holds(shares.count(0) == 0 && shares.likelihood(0, at: .day(16, .hours(8))) == 0)
  }
}
