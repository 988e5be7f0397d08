import Basics
import OutputAnalysis
import ResultsStore
import StudyReports
import TestSupport
import Testing

@Suite("Precision of differences")
struct PrecisionCheckTests {
  static let metric = "staleness_at_open_s"

  private func plan(
    _ margin: Margin, target: PrecisionPlan.Target = .margin, limit: Int = 1000
  ) -> PrecisionPlan {
    PrecisionPlan(
      ComparisonPlan(metrics: [.init(name: Self.metric, margin: margin)]), target: target, limit: limit)
  }

  private func runs(_ value: (Double, String, Int) -> Double? = { value, _, _ in value }) throws
    -> [PolicyRun]
  {
    try PolicyTable.runs { [Self.metric: value($0, $1, $2)] }
  }

  @Test("compares the simultaneous half-widths of the golden table with the margin, equality included")
  func golden() throws {
    // The widest half-width belongs to C: half of −0.08354363694341127 to 1.9385436369434117.
    let widest = (1.9385436369434117 + 0.08354363694341127) / 2
    let check = try PrecisionCheck(try runs(), plan: plan(.absolute(widest * (1 + 1e-12))))
    #expect(check.rows.map(\.policy) == ["B", "C", "D", "E"])
    #expect(check.isPrecise && check.open.isEmpty)
    let found = try #require(check.rows[1].halfWidth)
    #expect(abs(found - widest) < 1e-12)
    #expect(try PrecisionCheck(try runs(), plan: plan(.absolute(found))).isPrecise)
    let narrower = try PrecisionCheck(try runs(), plan: plan(.absolute(found * (1 - 1e-12))))
    #expect(!narrower.isPrecise)
    #expect(narrower.open.map(\.policy) == ["C"])
  }

  @Test("a factor asks for the half-width of the logarithm of the ratio")
  func factor() throws {
    let ratios = try runs().map { run in
      var run = run
      run.fractions = run.values.mapValues { MetricFraction($0, over: 1) }
      return run
    }
    let rows = try PrecisionCheck(ratios, plan: plan(.factor(1.1))).rows
    #expect(rows.allSatisfy { abs(($0.wanted ?? 0) - Elementary.log(1.1)) < 1e-15 && $0.isPrecise })
    #expect(try !PrecisionCheck(ratios, plan: plan(.factor(1.01))).isPrecise)
    #expect(try PrecisionCheck(try runs(), plan: plan(.factor(1.1))).rows.allSatisfy { $0.halfWidth == nil })
  }

  @Test("asks for R / (1 + R) of the baseline's estimate, not for R")
  func relative() throws {
    let mean = 49.81583333333333
    let rule = try RelativePrecisionRule(relativeError: 0.25)
    let check = try PrecisionCheck(try runs(), plan: plan(.absolute(1e-9), target: .relative(rule)))
    #expect(check.rows.allSatisfy { row in row.wanted.map { abs($0 - 0.2 * mean) < 1e-9 } ?? false })
    // C's half-width is 2.03 % of the mean: R = 2.05 % would do, R / (1 + R) does not, 2.08 % does.
    let narrow = try RelativePrecisionRule(relativeError: 0.0205)
    let wide = try RelativePrecisionRule(relativeError: 0.0208)
    #expect(!(try PrecisionCheck(try runs(), plan: plan(.absolute(1), target: .relative(narrow))).isPrecise))
    #expect(try PrecisionCheck(try runs(), plan: plan(.absolute(1), target: .relative(wide))).isPrecise)
  }

