import OutputAnalysis
import ResultsStore
import StudyReports
import TestSupport
import Testing

@Suite("A comparison of policies")
struct ComparisonTests {
  /// One verdict metric with the golden table as its values.
  let plan = ComparisonPlan(metrics: [.init(name: "staleness_at_open_s", margin: .absolute(1))])

  func rows(
    _ plan: ComparisonPlan? = nil, _ metrics: (Double, String, Int) -> [String: Double?]
  ) throws -> [ComparisonRow] {
    try Comparison(try PolicyTable.runs(metrics), plan: plan ?? self.plan).rows
  }

  func row(_ rows: [ComparisonRow], _ policy: String, _ metric: String = "staleness_at_open_s") throws
    -> ComparisonRow
  {
    try #require(rows.first { $0.policy == policy && $0.metric == metric })
  }

  func isNear(_ found: Double?, _ expected: Double, _ tolerance: Double = 1e-9) -> Bool {
    found.map { abs($0 - expected) <= tolerance * abs(expected) } ?? false
  }

  @Test("gives the Bonferroni intervals and p-values of the golden table")
  func golden() throws {
    let rows = try self.rows { value, _, _ in ["staleness_at_open_s": value] }
    #expect(rows.count == 5)
    let bounds = [
      "B": (-2.142748209010188, -0.17558512432314233), "C": (-0.08354363694341127, 1.9385436369434117),
      "D": (-2.4741820417587115, -1.4208179582412868), "E": (-3.8242459398500728, -1.9090873934832568),
    ]
    for (policy, (lower, upper)) in bounds {
      let row = try row(rows, policy)
      #expect(isNear(row.difference, (lower + upper) / 2))
      #expect(isNear(row.differenceHalfWidth, (upper - lower) / 2))
      #expect(isNear(row.differenceLower, lower) && isNear(row.differenceUpper, upper))
      #expect(row.interval == "simultaneous" && row.confidence == 0.95)
      #expect(row.family == "judged differences at base" && row.familySize == 4)
      #expect(row.degreesOfFreedom == 11)
      let factor = StudentT(degreesOfFreedom: 11).twoSidedFactor(confidence: 1 - 0.05 / 4)
      #expect(isNear(row.standardError.map { $0 * factor }, (upper - lower) / 2))
      #expect(row.replicationsUsed == 12)
    }
    // Four differences: each p-value times 4.
    for (policy, p) in [
      ("D", 2.7724141384338954e-07), ("E", 2.278030470122528e-06), ("B", 0.0048578411125383145),
      ("C", 0.019419403427273874),
    ] { holds(isNear(try row(rows, policy).adjustedPValue, p * 4, 1e-7), "\(policy)") }
    holds(isNear(try row(rows, "D").correlation, 0.997811363900419))
    let judged = try ["B", "C", "D", "E"].map { try row(rows, $0) }
    #expect(judged.map(\.verdict) == ["slightlyBetter", "unresolved", "better", "better"])
    #expect(judged.map(\.direction) == ["lower", nil, "lower", "lower"])
    #expect(judged.map(\.replicationsNeeded) == [nil, 9, nil, nil])
    #expect(judged[1].isNeededLowerBound == false)
    #expect(isNear(try row(rows, "A").mean, 49.81583333333333))
    #expect(try row(rows, "A").difference == nil)
    #expect(try row(rows, "A").verdict == nil)
  }

  @Test("takes the baseline and the confidence that are asked for")
  func baseline() throws {
    var plan = plan
    plan.baseline = "E"
    let rows = try self.rows(plan) { value, policy, _ in policy < "D" ? [:] : ["staleness_at_open_s": value] }
    // D against E alone would have the golden 95 % interval; three policies without values are in the family.
    let row = try row(rows, "D")
    #expect(isNear(row.difference, (0.25806314925437535 + 1.5802701840789557) / 2))
    #expect(try self.row(rows, "A").verdict == "unresolved")
    #expect(try self.row(rows, "A").mean == nil)
  }

