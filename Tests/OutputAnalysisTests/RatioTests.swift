import OutputAnalysis
import Testing

@Suite("Ratios of sums")
struct RatioTests {
  let energy = [12.1, 9.8, 14.3, 11.0, 13.6, 10.4, 12.9, 8.7, 15.2, 11.8]
  let refreshes = [41.0, 35, 50, 36, 47, 38, 42, 30, 55, 40]

  @Test("a ratio of sums is not the mean of ratios")
  func ratioOfSums() throws {
    #expect(try RatioEstimate([1, 100], over: [1, 10]).ratio == 101.0 / 11)
  }

  @Test("proportional members give an exact ratio of width 0")
  func proportional() throws {
    let estimate = try RatioEstimate([2, 4, 6], over: [1, 2, 3])
    #expect(estimate.ratio == 2)
    #expect(estimate.standardError == 0)
    #expect(estimate.jackknifeStandardError == 0)
  }

  @Test("one replication has a ratio and no interval, no denominator is refused")
  func small() throws {
    let single = try RatioEstimate([4], over: [2])
    #expect(single.ratio == 2)
    #expect(single.halfWidth == nil)
    #expect(single.fiellerInterval == nil)
    #expect(throws: AnalysisError.zeroDenominator) { try RatioEstimate([1, 2], over: [0, 0]) }
    #expect(throws: AnalysisError.emptySample) { try RatioEstimate([], over: []) }
  }

  @Test("denominators that do not exclude zero leave Fieller's interval unbounded")
  func unbounded() throws {
    let estimate = try RatioEstimate([1, 2, 3], over: [-1, 5, 0.5])
    #expect(estimate.fiellerInterval == nil)
    #expect(estimate.denominatorVariation! > 0.1)
  }

  @Test("a denominator that hangs on one replication leaves no jackknife")
  func hanging() throws {
    let estimate = try RatioEstimate([1, 2], over: [0, 4])
    #expect(estimate.jackknifeStandardError == nil)
  }

  @Test("the difference of a ratio with itself is 0 without p-value, though each of them varies")
  func itself() throws {
    let same = try RatioDifference(of: (energy, refreshes), minus: (energy, refreshes))
    #expect(same.difference == 0)
    #expect(same.halfWidth == 0)
    #expect(same.pValue == nil)
  }

  @Test("leaving the same replication out of both ratios keeps what they share out of the error")
  func joint() throws {
    let more = energy.map { $0 * 1.1 }
    let pair = try RatioDifference(of: (more, refreshes), minus: (energy, refreshes))
    #expect(abs(pair.difference - 0.1 * pair.second.ratio) < 1e-12)
    // The difference is a tenth of the ratio, so its error is a tenth of the ratio's.
    #expect(abs(pair.standardError! - 0.1 * pair.second.jackknifeStandardError!) < 1e-12)
    #expect(throws: AnalysisError.unequalCounts(first: 10, second: 1)) {
      try RatioDifference(of: (energy, refreshes), minus: ([1], [1]))
    }
  }
}
