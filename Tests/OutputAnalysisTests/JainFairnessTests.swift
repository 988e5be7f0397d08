import OutputAnalysis
import Testing

@Suite("Fairness")
struct JainFairnessTests {
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
