import OutputAnalysis
import TestSupport
import Testing

@Suite("Multiple comparisons with the best")
struct BestComparisonTests {
  @Test(
    "by hand: the single best has a lower end of 0, a system shown not to be the best has an upper end of 0")
  func hand() throws {
    func leads(_ means: [Double], width: (Int, Int) -> Double = { _, _ in 1 }) throws -> [[Double]] {
      try BestComparison(means: means, width: width).leads.map { [$0.lower, $0.estimate, $0.upper] }
    }
    #expect(try leads([10, 7, 4]) == [[0, 3, 4], [-4, -3, 0], [-7, -6, 0]])
    // Two may be the best; the third is compared with both, and the worse bound counts.
    #expect(try leads([10, 9.5, 4]) == [[-0.5, 0.5, 1.5], [-1.5, -0.5, 0.5], [-7, -6, 0]])
    // The second is 0.5 beyond its width behind the first; the third is within 4 of both.
    #expect(
      try leads([10, 9, 8]) { $0 + $1 == 1 ? 0.5 : 4 } == [[-2, 1, 1.5], [-3, -1, 0], [-6, -2, 2]])
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
