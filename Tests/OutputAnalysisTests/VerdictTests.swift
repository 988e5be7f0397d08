import OutputAnalysis
import Testing

@Suite("Verdict of a simultaneous interval")
struct VerdictTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let lower: Double
    let upper: Double
    let smaller: Verdict
    let larger: Verdict
    var testDescription: String { "[\(lower), \(upper)]" }
  }

  @Test(
    "outside zero better or worse, inside the margin equivalent, else unresolved",
    arguments: [
      Case(lower: 2, upper: 3, smaller: .worse, larger: .better),
      Case(lower: -3, upper: -2, smaller: .better, larger: .worse),
      // Real but small: excluding zero takes precedence over lying within the margin.
      Case(lower: 0.1, upper: 0.2, smaller: .worse, larger: .better),
      Case(lower: -0.2, upper: -0.1, smaller: .better, larger: .worse),
      Case(lower: -0.5, upper: 0.5, smaller: .equivalent, larger: .equivalent),
      Case(lower: -1, upper: 1, smaller: .equivalent, larger: .equivalent),
      Case(lower: 0, upper: 0, smaller: .equivalent, larger: .equivalent),
      Case(lower: 0, upper: 0.5, smaller: .equivalent, larger: .equivalent),
      Case(lower: -0.5, upper: 1.01, smaller: .unresolved, larger: .unresolved),
      Case(lower: -1.01, upper: 0.5, smaller: .unresolved, larger: .unresolved),
      Case(lower: -9, upper: 9, smaller: .unresolved, larger: .unresolved),
    ])
  func table(row: Case) {
    #expect(
      Verdict(lower: row.lower, upper: row.upper, margin: 1, polarity: .smallerIsBetter) == row.smaller)
    #expect(Verdict(lower: row.lower, upper: row.upper, margin: 1, polarity: .largerIsBetter) == row.larger)
  }

  @Test("values that are equal in every common replication are the same, of one replication, too")
  func same() throws {
    func verdict(_ policy: [Double?], _ baseline: [Double?]) throws -> Verdict {
      let outcome = try #require(
        try ComparisonFamily([
          .init(policy: policy, baseline: baseline, margin: .absolute(1), polarity: .smallerIsBetter)
        ]).outcomes.first)
      if outcome.verdict == .same { #expect(outcome.holmPValue == nil) }
      return outcome.verdict
    }
    #expect(try verdict([1, 2, 3], [1, 2, 3]) == .same)
    #expect(try verdict([1], [1]) == .same)
    #expect(try verdict([1, nil, 3], [1, 5, 3]) == .same)
    #expect(try verdict([nil, 2], [1, nil]) == .unresolved)
    // An equal difference of zero in the mean alone is not the same, nor is an equal difference.
    #expect(try verdict([1, 2.01, 3], [1.01, 2, 3]) == .equivalent)
    #expect(try verdict([2, 3, 4], [1, 2, 3]) == .worse)
  }

  @Test("without an interval nothing is resolved")
  func noInterval() throws {
    #expect(Verdict(try MeanInterval([-5]), margin: 1, polarity: .smallerIsBetter) == .unresolved)
  }
}

@Suite("Family of comparisons")
struct ComparisonFamilyTests {
  private func member(_ policy: [Double?], _ margin: Margin = .absolute(1)) -> ComparisonFamily.Member {
    ComparisonFamily.Member(
      policy: policy, baseline: Fixture.policy("A"), margin: margin, polarity: .smallerIsBetter)
  }

  @Test("a larger family has wider intervals and larger adjusted p-values")
  func size() throws {
    let alone = try ComparisonFamily([member(Fixture.policy("B"))])
    let four = try ComparisonFamily(["B", "C", "D", "E"].map { member(Fixture.policy($0)) })
    #expect(alone.singleConfidence == 0.95)
    #expect(abs(four.singleConfidence - 0.9875) < 1e-15)
    #expect(
      alone.outcomes[0].difference!.interval.halfWidth! < four.outcomes[0].difference!.interval.halfWidth!)
    #expect(alone.outcomes[0].holmPValue == alone.outcomes[0].difference!.pValue)
    #expect(four.outcomes.map(\.verdict) == [.better, .unresolved, .better, .better])
    #expect(alone.outcomes[0].verdict == .better)
  }

  @Test("Holm's p-values of a comparison with A are those of the steps by hand")
  func holm() throws {
    let family = try ComparisonFamily(["B", "C", "D", "E"].map { member(Fixture.policy($0)) })
    let raw = family.outcomes.map { $0.difference!.pValue! }
    // Ascending: D, E, B, C.
    #expect(family.outcomes[2].holmPValue == 4 * raw[2])
    #expect(family.outcomes[3].holmPValue == 3 * raw[3])
    #expect(family.outcomes[0].holmPValue == 2 * raw[0])
    #expect(family.outcomes[1].holmPValue == raw[1])
  }

  @Test("the baseline against itself is deterministic and the same, and needs nothing more")
  func itself() throws {
    let outcome = try ComparisonFamily([member(Fixture.policy("A"), .absolute(0))]).outcomes[0]
    #expect(outcome.verdict == .same)
    #expect(outcome.holmPValue == nil)
    #expect(outcome.difference!.notes == [.deterministic])
    #expect(outcome.replicationsStillNeeded == 0)
  }

  @Test("a relative margin is a share of the baseline's mean")
  func relative() throws {
    let outcome = try ComparisonFamily([member(Fixture.policy("C"), .relative(0.01))]).outcomes[0]
    #expect(abs(outcome.margin - 0.4981583333333333) < 1e-12)
    #expect(Margin.relative(0.5).width(baselineMean: -4) == 2)
  }

  @Test("replications still needed bring the half-width to the margin")
  func needed() throws {
    let outcome = try ComparisonFamily([member(Fixture.policy("C"), .absolute(0.25))]).outcomes[0]
    // Half-width 0.7465 over 12 replications: (0.7465 / 0.25)² · 12 = 107.0
    let halfWidth = outcome.difference!.interval.halfWidth!
    let total = (halfWidth / 0.25) * (halfWidth / 0.25) * 12
    #expect(outcome.replicationsUsed == 12)
    #expect(outcome.replicationsStillNeeded == Int(total.rounded(.up)) - 12)
    #expect(
      try ComparisonFamily([member(Fixture.policy("C"), .absolute(0))]).outcomes[0].replicationsStillNeeded
        == nil)
  }

  @Test("a metric that is empty everywhere stays unresolved, yet belongs to the family")
  func empty() throws {
    let nothing = [Double?](repeating: nil, count: 12)
    let family = try ComparisonFamily([member(nothing), member(Fixture.policy("B"))])
    #expect(family.outcomes[0].difference == nil)
    #expect(family.outcomes[0].verdict == .unresolved)
    #expect(family.outcomes[0].replicationsIncomplete == 12)
    #expect(family.singleConfidence == 0.975)
    #expect(family.outcomes[1].holmPValue == 2 * family.outcomes[1].difference!.pValue!)
    #expect(try ComparisonFamily([]).outcomes.isEmpty)
  }
}
