import Basics
import OutputAnalysis
import ResultsStore
import StudyReports
import TestSupport
import Testing

@Suite("A comparison as it is shown")
struct ComparisonReportTests {
  private static let battery = [
    "background_energy_j_per_day": MetricFraction(9, over: 2),
    "battery_share_per_day": MetricFraction(9, over: 200),
  ]

  /// The report on the golden table, whose values become those of metrics.
  private func report(
    _ margins: KeyValuePairs<String, Margin>, family: ComparisonPlan.Family = .designPoint, failed: Int = 0,
    missing: Int = 0, provenance: [String] = [], changing change: (inout PolicyRun) -> Void = { _ in },
    values: (Double, String, Int) -> [String: Double?] = { value, _, _ in
      ["staleness_at_open_s": value * 100, "energy_j_per_day": 9000 - value]
    }
  ) throws -> ComparisonReport {
    var runs = try PolicyTable.runs(values)
    for place in runs.indices { change(&runs[place]) }
    let plan = ComparisonPlan(metrics: margins.map { .init(name: $0, margin: $1) }, family: family)
    return ComparisonReport(
      study: "golden", question: "Which policy is fresh?",
      counts: RunCounts(expected: 60, done: 60 - failed - missing, failed: failed), failures: [],
      provenance: provenance, comparison: try Comparison(runs, plan: plan))
  }

  @Test("lines up, with a verdict for each policy, what verdicts mean, and what weakens the intervals")
  func pages() throws {
    // A number, a share of the baseline, and a metric without values.
    let margins: KeyValuePairs<String, Margin> = [
      "energy_j_per_day": .absolute(1.3), "staleness_at_open_s": .relative(0.02),
      "processing_completed_share": .absolute(0.02),
    ]
    let plain = try report(margins)
    holds(plain.text.split(separator: "\n", omittingEmptySubsequences: false).allSatisfy { $0.last != " " })
    let weak = try report(["staleness_at_open_s": .relative(0.2)], family: .study) {
      $0.devices = 2
    } values: { value, policy, replication in
      ["staleness_at_open_s": policy == "B" && replication == 3 ? value + 50 : value]
    }
    holds(weak.json.text().contains("\"skewness 3.0\""))
    let incomplete = try report(
      margins, failed: 1, missing: 2, provenance: ["Real events: screen (3 devices)"])
    try expectRecorded(
      "comparison.txt",
      [
        "verdicts": plain.page.text(width: 110), "few devices in one family": weak.page.text(width: 200),
        "runs that are missing or failed": incomplete.page.text(width: 110),
      ])
  }

  @Test("joules a day stand beside their percentage of the battery; a share that is all open is no interval")
  func battery() throws {
    let report = try report(
      ["discretionary_battery_j_per_day": .absolute(1), "fresh_open_share": .absolute(0.02)]
    ) { run in
      if run.replication > 1 { run.values["fresh_open_share"] = nil }
      run.fractions = Self.battery
    } values: { value, _, replication in
      ["discretionary_battery_j_per_day": value, "fresh_open_share": Double(replication % 2)]
    }
    #expect(report.comparison.rows.first?.nominalJoules == 10_000)
    try expectRecorded("battery.txt", report.page.text(width: 300))
  }

  @Test("a share of the battery, a factor and the ratio are shown, and 0 for a difference below a millionth")
  func ratios() throws {
    let report = try report(
      ["discretionary_battery_j_per_day": .battery(0.001), "energy_j_per_day": .factor(1.1)]
    ) { run in
      run.fractions = run.values.mapValues { MetricFraction($0, over: 1) }
      run.fractions.merge(Self.battery) { $1 }
    } values: { value, policy, _ in
      ["discretionary_battery_j_per_day": value, "energy_j_per_day": 9000 + (policy == "A" ? 0 : 1e-6)]
    }
    func row(_ policy: String, _ metric: String) throws -> ComparisonRow {
      try #require(report.comparison.rows.first { $0.policy == policy && $0.metric == metric })
    }
    let energy = try row("B", "energy_j_per_day")
    holds(try #require(energy.difference) > 0 && energy.verdict == "equivalent" && energy.margin == 1.1)
    let battery = try row("D", "discretionary_battery_j_per_day")
    #expect(battery.margin == 10)
    let ratio = try #require(battery.ratio)
    holds(try #require(battery.ratioLower) < ratio && ratio < 1 && #require(battery.ratioUpper) < 1)
    holds(report.json.text().contains("\"ratio_upper\": "))
    try expectRecorded("ratios.txt", report.page.text(width: 300))
  }

  @Test("a ratio whose interval spans more than a factor of 100 has no interval")
  func wideRatios() {
    for (ratio, lower, upper, text) in [
      (0.85, 0.7, 1.4, "0.85 (0.70–1.40)"), (0.85, 0.00002, 4.2e11, "0.85 (too few replications)"),
      (0.85, 0, 1.4, "0.85 (too few replications)"), (0.00085, 0, 1.4, "0.00085 (too few replications)"),
    ] {
      var judged = JudgedDifference(replicationsUsed: 3)
      (judged.ratio, judged.ratioLower, judged.ratioUpper) = (ratio, lower, upper)
      #expect(NumberText.ratio(judged) == text)
    }
  }

  @Test("shows the regret of each policy if the runs have one, and nothing of it if not")
  func regret() throws {
    var report = try report(
      ["staleness_at_open_s": .relative(0.1)],
      values: { value, _, _ in
        [
          "staleness_at_open_s": value * 100, "bound_staleness_s": value * 60,
          "regret_staleness_s": value * 40, "regret_ratio": 5.0 / 3, "fetches_needed": 30,
          "fetch_efficiency": 0.25,
        ]
      })
    holds(report.json.text().contains("\"regret_staleness_s\": 19"))
    try expectRecorded("regret.txt", report.page.text(width: 300))
    report.metrics = ["staleness_at_open_s"]
    holds(!report.text.contains("Fetch efficiency"))
  }

  @Test("tells real from generated events")
  func sources() {
    func lines(_ counts: [(kind: String, source: String, devices: Int)]) -> [String] {
      SourceSummary.lines(counts.map { SourceCount(kind: $0.kind, source: $0.source, devices: $0.devices) })
    }
    #expect(lines([("screen", "generated", 9)]) == [])
    #expect(
      lines([("screen", "real", 3), ("lock", "derived", 2), ("lock", "generated", 1)]) == [
        "Real events: screen (3 devices)", "Derived from real events: lock (2 devices)",
        "Generated: lock (1 device)", "Intervals cover the generated parts only: 3 devices, not a population",
      ])
  }
}
