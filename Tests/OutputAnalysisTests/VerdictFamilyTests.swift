import Foundation
import OutputAnalysis
import TestSupport
import Testing

@Suite("Family of verdicts")
struct VerdictFamilyTests {
  private typealias Member = VerdictFamily.Member

  private func member(
    _ policy: [Double?], _ margin: Margin = .absolute(1), polarity: Polarity = .smallerIsBetter
  ) -> Member {
    Member(
      .samples(policy: .values(policy), baseline: .values(Fixture.policy("A"))), margin: margin,
      polarity: polarity)
  }

  private func ratios(
    _ policy: [ReplicationSample.Fraction?], _ baseline: [ReplicationSample.Fraction?],
    _ margin: Margin = .absolute(1), devices: Int? = nil
  ) throws -> VerdictFamily.Outcome {
    let member = Member(
      .samples(policy: .fractions(policy), baseline: .fractions(baseline)), margin: margin,
      polarity: .largerIsBetter, deviceReplications: devices)
    return try VerdictFamily([member]).outcomes[0]
  }

  /// Replications in words: numerators over denominators, `-` for a missing one.
  private func ratios(
    _ policy: String, _ baseline: String, _ margin: Margin = .absolute(1)
  ) throws -> VerdictFamily.Outcome {
    func parts(_ text: String) -> [ReplicationSample.Fraction?] {
      text.split(separator: " ").map { word in
        let numbers = word.split(separator: "/").compactMap { Double($0) }
        return numbers.count == 2 ? .init(numbers[0], over: numbers[1]) : nil
      }
    }
    return try ratios(parts(policy), parts(baseline), margin)
  }

  @Test("intervals, p-values and correlations of means equal the results of paired differences")
  func means() throws {
    let members = ["B", "C", "D", "E"].map { member(Fixture.policy($0)) }
    let family = try VerdictFamily(members)
    let single = 1 - 0.05 / 4
    #expect(family.singleConfidence == single)
    let base = Fixture.policy("A")
    let differences = try ["B", "C", "D", "E"].map {
      try PairedDifference(
        of: Fixture.policy($0), minus: base, confidence: family.singleConfidence)
    }
    let adjusted = try MultiplicityAdjustment.adjusted(differences.map(\.pValue))
    for (index, (outcome, expected)) in zip(family.outcomes, differences).enumerated() {
      #expect(outcome.difference == expected.interval.mean)
      #expect(outcome.interval?.lower == expected.interval.lower)
      #expect(outcome.interval?.upper == expected.interval.upper)
      #expect(outcome.adjustedPValue == adjusted[index])
      #expect(outcome.correlation == expected.correlation)
      holds(outcome.replicationsUsed == 12 && outcome.replicationsIncomplete == 0)
    }
    // B [−2.15, −0.17], C [−0.02, 1.88], D [−2.44, −1.45], E [−3.74, −1.99] or so.
    #expect(family.outcomes.map(\.verdict) == [.slightlyBetter, .unresolved, .better, .better])
    #expect(family.outcomes.map(\.direction) == [.lower, nil, .lower, .lower])
  }

  @Test("needed appears in unresolved rows only")
  func needed() throws {
    let family = try VerdictFamily(["B", "C", "D"].map { member(Fixture.policy($0)) })
    #expect(family.outcomes.map { $0.needed != nil } == [false, true, false])
    let outcome = family.outcomes[1]
    let expected = try ReplicationsNeeded(
      count: 12, difference: try #require(outcome.difference),
      standardDeviation: try #require(outcome.standardDeviation), margin: 1,
      confidence: family.singleConfidence)
    #expect(outcome.needed == expected)
  }

  @Test("an A/A pair is the same, without p-value, direction or need")
  func same() throws {
    let outcome = try VerdictFamily([member(Fixture.policy("A"), .absolute(0))]).outcomes[0]
    #expect(outcome.verdict == .same)
    holds(outcome.adjustedPValue == nil && outcome.direction == nil && outcome.needed == nil)
    #expect(outcome.notes == [.deterministic])
    let single = try ratios("3/2", "3/2")
    holds(single.verdict == .same && single.interval == nil && single.notes == [.oneReplication])
    let empty = try ratios("0/0", "0/0")
    holds(empty.verdict == .same && empty.difference == nil && empty.notes == [.noEstimate])
  }

  @Test("equal ratios of other sums are equivalent, not the same")
  func equalRatios() throws {
    let outcome = try ratios("2/4 3/6", "1/2 5/10", .absolute(0))
    holds(outcome.verdict == .equivalent && outcome.difference == 0)
  }

