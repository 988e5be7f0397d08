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
    GoldenGroup("hsu_mcb_min_intervals_independent") { row in
      // One pooled variance of five policies in twelve replications each, on (k − 1)(n − 1) = 55 degrees of freedom.
      let variances = try policies.map { try Moments($0).variance! }
      let pooled = variances.reduce(0, +) / Double(variances.count)
      return try ends(width: row.number("d") * (pooled * 2 / Double(policies[0].count)).squareRoot())
    },
    GoldenGroup("nelson_matejcik_mcb_min_intervals_n12") { _ in
      let (k, n) = (Double(policies.count), Double(policies[0].count))
      let own = try policies.map { try Moments($0).mean }
      let common = policies[0].indices.map { place in policies.map { $0[place] }.reduce(0, +) / k }
      let all = try Moments(common).mean
      var sum = 0.0
      for (policy, values) in policies.enumerated() {
        for (place, value) in values.enumerated() {
          let rest = value - common[place] - own[policy] + all
          sum += rest * rest
        }
      }
      let variance = 2 * sum / ((k - 1) * (n - 1))
      let point = Double(try GoldenCoverage.row("nelson_matejcik_g_k5_n12", of: "compare.csv").expected)!
      return try ends(width: point * (variance / n).squareRoot())
    },
  ]

  private static let policies = "ABCDE".map { Fixture.policy(String($0)) }

  /// Intervals of equal width around the smallest mean of the others, lower and upper end in turn; smaller is better.
  private static func ends(width: Double) throws -> [Double] {
    let means = try policies.map { -(try Moments($0).mean) }
    return try BestComparison(means: means) { _, _ in width }.leads.flatMap { [-$0.upper, -$0.lower] }
  }

  private static func procedure(_ row: GoldenRow) throws -> KimNelsonSelection {
    try KimNelsonSelection(
      systems: row.count("k"), firstStage: row.count("n0"), difference: 1,
      confidence: 1 - row.number("alpha"))
  }
}
