import OutputAnalysis
import RandomStreams
import TestSupport
import Testing

@Suite("Quantiles over devices")
struct DeviceQuantileTests {
  private func values(_ values: [Double?]) -> DeviceValues {
    var devices = DeviceValues()
    for value in values { devices.add(value) }
    return devices
  }

  @Test(
    "the fewest values that enclose a quantile with 95 % confidence",
    arguments: [(0.5, 6), (0.9, 36), (0.1, 36), (0.99, 368), (1, .max)])
  func least(probability: Double, expected: Int) {
    #expect(DeviceQuantile.leastDevices(probability) == expected)
  }

  /// The resamples that a study uses: a stream of their own, from its start.
  private func resamples(_ replications: Int, count: Int = 2000) -> BootstrapResamples {
    BootstrapResamples(replications: replications, count: count) {
      let stream = RandomStream()
      stream.seek(sequential: StreamAddress(seed: 1, replication: 0, device: 0, purpose: .bootstrap))
      return { stream.integer(below: $0) }
    }
  }

  private func compared(
    _ probability: Double, of policy: [DeviceValues?], minus baseline: [DeviceValues?]
  ) throws(AnalysisError) -> DeviceQuantileDifference {
    try DeviceQuantileDifference(of: policy, minus: baseline) { (values) throws(AnalysisError) in
      try DeviceQuantile(probability, of: values, resamples: self.resamples(values.count))
    }
  }

  /// A fleet whose replications share a common shift.
  private func fleet(
    _ replications: Int, devices: Int, factor: Double = 1, from random: inout SeededGenerator
  ) -> [DeviceValues] {
    (0..<replications).map { _ in
      let shift = 10 + random.normal()
      return values((0..<devices).map { _ in factor * (shift + random.uniform(0...4)) })
    }
  }

  @Test("the quantile of all devices equals the quantile of the merged sketch", arguments: 0..<30)
  func merged(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let fleet = (0..<1 + random.integer(below: 6)).map { _ in
      values(
        (0..<random.integer(below: 12)).map { _ -> Double? in
          switch random.integer(below: 6) {
          case 0: nil
          case 1: 0
          default: random.exponential() * 1e3
          }
        })
    }
    let picks = resamples(fleet.count, count: 40)
    for probability in [0, 0.1, 0.5, 0.9, 1] {
      let found = try DeviceQuantile(probability, of: fleet, resamples: picks)
      var all = DeviceValues()
      for replication in fleet { all.merge(replication) }
      #expect(found.estimate == all.sketch.quantile(probability))
      // Each resample by merging its replications one by one.
      for (pick, value) in zip(picks.map { $0 }, found.resampled) {
        var merged = QuantileSketch()
        for replication in pick { merged.merge(fleet[replication].sketch) }
        #expect(value == merged.quantile(probability))
      }
    }
  }

  @Test("devices without a value or with an invalid number are counted and excluded")
  func missing() throws {
    let found = try DeviceQuantile(
      0.5, of: [values([1, nil, 1]), values([nil, .nan])], resamples: resamples(2))
    #expect(abs(try #require(found.estimate) - 1) < 0.005)
    // A resample of the second replication alone has no value.
    #expect(found.distribution == nil)
  }

