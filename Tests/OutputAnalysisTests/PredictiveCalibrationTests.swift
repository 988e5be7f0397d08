import Basics
import OutputAnalysis
import RandomStreams
import TestSupport
import Testing

@Suite("Calibration of predictive scores")
struct PredictiveCalibrationTests {
  @Test(
    "the limit is the smallest number of sources that a right model exceeds in at most 1 of 100 cases",
    arguments: [
      (20, 0.01, 2), (20, 0.1, 6), (1, 0.01, 0), (2, 0.01, 1), (10, 0.5, 9), (0, 0.01, 0), (5, 0, 0),
      (5, 1, 5),
    ])
  func limits(sources: Int, probability: Double, limit: Int) throws {
    let found = try BinomialLimit(sources: sources, probability: probability)
    holds(found.limit == limit, "\(found)")
    holds(found.isExceeded(by: limit + 1) && !found.isExceeded(by: limit))
  }

  @Test(
    "the probability of at least a number of sources",
    arguments: [
      (20, 0.01, 0, 1.0), (20, 0.01, 1, 0.1820930624), (20, 0.01, 2, 0.0168593373), (3, 0.5, 3, 0.125),
      (3, 0.5, 4, 0), (0, 0.5, 0, 1), (2, 1, 2, 1),
    ])
  func tails(sources: Int, probability: Double, count: Int, expected: Double) throws {
    let found = try BinomialLimit(sources: sources, probability: probability).upperTail(count)
    #expect(abs(found - expected) < 1e-9)
  }

  @Test(
    "A² of infinitely many values has its published critical values within their rounding",
    arguments: [
      // The published level, and the probability by the inversion of the characteristic function.
      (1.248, 0.25, 0.249950), (1.610, 0.15, 0.152258), (1.933, 0.10, 0.099995), (2.492, 0.05, 0.050022),
      (3.070, 0.025, 0.025218), (3.857, 0.01, 0.010241), (3.878, 0.01, 0.010001), (6, 0.001, 0.000967),
      (0, 1, 1),
    ])
  func critical(statistic: Double, level: Double, exact: Double) {
    let found = AndersonDarling.upperTail(statistic, count: nil)
    holds(abs(found - exact) < 2e-5 && abs(found - level) < 0.04 * level, "\(found)")
  }

  @Test("A² of one value has its distribution in closed form", arguments: [1, 1.5, 2, 3, 4, 6, 10])
  func single(statistic: Double) throws {
    // −1 − ln(u (1 − u)) is at least z if u (1 − u) is at most exp(−1 − z).
    let exact = 1 - (1 - 4 * Elementary.exp(-1 - statistic)).squareRoot()
    holds(abs(AndersonDarling.upperTail(statistic, count: 1) - exact) < 1e-3)
    let value = exact / 2
    let found = try AndersonDarling([value])
    #expect(abs(found.statistic - statistic) < 1e-9)
  }

  @Test("A² of three values by hand; values at an end are moved by a billionth")
  func byHand() throws {
    // −3 − (ln(¼ · ¼) + 3 ln(½ · ½) + 5 ln(¾ · ¾)) ÷ 3.
    let logarithms = [1.0 / 16, 1.0 / 4, 9.0 / 16].map(Elementary.log)
    let expected = -3 - (logarithms[0] + 3 * logarithms[1] + 5 * logarithms[2]) / 3
    let found = try AndersonDarling([0.75, 0.25, 0.5])
    #expect(abs(found.statistic - expected) < 1e-12)
    let ends = try AndersonDarling([0, 1])
    #expect(abs(ends.statistic - (-2 - Elementary.log(1e-9))) < 1e-6)
    holds(ends.pValue >= 0 && ends.pValue < 1e-3)
    #expect(throws: AnalysisError.emptySample) { try AndersonDarling([]) }
    #expect(throws: AnalysisError.self) { try AndersonDarling([0.5, .nan]) }
  }

