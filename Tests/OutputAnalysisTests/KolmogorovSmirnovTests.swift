import OutputAnalysis
import RandomStreams
import TestSupport
import Testing

@Suite("Kolmogorov–Smirnov distance")
struct KolmogorovSmirnovTests {
  private typealias Pair = (first: Double?, second: Double?)

  private func compare(_ pairs: [Pair]) -> KolmogorovSmirnov? {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: 1, replication: 0, device: 0, purpose: .bootstrap))
    return KolmogorovSmirnov(pairs) { stream.integer(below: $0) }
  }

  private func verdict(_ pairs: [Pair]) -> KolmogorovSmirnov.Verdict {
    KolmogorovSmirnov.verdict(
      compare(pairs), of: (pairs.count { $0.first != nil }, pairs.count { $0.second != nil }))
  }

  @Test("the largest difference of the step functions, ties counted on both sides at once")
  func distance() {
    #expect(KolmogorovSmirnov.distance([1, 2, 3, 4], [1, 2, 3, 4]) == 0)
    #expect(KolmogorovSmirnov.distance([1, 2], [3, 4]) == 1)
    #expect(KolmogorovSmirnov.distance([1, 2, 3, 4], [2, 2, 3, 5]) == 0.25)
    #expect(KolmogorovSmirnov.distance([0, 0, 0, 1], [0, 1]) == 0.25)
    holds(KolmogorovSmirnov.distance([], [1]) == 1 && KolmogorovSmirnov.distance([], []) == 0)
    #expect(compare([(nil, 1), (nil, 2)]) == nil)
  }

  @Test("samples without overlap are 1 apart in every resample, equal pairs 0")
  func ends() throws {
    let apart = try #require(compare((0..<20).map { (Double($0), Double($0 + 30)) }))
    holds(apart.distance == 1 && apart.lower == 1 && apart.upper == 1)
    let equal = try #require(compare((0..<20).map { (Double($0), Double($0)) }))
    holds(equal.distance == 0 && equal.lower == 0 && equal.upper == 0)
  }

  @Test("verdicts: 20 values on each side, and an interval on one side of 0.2")
  func verdicts() {
    func shifted(_ count: Int, by shift: Double) -> [Pair] {
      (0..<count).map { (Double($0) / Double(count), Double($0) / Double(count) + shift) }
    }
    #expect(verdict(shifted(300, by: 0.05)) == .inside)
    #expect(verdict(shifted(300, by: 0.5)) == .outside)
    #expect(verdict(shifted(30, by: 0.2)) == .notDecided)
    #expect(verdict(shifted(19, by: 0)) == .tooFew)
    #expect(verdict(shifted(300, by: 0).map { ($0.first, nil) }) == .tooFew)
  }

  @Test("twenty values of one distribution on each side are outside about as seldom as the interval says")
  func falseAlarms() {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: 7, replication: 0, device: 0, purpose: .bootstrap))
    var falseAlarms = 0
    for _ in 0..<200 {
      let pairs: [Pair] = (0..<20).map { _ in (stream.uniform(), stream.uniform()) }
      guard let found = KolmogorovSmirnov(pairs, resamples: 200, choose: { stream.integer(below: $0) }) else {
        Issue.record("no distance")
        return
      }
      holds(found.lower <= found.distance && found.distance <= found.upper)
      if KolmogorovSmirnov.verdict(found, of: (20, 20)) == .outside { falseAlarms += 1 }
    }
    // Of 200 at one end of 95 % about 5.
    #expect(falseAlarms <= 10)
  }
}
