import OutputAnalysis
import Testing

@Suite("One-sided claims and equivalence")
struct OneSidedTestTests {
  let lower = [1.0, 1.2, 0.9, 1.1, 1.0, 1.05]
  let higher = [2.0, 2.3, 1.9, 2.0, 2.1, 2.05]

  @Test("a clear difference is shown in its direction only")
  func direction() throws {
    #expect(try OneSidedTest(of: lower, minus: higher, is: .less).holds)
    #expect(try OneSidedTest(of: lower, minus: higher, is: .atMost).holds)
    #expect(try !OneSidedTest(of: lower, minus: higher, is: .greater).holds)
    #expect(try !OneSidedTest(of: lower, minus: higher, is: .atLeast).holds)
    #expect(try OneSidedTest(of: higher, minus: lower, is: .greater).holds)
  }

  @Test("noise around equality shows nothing", arguments: OneSidedTest.Claim.allCases)
  func noise(claim: OneSidedTest.Claim) throws {
    #expect(try !OneSidedTest([-1, 1, -0.5, 0.5], is: claim, than: 0).holds)
  }

  @Test("without variation the mean decides, and equality separates less from at most")
  func deterministic() throws {
    let same = [3.0, 3, 3]
    let less = try OneSidedTest(of: same, minus: same, is: .less)
    #expect(!less.holds)
    #expect(less.isDeterministic)
    #expect(less.pValue == nil)
    #expect(less.bound == 0)
    #expect(try OneSidedTest(of: same, minus: same, is: .atMost).holds)
    #expect(try OneSidedTest(of: same, minus: same, is: .atLeast).holds)
    #expect(try !OneSidedTest(of: same, minus: same, is: .greater).holds)
    #expect(try OneSidedTest(same, is: .less, than: 3.5).holds)
  }

  @Test("one replication shows nothing")
  func single() throws {
    let test = try OneSidedTest([1], is: .less, than: 100)
    #expect(!test.holds)
    #expect(test.bound == nil)
    #expect(test.estimate == 1)
  }

  @Test("a claim holds exactly if its p-value is below 1 − confidence")
  func duality() throws {
    let p = try OneSidedTest(lower, is: .less, than: 1.1).pValue!
    #expect(try OneSidedTest(lower, is: .less, than: 1.1, confidence: 1 - p * 1.001).holds)
    #expect(try !OneSidedTest(lower, is: .less, than: 1.1, confidence: 1 - p * 0.999).holds)
    let opposite = try OneSidedTest(lower, is: .greater, than: 1.1).pValue!
    #expect(abs(p + opposite - 1) < 1e-12)
  }

  @Test("equivalence needs an interval inside the margin: scatter is not equality")
  func equivalence() throws {
    #expect(try EquivalenceTest([0.01, -0.01, 0.02, -0.02], margin: 0.1).holds)
    #expect(try !EquivalenceTest([1, -1, 2, -2], margin: 0.1).holds)
    #expect(try !EquivalenceTest([0.2, 0.2, 0.2], margin: 0.1).holds)
    #expect(try EquivalenceTest([0.1, 0.1, 0.1], margin: 0.1).holds)
    #expect(try EquivalenceTest([0.0, 0], margin: 0).holds)
    #expect(try !EquivalenceTest([0.0], margin: 1).holds)
    #expect(throws: AnalysisError.notPositive(-1)) { try EquivalenceTest([0, 1], margin: -1) }
  }
}
