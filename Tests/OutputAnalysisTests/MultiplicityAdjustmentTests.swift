import OutputAnalysis
import TestSupport
import Testing

@Suite("Adjustment for multiplicity")
struct MultiplicityAdjustmentTests {
  @Test("an empty p-value stays empty and counts for the size of the family; none exceeds 1")
  func empty() throws {
    #expect(try MultiplicityAdjustment.adjusted([nil, 0.01, 0.5, nil]) == [nil, 0.04, 1, nil])
    #expect(try MultiplicityAdjustment.adjusted([]) == [])
  }

  @Test(
    "the adjusted p-value is below 1 − c where the simultaneous interval excludes 0, and nowhere else",
    arguments: 0..<40)
  func agrees(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    // Differences about as large as the half-width of their intervals, so that many lie at the edge.
    let members = (0..<1 + random.integer(below: 30)).map { _ in
      let shift = random.uniform(0.5...1.5)
      let values = (0..<12).map { _ in random.normal() + shift }
      return VerdictFamily.Member(
        .samples(policy: .values(values), baseline: .values([Double](repeating: 0, count: 12))),
        margin: .absolute(0.1), polarity: .smallerIsBetter)
    }
    for outcome in try VerdictFamily(members, confidence: 0.9).outcomes {
      let p = try #require(outcome.adjustedPValue)
      #expect((p < 0.1) == (outcome.direction != nil))
    }
  }

  @Test("what is no probability is refused", arguments: [-0.1, 1.1, .nan])
  func refuses(p: Double) {
    #expect(throws: AnalysisError.self) { try MultiplicityAdjustment.adjusted([p]) }
  }
}
