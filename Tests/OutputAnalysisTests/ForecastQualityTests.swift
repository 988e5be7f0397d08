import OutputAnalysis
import TestSupport
import Testing

@Suite("Quality of forecasts")
struct ForecastQualityTests {
  private func quality(_ events: [Double], _ others: [Double]) throws -> ForecastQuality {
    try #require(ForecastQuality(cases(events, others)))
  }

  private func cases(_ events: [Double], _ others: [Double]) -> [ForecastQuality.Case] {
    events.map { .init($0, true) } + others.map { .init($0, false) }
  }

  @Test("the area is the share of pairs in order, and a tie is half a pair")
  func area() throws {
    #expect(try quality([0.9, 0.8], [0.1, 0.2, 0.3]).areaUnderCurve == 1)
    #expect(try quality([0.1], [0.2, 0.3]).areaUnderCurve == 0)
    #expect(try quality([0.5, 0.5], [0.5]).areaUnderCurve == 0.5)
    // Of 2 · 3 pairs, 0.7 wins three, and 0.4 wins one and ties one.
    #expect(try quality([0.7, 0.4], [0.1, 0.4, 0.6]).areaUnderCurve == 4.5 / 6)
    // Any increasing function of the forecasts has the same area.
    #expect(try quality([70, 40], [-10, 40, 60]).areaUnderCurve == 4.5 / 6)
  }

  @Test("the Brier skill is 1 for certain forecasts, 0 for the share of events, and negative for worse ones")
  func brier() throws {
    #expect(try quality([1, 1], [0]).brierSkill == 1)
    #expect(abs(try quality([0.25], [0.25, 0.25, 0.25]).brierSkill) < 1e-12)
    #expect(try quality([0], [1]).brierSkill == -3)
    // Squares 0.09, 0.36 and 0.01 of three cases against a variance of 2/9.
    let found = try quality([0.7], [0.6, 0.1])
    #expect(abs(found.brierSkill - (1 - 0.46 / 3 / (2.0 / 9))) < 1e-12)
    holds(found.cases == 3 && found.events == 1)
  }

  @Test("events of one kind only have no quality")
  func oneKind() {
    holds(ForecastQuality([]) == nil && ForecastQuality(cases([0.5], [])) == nil)
    #expect(ForecastQuality(cases([], [0.5])) == nil)
  }

  @Test("a calibration has the mean forecast and the share of events by bin, and parts add up")
  func calibration() {
    var sum = ForecastCalibration(cases([0.15, 1], [0.05]), bins: 10)
    sum.merge(ForecastCalibration(cases([], [0.11, 0.95]), bins: 10))
    holds(sum == ForecastCalibration(cases([0.15, 1], [0.05, 0.11, 0.95])))
    holds(sum.bins[1].meanForecast == 0.13 && sum.bins[1].eventShare == 0.5)
    holds(sum.bins[9].meanForecast == 0.975 && sum.bins[9].cases == 2)
    holds(sum.bins[5].meanForecast == nil && sum.bins[5].eventShare == nil)
  }
}
