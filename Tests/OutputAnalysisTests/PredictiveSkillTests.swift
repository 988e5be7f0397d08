import OutputAnalysis
import RandomStreams
import TestSupport
import Testing

@Suite("Skill of a model")
struct PredictiveSkillTests {
  private func skill(_ own: [Double], _ reference: [Double]) throws -> SkillScore {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: 1, replication: 0, device: 0, purpose: .bootstrap))
    return try SkillScore(own, reference: reference) { stream.integer(below: $0) }
  }

  @Test(
    "the difference divided by the larger score, 0 for two scores of 0",
    arguments: [(0.0, 0.0, 0.0), (1, 2, 0.5), (2, 1, -0.5), (0, 3, 1), (3, 0, -1), (4, 4, 0)])
  func single(own: Double, reference: Double, expected: Double) throws {
    #expect(SkillScore.skill(own, reference: reference) == expected)
    let found = try skill([own], [reference])
    holds(found.bySource == [expected] && found.mean == expected && found.interval == nil)
  }

  @Test("the mean over sources is inside its interval, and exchanged models have the opposite skill")
  func mean() throws {
    let own = [1.0, 2, 3, 0, 1, 0.2]
    let reference = [2.0, 2, 1, 0, 4, 0.4]
    let found = try skill(own, reference)
    #expect(abs(found.mean - (0.5 + 0 - 2.0 / 3 + 0 + 0.75 + 0.5) / 6) < 1e-12)
    let interval = try #require(found.interval)
    holds(interval.contains(found.mean) && interval.lowerBound < 0 && interval.upperBound < 0.6)
    let opposite = try skill(reference, own)
    #expect(opposite.bySource == found.bySource.map { -$0 })
    #expect(try skill(own, reference) == found)
    #expect(try skill([1, 1, 1], [2, 2, 2]).interval == 0.5...0.5)
  }

  @Test("invalid scores are refused")
  func refuses() {
    #expect(throws: AnalysisError.emptySample) { try skill([], []) }
    #expect(throws: AnalysisError.unequalCounts(first: 1, second: 2)) { try skill([1], [1, 2]) }
    #expect(throws: AnalysisError.negative(index: 1, found: -1)) { try skill([1, 1], [1, -1]) }
    #expect(throws: AnalysisError.notFinite(index: 0)) { try skill([.nan], [1]) }
  }
}
