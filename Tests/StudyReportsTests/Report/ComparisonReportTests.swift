import Basics
import OutputAnalysis
import ResultsStore
import StudyReports
import Testing

@Suite("A comparison as it is shown")
struct ComparisonReportTests {
  /// A number, a share of the baseline, and a metric without values.
  static let plan = ComparisonPlan(metrics: [
    .init(name: "energy_j_per_day", margin: .absolute(1.3)),
    .init(name: "staleness_at_open_s", margin: .relative(0.02)),
    .init(name: "processing_completed_share", margin: .absolute(0.02)),
  ])

  func report(
    failed: Int = 0, missing: Int = 0, provenance: [String] = [], plan: ComparisonPlan = Self.plan
  ) throws -> ComparisonReport {
    let runs = try PolicyTable.runs { value, _, _ in
      ["staleness_at_open_s": value * 100, "energy_j_per_day": 9000 - value]
    }
    return report(
      try Comparison(runs, plan: plan), done: 60 - failed - missing, failed: failed, provenance: provenance)
  }

  private func report(
    _ comparison: Comparison, done: Int = 60, failed: Int = 0, provenance: [String] = []
  ) -> ComparisonReport {
    ComparisonReport(
      study: "golden", question: "Which policy is fresh?",
      counts: RunCounts(expected: 60, done: done, failed: failed), failures: [], provenance: provenance,
      comparison: comparison)
  }

