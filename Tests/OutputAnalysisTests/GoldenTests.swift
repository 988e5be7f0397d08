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
    #expect(try judge("output_analysis.csv", OutputAnalysisGoldens.groups) == 45)
  }

  @Test("paired tests, multiplicity, simultaneous intervals, equivalence, fronts and selection")
  func comparison() throws {
    #expect(try judge("compare.csv", ComparisonGoldens.groups + SelectionGoldens.groups) == 43)
  }

  @Test("designs, elementary effects, shares of variance and regression")
  func designs() throws {
    #expect(try judge("doe.csv", DesignGoldens.groups) == 23)
  }
}

/// Computes the rows whose name begins with a stem.
struct GoldenGroup: Sendable {
  let stem: String
  let compute: @Sendable (GoldenRow) throws -> [Double]

  init(_ stem: String, _ compute: @escaping @Sendable (GoldenRow) throws -> [Double]) {
    (self.stem, self.compute) = (stem, compute)
  }

  /// The answer of the group with the longest stem that fits the row; nil if none does.
  static func answer(_ row: GoldenRow, among groups: [GoldenGroup]) throws -> GoldenAnswer? {
    let group = groups.filter { row.name.hasPrefix($0.stem) }.max { $0.stem.count < $1.stem.count }
    return try group.map { .numbers(try $0.compute(row)) }
  }
}

/// Data of the golden tables.
enum Fixture {
  /// The results of one of five policies over twelve common replications.
  static func policy(_ name: some StringProtocol) -> [Double] {
    try! GoldenTable.column(name, of: "data_policies.csv")
  }
}
