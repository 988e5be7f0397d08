import Basics
import OutputAnalysis
import TestSupport
import Testing

@Suite("Predictive score")
struct PredictiveScoreTests {
  private static let second = ScoreScale.time(least: 1)
  private static let week = ScoreScale.count(days: 7)

  private static func near(_ value: Double?, _ expected: Double, within margin: Double = 1e-12) -> Bool {
    value.map { abs($0 - expected) < margin } ?? false
  }

  private func score(
    _ draws: [Double], _ scale: ScoreScale, _ value: Double, precision: Double = 0, isBound: Bool = false,
    tieShare: Double = 0.5
  ) throws -> PredictiveScore {
    try PredictiveScore(
      PredictiveDraws(draws, scale), .init(value, precision: precision, isBound: isBound),
      tieShare: tieShare)
  }

  @Test(
    "times, counts and rates have a logarithm as position, with half an event more and at least 1 s",
    arguments: [
      (second, 1000.0, 3.0), (second, 0, 0), (second, 0.2, 0), (.time(least: 1.0 / 3600), 0.1, -1),
      (.count(days: 1), 99.5, 2), (.count(days: 5), 0, -1), (.rate(days: 5), 0, -1),
      (.rate(days: 2), 49.75, 1.698970004336019), (.hour, 23.5, 23.5), (.share, 0.25, 0.25),
    ])
  func positions(scale: ScoreScale, value: Double, expected: Double) {
    let position = scale.position(value)
    holds(Self.near(position, expected), "\(position)")
    let isShort = if case .time(let least) = scale { value < least } else { false }
    holds(isShort || Self.near(scale.value(at: position), value, within: 1e-9))
  }

  @Test(
    "u counts draws below the precision and a share V of the draws within it; p is twice the smaller side",
    arguments: [
      // Ten draws from 1 to 10.
      (5.5, 0.0, 0.0, 0.5, 1.0), (5, 0, 0, 0.4, 0.9), (5, 0, 0.25, 0.425, 0.9), (5, 1, 0, 0.3, 0.9),
      (5, 1, 0.5, 0.45, 0.9), (0, 0, 0.5, 0, 0), (11, 0, 0.5, 1, 0), (11, 1, 0.5, 0.95, 0.1),
      (1, 0, 0.5, 0.05, 0.1), (5, 100, 0.75, 0.75, 1),
    ])
  func probabilities(value: Double, precision: Double, tieShare: Double, below: Double, p: Double) throws {
    let found = try score(
      (1...10).reversed().map(Double.init), Self.week, value, precision: precision, tieShare: tieShare)
    holds(Self.near(found.probabilityBelow, below) && Self.near(found.pValue, p), "\(found)")
  }

  @Test("a draw at the end of the precision equals the observation, also after the rounding of units")
  func rounding() throws {
    let hours = [93_600.0, 97_200, 100_800].map { $0 / 3600 * (1 + 1e-15) }
    let found = try score(hours, .time(least: 1.0 / 3600), 26.9, precision: 0.1, tieShare: 0)
    holds(Self.near(found.probabilityBelow, 1.0 / 3) && Self.near(found.pValue, 1))
  }

  @Test(
    "a bound has the probability of at least its value as p, and neither u nor a ranked score",
    arguments: [(0.0, 0.0, 1.0), (10, 0, 0.1), (11, 0, 0), (11, 2, 0.2), (5.5, 0, 0.5)])
  func bounds(value: Double, precision: Double, p: Double) throws {
    let found = try score(
      (1...10).map(Double.init), Self.week, value, precision: precision, isBound: true)
    holds(found.probabilityBelow == nil && found.rankedProbabilityScore == nil)
    holds(Self.near(found.pValue, p), "\(found)")
  }

  @Test(
    "the verdict is ordinary from 0.1, rare from 0.01, and never below",
    arguments: [
      (1.0, PredictiveScore.Verdict.ordinary), (0.1, .ordinary), (0.0999, .rare), (0.01, .rare),
      (0.0099, .never), (0, .never),
    ])
  func verdicts(p: Double, verdict: PredictiveScore.Verdict) {
    #expect(PredictiveScore.Verdict(pValue: p) == verdict)
  }

  @Test(
    "of 200 draws, an observation with a single draw on one side is rare, and without a draw never",
    arguments: [
      (0.5, PredictiveScore.Verdict.never), (1.5, .rare), (9.5, .rare), (10.5, .ordinary), (190.5, .ordinary),
      (199.5, .rare), (200.5, .never),
    ])
  func edges(value: Double, verdict: PredictiveScore.Verdict) throws {
    let draws = (1...200).map(Double.init)
    #expect(try score(draws, Self.week, value).verdict == verdict)
  }

  @Test("quantiles are linear between the order statistics, in the unit of the draws")
  func quantiles() throws {
    let found = try score((0...80).shuffled().map(Double.init), Self.second, 1)
    holds(found.low == 2 && found.median == 40 && found.high == 78)
    let pair = try score([3, 1], .share, 1)
    holds(Self.near(pair.low, 1.05) && pair.median == 2 && Self.near(pair.high, 2.95))
  }

