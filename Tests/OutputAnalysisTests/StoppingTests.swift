import OutputAnalysis
import Testing

@Suite("Enough replications")
struct StoppingTests {
  @Test("the checkpoints are 10, 15, 20, 30, 50 and so on by decades")
  func checkpoints() {
    #expect(
      RelativePrecisionRule.checkpoints(upTo: 1000) == [
        10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000,
      ])
    #expect(RelativePrecisionRule.checkpoint(after: 0) == 10)
    #expect(RelativePrecisionRule.checkpoint(after: 10) == 15)
    #expect(RelativePrecisionRule.checkpoint(after: 11) == 15)
    #expect(RelativePrecisionRule.checkpoint(after: 50) == 75)
    #expect(RelativePrecisionRule.checkpoints(upTo: 9) == [])
    #expect(RelativePrecisionRule.checkpoints(endingAt: 40) == [10, 15, 20, 30, 40])
    #expect(RelativePrecisionRule.checkpoints(endingAt: 50) == [10, 15, 20, 30, 50])
    #expect(RelativePrecisionRule.checkpoints(endingAt: 4) == [4])
  }

  @Test("the threshold is R / (1 + R)")
  func threshold() throws {
    #expect(try RelativePrecisionRule(relativeError: 0.25).threshold == 0.2)
    #expect(throws: AnalysisError.notPositive(0)) { try RelativePrecisionRule(relativeError: 0) }
  }

  @Test("a sample without variation meets the rule, one around 0 or of one value does not")
  func edges() throws {
    let rule = try RelativePrecisionRule(relativeError: 0.1)
    #expect(rule.isMet(by: try MeanInterval([0, 0])))
    #expect(!rule.isMet(by: try MeanInterval([-1, 1])))
    #expect(!rule.isMet(by: try MeanInterval([4])))
  }

  @Test("Stein never asks for fewer than there are, nor answers from one replication")
  func stein() throws {
    #expect(try SteinSampleSize.total(count: 10, standardDeviation: 0, halfWidth: 1) == 10)
    #expect(try SteinSampleSize.total(count: 1, standardDeviation: 1, halfWidth: 1) == nil)
    #expect(try SteinSampleSize.total(count: 2, standardDeviation: 1, halfWidth: 1e-9) == nil)
    #expect(throws: AnalysisError.notPositive(0)) {
      try SteinSampleSize.total(count: 10, standardDeviation: 1, halfWidth: 0)
    }
  }
}
