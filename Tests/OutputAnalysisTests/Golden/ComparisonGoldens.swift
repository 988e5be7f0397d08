import OutputAnalysis

/// Groups of `compare.csv`.
enum ComparisonGoldens {
  static let groups: [GoldenGroup] = pairs + families + fronts + absent

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
    .computed("policies_mean") { [try Moments(Fixture.policy($0.name.suffix(1))).mean] },
    .computed("paired_t_") { row in
      let difference = try paired(row)
      if row.name.hasSuffix("statistic") { return [difference.tStatistic!] }
      if row.name.hasSuffix("pvalue") { return [difference.pValue!] }
      return [difference.interval.lower!, difference.interval.upper!]
    },
    .computed("welch_t_") { row in
      let (first, second) = pair(row)
      let welch = try WelchComparison(first, second)!
      return [welch.tStatistic, welch.degreesOfFreedom, welch.pValue]
    },
    .computed("crn_variance_ratio") { [try paired($0).varianceRatio!] },
    .computed("crn_correlation") { [try paired($0).correlation!] },
    .computed("tost_paired_p") { row in
      [
        try EquivalenceTest(
          of: Fixture.policy(row.text("x")), minus: Fixture.policy(row.text("y")),
          margin: row.number("bound")
        ).pValue!
      ]
    },
  ]

  private static func adjusted(_ row: GoldenRow, _ adjustment: MultiplicityAdjustment) throws -> [Double] {
    let raw: [Double?]
    if row.name.hasPrefix("padjust") {
      raw = row.numbers("p")
    } else {
      raw = try row.text("order").split(separator: " ").map { names in
        try PairedDifference(of: Fixture.policy(names.prefix(1)), minus: Fixture.policy(names.suffix(1)))
          .pValue
      }
    }
    return try adjustment.adjust(raw).map { $0! }
  }

  private static let families: [GoldenGroup] =
    [
      .computed("pairwise_paired_p_raw") { row in
        try row.text("order").split(separator: " ").map { names in
          try PairedDifference(of: Fixture.policy(names.prefix(1)), minus: Fixture.policy(names.suffix(1)))
            .pValue!
        }
      },
      .computed("bonferroni_vs_control_A_ci95") { _ in
        let family = try ComparisonFamily(
          ["B", "C", "D", "E"].map {
            ComparisonFamily.Member(
              policy: Fixture.policy($0), baseline: Fixture.policy("A"), margin: .absolute(1),
              polarity: .smallerIsBetter)
          })
        return family.outcomes.flatMap { [$0.difference!.interval.lower!, $0.difference!.interval.upper!] }
      },
    ]
    + ["pairwise_paired_p_", "padjust_example_"].flatMap { stem in
      [
        GoldenGroup.computed("\(stem)bonferroni") { try adjusted($0, .bonferroni) },
        .computed("\(stem)holm") { try adjusted($0, .holm) },
        .computed("\(stem)hochberg") { try adjusted($0, .hochberg) },
        .computed("\(stem)bh") { try adjusted($0, .benjaminiHochberg) },
        .computed("\(stem)by") { try adjusted($0, .benjaminiYekutieli) },
      ]
    }

  private static let fronts: [GoldenGroup] = [
    .computed("pareto_front_indices") { row in
      let points = row.lists("points").map {
        EnergyStalenessFrontier.Point("", energy: [$0[0]], staleness: [$0[1]])
      }
      return try EnergyStalenessFrontier(points).nonDominated.map(Double.init)
    },
    .computed("hypervolume2d") { row in
      let reference = row.numbers("ref")
      return [
        Hypervolume.area(
          row.lists("points").map { ($0[0], $0[1]) }, reference: (reference[0], reference[1]))
      ]
    },
  ]

  private static let absent: [GoldenGroup] =
    GoldenGroup.leftOut(
      ["pairwise_paired_p_hommel", "padjust_example_hommel"],
      because: "Hommel's adjustment gains little over Holm's and is not built")
    + GoldenGroup.leftOut(
      ["anova", "tukey", "dunnett", "kruskal", "brown_forsythe"],
      because: "policies share random numbers, so methods for independent groups are not built")
    + GoldenGroup.leftOut(
      ["hsu_mcb", "nelson_matejcik", "rinott", "bechhofer", "dudewicz", "kn_", "knpp_", "ocba", "apcs"],
      because: "selection of the best among many policies is not built")
    + GoldenGroup.leftOut(
      [
        "vargha_delaney", "cliffs", "wilcoxon", "hodges_lehmann", "sign_test", "friedman", "iman_davenport",
        "kendall", "nemenyi",
      ], because: "rank methods are not built")
    + GoldenGroup.leftOut(
      ["shapiro", "hotelling"], because: "tests of normality and of several metrics at once are not built")
    + GoldenGroup.leftOut(["bca", "bootstrap"], because: "the bootstrap is not built")
    + GoldenGroup.leftOut(
      ["pareto_rank", "additive_epsilon"],
      because: "of Pareto fronts only the first one in two objectives is built")
}