  @Test("one replication has no interval; no values have no estimate; the resamples have to fit")
  func small() throws {
    let single = try DeviceQuantile(0.9, of: [values([1, 2, 3])], resamples: resamples(1))
    holds(single.estimate != nil && single.distribution == nil)
    let none = try DeviceQuantile(0.5, of: [values([nil]), values([])], resamples: resamples(2))
    holds(none.estimate == nil && none.distribution == nil)
    #expect(throws: AnalysisError.unequalCounts(first: 1, second: 2)) {
      try DeviceQuantile(0.5, of: [values([1])], resamples: resamples(2))
    }
    #expect(throws: AnalysisError.probabilityOutsideUnitInterval(-1)) {
      try DeviceQuantile(-1, of: [values([1])], resamples: resamples(1))
    }
  }

  @Test("two replications of one device each: a quarter, a half and a quarter of the resamples")
  func closedForm() throws {
    let found = try DeviceQuantile(1, of: [values([10]), values([20])], resamples: resamples(2))
    let distribution = try #require(found.distribution)
    // The maximum is the smaller value only where both picks name the first replication.
    let small = distribution.sorted.count { $0 < 15 }
    let share = Double(small) / 2000
    let deviation = (0.25 * 0.75 / 2000).squareRoot()
    #expect(abs(share - 0.25) < 6 * deviation)
    let interval = try distribution.interval(confidence: 0.95)
    holds(abs(interval.lower - 10) < 0.05 && abs(interval.upper - 20) < 0.1)
    #expect(throws: AnalysisError.confidenceOutsideUnitInterval(1)) {
      try distribution.interval(confidence: 1)
    }
  }

  @Test("the bootstrap's standard error agrees with the spread of newly drawn replications")
  func standardError() throws {
    var random = SeededGenerator(seed: 12)
    var spread = Moments()
    for _ in 0..<300 {
      spread.add(
        try #require(
          try DeviceQuantile(
            0.5, of: fleet(20, devices: 30, from: &random), resamples: resamples(20, count: 1)
          ).estimate))
    }
    var bootstrap = Moments()
    for _ in 0..<20 {
      let found = try DeviceQuantile(
        0.5, of: fleet(20, devices: 30, from: &random), resamples: resamples(20, count: 400))
      bootstrap.add(try #require(found.distribution).standardError)
    }
    #expect(abs(bootstrap.mean / spread.standardDeviation! - 1) < 0.25)
  }

  @Test("a resample contains the same replications of both, so shared variation is not in the interval")
  func paired() throws {
    var random = SeededGenerator(seed: 3)
    let policy = fleet(20, devices: 40, from: &random)
    random = SeededGenerator(seed: 3)
    let baseline = fleet(20, devices: 40, factor: 1.1, from: &random)
    let difference = try compared(0.5, of: policy, minus: baseline)
    let alone = try DeviceQuantile(0.5, of: policy, resamples: resamples(20))
    let own = try #require(alone.distribution).standardError
    #expect(try #require(difference.distribution).standardError < 0.5 * own)
    #expect(abs(try #require(difference.difference) + 0.1 * alone.estimate!) < 0.02 * alone.estimate!)
    holds(difference.replications == 20 && difference.incomplete == 0 && !difference.isSame)
  }

  @Test("only replications of both count; equal devices in each of them are the same")
  func common() throws {
    let policy = [values([1, 2]), nil, values([5])]
    let baseline = [values([2, 1]), values([7]), nil]
    let difference = try compared(0.5, of: policy, minus: baseline)
    holds(difference.replications == 1 && difference.incomplete == 2)
    holds(difference.isSame && difference.difference == 0 && difference.distribution == nil)
    let none = try compared(0.5, of: [nil], minus: [values([1])])
    holds(none.difference == nil && !none.isSame && none.replications == 0)
    #expect(throws: AnalysisError.unequalCounts(first: 1, second: 3)) {
      try compared(0.5, of: [nil], minus: baseline)
    }
  }

  @Test("a family judges quantiles by their bootstrap intervals, without p-values")
  func family() throws {
    var random = SeededGenerator(seed: 8)
    let policy = fleet(15, devices: 40, from: &random)
    random = SeededGenerator(seed: 8)
    let dearer = fleet(15, devices: 40, factor: 1.5, from: &random)
    func outcome(_ baseline: [DeviceValues], _ margin: Margin) throws -> VerdictFamily.Outcome {
      let difference = try compared(0.9, of: policy, minus: baseline)
      return try VerdictFamily([
        .init(.quantiles(difference), margin: margin, polarity: .smallerIsBetter, deviceReplications: 600)
      ]).outcomes[0]
    }
    let better = try outcome(dearer, .relative(0.1))
    holds(better.verdict == .better && better.direction == .lower)
    holds(better.adjustedPValue == nil && better.needed == nil && better.notes.isEmpty)
    #expect(try outcome(policy, .absolute(0)).verdict == .same)
    let slightly = try outcome(dearer, .absolute(try #require(better.difference).magnitude))
    #expect(slightly.verdict == .slightlyBetter)
    let single = try compared(0.9, of: [policy[0]], minus: [dearer[0]])
    let one = try VerdictFamily([.init(.quantiles(single), margin: .absolute(1), polarity: .smallerIsBetter)])
    holds(one.outcomes[0].verdict == .unresolved && one.outcomes[0].notes == [.oneReplication])
  }

  @Test("resamples depend on their stream only, not on the statistics computed from them")
  func fixedStream() {
    let seven = resamples(7)
    let picks = seven.map { $0 }
    #expect(picks.count == BootstrapResamples.standardCount)
    holds(seven.map { $0 } == picks && resamples(7).map { $0 } == picks)
    holds(resamples(3).map { $0 }.allSatisfy { $0.count == 3 && $0.allSatisfy((0..<3).contains) })
  }
}
