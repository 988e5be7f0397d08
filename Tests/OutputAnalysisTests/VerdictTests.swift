import OutputAnalysis
import TestSupport
import Testing

@Suite("Verdict of an interval and a margin")
struct VerdictTests {
  typealias Row = (
    lower: Double, upper: Double, larger: Verdict, smaller: Verdict, direction: DifferenceDirection?
  )

  @Test("the table, at a margin of 1")
  func table() {
    let rows: [Row] = [
      (2, 3, .better, .worse, .higher), (-3, -2, .worse, .better, .lower),
      // A difference that is shown, but lies within the margin.
      (0.1, 0.2, .equivalent, .equivalent, .higher), (-1, -0.5, .equivalent, .equivalent, .lower),
      (-1, 1, .equivalent, .equivalent, nil), (0, 0, .equivalent, .equivalent, nil),
      // A difference that is shown, and may or may not reach the margin.
      (0.5, 1.5, .slightlyBetter, .slightlyWorse, .higher),
      (-1.5, -0.5, .slightlyWorse, .slightlyBetter, .lower),
      (1, 2, .slightlyBetter, .slightlyWorse, .higher), (0, 1.5, .unresolved, .unresolved, nil),
      (-0.5, 1.01, .unresolved, .unresolved, nil), (-9, 9, .unresolved, .unresolved, nil),
    ]
    for row in rows {
      let interval = (row.lower, row.upper)
      #expect(Verdict(interval, margin: 1, polarity: .largerIsBetter) == row.larger, "\(row)")
      #expect(Verdict(interval, margin: 1, polarity: .smallerIsBetter) == row.smaller, "\(row)")
      #expect(DifferenceDirection(interval) == row.direction, "\(row)")
    }
  }

  @Test("equal entries come before everything; no interval leaves all else unresolved")
  func precedence() {
    #expect(Verdict(nil, margin: 1, polarity: .largerIsBetter, isSame: true) == .same)
    #expect(Verdict((0, 0), margin: 0, polarity: .largerIsBetter, isSame: true) == .same)
    #expect(Verdict(nil, margin: 1, polarity: .smallerIsBetter) == .unresolved)
    #expect(DifferenceDirection(nil) == nil)
  }

  @Test("a margin of 0 leaves better, worse, unresolved, and equivalent for a difference of exactly 0")
  func noMargin() {
    let ends: [(Double, Double)] = [(0.1, 0.2), (-0.2, -0.1), (0, 0), (-0.1, 0.2)]
    #expect(
      ends.map { Verdict($0, margin: 0, polarity: .largerIsBetter) } == [
        .better, .worse, .equivalent, .unresolved,
      ])
  }

  private struct Draw {
    var lower: Double
    var upper: Double
    var margin: Double

    /// Ends and margins on a coarse grid, so that they often coincide.
    init(_ random: inout SeededGenerator) {
      let ends = (0..<2).map { _ in Double(random.integer(below: 17) - 8) / 4 }
      (lower, upper) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
      margin = Double(random.integer(below: 7)) / 4
    }

    func verdict(_ polarity: Polarity = .largerIsBetter) -> Verdict {
      Verdict((lower, upper), margin: margin, polarity: polarity)
    }
  }

  @Test("the first line of the table that applies counts", arguments: 0..<20)
  func firstMatch(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<500 {
      let draw = Draw(&random)
      let (l, u, margin) = (draw.lower, draw.upper, draw.margin)
      let lines: [(Verdict, Bool)] = [
        (.equivalent, -margin <= l && u <= margin), (.better, l > margin), (.worse, u < -margin),
        (.slightlyBetter, l > 0), (.slightlyWorse, u < 0), (.unresolved, true),
      ]
      #expect(draw.verdict() == lines.first { $0.1 }?.0)
    }
  }

  private let opposite: [Verdict: Verdict] = [
    .better: .worse, .worse: .better, .slightlyBetter: .slightlyWorse, .slightlyWorse: .slightlyBetter,
  ]

  @Test("the other polarity, and the mirrored interval, give the opposite verdict", arguments: 0..<20)
  func symmetry(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<500 {
      let draw = Draw(&random)
      let verdict = draw.verdict()
      #expect(draw.verdict(.smallerIsBetter) == opposite[verdict] ?? verdict)
      let mirrored = Verdict(
        (-draw.upper, -draw.lower), margin: draw.margin, polarity: .smallerIsBetter)
      #expect(mirrored == verdict)
    }
  }

  private func rank(_ verdict: Verdict) -> Int {
    switch verdict {
    case .worse: -2
    case .slightlyWorse: -1
    case .same, .equivalent, .unresolved: 0
    case .slightlyBetter: 1
    case .better: 2
    }
  }

  @Test(
    "monotone: a better interval gives no worse verdict, a wider margin no stronger one, a narrower margin loses no verdict",
    arguments: 0..<20)
  func monotone(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<500 {
      let draw = Draw(&random)
      let verdict = draw.verdict()
      var shifted = draw
      let step = Double(random.integer(below: 9)) / 4
      (shifted.lower, shifted.upper) = (draw.lower + step, draw.upper + step)
      #expect(rank(shifted.verdict()) >= rank(verdict))

      var wider = draw
      wider.margin += step
      #expect(abs(rank(wider.verdict())) <= abs(rank(verdict)))
      if verdict == .equivalent { #expect(wider.verdict() == .equivalent) }

      var narrower = draw
      let middle = (draw.lower + draw.upper) / 2
      (narrower.lower, narrower.upper) = ((draw.lower + middle) / 2, (draw.upper + middle) / 2)
      switch verdict {
      case .equivalent, .better, .worse: #expect(narrower.verdict() == verdict)
      case .slightlyBetter: holds([.slightlyBetter, .better, .equivalent].contains(narrower.verdict()))
      case .slightlyWorse: holds([.slightlyWorse, .worse, .equivalent].contains(narrower.verdict()))
      case .same, .unresolved: break
      }
    }
  }
}

@Suite("Adjustment for multiplicity")
struct MultiplicityAdjustmentTests {
  @Test("an empty p-value remains empty and counts for the size of the family; p-values are at most 1")
  func empty() throws {
    #expect(try MultiplicityAdjustment.adjusted([nil, 0.01, 0.5, nil]) == [nil, 0.04, 1, nil])
    #expect(try MultiplicityAdjustment.adjusted([]) == [])
  }

  @Test(
    "the adjusted p-value is below 1 − c where the simultaneous interval excludes 0, and nowhere else",
    arguments: 0..<40)
  func agrees(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    // Differences about as large as the half-width of their intervals, so that many lie at the edge.
    let members = (0..<1 + random.integer(below: 30)).map { _ in
      let shift = random.uniform(0.5...1.5)
      let values = (0..<12).map { _ in random.normal() + shift }
      return VerdictFamily.Member(
        .samples(policy: .values(values), baseline: .values([Double](repeating: 0, count: 12))),
        margin: .absolute(0.1), polarity: .smallerIsBetter)
    }
    for outcome in try VerdictFamily(members, confidence: 0.9).outcomes {
      let p = try #require(outcome.adjustedPValue)
      #expect((p < 0.1) == (outcome.direction != nil))
    }
  }

  @Test("a number that is no probability is refused", arguments: [-0.1, 1.1, .nan])
  func refuses(p: Double) {
    #expect(throws: AnalysisError.self) { try MultiplicityAdjustment.adjusted([p]) }
  }
}
