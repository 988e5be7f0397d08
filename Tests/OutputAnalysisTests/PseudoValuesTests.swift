import OutputAnalysis
import TestSupport
import Testing

@Suite("Jackknife pseudo-values")
struct PseudoValuesTests {
  /// Numerators that follow their denominators, with replications whose denominator is 0 among them.
  private static func fractions(
    count: Int, from random: inout SeededGenerator
  ) -> [ReplicationSample.Fraction] {
    (0..<count).map { _ in
      let denominator = random.integer(below: 5) == 0 ? 0 : Double(random.integer(below: 40))
      return .init(3 * denominator + random.uniform(-5...20), over: denominator)
    }
  }

  /// Ratio of plain sums.
  private func ratio(_ fractions: [ReplicationSample.Fraction]) -> Double {
    fractions.map(\.numerator).reduce(0, +) / fractions.map(\.denominator).reduce(0, +)
  }

  private func closeTo(_ x: Double, _ y: Double, _ scale: Double = 1) -> Bool {
    abs(x - y) <= 1e-9 * (scale + abs(y))
  }

  @Test("they are n θ − (n − 1) θ₍₋ᵢ₎ by brute force, shifted so that their mean is θ", arguments: 0..<200)
  func bruteForce(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let sample = Self.fractions(count: 2 + random.integer(below: 20), from: &random)
    let found = try PseudoValues(fractions: sample)
    let all = ratio(sample)
    guard all.isFinite else {
      holds(found.estimate == nil && found.values == nil)
      return
    }
    holds(closeTo(try #require(found.estimate), all))
    let n = Double(sample.count)
    let without = sample.indices.map { place in
      ratio(sample.enumerated().filter { $0.offset != place }.map(\.element))
    }
    guard without.allSatisfy(\.isFinite) else {
      #expect(found.values == nil)
      return
    }
    let plain = without.map { n * all - (n - 1) * $0 }
    let shift = all - plain.reduce(0, +) / n
    let values = try #require(found.values)
    for (value, expected) in zip(values, plain) { holds(closeTo(value, expected + shift, abs(all))) }
    holds(closeTo(values.reduce(0, +) / n, all, abs(all)))
  }

  @Test("with one common denominator the ratio is a mean, and so are interval and test", arguments: 0..<20)
  func equalDenominators(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let values = (0..<9).map { _ in random.normal() }
    let ratio = try PseudoValues(fractions: values.map { .init($0 * 7, over: 7) })
    let (interval, plain) = (try MeanInterval(ratio), try MeanInterval(values))
    holds(closeTo(interval.mean, plain.mean))
    holds(closeTo(interval.halfWidth!, plain.halfWidth!))
    holds(closeTo(ratio.moments!.skewness!, try Moments(values).skewness!))
  }

  @Test("the closed form for two replications: half of the gap between both ratios without one")
  func twoReplications() throws {
    // θ = 10 / 5 = 2; without the first 6 / 4 = 1.5, without the second 4 / 1 = 4.
    let sample = try PseudoValues(fractions: [.init(4, over: 1), .init(6, over: 4)])
    #expect(sample.estimate == 2)
    #expect(sample.values == [3.25, 0.75])
    holds(closeTo(try MeanInterval(sample).standardDeviation!, 2.5 / 2.0.squareRoot()))
  }

  @Test("the pseudo-values of a mean are the values themselves")
  func means() throws {
    let sample = ReplicationSample.values([3, nil, 5, 10])
    let found = try sample.pseudoValues()
    #expect(found.estimate == 6)
    #expect(found.values == [3, 5, 10])
    #expect(try sample.pseudoValues(in: [0, 3]).values == [3, 10])
    #expect(try MeanInterval(found) == MeanInterval([3, 5, 10]))
  }

  @Test("a replication with denominator 0 stays in")
  func zeroDenominator() throws {
    let found = try PseudoValues(fractions: [.init(4, over: 2), .init(3, over: 0), .init(8, over: 3)])
    #expect(found.estimate == 3)
    #expect(found.count == 3)
    // Without the second 12 / 5; without the first 11 / 3; without the third 7 / 2.
    let plain = [9 - 2 * 11.0 / 3, 9 - 2 * 12.0 / 5, 9 - 2 * 7.0 / 2]
    let shift = 3 - plain.reduce(0, +) / 3
    for (value, expected) in zip(try #require(found.values), plain) {
      holds(closeTo(value, expected + shift))
    }
  }

  @Test("where leaving one out makes the denominator 0 there is an estimate and no interval")
  func restsOnOne() throws {
    let sample = try PseudoValues(fractions: [.init(1, over: 0), .init(2, over: 4), .init(5, over: 0)])
    #expect(sample.estimate == 2)
    holds(sample.values == nil && sample.moments == nil)
    let interval = try MeanInterval(sample)
    holds(interval.mean == 2 && interval.halfWidth == nil && interval.count == 3)
    let test = try OneSidedTest(sample, is: .less, than: 100)
    holds(!test.holds && test.bound == nil && test.pValue == nil && !test.isDeterministic)
    let decision = try ClaimDecision(sample, [(.atMost, 1000)])
    holds(decision.verdict == .undecided && decision.needed == nil)
    #expect(try JointRegion(sample, sample, confidence: 0.95) == nil)
    let paired = try PairedDifference(of: sample, minus: sample)
    holds(paired.interval.mean == 0 && paired.interval.halfWidth == nil && paired.notes.isEmpty)
    holds(!paired.hasPseudoValues && paired.pValue == nil && paired.correlation == nil)
  }

  @Test("one replication gives a ratio without interval; no denominator and no replication give neither")
  func small() throws {
    let single = try PseudoValues(fractions: [.init(4, over: 2)])
    holds(single.estimate == 2 && single.values == nil)
    let none = try PseudoValues(fractions: [.init(4, over: 0), .init(1, over: 0)])
    holds(none.estimate == nil && none.count == 2)
    #expect(throws: AnalysisError.zeroDenominator) { try MeanInterval(none) }
    #expect(throws: AnalysisError.emptySample) { try MeanInterval(PseudoValues(fractions: [])) }
    #expect(throws: AnalysisError.emptySample) {
      try OneSidedTest(PseudoValues(values: []), is: .less, than: 0)
    }
    #expect(throws: AnalysisError.notFinite(index: 1)) {
      try PseudoValues(fractions: [.init(1, over: 1), .init(1, over: .infinity)])
    }
  }