  @Test("the p-value of uniform values is uniform for small samples, too", arguments: [2, 5, 20])
  func uniform(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let found = try (0..<2000).map { _ in
      try AndersonDarling((0..<count).map { _ in random.uniform() }).pValue
    }
    for level in [0.01, 0.1, 0.5, 0.9] {
      let share = Double(found.count { $0 < level }) / 2000
      let error = (level * (1 - level) / 2000).squareRoot()
      holds(abs(share - level) < 4 * error, "\(level): \(share)")
    }
  }

  private func power(_ factor: Double, _ sources: [SpreadPower.Source]) throws -> SpreadPower {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: 1, replication: 0, device: 0, purpose: .test))
    return try SpreadPower(
      factor: factor, sources: sources, repetitions: 400, uniform: { stream.uniform() },
      choose: { stream.integer(below: $0) })
  }

  /// Sources with 200 draws each, on all scales.
  private func sources(_ count: Int) throws -> [SpreadPower.Source] {
    var random = SeededGenerator(seed: 3)
    let scales: [ScoreScale] = [.time(least: 1), .count(days: 30), .rate(days: 7), .hour, .share]
    return try (0..<count).map { number in
      let scale = scales[number % scales.count]
      let draws = (0..<200).map { _ -> Double in
        let normal = random.normal()
        return switch scale {
        case .time: Elementary.exp(8 + normal)
        case .count: Elementary.exp(4 + normal / 2).rounded()
        case .rate: Elementary.exp(4 + normal / 2).rounded() / 7
        case .hour: 3 + 2 * normal
        case .share: 0.5 + 0.1 * normal
        }
      }
      return .init(try PredictiveDraws(draws, scale))
    }
  }

  @Test("both tests reject half the spread, neither rejects the same spread, and A² rejects twice the spread")
  func power() throws {
    let sources = try sources(30)
    let half = try power(0.5, sources)
    holds(half.neverCount > 0.9 && half.andersonDarling.map { $0 > 0.9 } ?? false, "\(half)")
    let same = try power(1, sources)
    holds(same.neverCount <= 0.03 && same.andersonDarling.map { $0 <= 0.03 } ?? false, "\(same)")
    // Values that are too close to the median take more sources.
    let twice = try power(2, self.sources(90))
    holds(twice.neverCount == 0 && twice.andersonDarling.map { $0 > 0.8 } ?? false, "\(twice)")
  }

  @Test("a step keeps its place with another spread, and only bounds leave no Anderson–Darling test")
  func steps() throws {
    let step = try PredictiveDraws([0, 0, 0], .time(least: 1))
    let found = try power(0.5, [.init(step, isBound: true), .init(step, isBound: true)])
    holds(found.neverCount == 0 && found.andersonDarling == nil)
    #expect(throws: AnalysisError.emptySample) { try power(0.5, []) }
    #expect(throws: AnalysisError.notPositive(0)) { try power(0, [.init(step)]) }
  }

  @Test("another spread moves draws from their median on the scale, whole numbers to whole numbers")
  func spread() throws {
    let rows: [(draws: [Double], scale: ScoreScale, factor: Double, expected: [Double])] = [
      ([10, 100, 1000], .time(least: 1), 2, [1, 100, 10_000]),
      ([0, 0.5, 1], .share, 0.5, [0.25, 0.5, 0.75]),
      ([3, 5, 9], .count(days: 3), 2, [2, 5, 16]), ([0.3, 0.5, 0.9], .rate(days: 10), 2, [0.2, 0.5, 1.6]),
      ([22, 23, 1], .hour, 2, [21, 23, 27]), ([7, 7], .count(days: 3), 0.5, [7, 7]),
    ]
    for row in rows {
      let found = try PredictiveDraws(row.draws, row.scale).spread(by: row.factor).sorted
      holds(zip(found, row.expected).allSatisfy { abs($0 - $1) < 1e-9 * max(1, $1) }, "\(row): \(found)")
    }
  }
}
