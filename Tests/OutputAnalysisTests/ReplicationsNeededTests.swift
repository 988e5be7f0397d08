import OutputAnalysis
import TestSupport
import Testing

@Suite("Replications needed for a verdict")
struct ReplicationsNeededTests {
  @Test("the number is the first with power 0.8, by counting up", arguments: 0..<60)
  func counting(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = 2 + random.integer(below: 30)
    let confidence = 1 - 0.05 / Double(1 + random.integer(below: 40))
    let deviation = random.uniform(0.5...4)
    let difference = random.normal() * 0.6
    let margin = random.integer(below: 4) == 0 ? 0 : random.uniform(0...2)
    func isEnough(_ total: Int) -> Bool {
      ReplicationsNeeded.power(
        of: total, difference: difference, standardDeviation: deviation, margin: margin,
        confidence: confidence) >= 0.8
    }
    guard !isEnough(count) else { return }
    let needed = try #require(
      try ReplicationsNeeded(
        count: count, difference: difference, standardDeviation: deviation, margin: margin,
        confidence: confidence))
    if let first = (count + 1...10 * count).first(where: isEnough) {
      holds(needed.added == first - count && !needed.isLowerBound)
    } else {
      holds(needed.added == 9 * count && needed.isLowerBound)
    }
  }

  @Test(
    "the recommended number of replications resolves eight in ten: a sign, equivalence, or the first of them",
    arguments: [
      (0.5, 0.0, 0.95), (0.4, 0.0, 0.995), (0.6, 0.0, 0.999), (0.0, 0.6, 0.95), (0.1, 0.5, 0.99),
      (0.35, 0.6, 0.99),
    ])
  func simulation(difference: Double, margin: Double, confidence: Double) throws {
    let needed = try #require(
      try ReplicationsNeeded(
        count: 15, difference: difference, standardDeviation: 1, margin: margin, confidence: confidence))
    holds(!needed.isLowerBound)
    let total = 15 + needed.added
    var random = SeededGenerator(seed: 31)
    let runs = 4000
    var resolved = 0
    for _ in 0..<runs {
      let interval = try MeanInterval(
        (0..<total).map { _ in difference + random.normal() }, confidence: confidence)
      guard let lower = interval.lower, let upper = interval.upper else { continue }
      let verdict = Verdict((lower, upper), margin: margin, polarity: .smallerIsBetter)
      if verdict != .unresolved { resolved += 1 }
    }
    let power = ReplicationsNeeded.power(
      of: total, difference: difference, standardDeviation: 1, margin: margin, confidence: confidence)
    // Four standard errors: one false alarm in 16,000. One replication more or less moves power by less than 0.03 here.
    let share = Double(resolved) / Double(runs)
    #expect(abs(share - power) < 4 * (0.8 * 0.2 / Double(runs)).squareRoot(), "\(share) \(power)")
    holds(power >= 0.8 && power < 0.83)
  }

  @Test(
    "without a margin it is the power of the t test",
    // scipy.stats.nct, both tails: replications, noncentrality, confidence, power.
    arguments: [
      (3, 3.5, 0.95, 0.4771605256), (4, 6.0, 0.999, 0.1198345066), (6, 3.5, 0.95, 0.7970054144),
      (10, 6.0, 0.999, 0.8174525880), (30, 2.0, 0.95, 0.4895366335), (200, 3.5, 0.999, 0.5643051701),
    ])
  func noncentral(total: Int, noncentrality: Double, confidence: Double, expected: Double) {
    let power = ReplicationsNeeded.power(
      of: total, difference: noncentrality / Double(total).squareRoot(), standardDeviation: 1, margin: 0,
      confidence: confidence)
    #expect(abs(power - expected) < (total == 3 ? 1e-3 : 1e-5), "\(power)")
  }

  @Test("a larger difference or a wider margin never needs more where it decides")
  func whicheverIsFirst() throws {
    func needed(_ difference: Double, _ margin: Double) throws -> Int {
      try #require(
        try ReplicationsNeeded(
          count: 20, difference: difference, standardDeviation: 2, margin: margin, confidence: 0.99)
      ).added
    }
    #expect(try needed(0.9, 0) < needed(0.6, 0))
    #expect(try needed(0.9, 0) == needed(-0.9, 0))
    #expect(try needed(0.05, 1) < needed(0.05, 0.8))
    #expect(try needed(0.9, 0.1) == needed(0.9, 0))
  }

  @Test("beyond ten times the present number nine times of it is a lower bound")
  func bound() throws {
    let none = try #require(
      try ReplicationsNeeded(
        count: 15, difference: 0, standardDeviation: 1, margin: 0, confidence: 0.95))
    holds(none.added == 135 && none.isLowerBound)
    let far = try #require(
      try ReplicationsNeeded(
        count: 10, difference: 1e-6, standardDeviation: 1, margin: 1e-3, confidence: 0.95))
    holds(far.added == 90 && far.isLowerBound)
  }

  @Test("one replication is not enough, and an invalid number is refused")
  func refused() throws {
    #expect(
      try ReplicationsNeeded(count: 1, difference: 1, standardDeviation: 0, margin: 1, confidence: 0.95)
        == nil)
    #expect(throws: AnalysisError.notFinite(index: 0)) {
      try ReplicationsNeeded(count: 5, difference: .nan, standardDeviation: 1, margin: 1, confidence: 0.95)
    }
    #expect(throws: AnalysisError.confidenceOutsideUnitInterval(1)) {
      try ReplicationsNeeded(count: 5, difference: 0, standardDeviation: 1, margin: 1, confidence: 1)
    }
  }
}

@Suite("Enough replications")
struct StoppingTests {
  @Test("the checkpoints are 10, 15, 20, 30, 50 and so on by decades")
  func checkpoints() {
    #expect(
      RelativePrecisionRule.checkpoints(upTo: 1000) == [
        10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000,
      ])
    #expect([0, 10, 11, 50].map(RelativePrecisionRule.checkpoint) == [10, 15, 15, 75])
    #expect(RelativePrecisionRule.checkpoints(upTo: 9) == [])
    #expect(
      [40, 50, 4].map(RelativePrecisionRule.checkpoints(endingAt:)) == [
        [10, 15, 20, 30, 40], [10, 15, 20, 30, 50], [4],
      ])
  }

  @Test("the threshold is R / (1 + R)")
  func threshold() throws {
    #expect(try RelativePrecisionRule(relativeError: 0.25).threshold == 0.2)
    #expect(throws: AnalysisError.notPositive(0)) { try RelativePrecisionRule(relativeError: 0) }
  }

  @Test("Stein never asks for fewer than there are, nor answers from one replication")
  func stein() throws {
    #expect(try SteinSampleSize.total(count: 10, standardDeviation: 0, halfWidth: 1) == 10)
    #expect(try SteinSampleSize.total(count: 1, standardDeviation: 1, halfWidth: 1) == nil)
    #expect(try SteinSampleSize.total(count: 2, standardDeviation: 1, halfWidth: 1e-9) == nil)
    #expect(throws: AnalysisError.notPositive(0)) {
      try SteinSampleSize.total(count: 10, standardDeviation: 1, halfWidth: 0)
    }
  }
}
