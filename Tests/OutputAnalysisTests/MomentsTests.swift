import OutputAnalysis
import Testing

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

  @Test("a number that is none is refused with its place", arguments: [Double.nan, .infinity, -.infinity])
  func refusesNotFinite(value: Double) {
    #expect(throws: AnalysisError.notFinite(index: 2)) { try Moments([1, 2, value]) }
    #expect(throws: AnalysisError.notFinite(index: 1)) { try PairMoments([1, 2], [3, value]) }
    #expect(
      AnalysisError.notFinite(index: 2).description == "value 2 of the sample is not a finite number")
  }

  @Test("pairs of a straight line correlate perfectly, a constant with nothing")
  func correlation() throws {
    #expect(abs(try PairMoments([1, 2, 3], [10, 20, 30]).correlation! - 1) < 1e-15)
    #expect(abs(try PairMoments([1, 2, 3], [3, 2, 1]).correlation! + 1) < 1e-15)
    #expect(try PairMoments([1, 2, 3], [5, 5, 5]).correlation == nil)
    #expect(throws: AnalysisError.unequalCounts(first: 1, second: 2)) { try PairMoments([1], [1, 2]) }
  }
}