  @Test("gives metrics without a verdict intervals of their own")
  func marginal() throws {
    let rows = try self.rows { value, _, _ in ["staleness_at_open_s": value, "wake_ups_per_day": value] }
    let row = try row(rows, "D", "wake_ups_per_day")
    #expect(isNear(row.differenceHalfWidth, (2.3363859336315866 - 1.5586140663684116) / 2))
    #expect(row.interval == "marginal" && row.confidence == 0.95)
    #expect(row.family == nil && row.familySize == nil && row.degreesOfFreedom == 11)
    #expect(row.verdict == nil && row.adjustedPValue == nil && row.margin == nil)
    // Catalogue order: devices before freshness.
    #expect(rows.first?.metric == "wake_ups_per_day")
  }

  @Test("calls a difference that does not vary deterministic: width 0, no p-value")
  func deterministic() throws {
    let rows = try self.rows { _, policy, replication in
      ["staleness_at_open_s": Double(replication) + (policy == "B" ? 5 : 0)]
    }
    let row = try row(rows, "B")
    #expect(row.difference == 5 && row.differenceHalfWidth == 0)
    #expect(row.adjustedPValue == nil)
    #expect(row.verdict == "worse")
    #expect(row.notes == ["deterministic"])
    #expect(try self.row(rows, "C").verdict == "same")
  }

  @Test("leaves incomplete pairs out and counts them")
  func incomplete() throws {
    let rows = try self.rows { value, policy, replication in
      ["staleness_at_open_s": policy == "D" && replication < 2 ? nil : value]
    }
    #expect(try row(rows, "D").replicationsUsed == 10)
    #expect(try row(rows, "D").notes == ["no estimate in 2 replications"])
  }

  @Test("uses the restricted mean where a median is not reached")
  func notReached() throws {
    let plan = ComparisonPlan(metrics: [.init(name: "refresh_delay_median_s", margin: .absolute(60))])
    let rows = try self.rows(plan) { value, policy, replication in
      [
        "refresh_delay_median_s": policy == "E" && replication == 3 ? nil : value,
        "refresh_delay_restricted_mean_s": value * 100,
      ]
    }
    let row = try row(rows, "A", "refresh_delay_median_s")
    #expect(isNear(row.mean, 4981.583333333333))
    #expect(row.notes == ["not reached in 1 run: mean restricted to 48 h instead"])
  }