  @Test(
    "huge and tiny numbers neither trap nor give an invalid interval",
    arguments: [1e-300, 1e300, 8e307])
  func extremes(scale: Double) throws {
    for fractions in [
      [
        ReplicationSample.Fraction(scale, over: 1 / scale), .init(2 * scale, over: 1), .init(-scale, over: 3),
      ],
      [.init(1, over: scale), .init(2, over: scale), .init(3, over: -2 * scale)],
      [.init(scale, over: scale), .init(scale, over: scale), .init(scale, over: 1)],
    ] {
      let sample = try PseudoValues(fractions: fractions)
      holds(sample.estimate.map(\.isFinite) ?? true)
      let values = sample.values ?? []
      holds(values.allSatisfy { $0.isFinite })
      if sample.estimate != nil { #expect(try MeanInterval(sample).count == 3) }
    }
  }

  @Test("proportional parts of any size have a ratio of width 0", arguments: 0..<50)
  func proportional(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let factor = random.uniform(0.01...99)
    let sample = try PseudoValues(
      fractions: (0..<12).map { _ in
        let denominator = random.uniform(0...1e6)
        return .init(factor * denominator, over: denominator)
      })
    #expect(try MeanInterval(sample).halfWidth == 0)
    holds(closeTo(sample.estimate!, factor))
  }

  @Test("order of replications does not matter, and units scale out", arguments: 0..<50)
  func invariance(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let fractions = Self.fractions(count: 12, from: &random) + [.init(3, over: 5), .init(9, over: 2)]
    let found = try PseudoValues(fractions: fractions)
    let reversed = try PseudoValues(fractions: fractions.reversed())
    let scaled = try PseudoValues(
      fractions: fractions.map { .init($0.numerator * 4, over: $0.denominator * 8) })
    let scale = abs(found.estimate!)
    holds(closeTo(reversed.estimate!, found.estimate!))
    for (a, b) in zip(found.values!, reversed.values!.reversed()) { holds(closeTo(a, b, scale)) }
    #expect(scaled.estimate == found.estimate.map { $0 * 0.5 })
    #expect(scaled.values == found.values?.map { $0 * 0.5 })
  }

  @Test("the difference leaves the same replication out of both ratios", arguments: 0..<100)
  func difference(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed + 1000))
    let count = 3 + random.integer(below: 10)
    let first = Self.fractions(count: count, from: &random) + [.init(7, over: 3), .init(5, over: 4)]
    let second = Self.fractions(count: count, from: &random) + [.init(2, over: 2), .init(9, over: 1)]
    let difference = try PseudoValues(fractions: first).minus(PseudoValues(fractions: second))
    let n = Double(first.count)
    let full = ratio(first) - ratio(second)
    holds(closeTo(difference.estimate!, full, abs(ratio(first))))
    let without = first.indices.map { place in
      ratio(first.enumerated().filter { $0.offset != place }.map(\.element))
        - ratio(second.enumerated().filter { $0.offset != place }.map(\.element))
    }
    // The variance of the jackknife of the difference itself.
    let mean = without.reduce(0, +) / n
    let error = ((n - 1) / n * without.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }).squareRoot()
    let interval = try MeanInterval(difference)
    holds(closeTo(interval.standardDeviation! / n.squareRoot(), error, abs(ratio(first))))
    holds(closeTo(interval.lower! + interval.upper!, 2 * full, abs(ratio(first))))
    #expect(throws: AnalysisError.unequalCounts(first: first.count, second: 1)) {
      try PseudoValues(fractions: first).minus(PseudoValues(values: [1]))
    }
  }

  @Test("a tenth more energy over the same opens: the error of the difference is a tenth of the ratio's")
  func joint() throws {
    let energy = [12.1, 9.8, 14.3, 11.0, 13.6, 10.4, 12.9, 8.7, 15.2, 11.8]
    let opens = [41.0, 35, 50, 36, 47, 38, 42, 30, 55, 40]
    let base = try PseudoValues(fractions: zip(energy, opens).map { .init($0, over: $1) })
    let more = try PseudoValues(fractions: zip(energy, opens).map { .init($0 * 1.1, over: $1) })
    let pair = try PairedDifference(of: more, minus: base)
    holds(closeTo(pair.interval.mean, 0.1 * base.estimate!))
    holds(closeTo(pair.interval.halfWidth!, 0.1 * (try MeanInterval(base).halfWidth!)))
    holds(closeTo(pair.correlation!, 1))
    let itself = try PairedDifference(of: base, minus: base)
    holds(itself.interval.mean == 0 && itself.interval.halfWidth == 0 && itself.pValue == nil)
    #expect(itself.notes == [.deterministic])
  }

  @Test("tests, regions and equivalence of pseudo-values equal the results of values with their mean")
  func sameMethods() throws {
    var random = SeededGenerator(seed: 4)
    let a = try PseudoValues(fractions: Self.fractions(count: 20, from: &random))
    let b = try PseudoValues(fractions: Self.fractions(count: 20, from: &random))
    let test = try OneSidedTest(a, is: .greater, than: 2, confidence: 0.9)
    let plain = try OneSidedTest(a.values!, is: .greater, than: 2, confidence: 0.9)
    holds(closeTo(test.bound!, plain.bound!) && closeTo(test.pValue!, plain.pValue!))
    #expect(test.estimate == a.estimate)
    holds(
      closeTo(
        try ClaimDecision(a, [(.atMost, 5)]).pValue!, try ClaimDecision(a.values!, [(.atMost, 5)]).pValue!))
    let region = try #require(try JointRegion(a, b, confidence: 0.95))
    let plainRegion = try #require(try JointRegion(a.values!, b.values!, confidence: 0.95))
    holds(region.center.first == a.estimate && region.center.second == b.estimate)
    #expect(region.covariance == plainRegion.covariance)
  }
}
