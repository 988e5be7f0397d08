import OutputAnalysis
import RandomStreams
import StudyReports
import Testing
import Workload

@Suite("What parts of a policy are worth") struct AblationTests {
  private static func arbitrary() -> (AblationSetting, Int) -> Double {
    let stream = RandomStream()
    return { setting, replication in
      stream.seek(
        event: StreamAddress(
          seed: UInt64(setting.enforces.rawValue), replication: replication,
          device: setting.off.reduce(0) { $0 | 1 << $1 }, purpose: .test))
      return 1000 * (1 + stream.uniform())
    }
  }

  @Test("a difference is the variant minus the policy, with an interval of the whole family")
  func differences() throws {
    let plan = AblationTables.plan()
    let value = Self.arbitrary()
    let results = AblationTables.results(plan, replications: 5, value)
    let ablation = try Ablation(results, plan: plan, metrics: ["energy_j_per_day"], confidence: 0.9)
    #expect(ablation.familySize == 17)
    var pValues: [Double?] = []
    for variant in plan.variants {
      let off = (0..<5).map { value(variant.setting, $0) }
      let base = (0..<5).map { value(plan.base, $0) }
      let expected = try PairedDifference(
        of: PseudoValues(values: off), minus: PseudoValues(values: base), confidence: 1 - 0.1 / 17)
      let found = try #require(ablation.difference(variant, "energy_j_per_day"))
      #expect(found.difference == expected.interval.mean)
      #expect(found.halfWidth == expected.interval.halfWidth)
      #expect(found.mean == (try Moments(off).mean))
      #expect(found.replicationsUsed == 5)
      pValues.append(expected.pValue)
    }
    let adjusted = try MultiplicityAdjustment.adjusted(pValues)
    #expect(ablation.differences.map(\.adjustedPValue) == adjusted)
  }

  @Test("replications without a value are left out for both members")
  func missing() throws {
    let plan = AblationTables.plan()
    let value = Self.arbitrary()
    let third = plan.variants[2]
    let results = AblationTables.results(plan, replications: 4) { setting, replication in
      setting == third.setting && replication == 1 ? nil : value(setting, replication)
    }
    let ablation = try Ablation(results, plan: plan, metrics: ["energy_j_per_day"])
    let found = try #require(ablation.difference(third, "energy_j_per_day"))
    #expect(found.replicationsUsed == 3)
    #expect(found.notes == ["no estimate in 1 replication"])
  }

  @Test("one replication has differences without intervals, and a metric without values is told")
  func single() throws {
    let plan = AblationTables.plan()
    let results = AblationTables.results(plan, replications: 1, Self.arbitrary())
    let ablation = try Ablation(
      results, plan: plan, metrics: ["energy_j_per_day", "fresh_open_share"])
    #expect(ablation.differences.allSatisfy { $0.difference != nil && $0.halfWidth == nil })
    #expect(ablation.remarks == ["fresh_open_share: no run has a value"])
    #expect(ablation.metrics.map(\.name) == ["energy_j_per_day"])
    #expect(throws: ComparisonError.unknownMetric("energy")) {
      try Ablation(results, plan: plan, metrics: ["energy"])
    }
    #expect(throws: ComparisonError.noRuns) { try Ablation(AblationResults(runs: []), plan: plan) }
  }
}