  @Test("the difference itself does not matter: not its sign, not its size")
  func sign() throws {
    let own = try PrecisionCheck(try runs(), plan: plan(.absolute(0.9)))
    for shift in [-100.0, 0.125, 3, 1000] {
      let shifted = try PrecisionCheck(
        try runs { value, policy, _ in policy == "A" ? value : value + shift }, plan: plan(.absolute(0.9)))
      for (one, other) in zip(own.rows, shifted.rows) {
        let (own, shifted) = (try #require(one.halfWidth), try #require(other.halfWidth))
        #expect(abs(own - shifted) < 1e-9)
        #expect(one.isPrecise == other.isPrecise)
      }
    }
  }

  private func report(
    _ state: PrecisionReport.State, _ replications: Int, _ check: PrecisionCheck?, _ margin: Margin
  ) -> String {
    let report = PrecisionReport(
      plan: plan(margin, limit: 12), state: state, replications: replications,
      cost: .init(runs: 60, deviceDays: 120), check: check)
    return report.page.text(width: 200) + report.json.text()
  }

  @Test("a difference that never varies is known at once; the state is said in a sentence and in JSON")
  func states() throws {
    let check = try PrecisionCheck(
      try runs { _, policy, _ in policy == "A" ? 0 : 5 }, plan: plan(.relative(0.1)))
    holds(check.rows.allSatisfy { $0.wanted == 0 && $0.halfWidth == 0 } && check.isPrecise)
    let zero = try PrecisionCheck(
      try runs { value, policy, _ in policy == "A" ? 0 : value }, plan: plan(.relative(0.1)))
    #expect(zero.open.count == 4)
    let own = try PrecisionCheck(try runs(), plan: plan(.absolute(0.9)))
    let missing = try PrecisionCheck(
      try runs { value, policy, _ in policy == "D" ? nil : value }, plan: plan(.absolute(2)))
    try expectRecorded(
      "precision.txt",
      [
        "a baseline of 0": report(.limit, 12, zero, .relative(0.1)),
        "a policy without an estimate": report(.precise, 12, missing, .absolute(2)),
        "the limit": report(.limit, 12, own, .absolute(0.9)),
        "before the first": report(.next(replications: 10, missingRuns: 1), 0, nil, .absolute(0.9)),
        "failed runs": report(.incomplete(replications: 10, failedRuns: 3), 0, nil, .absolute(0.9)),
      ])
  }

  @Test("nothing is asked of a policy without an estimate, and two policies are needed that have one")
  func withoutEstimate() throws {
    func check(_ value: (Double, String, Int) -> Double?) throws -> PrecisionCheck {
      try PrecisionCheck(try runs(value), plan: plan(.absolute(2)))
    }
    let missing = try check { value, policy, _ in policy == "D" ? nil : value }
    holds(missing.isPrecise && missing.withoutEstimate.map(\.policy) == ["D"])
    let alone = try check { value, policy, _ in policy == "A" ? value : nil }
    holds(!alone.isPrecise && alone.judged.isEmpty)
    let nothing = try check { _, _, _ in nil }
    holds(!nothing.isPrecise && nothing.withoutValues == [Self.metric])
  }

  @Test("expects the checkpoint at which the half-width will do")
  func expected() throws {
    let check = try PrecisionCheck(try runs(), plan: plan(.absolute(0.5)))
    for row in check.open {
      let expected = try #require(row.expected)
      #expect(RelativePrecisionRule.checkpoints(upTo: 1000).contains(expected))
      let halfWidth = try #require(row.halfWidth)
      // n (h / w)², as the t factor of Stein's rule is kept.
      let needed = 12 * (halfWidth / 0.5) * (halfWidth / 0.5)
      #expect(Double(expected) >= needed - 1e-9)
      #expect(expected == RelativePrecisionRule.checkpoint(after: Int(needed.rounded(.up)) - 1))
    }
    #expect(!check.open.isEmpty)
  }

  @Test("the checkpoints end at the limit, whatever it is")
  func checkpoints() {
    #expect(plan(.absolute(1), limit: 40).checkpoints == [10, 15, 20, 30, 40])
    #expect(plan(.absolute(1)).checkpoints.suffix(3) == [500, 750, 1000])
  }
}