  @Test("lines up, with a verdict for each policy and what verdicts mean")
  func table() throws {
    let text = try report().text
    #expect(
      text.hasPrefix(
        """
        golden: Which policy is fresh?

        energy_j_per_day: J/d, lower is better, margin 1.3, 12 replications
          policy      estimate       minus A  corr.  p (adjusted)  verdict         needed
          A       8950.2 ± 5.8      baseline
          B       8951.3 ± 5.8    +1.2 ± 1.1   0.99         0.039  slightly worse
          C       8949.3 ± 5.9    −0.9 ± 1.1   0.99         0.155  unresolved          10
          D       8952.1 ± 5.7  +1.95 ± 0.60   1.00        <0.001  worse
          E       8953.1 ± 5.6    +2.9 ± 1.1   0.99        <0.001  worse

        staleness_at_open_s: min, lower is better, margin 2 % (1.7), 12 replications
          policy    estimate       minus A  corr.  p (adjusted)  verdict          needed
          A       83.0 ± 9.7      baseline
          B       81.1 ± 9.7    −1.9 ± 1.9   0.99         0.039  slightly better
          C       84.6 ± 9.8    +1.5 ± 1.9   0.99         0.155  unresolved           13
          D       79.8 ± 9.6  −3.25 ± 0.99   1.00        <0.001  better
          E       78.2 ± 9.4    −4.8 ± 1.8   0.99        <0.001  better

        """))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.last != " " })
    #expect(
      text.hasSuffix(
        """

        better, worse: the interval lies beyond the margin
        slightly better, slightly worse: the interval excludes 0, but not the margin
        unresolved: the interval supports none of these verdicts, or there is no interval
        needed: replications to add for a verdict with power 0.8, if difference and spread are as estimated
        corr.: correlation of both over replications, which meet the same phones and random numbers
        Simultaneous 95 % confidence intervals for the 8 differences within each design point (Bonferroni).

        """))
    #expect(
      text.contains("processing_completed_share: no run has a value, so it is not part of the family\n"))
  }

  @Test("says what weakens the intervals, and which family they belong to")
  func warnings() throws {
    var plan = ComparisonPlan(metrics: [.init(name: "staleness_at_open_s", margin: .relative(0.2))])
    plan.family = .study
    let runs = try PolicyTable.runs { value, policy, replication in
      ["staleness_at_open_s": policy == "B" && replication == 3 ? value + 50 : value]
    }.map { run in
      var run = run
      run.devices = 2
      return run
    }
    let report = self.report(try Comparison(runs, plan: plan))
    #expect(
      report.page.text(width: 200).hasSuffix(
        """

        equivalent: the interval lies within the margin on both sides
        unresolved: the interval supports none of these verdicts, or there is no interval
        needed: replications to add for a verdict with power 0.8, if difference and spread are as estimated
        corr.: correlation of both over replications, which meet the same phones and random numbers
        Simultaneous 95 % confidence intervals for the 4 differences of the whole study (Bonferroni).
        Skewed at fewer than 30 replications, so that the interval may cover less often than stated (skewness): \
        staleness_at_open_s (B 3.0).
        Fewer than 100 device-replications stand behind every difference: 24.

        """), "\(report.text)")
    #expect(report.text.contains("  equivalent, lower\n"))
    #expect(report.json.text().contains("\"skewness 3.0\""))
  }

  @Test("joules a day stand beside their percentage of the battery; a share that is all open is no interval")
  func battery() throws {
    let runs = try PolicyTable.runs { value, _, replication in
      ["discretionary_battery_j_per_day": value, "fresh_open_share": Double(replication % 2)]
    }.map { run in
      var run = run
      if run.replication > 1 { run.values["fresh_open_share"] = nil }
      run.fractions = [
        "background_energy_j_per_day": MetricFraction(9, over: 2),
        "battery_share_per_day": MetricFraction(9, over: 200),
      ]
      return run
    }
    let plan = ComparisonPlan(metrics: [
      .init(name: "discretionary_battery_j_per_day", margin: .absolute(1)),
      .init(name: "fresh_open_share", margin: .absolute(0.02)),
    ])
    let report = self.report(try Comparison(runs, plan: plan))
    let text = report.page.text(width: 300)
    // The battery has 10,000 J.
    #expect(
      text.contains("  policy    estimate  battery       minus A  corr.  p (adjusted)  verdict"), "\(text)")
    #expect(text.contains("\n  A       49.8 ± 5.8   0.50 %      baseline"), "\(text)")
    #expect(text.contains("\nbattery: the estimate in percent of the battery's nominal energy a day\n"))
    #expect(text.contains("\n  A       0.50 (too few replications)  baseline"), "\(text)")
    #expect(report.comparison.rows.first?.nominalJoules == 10_000)
    let sentence = report.findings[0].replacing(/<[^>]*>/, with: "")
    #expect(sentence.contains(" % of the battery"), "\(sentence)")
  }

  @Test("a share of the battery, a factor and the ratio are shown, and 0 for a difference below a millionth")
  func ratios() throws {
    let runs = try PolicyTable.runs { value, policy, _ in
      ["discretionary_battery_j_per_day": value, "energy_j_per_day": 9000 + (policy == "A" ? 0 : 1e-6)]
    }.map { run in
      var run = run
      run.fractions = run.values.mapValues { MetricFraction($0, over: 1) }
      run.fractions["background_energy_j_per_day"] = MetricFraction(9, over: 2)
      run.fractions["battery_share_per_day"] = MetricFraction(9, over: 200)
      return run
    }
    let plan = ComparisonPlan(metrics: [
      .init(name: "discretionary_battery_j_per_day", margin: .battery(0.001)),
      .init(name: "energy_j_per_day", margin: .factor(1.1)),
    ])
    let report = self.report(try Comparison(runs, plan: plan))
    let text = report.page.text(width: 300)
    #expect(
      text.contains("discretionary_battery_j_per_day: J/d, lower is better, margin 0.1 %/d (10.0), 12"),
      "\(text)")
    #expect(
      text.contains("energy_j_per_day: J/d, lower is better, margin factor 1.1, 12 replications"), "\(text)")
    #expect(
      text.contains(
        "\nratio: the estimate divided by the reference estimate, with its simultaneous interval\n"))
    let energy = try #require(
      report.comparison.rows.first { $0.policy == "B" && $0.metric == "energy_j_per_day" })
    #expect(try #require(energy.difference) > 0 && energy.verdict == "equivalent" && energy.margin == 1.1)
    #expect(text.contains("  0 ± 0 ") && text.contains("1.00 (1.00–1.00)"), "\(text)")
    #expect(!text.contains("0.0000010"), "\(text)")
    let battery = try #require(
      report.comparison.rows.first { $0.policy == "D" && $0.metric == "discretionary_battery_j_per_day" })
    #expect(battery.margin == 10)
    let ratio = try #require(battery.ratio)
    #expect(try #require(battery.ratioLower) < ratio && ratio < 1 && #require(battery.ratioUpper) < 1)
    #expect(report.json.text().contains("\"ratio_upper\": "))
  }

  @Test("a ratio whose interval spans more than a factor of 100 has no interval")
  func wideRatios() {
    var judged = JudgedDifference(replicationsUsed: 3)
    for (bounds, text) in [
      ((0.7, 1.4), "0.85 (0.70–1.40)"), ((0.00002, 4.2e11), "0.85 (too few replications)"),
      ((0, 1.4), "0.85 (too few replications)"),
    ] {
      (judged.ratio, judged.ratioLower, judged.ratioUpper) = (0.85, bounds.0, bounds.1)
      #expect(NumberText.ratio(judged) == text)
    }
    judged.ratio = 0.00085
    #expect(NumberText.ratio(judged) == "0.00085 (too few replications)")
  }

  @Test("shows the regret of each policy if the runs have one, and nothing of it if not")
  func regret() throws {
    let runs = try PolicyTable.runs { value, _, _ in
      [
        "staleness_at_open_s": value * 100, "bound_staleness_s": value * 60,
        "regret_staleness_s": value * 40, "regret_ratio": 5.0 / 3, "fetches_needed": 30,
        "fetch_efficiency": 0.25,
      ]
    }
    let report = self.report(try Comparison(runs))
    #expect(
      report.page.text(width: 300).contains(
        """

        Fetch efficiency per replication
          policy  fetches made  needed  efficiency    regret s      ratio
          A                120      30  0.2500 ± 0  1993 ± 232  1.667 ± 0
          B                120      30  0.2500 ± 0  1946 ± 232  1.667 ± 0

        """))
    #expect(
      report.page.text(width: 300).contains(
        """
        needed: the fewest background fetches that keep the content equally fresh
        regret: staleness at an open minus the staleness of the best schedule with the same number of fetches
        ratio: staleness divided by the staleness of that schedule, for reachable opens

        """))
    #expect(report.json.text().contains("\"regret_staleness_s\": 19"))
    #expect(!(try self.report().text.contains("Fetch efficiency")))
    var chosen = report
    chosen.metrics = ["staleness_at_open_s"]
    #expect(!chosen.text.contains("Fetch efficiency"))
  }

  @Test("says in the first line if runs are missing or failed, then what is real")
  func incomplete() throws {
    let text = try report(failed: 1, missing: 2, provenance: ["Real events: screen (3 phones)"]).text
    #expect(
      text.hasPrefix(
        "INCOMPLETE: 57 of 60 runs done, 1 failed and 2 missing\nReal events: screen (3 phones)\ngolden: "))
  }

  @Test("tells real from generated events")
  func sources() {
    #expect(SourceSummary.lines([SourceCount(kind: "screen", source: "generated", devices: 9)]) == [])
    #expect(
      SourceSummary.lines([
        SourceCount(kind: "screen", source: "real", devices: 3),
        SourceCount(kind: "lock", source: "derived", devices: 2),
        SourceCount(kind: "lock", source: "generated", devices: 1),
      ]) == [
        "Real events: screen (3 phones)", "Derived from real events: lock (2 phones)",
        "Generated: lock (1 phone)", "Intervals cover the generated parts only: 3 phones, not a population",
      ])
  }
}
