import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

func sine(_ x: Double) -> Double { sin(x) }

@Suite("Golden values")
struct GoldenTests {
  static let tables: [(file: String, groups: [GoldenGroup], computed: Int)] = [
    ("output_analysis.csv", OutputAnalysisGoldens.groups, 61),
    ("compare.csv", ComparisonGoldens.groups, 31),
  ]

  @Test("every row is either computed, or left out for a stated reason", arguments: [0, 1])
  func complete(index: Int) throws {
    let table = Self.tables[index]
    var computed = 0
    for row in GoldenRow.table(table.file) {
      let group = try #require(GoldenGroup.group(of: row, among: table.groups), "\(row.name) has no group")
      if case .computed = group.treatment { computed += 1 }
    }
    // A row that stops being computed has to be noticed.
    #expect(computed == table.computed)
  }

  @Test("means, intervals, merging, quantiles, sketches, ratios and stopping", arguments: rows(of: 0))
  func outputAnalysis(row: GoldenRow) throws { try judge(row, among: OutputAnalysisGoldens.groups) }

  @Test("paired tests, multiplicity, simultaneous intervals and equivalence", arguments: rows(of: 1))
  func comparison(row: GoldenRow) throws { try judge(row, among: ComparisonGoldens.groups) }

  private func judge(_ row: GoldenRow, among groups: [GoldenGroup]) throws {
    guard case .computed(let compute) = GoldenGroup.group(of: row, among: groups)?.treatment else { return }
    let disagreement = row.disagreement(try compute(row))
    #expect(disagreement == nil)
  }

  /// The rows of a table that are computed.
  static func rows(of index: Int) -> [GoldenRow] {
    GoldenRow.table(tables[index].file).filter { row in
      if case .computed = GoldenGroup.group(of: row, among: tables[index].groups)?.treatment {
        true
      } else {
        false
      }
    }
  }
}
