import OutputAnalysis
import TestSupport
import Testing

@Suite("One-sided claims and equivalence")
struct OneSidedTestTests {
  let lower = [1.0, 1.2, 0.9, 1.1, 1.0, 1.05]
  let higher = [2.0, 2.3, 1.9, 2.0, 2.1, 2.05]

  @Test("a clear difference is shown in its direction only; without variation the mean decides")
  func direction() throws {
    let same = [3.0, 3, 3]
    typealias Claims = Set<OneSidedTest.Claim>
    let rows: [(first: [Double], second: [Double], shown: Claims)] = [
      (lower, higher, [.less, .atMost]), (higher, lower, [.greater, .atLeast]),
      // Equality separates less from at most.
      (same, same, [.atMost, .atLeast]),
    ]
    for row in rows {
      let shown = try OneSidedTest.Claim.allCases.filter {
        try OneSidedTest(of: row.first, minus: row.second, is: $0).holds
      }
      #expect(Set(shown) == row.shown)
    }
    let less = try OneSidedTest(of: same, minus: same, is: .less)
    holds(less.isDeterministic && less.pValue == nil && less.bound == 0)
    holds(try OneSidedTest(same, is: .less, than: 3.5).holds)
    let single = try OneSidedTest([1], is: .less, than: 100)
    holds(!single.holds && single.bound == nil && single.estimate == 1)
  }

  @Test("noise around equality is not significant", arguments: OneSidedTest.Claim.allCases)
  func noise(claim: OneSidedTest.Claim) throws {
    holds(try !OneSidedTest([-1, 1, -0.5, 0.5], is: claim, than: 0).holds)
  }

  @Test("a claim holds exactly if its p-value is below 1 − confidence")
  func duality() throws {
    let p = try OneSidedTest(lower, is: .less, than: 1.1).pValue!
    holds(try OneSidedTest(lower, is: .less, than: 1.1, confidence: 1 - p * 1.001).holds)
    holds(try !OneSidedTest(lower, is: .less, than: 1.1, confidence: 1 - p * 0.999).holds)
    let opposite = try OneSidedTest(lower, is: .greater, than: 1.1).pValue!
    #expect(abs(p + opposite - 1) < 1e-12)
  }

  @Test("equivalence needs an interval inside the margin: scatter is not equality")
  func equivalence() throws {
    let rows: [(sample: [Double], margin: Double, verdict: ClaimDecision.Verdict)] = [
      ([0.01, -0.01, 0.02, -0.02], 0.1, .holds), ([1, -1, 2, -2], 0.1, .undecided),
      ([0.2, 0.2, 0.2], 0.1, .contradicted), ([0.1, 0.1, 0.1], 0.1, .holds), ([0, 0], 0, .holds),
      ([0], 1, .undecided), ([5, 5.1, 4.9, 5], 0.1, .contradicted),
    ]
    for row in rows {
      #expect(try ClaimDecision(row.sample, within: row.margin).verdict == row.verdict, "\(row)")
    }
  }

  @Test("a claim holds, is contradicted by the bound on the other side, or needs more replications")
  func decisions() throws {
    let rows: [(sample: [Double], limits: [ClaimDecision.Limit], verdict: ClaimDecision.Verdict)] = [
      (lower, [(.less, 1.5)], .holds), (lower, [(.greater, 1.5)], .contradicted),
      (lower, [(.less, 1.1)], .undecided), (lower, [(.greater, 1)], .undecided),
      (lower, [(.atLeast, 0.5), (.atMost, 1.5)], .holds),
      (lower, [(.atLeast, 0.5), (.atMost, 0.7)], .contradicted),
      (lower, [(.atLeast, 0.5), (.atMost, 1.06)], .undecided), ([3, 3], [(.less, 3)], .contradicted),
      ([3, 3], [(.atMost, 3)], .holds), ([3, 3.0001], [(.atMost, 1e9)], .undecided),
    ]
    for row in rows {
      let decision = try ClaimDecision(row.sample, row.limits)
      #expect(decision.verdict == row.verdict, "\(row)")
      #expect((decision.needed != nil) == (row.verdict == .undecided))
      if row.sample.count == 2 { #expect(decision.pValue == nil, "two replications show no p: \(row)") }
    }
    let near = try #require(try ClaimDecision(lower, [(.less, 1.1)]).needed)
    let total = 6 + near.added
    func power(_ total: Int) throws -> Double {
      let moments = try Moments(lower)
      return ReplicationsNeeded.power(
        of: total, difference: moments.mean - 1.1, standardDeviation: moments.standardDeviation!, margin: 0,
        confidence: 0.998)
    }
    holds(try power(total) >= 0.8 && power(total - 1) < 0.8)
    let balanced = try #require(try ClaimDecision([-1, 1, -1, 1], [(.less, 0)]).needed)
    holds(balanced.isLowerBound && balanced.added == 9996)
  }
}
