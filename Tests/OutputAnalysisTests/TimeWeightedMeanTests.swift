import OutputAnalysis
import Testing

@Suite("Means over time and fairness")
struct TimeWeightedMeanTests {
  @Test("the interval that spans the start is split, the last one is closed")
  func split() {
    var mean = TimeWeightedMean(start: 10)
    mean.set(4, at: 0)
    mean.set(2, at: 12)
    #expect(mean.integral(until: 15) == 14)
    #expect(mean.mean(until: 15) == 2.8)
    #expect(mean.mean(until: 10) == nil)
  }

  @Test("several changes at one instant count with the last")
  func sameInstant() {
    var mean = TimeWeightedMean()
    mean.set(100, at: 0)
    mean.set(1, at: 0)
    mean.set(50, at: 1)
    mean.set(3, at: 1)
    #expect(mean.mean(until: 2) == 2)
  }

  @Test("Jain's index runs from 1 / n to 1, and is empty where nobody gets anything")
  func fairness() throws {
    #expect(try JainFairness.index([3, 3, 3]) == 1)
    #expect(try JainFairness.index([5, 0, 0, 0]) == 0.25)
    #expect(try JainFairness.index([1, 2, 3]) == 36.0 / 42)
    #expect(try JainFairness.index([1e-200, 1e-200]) == 1)
    #expect(try JainFairness.index([0, 0]) == nil)
    #expect(try JainFairness.index([]) == nil)
    #expect(throws: AnalysisError.negative(index: 1, found: -1)) { try JainFairness.index([1, -1]) }
  }
}
