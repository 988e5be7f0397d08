import OutputAnalysis
import RandomStreams
import Testing

@Suite("Kolmogorov–Smirnov distance")
struct KolmogorovSmirnovTests {
  private func compare(_ first: [Double], _ second: [Double]) -> KolmogorovSmirnov? {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: 1, replication: 0, device: 0, purpose: .bootstrap))
    return KolmogorovSmirnov(first, second) { stream.integer(below: $0) }
  }

  @Test("the largest difference of the step functions, ties counted on both sides at once")
  func distance() {
    #expect(KolmogorovSmirnov.distance([1, 2, 3, 4], [1, 2, 3, 4]) == 0)
    #expect(KolmogorovSmirnov.distance([1, 2], [3, 4]) == 1)
    #expect(KolmogorovSmirnov.distance([1, 2, 3, 4], [2, 2, 3, 5]) == 0.25)
    #expect(KolmogorovSmirnov.distance([0, 0, 0, 1], [0, 1]) == 0.25)
    #expect(compare([], [1]) == nil)
  }

  @Test("samples without overlap are 1 apart in every resample")
  func apart() throws {
    let found = try #require(compare((0..<20).map(Double.init), (30..<60).map(Double.init)))
    #expect(found.distance == 1 && found.lower == 1 && found.upper == 1)
  }

  @Test(
    "verdicts: many of one distribution are inside, of others outside, some are not decided, few are never judged"
  )
  func verdicts() throws {
    func verdict(_ first: [Double], _ second: [Double]) -> KolmogorovSmirnov.Verdict {
      KolmogorovSmirnov.verdict(first, second, compare(first, second))
    }
    func even(_ count: Int, from start: Double = 0) -> [Double] {
      (0..<count).map { start + (Double($0) + 0.5) / Double(count) }
    }
    #expect(verdict(even(400), even(300)) == .inside)
    #expect(verdict(even(400), even(300, from: 0.5)) == .outside)
    #expect(verdict(even(20), even(20, from: 0.15)) == .notDecided)
    #expect(verdict(even(19), even(300)) == .tooFew && verdict(even(300), []) == .tooFew)
  }

  @Test("twenty of one distribution each are hardly ever called different")
  func falseAlarms() {
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: 7, replication: 0, device: 0, purpose: .bootstrap))
    let outside = (0..<200).count { _ in
      let samples = (0..<2).map { _ in (0..<20).map { _ in stream.uniform() } }
      let found = KolmogorovSmirnov(samples[0], samples[1], resamples: 200) { stream.integer(below: $0) }
      return KolmogorovSmirnov.verdict(samples[0], samples[1], found) == .outside
    }
    #expect(outside <= 20)
  }
}
