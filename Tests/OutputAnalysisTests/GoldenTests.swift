import OutputAnalysis
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

func sine(_ x: Double) -> Double { sin(x) }
func exponential(_ x: Double) -> Double { exp(x) }

@Suite("Golden values")
struct GoldenTests {
  private let target = "OutputAnalysisTests"

  private func judge(_ file: String, _ groups: [GoldenGroup]) throws -> Int {
    let (rows, complaints) = try GoldenCoverage().judge(file, for: target) {
      try GoldenGroup.answer($0, among: groups)
    }
    #expect(complaints == [])
    return rows
  }

  @Test("means, intervals, merging, quantiles, sketches, ratios and stopping")
  func outputAnalysis() throws {
    #expect(try judge("output_analysis.csv", OutputAnalysisGoldens.groups) == 51)
  }

  @Test("paired tests, multiplicity, simultaneous intervals, equivalence, fronts and selection")
  func comparison() throws {
    #expect(try judge("compare.csv", ComparisonGoldens.groups + SelectionGoldens.groups) == 43)
  }

  @Test("designs, elementary effects, shares of variance and regression")
  func designs() throws {
    #expect(try judge("doe.csv", DesignGoldens.groups) == 28)
  }
}
