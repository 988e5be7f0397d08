import OutputAnalysis
import Testing

@Suite("Adjustment for multiplicity")
struct MultiplicityAdjustmentTests {
  @Test("Holm by hand, ties and order of input")
  func holm() throws {
    #expect(try MultiplicityAdjustment.holm.adjust([0.04, 0.01, 0.03]) == [0.06, 0.03, 0.06])
    #expect(try MultiplicityAdjustment.holm.adjust([0.5, 0.5]) == [1, 1])
    #expect(try MultiplicityAdjustment.holm.adjust([]) == [])
  }

  @Test("an empty p-value stays empty and counts for the size of the family")
  func empty() throws {
    #expect(try MultiplicityAdjustment.holm.adjust([nil, 0.01, nil]) == [nil, 0.03, nil])
    #expect(try MultiplicityAdjustment.bonferroni.adjust([nil, 0.01]) == [nil, 0.02])
  }

  @Test(
    "no adjustment makes a p-value smaller, exceeds 1 or changes the order",
    arguments: MultiplicityAdjustment.allCases)
  func monotone(adjustment: MultiplicityAdjustment) throws {
    let raw = [0.2, 0.001, 0.04, 0.04, 0.9, 1, 0]
    let adjusted = try adjustment.adjust(raw).map { $0! }
    for (i, p) in raw.enumerated() {
      #expect(adjusted[i] >= p)
      #expect(adjusted[i] <= 1)
      for (j, q) in raw.enumerated() where p <= q { #expect(adjusted[i] <= adjusted[j]) }
    }
  }

  @Test("what is no probability is refused", arguments: [-0.1, 1.1, .nan])
  func refuses(p: Double) {
    #expect(throws: AnalysisError.self) { try MultiplicityAdjustment.holm.adjust([p]) }
  }
}
