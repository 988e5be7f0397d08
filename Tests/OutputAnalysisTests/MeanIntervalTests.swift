import OutputAnalysis
import TestSupport
import Testing

@Suite("Mean and t interval")
struct MeanIntervalTests {
  @Test("one replication has no interval, and a sample that does not vary has one of width 0")
  func edges() throws {
    // Two replications have 12.706 standard errors.
    let rows: [(values: [Double], mean: Double, halfWidth: Double?)] = [
      ([5], 5, nil), ([0, 0, 0], 0, 0), ([-3, -3, -3], -3, 0), ([9, 11], 10, 12.706204736174694),
    ]
    for row in rows {
      let interval = try MeanInterval(row.values)
      #expect(interval.mean == row.mean)
      for (found, expected) in [
        (interval.halfWidth, row.halfWidth), (interval.lower, row.halfWidth.map { row.mean - $0 }),
      ] { holds(found == expected || abs((found ?? .nan) - (expected ?? .nan)) < 1e-8, "\(row)") }
    }
  }

  @Test("an empty sample and a confidence outside (0, 1) are refused", arguments: [0.0, 1, -0.5, 95, .nan])
  func refuses(confidence: Double) {
    #expect(throws: AnalysisError.self) { try MeanInterval([1, 2], confidence: confidence) }
    #expect(throws: AnalysisError.emptySample) { try MeanInterval([]) }
  }

  @Test("the quantiles of t agree with its closed forms for 1 and 2 degrees of freedom")
  func closedForms() {
    // Cauchy: tan(π (p − ½)); two degrees: (2p − 1) √(2 / (4p (1 − p))).
    #expect(abs(StudentT(degreesOfFreedom: 1).oneSidedFactor(confidence: 0.75) - 1) < 1e-12)
    let p = 0.9
    let two = (2 * p - 1) * (2 / (4 * p * (1 - p))).squareRoot()
    #expect(abs(StudentT(degreesOfFreedom: 2).oneSidedFactor(confidence: p) - two) < 1e-10)
    #expect(abs(StudentT(degreesOfFreedom: 1).twoSidedPValue(-1) - 0.5) < 1e-12)
    #expect(abs(StudentT(degreesOfFreedom: 1).upperTail(1) - 0.25) < 1e-12)
  }

  @Test("factor and tail are each other's inverse down to the confidence of expectations")
  func inverse() {
    for degrees in [1.0, 2, 4, 9, 29, 199] {
      for confidence in [0.9, 0.95, 0.99, 0.999, 0.99999] {
        let t = StudentT(degreesOfFreedom: degrees)
        let alpha = 1 - confidence
        #expect(abs(t.upperTail(t.oneSidedFactor(confidence: confidence)) / alpha - 1) < 1e-9)
        #expect(abs(t.twoSidedPValue(t.twoSidedFactor(confidence: confidence)) / alpha - 1) < 1e-9)
      }
    }
  }
}

@Suite("Moments")
struct MomentsTests {
  @Test("an empty sample has no variance, one value neither")
  func small() throws {
    #expect(Moments().count == 0)
    #expect(Moments().variance == nil)
    #expect(try Moments([7]).mean == 7)
    #expect(try Moments([7]).variance == nil)
    #expect(try Moments([7, 7]).variance == 0)
    #expect(try Moments([7, 7]).skewness == nil)
  }

  @Test("merging at any cut gives the moments of the whole", arguments: 0...9)
  func cuts(cut: Int) throws {
    let values = [3.5, -1, 8, 0.25, 12, 7, 7, -4, 100]
    let whole = try Moments(values)
    var merged = try Moments(Array(values[..<cut]))
    merged.merge(try Moments(Array(values[cut...])))
    #expect(merged.count == whole.count)
    #expect(abs(merged.mean - whole.mean) < 1e-12)
    #expect(abs(merged.variance! - whole.variance!) < 1e-9)
    #expect(abs(merged.skewness! - whole.skewness!) < 1e-12)
  }

  @Test("an invalid number is refused with its place", arguments: [Double.nan, .infinity, -.infinity])
  func refusesNotFinite(value: Double) {
    #expect(throws: AnalysisError.notFinite(index: 2)) { try Moments([1, 2, value]) }
    #expect(throws: AnalysisError.notFinite(index: 1)) { try PairMoments([1, 2], [3, value]) }
    #expect(
      AnalysisError.notFinite(index: 2).description == "value 2 of the sample is not a finite number")
  }

  @Test("pairs on a straight line correlate perfectly, a constant has no correlation")
  func correlation() throws {
    #expect(abs(try PairMoments([1, 2, 3], [10, 20, 30]).correlation! - 1) < 1e-15)
    #expect(abs(try PairMoments([1, 2, 3], [3, 2, 1]).correlation! + 1) < 1e-15)
    #expect(try PairMoments([1, 2, 3], [5, 5, 5]).correlation == nil)
    #expect(throws: AnalysisError.unequalCounts(first: 1, second: 2)) { try PairMoments([1], [1, 2]) }
  }
}

@Suite("Fairness")
struct JainFairnessTests {
  @Test("Jain's index is between 1 / n and 1, and empty if all shares are 0")
  func fairness() throws {
    let shares: [[Double]] = [[3, 3, 3], [5, 0, 0, 0], [1, 2, 3], [1e-200, 1e-200], [0, 0], []]
    #expect(try shares.map(JainFairness.index) == [1, 0.25, 36.0 / 42, 1, nil, nil])
    #expect(throws: AnalysisError.negative(index: 1, found: -1)) { try JainFairness.index([1, -1]) }
  }
}
