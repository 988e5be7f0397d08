import OutputAnalysis
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

func sine(_ x: Double) -> Double { sin(x) }

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
    #expect(try judge("output_analysis.csv", OutputAnalysisGoldens.groups) == 48)
  }

  @Test("paired tests, multiplicity, simultaneous intervals, equivalence and fronts")
  func comparison() throws {
    #expect(try judge("compare.csv", ComparisonGoldens.groups) == 31)
  }

  @Test("designs: none of the methods is built")
  func designs() throws {
    #expect(try judge("doe.csv", []) == 0)
  }
}