  @Test("keeps metrics that no run has out of the family and says so")
  func emptyMetric() throws {
    var wide = plan
    wide.metrics.append(.init(name: "processing_completed_share", margin: .absolute(0.02)))
    let runs = try PolicyTable.runs { value, _, _ in ["staleness_at_open_s": value] }
    let comparison = try Comparison(runs, plan: wide)
    #expect(try row(comparison.rows, "D") == row(try Comparison(runs, plan: plan).rows, "D"))
    #expect(
      comparison.remarks
        == ["processing_completed_share: no run has a value, so it is not part of the family"])
  }

  @Test("has no interval and no verdict with one replication")
  func oneReplication() throws {
    let rows = try Comparison(
      try PolicyTable.runs { value, _, _ in ["staleness_at_open_s": value] }.filter { $0.replication == 0 },
      plan: plan
    ).rows
    #expect(try row(rows, "B").differenceHalfWidth == nil)
    #expect(try row(rows, "B").verdict == "unresolved")
    #expect(try row(rows, "B").notes == ["one replication: no interval"])
  }

  @Test("refuses what it does not know, with the nearest name")
  func errors() throws {
    let runs = try PolicyTable.runs { value, _, _ in ["staleness_at_open_s": value] }
    #expect(throws: ComparisonError.noRuns) { try Comparison([]) }
    func plan(_ metric: String) -> ComparisonPlan {
      ComparisonPlan(metrics: [.init(name: metric, margin: .absolute(1))])
    }
    var unknown = plan("staleness_at_open_s")
    unknown.baseline = "F"
    for (plan, text) in [
      (unknown, "no policy `F` in these results. Policies: A, B, C, D, E"),
      (
        plan("staleness_at_opens"),
        "no metric `staleness_at_opens`; did you mean `staleness_at_open_s`? `slumber metrics` lists them"
      ),
      (
        plan("sessions_per_day"),
        "metric `sessions_per_day` cannot have a verdict, because neither direction is better"
      ),
    ] {
      let error = #expect(throws: ComparisonError.self) { try Comparison(runs, plan: plan) }
      #expect(error?.description == text)
    }
  }

  @Test(
    "a ratio of sums is estimated by the sums, with the joint jackknife, and keeps runs without a denominator"
  )
  func ratios() throws {
    let plan = ComparisonPlan(metrics: [.init(name: "fresh_open_share", margin: .relative(0.1))])
    let opens: [String: [(Double, Double)]] = [
      "A": [(8, 10), (30, 40), (0, 0), (1, 50)], "B": [(9, 10), (35, 40), (0, 0), (2, 50)],
    ]
    let runs = ["A", "B"].flatMap { policy in
      (opens[policy] ?? []).enumerated().map { replication, part in
        let fraction = MetricFraction(part.0, over: part.1)
        return PolicyRun(
          designPoint: "base", arm: "base", policy: policy, replication: replication,
          values: fraction.value.map { ["fresh_open_share": $0] } ?? [:],
          fractions: ["fresh_open_share": fraction], devices: 2)
      }
    }
    let rows = try Comparison(runs, plan: plan).rows
    let row = try row(rows, "B", "fresh_open_share")
    #expect(isNear(try self.row(rows, "A", "fresh_open_share").mean, 39.0 / 100))
    #expect(isNear(row.mean, 46.0 / 100) && isNear(row.difference, 0.07) && row.replicationsUsed == 4)
    #expect(isNear(row.margin, 0.039))
    func sample(_ policy: String) -> ReplicationSample {
      .fractions((opens[policy] ?? []).map { .init($0.0, over: $0.1) })
    }
    let expected = try PairedDifference(
      of: sample("B").pseudoValues(), minus: sample("A").pseudoValues(), confidence: 0.95)
    #expect(row.differenceHalfWidth == expected.interval.halfWidth && row.adjustedPValue == expected.pValue)
    #expect(row.warnings.contains(.fewDevices(8)))
  }

  @Test(
    "a policy that moves against the baseline is said to widen its interval, with the numbers; others are not"
  )
  func negativeCorrelation() throws {
    let rows = try self.rows { value, policy, _ in
      ["staleness_at_open_s": policy == "B" ? 100 - value : value]
    }
    let against = try row(rows, "B")
    let correlation = try #require(against.correlation)
    #expect(correlation < -0.9)
    let note = try #require(against.notes.first)
    #expect(
      note.wholeMatch(of: /correlation −0\.9\d: common random numbers widen the interval by (39|40|41) %/)
        != nil)
    for policy in ["C", "D", "E"] { #expect(try row(rows, policy).notes == []) }
  }

  @Test("one family of the whole study has wider intervals than one of each design point")
  func families() throws {
    let runs = try PolicyTable.runs { value, _, _ in ["staleness_at_open_s": value] }
    let other = runs.map { run in
      var run = run
      run.designPoint = "other"
      return run
    }
    var plan = plan
    let own = try Comparison(runs + other, plan: plan)
    plan.family = .study
    let all = try Comparison(runs + other, plan: plan)
    #expect(own.families == [4, 4] && all.families == [8])
    #expect(
      Set(own.rows.compactMap(\.family)) == ["judged differences at base", "judged differences at other"])
    #expect(Set(all.rows.compactMap(\.family)) == ["judged differences at all design points"])
    #expect(Set(all.rows.compactMap(\.familySize)) == [8])
    let difference = try PairedDifference(
      of: PseudoValues(values: PolicyTable.rows().map { $0[1] }),
      minus: PseudoValues(values: PolicyTable.rows().map { $0[0] }), confidence: 1 - 0.05 / 8)
    #expect(try row(all.rows, "B").differenceHalfWidth == difference.interval.halfWidth)
    #expect(try #require(row(own.rows, "B").differenceHalfWidth) < #require(difference.interval.halfWidth))
  }

  @Test("the interval of an estimate does not reach below 0, but the interval of a difference may")
  func nonnegative() throws {
    func runs(_ values: [String: [Double]]) -> [PolicyRun] {
      ["A", "B"].flatMap { policy in
        (values[policy] ?? []).enumerated().map { replication, value in
          PolicyRun(
            designPoint: "base", arm: "base", policy: policy, replication: replication,
            values: ["staleness_at_open_s": value], enforces: policy == "A" ? ["lowBattery"] : [])
        }
      }
    }
    let report = ComparisonReport(
      study: "s", question: "", counts: RunCounts(expected: 4, done: 4, failed: 0), failures: [],
      provenance: [], comparison: try Comparison(runs(["A": [1, 3], "B": [80, 80.5]]), plan: plan))
    let (one, other) = (try row(report.comparison.rows, "A"), try row(report.comparison.rows, "B"))
    // 2 ± 12.7, with one degree of freedom.
    #expect(isNear(one.halfWidth, 12.706204736174698) && one.meanLower == 0)
    #expect(isNear(one.meanUpper, 14.706204736174698))
    #expect(other.meanLower == other.mean.flatMap { mean in other.halfWidth.map { mean - $0 } })
    let text = report.text
    holds(text.contains("2 (0–15)") && text.contains("80.3 ± 3.2"), "\(text)")
    holds(!text.contains("2 ± 13"))
    #expect([one.gates, other.gates] == [1, 0])
    holds(text.contains(/policy +gates +staleness/), "\(text)")
    holds(text.contains(/A +1 +2\.00/), "\(text)")
  }

  @Test("quantiles over devices come from the devices of all replications, with a paired bootstrap")
  func quantiles() throws {
    var runs: [PolicyRun] = []
    var devices: [String: DeviceDistribution] = [:]
    for (shift, policy) in ["A", "B"].enumerated() {
      for replication in 0..<6 {
        let id = "\(policy)\(replication)"
        runs.append(
          PolicyRun(
            designPoint: "base", arm: "base", policy: policy, replication: replication, values: [:],
            devices: 5, runID: id))
        devices[id] = DeviceDistribution(
          (0..<5).map { device in
            DeviceFacts(
              energyJoules: Double(1000 + 100 * device + 10 * replication + 50 * shift), days: 2, opens: 0,
              freshOpens: 0, stalenessSeconds: nil)
          })
      }
    }
    let rows = try Comparison(runs, devices: devices).rows
    #expect(Set(rows.map(\.metric)) == ["energy_j_per_day_device_median", "energy_j_per_day_device_p90"])
    for row in rows {
      let notes = ["30 devices in total: fewer than the 36 that a 95 % interval of this quantile needs"]
      #expect(row.notes == (row.metric.hasSuffix("p90") ? notes : []))
    }
    let median = try row(rows, "A", "energy_j_per_day_device_median")
    #expect(abs(try #require(median.mean) - 612) < 6.06)
    let difference = try row(rows, "B", "energy_j_per_day_device_median")
    #expect(difference.interval == "marginal" && difference.adjustedPValue == nil)
    #expect(difference.degreesOfFreedom == nil && difference.standardError != nil)
    #expect(abs(try #require(difference.difference) - 25) < 8)
    #expect(try #require(difference.differenceLower) <= #require(difference.difference))
    #expect(try Comparison(runs, devices: devices).rows == rows)
  }

  @Test("judges metrics of the catalogue that speak of the population and have a better way by default")
  func verdicts() {
    for metric in DefaultMetrics.judged {
      #expect(MetricCatalogue.metric(metric.name)?.polarity != nil)
      #expect(MetricCatalogue.metric(metric.name)?.scopes.contains(.population) == true)
    }
  }
}
