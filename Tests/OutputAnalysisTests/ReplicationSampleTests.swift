import OutputAnalysis
import TestSupport
import Testing

@Suite("Samples of a metric over replications")
struct ReplicationSampleTests {
  @Test("a ratio of sums is not the mean of ratios")
  func ratioOfSums() {
    let sample = ReplicationSample.fractions([.init(1, over: 1), .init(100, over: 10)])
    #expect(sample.estimate(over: [0, 1]) == 101.0 / 11)
  }

  @Test("a resample takes the ratio of the resampled sums, or the mean of the resampled values")
  func resample() {
    let ratio = ReplicationSample.fractions([.init(1, over: 1), .init(100, over: 10), nil, .init(5, over: 0)])
    #expect(
      [[1, 1, 0], [0, 3], [3, 3], [2], []].map(ratio.estimate(over:)) == [201.0 / 21, 6, nil, nil, nil])
    #expect(ReplicationSample.values([1, nil, 4]).estimate(over: [0, 2, 2]) == 3)
    #expect(ReplicationSample.values([nil]).estimate(over: [0]) == nil)
  }

  @Test("common replications have an entry in every sample, with any denominator")
  func common() throws {
    let first = ReplicationSample.fractions([.init(1, over: 0), nil, .init(1, over: 1), .init(2, over: 1)])
    let second = ReplicationSample.values([1, 2, nil, 3])
    #expect(try ReplicationSample.common([first, second]) == [0, 3])
    #expect(try ReplicationSample.common([first]) == [0, 2, 3])
    #expect(try ReplicationSample.common([]) == [])
    #expect(throws: AnalysisError.unequalCounts(first: 4, second: 1)) {
      try ReplicationSample.common([first, .values([1])])
    }
  }

  @Test(
    "pooling adds numerators and denominators in each replication, and excludes replications that one sample lacks"
  )
  func pooled() throws {
    let a = ReplicationSample.fractions([.init(1, over: 2), .init(3, over: 0), nil])
    let b = ReplicationSample.fractions([.init(4, over: 8), .init(5, over: 1), .init(1, over: 1)])
    #expect(
      try ReplicationSample.pooled([a, b]) == .fractions([.init(5, over: 10), .init(8, over: 1), nil]))
    #expect(try ReplicationSample.pooled([.values([1, nil]), .values([3, 4])]) == .values([2, nil]))
    #expect(try ReplicationSample.pooled([a]) == a)
    #expect(throws: AnalysisError.emptySample) { try ReplicationSample.pooled([]) }
    #expect(throws: AnalysisError.unequalCounts(first: 3, second: 1)) {
      try ReplicationSample.pooled([a, .fractions([nil])])
    }
  }

  @Test("agreement asks for equal numerators and denominators in each replication, and for at least one")
  func agreement() {
    let a = ReplicationSample.fractions([.init(1, over: 2), .init(2, over: 4), nil])
    let b = ReplicationSample.fractions([.init(1, over: 2), .init(1, over: 2), nil])
    holds(a.agrees(with: b, in: [0]))
    holds(!a.agrees(with: b, in: [0, 1]))
    holds(!a.agrees(with: a, in: []))
    holds(ReplicationSample.values([1, 2]).agrees(with: .values([1, 2]), in: [0, 1]))
    holds(!ReplicationSample.values([0.5]).agrees(with: a, in: [0]))
  }

  @Test(
    "a compensated sum keeps small terms, and removing a term keeps the remaining terms", arguments: 0..<50)
  func sums(seed: Int) {
    #expect(CompensatedSum([1e16, 1, -1e16]).value == 1)
    #expect(CompensatedSum([1e20, 1, 1]).without(1e20) == 2)
    #expect(CompensatedSum([0, 5.1, 0]).without(5.1) == 0)
    #expect(CompensatedSum().value == 0)
    var random = SeededGenerator(seed: UInt64(seed))
    let terms = (0..<20).map { _ in Double(random.integer(below: 1 << 50)) }
    let sum = CompensatedSum(terms)
    let exact = terms.reduce(Int128(0)) { $0 + Int128($1) }
    #expect(abs(Int128(sum.value) - exact) < 128)
    #expect(abs(sum.without(terms[7]) / Double(exact - Int128(terms[7])) - 1) < 1e-15)
  }
}
