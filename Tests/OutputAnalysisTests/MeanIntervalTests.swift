import OutputAnalysis
import Testing

@Suite("Mean and t interval")
struct MeanIntervalTests {
  @Test("one replication has a mean and no interval")
  func single() throws {
    let interval = try MeanInterval([5])
    #expect(interval.mean == 5)
    #expect(interval.halfWidth == nil)
    #expect(interval.lower == nil)
    #expect(interval.relativeHalfWidth == nil)
  }

  @Test("a sample that does not vary has width 0, whatever its mean", arguments: [0.0, 5, -3])
  func constant(value: Double) throws {
    let interval = try MeanInterval([value, value, value])
    #expect(interval.halfWidth == 0)
    #expect(interval.relativeHalfWidth == 0)
  }

  @Test("around a mean of 0 there is no relative width")
  func zeroMean() throws {
    #expect(try MeanInterval([-1, 1]).relativeHalfWidth == nil)
  }

  @Test("two replications: the half-width is 12.706 standard errors")
  func two() throws {
    let interval = try MeanInterval([9, 11])
    #expect(abs(interval.halfWidth! - 12.706204736174694) < 1e-8)
  }

  @Test("an empty sample and a confidence outside (0, 1) are refused", arguments: [0.0, 1, -0.5, 95, .nan])
  func refuses(confidence: Double) {
    #expect(throws: AnalysisError.self) { try MeanInterval([1, 2], confidence: confidence) }
    #expect(throws: AnalysisError.emptySample) { try MeanInterval([]) }
  }

  @Test("the quantiles of t agree with its closed forms for 1 and 2 degrees of freedom")
  func closedForms() {
    // Cauchy: tan(π (p − ½)); two degrees: (2p − 1) √(2 / (4p (1 − p))).
    #expect(abs(StudentT(degreesOfFreedom: 1).quantile(0.75) - 1) < 1e-12)
    let p = 0.9
    let two = (2 * p - 1) * (2 / (4 * p * (1 - p))).squareRoot()
    #expect(abs(StudentT(degreesOfFreedom: 2).quantile(p) - two) < 1e-10)
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
