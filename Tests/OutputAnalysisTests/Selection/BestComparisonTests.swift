import OutputAnalysis
import TestSupport
import Testing

@Suite("Multiple comparisons with the best")
struct BestComparisonTests {
  @Test("by hand: the best alone has a lower end of 0, what is shown not to be the best an upper end of 0")
  func hand() throws {
    let clear = try BestComparison(means: [10, 7, 4]) { _, _ in 1 }.leads
    #expect(clear.map(\.estimate) == [3, -3, -6])
    #expect(clear.map(\.lower) == [0, -4, -7])
    #expect(clear.map(\.upper) == [4, 0, 0])
    // Two may be the best; the third is compared with both, and the worse bound counts.
    let open = try BestComparison(means: [10, 9.5, 4]) { _, _ in 1 }.leads
    #expect(open.map(\.lower) == [-0.5, -1.5, -7])
    #expect(open.map(\.upper) == [1.5, 0.5, 0])
  }

  @Test("each pair has its own width")
  func widths() throws {
    let leads = try BestComparison(means: [10, 9, 8]) { one, other in
      one + other == 1 ? 0.5 : 4
    }.leads
    // The second is 0.5 beyond its width behind the first; the third is within 4 of both.
    #expect(leads.map(\.upper) == [1.5, 0, 2])
    #expect(leads.map(\.lower) == [-2, -3, -6])
  }

  @Test("equal systems of width 0 tie at 0")
  func ties() throws {
    let leads = try BestComparison(paired: [[1, 2, 3], [1, 2, 3], [0, 1, 2]], confidence: 0.95).leads
    #expect(leads.map(\.lower) == [0, 0, -1])
    #expect(leads.map(\.upper) == [0, 0, 0])
  }

  @Test("of two systems the ends are the one-sided paired bounds")
  func pair() throws {
    let (first, second) = (Fixture.policy("A"), Fixture.policy("D"))
    let leads = try BestComparison(paired: [first, second], confidence: 0.95).leads
    let differences = try Moments(zip(first, second).map { $0 - $1 })
    let width = StudentT(degreesOfFreedom: 11).oneSidedFactor(confidence: 0.95) * differences.standardError!
    #expect(abs(leads[0].upper - max(0, differences.mean + width)) < 1e-12)
    #expect(abs(leads[1].lower - min(0, -differences.mean - width)) < 1e-12)
  }

  @Test("refuses one system, one replication and unequal numbers of them")
  func refusals() {
    #expect(throws: AnalysisError.emptySample) { try BestComparison(paired: [[1, 2]], confidence: 0.95) }
    #expect(throws: AnalysisError.emptySample) { try BestComparison(paired: [[1], [2]], confidence: 0.95) }
    #expect(throws: AnalysisError.self) {
      try BestComparison(paired: [[1, 2], [1, 2, 3]], confidence: 0.95)
    }
    #expect(throws: AnalysisError.self) {
      try BestComparison(paired: [[1, .nan], [1, 2]], confidence: 0.95)
    }
    #expect(throws: AnalysisError.self) { try BestComparison(paired: [[1, 2], [1, 2]], confidence: 1) }
  }

  @Test("all intervals cover together, with correlated systems of unequal spread")
  func coverage() throws {
    var random = SeededGenerator(seed: 91)
    let truth = [1.0, 1.2, 0.8, 1.2]
    let trials = 2000
    var covered = 0
    for _ in 0..<trials {
      var values = [[Double]](repeating: [], count: 4)
      for _ in 0..<12 {
        let shared = random.normal()
        for system in truth.indices {
          values[system].append(truth[system] + shared + Double(system + 1) * 0.3 * random.normal())
        }
      }
      let leads = try BestComparison(paired: values, confidence: 0.9).leads
      let isCovered = truth.indices.allSatisfy { system in
        let others = truth.indices.filter { $0 != system }.map { truth[$0] }.max() ?? 0
        let lead = truth[system] - others
        return leads[system].lower <= lead && lead <= leads[system].upper
      }
      if isCovered { covered += 1 }
    }
    #expect(Double(covered) / Double(trials) >= 0.9 - 3 * (0.9 * 0.1 / Double(trials)).squareRoot())
  }
}