  @Test("a relative margin is a share of the baseline's ratio over the common replications, shares included")
  func relativeMargin() throws {
    let outcome = try ratios("1/10 - 2/10", "1/10 9/10 3/30", .relative(0.1))
    holds(outcome.replicationsUsed == 2 && outcome.replicationsIncomplete == 1)
    let margin = 0.1 * 4 / 40
    #expect(abs(try #require(outcome.margin) - margin) < 1e-15)
    let negative = try ratios("1/1 1/1", "-4/1 -4/1", .relative(0.5))
    #expect(negative.margin == 2)
  }

  @Test("a baseline of 0 makes a relative margin 0, and that is said")
  func zeroBaseline() throws {
    let outcome = try ratios("1/4 2/4 1/4", "0/4 0/4 0/4", .relative(0.1))
    #expect(outcome.margin == 0)
    #expect(outcome.notes == [.baselineIsZero])
    let absolute = try ratios("1/4 2/4", "0/4 0/4", .absolute(0.1))
    holds(absolute.margin == 0.1 && !absolute.notes.contains(.baselineIsZero))
  }

  private static let dear = (0..<12).map {
    ReplicationSample.Fraction(Double(20 + $0 % 3), over: Double(10 + $0))
  }
  private static let cheap = (0..<12).map {
    ReplicationSample.Fraction(Double(18 + $0 % 4), over: Double(10 + $0))
  }

  @Test("a ratio whose upper bound is beyond the range of numbers is empty")
  func boundlessRatio() throws {
    let outcome = try ratios("1e-60/1 1e60/1", "1/1 1/1")
    holds(outcome.ratio == nil && outcome.difference != nil)
  }

  @Test("the ratio to the baseline has the interval of the jackknifed logarithm")
  func ratio() throws {
    let outcome = try ratios(Self.dear, Self.cheap)
    func logarithm(_ skip: Int?) -> Double {
      func sum(_ parts: [ReplicationSample.Fraction], _ path: KeyPath<ReplicationSample.Fraction, Double>)
        -> Double
      {
        parts.indices.reduce(0) { $1 == skip ? $0 : $0 + parts[$1][keyPath: path] }
      }
      let (own, base) = (Self.dear, Self.cheap)
      return log(sum(own, \.numerator) / sum(own, \.denominator))
        - log(sum(base, \.numerator) / sum(base, \.denominator))
    }
    let whole = logarithm(nil)
    let pseudo = (0..<12).map { 12 * whole - 11 * logarithm($0) }
    let error = try #require(try Moments(pseudo).standardError)
    let reach = error * StudentT(degreesOfFreedom: 11).twoSidedFactor(confidence: 0.95)
    let ratio = try #require(outcome.ratio)
    for (found, expected) in [
      (ratio.estimate, whole), (ratio.lower, whole - reach), (ratio.upper, whole + reach),
    ] {
      #expect(abs(log(found) - expected) < 1e-12)
    }
  }

  @Test("a sum of 0 without one of the replications leaves no ratio, and equal samples have the ratio 1")
  func noRatio() throws {
    var rests = Self.dear.map { ReplicationSample.Fraction(0, over: $0.denominator) }
    rests[3].numerator = 5
    holds(try ratios(rests, Self.cheap).ratio == nil && ratios(Self.cheap, rests).ratio == nil)
    #expect(try ratios(rests, Self.cheap).interval != nil)
    let outcome = try ratios(rests, Self.cheap, .factor(1.1))
    holds(outcome.verdict == .unresolved && outcome.notes.contains(.noRatio))
    let same = try #require(try ratios(Self.dear, Self.dear).ratio)
    #expect(same == (1, 1, 1))
  }

  @Test("a factor judges the ratio, a share of the battery the difference")
  func margins() throws {
    let rows: [(margin: Margin, joules: Double?, width: Double?, verdict: Verdict)] = [
      (.factor(1.5), nil, 1.5, .equivalent), (.factor(1.01), nil, 1.01, .better),
      (.factor(1.08), nil, 1.08, .slightlyBetter), (.battery(0.001), 1000, 1, .equivalent),
      (.battery(0.001), 10, 0.01, .better), (.battery(0.001), nil, nil, .better),
    ]
    for row in rows {
      let member = Member(
        .samples(policy: .fractions(Self.dear), baseline: .fractions(Self.cheap)), margin: row.margin,
        polarity: .largerIsBetter, nominalJoules: row.joules)
      let outcome = try VerdictFamily([member]).outcomes[0]
      #expect(outcome.verdict == row.verdict, "\(row) \(outcome)")
      #expect(outcome.margin == row.width)
      #expect(outcome.notes.contains(.noBattery) == (row.width == nil))
    }
  }

