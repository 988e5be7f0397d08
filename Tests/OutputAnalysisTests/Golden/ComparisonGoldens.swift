import OutputAnalysis
import TestSupport

/// Groups of `compare.csv`.
enum ComparisonGoldens {
  static let groups: [GoldenGroup] = pairs + families + fronts

  /// The two policies that the third part of a row's name stands for, such as "AD".
  private static func pair(_ row: GoldenRow) -> (first: [Double], second: [Double]) {
    let names: Substring = row.name.split(separator: "_").first {
      $0.count == 2 && $0.allSatisfy("ABCDE".contains)
    }!
    return (Fixture.policy(names.prefix(1)), Fixture.policy(names.suffix(1)))
  }

  private static func paired(_ row: GoldenRow) throws -> PairedDifference {
    let (first, second) = pair(row)
    return try PairedDifference(of: first, minus: second)
  }

  private static let pairs: [GoldenGroup] = [
    GoldenGroup("policies_mean") { [try Moments(Fixture.policy($0.name.suffix(1))).mean] },
    GoldenGroup("paired_t_") { row in
      let difference = try paired(row)
      if row.name.hasSuffix("statistic") { return [difference.tStatistic!] }
      if row.name.hasSuffix("pvalue") { return [difference.pValue!] }
      return [difference.interval.lower!, difference.interval.upper!]
    },
    GoldenGroup("welch_t_") { row in
      let (first, second) = pair(row)
      let welch = try WelchComparison(first, second)!
      return [welch.tStatistic, welch.degreesOfFreedom, welch.pValue]
    },
    GoldenGroup("crn_variance_ratio") { [try paired($0).varianceRatio!] },
    GoldenGroup("crn_correlation") { [try paired($0).correlation!] },
    GoldenGroup("tost_paired_p") { row in
      [
        try ClaimDecision(
          zip(Fixture.policy(row.text("x")), Fixture.policy(row.text("y"))).map { $0 - $1 },
          within: row.number("bound")
        ).pValue!
      ]
    },
  ]

  private static func adjusted(_ row: GoldenRow) throws -> [Double] {
    let raw = try row.text("order").split(separator: " ").map { names in
      try PairedDifference(of: Fixture.policy(names.prefix(1)), minus: Fixture.policy(names.suffix(1))).pValue
    }
    return try MultiplicityAdjustment.adjusted(raw).map { $0! }
  }

  private static let families: [GoldenGroup] =
    [
      GoldenGroup("pairwise_paired_p_raw") { row in
        try row.text("order").split(separator: " ").map { names in
          try PairedDifference(of: Fixture.policy(names.prefix(1)), minus: Fixture.policy(names.suffix(1)))
            .pValue!
        }
      },
      GoldenGroup("bonferroni_vs_control_A_ci95") { _ in
        let family = try VerdictFamily(
          ["B", "C", "D", "E"].map {
            VerdictFamily.Member(
              .samples(policy: .values(Fixture.policy($0)), baseline: .values(Fixture.policy("A"))),
              margin: .absolute(1), polarity: .smallerIsBetter)
          })
        return family.outcomes.flatMap { [$0.interval!.lower, $0.interval!.upper] }
      },
    ]
    + [GoldenGroup("pairwise_paired_p_bonferroni", adjusted)]

  private static let fronts: [GoldenGroup] = [
    GoldenGroup("pareto_front_indices") { row in
      let points = row.lists("points").map {
        EnergyStalenessFrontier.Point("", energy: [$0[0]], staleness: [$0[1]])
      }
      return try EnergyStalenessFrontier(points).nonDominated.map(Double.init)
    },
    GoldenGroup("hypervolume2d") { row in
      let reference = row.numbers("ref")
      return [
        Hypervolume.area(
          row.lists("points").map { ($0[0], $0[1]) }, reference: (reference[0], reference[1]))
      ]
    },
  ]
}
