import OutputAnalysis
import TestSupport
import Testing

@Suite("Replications needed for a verdict")
struct ReplicationsNeededTests {
  private func halfWidth(_ total: Int, _ deviation: Double, _ confidence: Double) -> Double {
    StudentT(degreesOfFreedom: Double(total - 1)).twoSidedFactor(confidence: confidence) * deviation
      / Double(total).squareRoot()
  }

  @Test(
    "the number is the first that excludes 0 or lies within the margin, by counting up", arguments: 0..<60)
  func counting(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = 2 + random.integer(below: 30)
    let confidence = 1 - 0.05 / Double(1 + random.integer(below: 40))
    let deviation = random.uniform(0.5...4)
    let difference = random.normal() * 0.6
    let margin = random.integer(below: 4) == 0 ? 0 : random.uniform(0...2)
    func isResolved(_ total: Int) -> Bool {
      let halfWidth = halfWidth(total, deviation, confidence)
      return halfWidth < abs(difference) || abs(difference) + halfWidth <= margin
    }
    guard !isResolved(count) else { return }
    let needed = try #require(
      try ReplicationsNeeded(
        count: count, difference: difference, standardDeviation: deviation, margin: margin,
        confidence: confidence))
    if let first = (count + 1...10 * count).first(where: isResolved) {
      #expect(needed.added == first - count && !needed.isLowerBound)
    } else {
      #expect(needed.added == 9 * count && needed.isLowerBound)
    }
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
    // 2.66 · 2 / √N < 0.9 at N = 36: 16 more.
    #expect(try needed(0.9, 0.1) == needed(0.9, 0))
  }

  @Test("beyond ten times the present number nine times of it is a lower bound")
  func bound() throws {
    let none = try #require(
      try ReplicationsNeeded(
        count: 15, difference: 0, standardDeviation: 1, margin: 0, confidence: 0.95))
    #expect(none.added == 135 && none.isLowerBound)
    let far = try #require(
      try ReplicationsNeeded(
        count: 10, difference: 1e-6, standardDeviation: 1, margin: 1e-3, confidence: 0.95))
    #expect(far.added == 90 && far.isLowerBound)
  }

  @Test("one replication cannot say, and what is no number is refused")
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