  @Test("a denominator from one replication gives an estimate without a verdict")
  func restsOnOne() throws {
    let outcome = try ratios("1/0 2/4 0/0", "1/2 1/2 1/2")
    #expect(outcome.difference == 0.25)
    holds(outcome.interval == nil && outcome.verdict == .unresolved && outcome.needed == nil)
    #expect(outcome.notes == [.dependsOnOneReplication])
    let none = try ratios("- 1/1", "1/1 -")
    holds(none.verdict == .unresolved && none.notes == [.noReplication] && none.margin == 1)
    let noBaseline = try ratios("1/1", "1/0", .relative(0.1))
    holds(noBaseline.margin == nil && noBaseline.verdict == .unresolved)
  }

  @Test("a row without a difference still belongs to the family")
  func emptyMembers() throws {
    let nothing = [Double?](repeating: nil, count: 12)
    let family = try VerdictFamily([member(nothing), member(Fixture.policy("B"))])
    #expect(family.singleConfidence == 0.975)
    holds(family.outcomes[0].verdict == .unresolved && family.outcomes[0].replicationsIncomplete == 12)
    let raw = try PairedDifference(of: Fixture.policy("B"), minus: Fixture.policy("A")).pValue!
    #expect(family.outcomes[1].adjustedPValue == 2 * raw)
    holds(try VerdictFamily([]).outcomes.isEmpty)
  }

  @Test("skewed pseudo-values at fewer than 30 replications, and few devices, are said")
  func warnings() throws {
    func notes(_ count: Int, last: Double, devices: Int?) throws -> [VerdictFamily.Note] {
      let policy = (0..<count).map { index in
        ReplicationSample.Fraction(index == 0 ? last : Double(index % 3), over: 1)
      }
      return try ratios(policy, policy.map { .init($0.numerator / 2, over: 1) }, devices: devices).notes
    }
    let skewed = try notes(20, last: 40, devices: 100)
    guard case .skewed(let skewness)? = skewed.first else {
      Issue.record("no warning of skewness in \(skewed)")
      return
    }
    holds(skewness > 3 && skewed.count == 1)
    holds(try notes(30, last: 40, devices: nil).isEmpty)
    #expect(try notes(20, last: 1, devices: 99) == [.fewDevices(99)])
    holds(try notes(20, last: 1, devices: 100).isEmpty)
  }

  @Test("negative correlation is reported with its cost if it is significant, and only then")
  func negativeCorrelation() throws {
    func notes(_ policy: [Double], _ baseline: [Double]) throws -> [VerdictFamily.Note] {
      let member = VerdictFamily.Member(
        .samples(policy: .values(policy), baseline: .values(baseline)), margin: .absolute(1),
        polarity: .smallerIsBetter)
      return try VerdictFamily([member]).outcomes[0].notes
    }
    let rising = (0..<10).map { Double($0 % 5) }
    // The same spread with the sign turned: the standard deviation of the difference is √2 times that of independent ones.
    guard
      case .negativeCorrelation(let correlation, let widening)? = try notes(rising, rising.map { 9 - $0 })
        .first
    else {
      Issue.record("no warning of a correlation of −1")
      return
    }
    holds(abs(correlation + 1) < 1e-12 && abs(widening - (2.0.squareRoot() - 1)) < 1e-12)
    // −0.35 in ten replications may be chance: the one-sided limit at 5 % is −0.549.
    let weak: [Double] = [1, 0, 3, 1, 0, 2, 3, 0, 1, 0]
    let moments = try PairMoments(rising, weak)
    holds(try #require(moments.correlation) < 0 && #require(moments.correlation) > -0.549)
    #expect(try notes(rising, weak) == [])
    #expect(try notes(rising, rising.map { $0 + ($0 > 2 ? 1 : 0) }) == [])
    #expect(try notes([1, 2], [2, 1]) == [])
  }

  @Test("a replication with few opens weighs less than one with many")
  func weights() throws {
    // The mean of ratios would say +0.25; the ratio of sums says −0.07.
    let outcome = try ratios("1/1 40/100 42/100", "0/1 48/100 50/100", .absolute(0.01))
    let expected: Double = (83.0 - 98.0) / 201
    #expect(abs(try #require(outcome.difference) - expected) < 1e-15)
  }
}
