import OutputAnalysis
import Testing

@Suite("Length of a warm-up")
struct TruncationRuleTests {
  @Test("nothing is left out of a level series, and the start of one that settles is")
  func settled() throws {
    let level = try #require(TruncationRule((0..<30).map { $0 % 2 == 0 ? 1 : 2 }))
    #expect(level.values == 0 && !level.isTooShort)
    let settles = try #require(TruncationRule([9, 7, 5] + (0..<30).map { $0 % 2 == 0 ? 1 : 2 }))
    #expect(settles.values == 3)
  }

  @Test("a series that still falls at its end is too short to judge")
  func trend() throws {
    #expect(try #require(TruncationRule((0..<30).map { 30 - Double($0) })).isTooShort)
    #expect(TruncationRule([1]) == nil)
  }
}
