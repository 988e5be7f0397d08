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
          device: Int(setting.off.bits), purpose: .test))
      return 1000 * (1 + stream.uniform())
    }
  }

  @Test("a difference is the variant minus the policy, with an interval of the whole family")
  func differences() throws {
    let plan = AblationTables.plan()
    let value = Self.arbitrary()
    let results = AblationTables.results(plan, replications: 5, value)
    let ablation = try Ablation(results, plan: plan, metrics: ["energy_j_per_day"], confidence: 0.9)
    #expect(ablation.familySize == 15)
    var pValues: [Double?] = []
    for variant in plan.variants {
      let off = (0..<5).map { value(variant.setting, $0) }
      let base = (0..<5).map { value(plan.base, $0) }
      let expected = try PairedDifference(
        of: PseudoValues(values: off), minus: PseudoValues(values: base), confidence: 1 - 0.1 / 15)
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

  @Test("the shares add up to all seven off minus the policy", arguments: [1, 2, 5, 10, 11])
  func efficiency(orders: Int) throws {
    let plan = AblationTables.plan(orders: orders)
    let value = Self.arbitrary()
    let results = AblationTables.results(plan, replications: 3, value)
    let split = try #require(
      try Ablation(results, plan: plan, metrics: ["energy_j_per_day"]).splits.first)
    var all = plan.base
    all.off = .all(7)
    let total = (0..<3).map { value(all, $0) - value(plan.base, $0) }.reduce(0, +) / 3
    #expect(abs(split.total - total) < 1e-9)
    #expect(abs(split.shares.map(\.value).reduce(0, +) - total) < 1e-9)
    #expect(split.shares.map(\.factor) == AblationSetting.factorNames)
    for share in split.shares {
      #expect((share.orderError == nil) == (orders == 1))
      if orders == 11 { #expect(share.orderError == 0) }
      #expect(try #require(share.replicationError) > 0)
    }
  }

  @Test("factors that act alone get their own effect, with the spread of the replications as error")
  func additive() throws {
    let plan = AblationTables.plan(orders: 2)
    let worth = [1.0, 0, -3, 0.5, 8, 2, 0]
    let results = AblationTables.results(plan, replications: 2) { setting, replication in
      worth.indices.filter(setting.off.contains).reduce(100) {
        $0 + worth[$1] * Double(replication == 0 ? 1 : 3)
      }
    }
    let split = try #require(
      try Ablation(results, plan: plan, metrics: ["energy_j_per_day"]).splits.first)
    for (share, worth) in zip(split.shares, worth) {
      #expect(abs(share.value - 2 * worth) < 1e-12)
      #expect(abs(try #require(share.standardError) - abs(worth)) < 1e-9)
    }
  }

  @Test("a factor that the study has off already gets nothing of the split")
  func bystander() throws {
    let plan = AblationTables.plan(off: ["budgets"], orders: 11)
    let results = AblationTables.results(plan, replications: 2, Self.arbitrary())
    let split = try #require(
      try Ablation(results, plan: plan, metrics: ["energy_j_per_day"]).splits.first)
    #expect(abs(split.shares[5].value) < 1e-9)
    #expect(split.shares.filter { abs($0.value) > 1e-3 }.count == 6)
  }

  @Test("replications without a value are left out for both members, and of the split")
  func missing() throws {
    let plan = AblationTables.plan(orders: 1)
    let value = Self.arbitrary()
    let third = plan.variants[2]
    let results = AblationTables.results(plan, replications: 4) { setting, replication in
      setting == third.setting && replication == 1 ? nil : value(setting, replication)
    }
    let ablation = try Ablation(results, plan: plan, metrics: ["energy_j_per_day"])
    let found = try #require(ablation.difference(third, "energy_j_per_day"))
    #expect(found.replicationsUsed == 3)
    #expect(found.notes == ["1 replication without a pair"])
    let needed = try #require(plan.orders).coalitions.contains { $0.bits == third.setting.off.bits }
    #expect(ablation.splits.first?.replicationsUsed == (needed ? 3 : 4))
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