  @Test(
    "the ranked score of a step is the distance on the scale, and of two points the distance minus a quarter",
    arguments: [
      (second, [100.0, 100], 1000.0, 1.0), (second, [100], 100, 0), (second, [0, 0, 0], 10, 1),
      (.count(days: 30), [0], 49.5, 2), (.rate(days: 10), [0.95], 0.95, 0),
      (.rate(days: 10), [0.05], 0.95, 1),
      (.share, [0, 1], 0.3, 0.25), (.share, [0, 1], 2, 1.25), (second, [10, 1000], 100, 0.5),
      // Distance 1 to both; ½ · mean of 0, 2, 2, 0.
      (.hour, [23, 1], 0, 0.5), (.hour, [23.5], 0.5, 1), (.hour, [0, 12], 6, 3), (.hour, [6], 18, 12),
    ])
  func rankedScores(scale: ScoreScale, draws: [Double], value: Double, expected: Double) throws {
    let found = try score(draws, scale, value).rankedProbabilityScore
    holds(Self.near(found, expected, within: 1e-9), "\(String(describing: found))")
  }

  @Test("the ranked score is the integral of the squared distance of both step functions", arguments: 0..<30)
  func integral(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let draws = (0..<1 + random.integer(below: 40)).map { _ in Double(random.integer(below: 30)) / 7 }
    let value = Double(random.integer(below: 30)) / 7
    let ends = (draws + [value]).sorted()
    var area = 0.0
    for (from, to) in zip(ends, ends.dropFirst()) {
      let share = Double(draws.count { $0 <= from }) / Double(draws.count)
      area += (to - from) * (share - (value <= from ? 1 : 0)) * (share - (value <= from ? 1 : 0))
    }
    holds(Self.near(try score(draws, .share, value).rankedProbabilityScore, area, within: 1e-9))
  }

  @Test("hours are cut opposite to their circular median, and an observation after midnight follows them")
  func midnight() throws {
    let night = [22.0, 23, 23.5, 0, 0.5, 1, 2]
    let found = try score(night, .hour, 0.25)
    holds(Self.near(found.probabilityBelow, 4.0 / 7) && Self.near(found.pValue, 6.0 / 7))
    holds(Self.near(found.low, 22.15) && found.median == 0 && Self.near(found.high, 1.85))
    // The same hours with another name, and six hours later.
    let same = try score(night.map { $0 < 12 ? $0 + 24 : $0 - 24 }, .hour, 24.25)
    #expect(same == found)
    let later = try score(night.map { $0 + 6 }, .hour, 6.25)
    holds(later.pValue == found.pValue && later.median == 6)
    holds(Self.near(later.rankedProbabilityScore, found.rankedProbabilityScore ?? .nan))
    // 11.5 h after the median, and 11.5 h before it.
    holds(try score(night, .hour, 11.5).probabilityBelow == 1)
    holds(try score(night, .hour, 12.5).probabilityBelow == 0)
  }

  @Test(
    "the circular median is the hour with the smallest sum of distances, the smallest hour of equal sums",
    arguments: [
      ([23.0, 1, 2], 1.0), ([1, 23], 1), ([22, 23, 0.5], 23), ([0, 6, 12, 18], 0), ([18, 6], 6), ([5], 5),
    ] as [([Double], Double)])
  func circularMedian(hours: [Double], expected: Double) {
    #expect(HourCircle.median(hours) == expected)
  }

  @Test("hours are wrapped from 0 up to 24, and placed within 12 h of a center")
  func circle() {
    let rows: [(hour: Double, wrapped: Double, center: Double, placed: Double)] = [
      (24, 0, 23, 24), (-1, 23, 1, -1), (49, 1, 1, 1), (-1e-20, 0, 0, 0), (12, 12, 0, -12), (12, 12, 0.5, 12),
    ]
    for row in rows {
      holds(HourCircle.wrapped(row.hour) == row.wrapped, "\(row)")
      holds(HourCircle.placed(row.hour, around: row.center) == row.placed, "\(row)")
    }
    #expect(HourCircle.distance(23, 2) == 3)
  }

  @Test("an observation drawn from the model is never in about 1 of 100 cases, and u is uniform")
  func planted() throws {
    var random = SeededGenerator(seed: 11)
    var (never, values) = (0, [Double]())
    for _ in 0..<1000 {
      let draws = (0..<200).map { _ in (random.exponential() * 5).rounded(.down) }
      let found = try score(
        draws, Self.week, (random.exponential() * 5).rounded(.down), tieShare: random.uniform())
      if found.verdict == .never { never += 1 }
      values.append(try #require(found.probabilityBelow))
    }
    holds(never <= 25, "\(never)")
    #expect(try AndersonDarling(values).pValue > 0.01)
  }

  @Test("invalid numbers are refused")
  func refuses() {
    typealias Row = (
      draws: [Double], scale: ScoreScale, value: Double, precision: Double, error: AnalysisError
    )
    let rows: [Row] = [
      ([], .share, 1, 0, .emptySample), ([1, .infinity], .share, 1, 0, .notFinite(index: 1)),
      ([1, -1], Self.second, 1, 0, .negative(index: 1, found: -1)),
      ([1], Self.week, -1, 0, .negative(index: 0, found: -1)),
      ([1], .hour, -1, -2, .negative(index: 1, found: -2)), ([1], .share, .nan, 0, .notFinite(index: 0)),
      ([1], .count(days: 0), 1, 0, .notPositive(0)), ([1], .time(least: -1), 1, 0, .notPositive(-1)),
    ]
    for row in rows {
      #expect(throws: row.error) { try score(row.draws, row.scale, row.value, precision: row.precision) }
    }
    #expect(throws: AnalysisError.probabilityOutsideUnitInterval(2)) {
      try score([1], .share, 1, tieShare: 2)
    }
  }
}
