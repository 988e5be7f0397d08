import OutputAnalysis
import TestSupport

/// Rows of `compare.csv` on the choice of the best system.
enum SelectionGoldens {
  static let groups: [GoldenGroup] = [
    GoldenGroup("kn_eta_k") { [try procedure($0).eta] },
    GoldenGroup("kn_h2_k") { [try procedure($0).squaredH] },
    GoldenGroup("kn_n0") { row in
      let columns = try (0..<4).map { try GoldenTable.column("S\($0)", of: "data_kn.csv") }
      var selection = try KimNelsonSelection(
        systems: 4, firstStage: row.count("n0"), difference: row.number("delta"),
        confidence: 1 - row.number("alpha"))
      var place = 0
      while selection.selected == nil {
        selection.add(columns.map { $0[place] })
        place += 1
      }
      return [Double(selection.limit!)] + selection.leftAt.map(Double.init)
        + [Double(selection.replications), Double(selection.selected!), Double(selection.observations)]
    },
  ]

  private static func procedure(_ row: GoldenRow) throws -> KimNelsonSelection {
    try KimNelsonSelection(
      systems: row.count("k"), firstStage: row.count("n0"), difference: 1,
      confidence: 1 - row.number("alpha"))
  }
}
