import OutputAnalysis
import TestSupport
import Testing

@Suite("Paired difference")
struct PairedDifferenceTests {
  @Test("notes: no variation, one replication, and members against each other, but not two pairs")
  func notes() throws {
    let rows:
      [(first: [Double], second: [Double], mean: Double, width: Double?, notes: [PairedDifference.Note])] = [
        ([11, 12, 13], [10, 11, 12], 1, 0, [.deterministic]), ([11], [10], 1, nil, [.tooFewReplications]),
      ]
    for row in rows {
      let difference = try PairedDifference(of: row.first, minus: row.second)
      holds(difference.interval.mean == row.mean && difference.interval.halfWidth == row.width, "\(row)")
      holds(
        difference.pValue == nil && difference.tStatistic == nil && difference.notes == row.notes, "\(row)")
    }
    let three = try PairedDifference(of: [1, 2, 3.5], minus: [3, 2, 1])
    holds(three.notes == [.negativeCorrelation] && three.varianceRatio! > 1)
    #expect(try PairedDifference(of: [1, 2], minus: [3, 2]).notes == [])
  }

  @Test("swapping the members changes only the sign")
  func antisymmetry() throws {
    let (a, b) = (Fixture.policy("A"), Fixture.policy("D"))
    let one = try PairedDifference(of: a, minus: b)
    let other = try PairedDifference(of: b, minus: a)
    #expect(one.interval.mean == -other.interval.mean)
    #expect(one.pValue == other.pValue)
    #expect(one.interval.halfWidth == other.interval.halfWidth)
  }

  @Test("the p-value is below α exactly if the interval excludes zero")
  func duality() throws {
    let (a, b) = (Fixture.policy("A"), Fixture.policy("C"))
    let p = try PairedDifference(of: a, minus: b).pValue!
    #expect(try PairedDifference(of: a, minus: b, confidence: 1 - p * 1.001).interval.upper! < 0)
    #expect(try PairedDifference(of: a, minus: b, confidence: 1 - p * 0.999).interval.upper! > 0)
  }

  @Test("Welch needs two values on each side and some variation")
  func welch() throws {
    let pairs: [([Double], [Double])] = [([1], [1, 2]), ([1, 1], [2, 2]), ([1, 2], [2, 2])]
    #expect(try pairs.map { try WelchComparison($0.0, $0.1) != nil } == [false, false, true])
  }

  @Test("Welch compares ratios of independent replications by their pseudo-values")
  func welchOfRatios() throws {
    let first = try PseudoValues(fractions: [.init(1, over: 2), .init(4, over: 3), .init(2, over: 2)])
    let second = try PseudoValues(fractions: [.init(5, over: 2), .init(4, over: 4)])
    let welch = try #require(try WelchComparison(first, second))
    #expect(abs(welch.difference - (1 - 1.5)) < 1e-15)
    let plain = try #require(try WelchComparison(first.values!, second.values!))
    #expect(abs(welch.halfWidth - plain.halfWidth) < 1e-12)
    let hollow = try PseudoValues(fractions: [.init(1, over: 0), .init(1, over: 1)])
    #expect(try WelchComparison(first, hollow) == nil)
  }
}
