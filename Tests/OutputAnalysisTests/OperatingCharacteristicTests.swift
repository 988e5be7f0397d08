import OutputAnalysis
import TestSupport
import Testing

/// How often intervals cover and rules deliver, counted over many samples of a fixed seed.
@Suite("Operating characteristics")
struct OperatingCharacteristicTests {
  /// Exponential samples: the share whose interval covers the mean, 1.
  private func coverage(count: Int, trials: Int) throws -> Double {
    var random = SeededGenerator(seed: UInt64(count))
    var covered = 0
    for _ in 0..<trials {
      var moments = Moments()
      for _ in 0..<count { moments.add(random.exponential()) }
      let interval = try MeanInterval(moments: moments)
      if abs(interval.mean - 1) <= interval.halfWidth! { covered += 1 }
    }
    return Double(covered) / Double(trials)
  }

  /// Ratios of sums, 2 in truth: the share whose jackknife interval covers it.
  private func ratioCoverage(count: Int, trials: Int) throws -> Double {
    var random = SeededGenerator(seed: 77)
    var covered = 0
    for _ in 0..<trials {
      let sample = (0..<count).map { _ in
        let denominator = (0..<4).reduce(0.0) { sum, _ in sum + random.exponential() }
        return ReplicationSample.Fraction(2 * denominator + random.normal(), over: denominator)
      }
      let interval = try MeanInterval(PseudoValues(fractions: sample))
      if abs(interval.mean - 2) <= interval.halfWidth! { covered += 1 }
    }
    return Double(covered) / Double(trials)
  }

  /// Five correlated normal systems of which the last is the best: how often it is chosen, and the values that this takes.
  private func selection(_ row: GoldenRow, trials: Int) throws -> (correct: Double, observations: Double) {
    let (count, lead) = (row.count("k"), row.number("delta"))
    let common = row.number("crn_correlation").squareRoot()
    let own = (1 - row.number("crn_correlation")).squareRoot()
    let means = (0..<count).map { place in
      row.text("means") == "slippage" ? (place == count - 1 ? lead : 0) : lead * Double(place)
    }
    var random = SeededGenerator(seed: 53)
    var (correct, observations) = (0, 0)
    for _ in 0..<trials {
      var selection = try KimNelsonSelection(
        systems: count, firstStage: row.count("n0"), difference: lead, confidence: row.number("P"))
      while selection.selected == nil {
        let shared = common * random.normal()
        selection.add(means.map { $0 + row.number("sigma") * (shared + own * random.normal()) })
      }
      if selection.selected == count - 1 { correct += 1 }
      observations += selection.observations
    }
    return (Double(correct) / Double(trials), Double(observations) / Double(trials))
  }

  @Test("coverage of t and jackknife intervals, and the choice of the best, as in the golden table")
  func golden() throws {
    let (rows, complaints) = try GoldenCoverage().judge("opchar.csv", for: "OutputAnalysisTests") { row in
      if row.name.hasPrefix("t_ci95_coverage_exponential") {
        return .number(try coverage(count: row.count("n"), trials: 20_000))
      }
      if row.name.hasPrefix("kn_") {
        let found = try selection(row, trials: 2000)
        return .number(row.name.hasSuffix("pcs") ? found.correct : found.observations)
      }
      guard row.name.hasPrefix("ratio_jackknife") else { return nil }
      return .number(try ratioCoverage(count: row.count("n"), trials: 20_000))
    }
    #expect(complaints == [])
    #expect(rows == 13)
  }
}
