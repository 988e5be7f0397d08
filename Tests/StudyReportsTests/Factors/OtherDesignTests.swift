import Basics
import OutputAnalysis
import ResultsStore
import TestSupport
import Testing

@testable import StudyReports

/// Effects of designs in which not all combinations of levels are run.
@Suite("Effects in other designs") struct OtherDesignTests {
  private static let metric = "energy_j_per_day"
  private let plan = ComparisonPlan(metrics: [.init(name: Self.metric, margin: .relative(0.1))])

  /// The effects of points with the values of two or three factors, in a world that is a function of them.
  private func effects(
    _ points: [[Double]], _ names: [String], _ world: ([Double]) -> Double
  ) throws -> FactorEffects {
    var runs: [PolicyRun] = []
    var levels: [String: [FactorLevel]] = [:]
    for (number, values) in points.enumerated() {
      let point = "point \(number)"
      levels[point] = zip(names, values).map { FactorLevel(name: $0, value: "\($1)", number: $1) }
      for replication in 0..<4 {
        runs.append(
          PolicyRun(
            designPoint: point, arm: "base", policy: "one", replication: replication,
            values: [Self.metric: 1000 + 10 * Double(replication) + world(values)], devices: 3))
      }
    }
    return try FactorEffects(runs, levels: levels, plan: plan)
  }

  private func differences(_ effects: FactorEffects, _ factor: String) -> [Double?] {
    effects.families.filter { $0.factors == [factor] }.flatMap(\.rows).map(\.difference)
  }

  @Test(
    "one at a time compares each level with the point of the first levels, not with points that moved another factor"
  )
  func oneAtATime() throws {
    let effects = try effects([[0, 0], [1, 0], [2, 0], [0, 5]], ["a", "b"]) { 10 * $0[0] + 100 * $0[1] }
    #expect(differences(effects, "a") == [nil, 10, 20])
    #expect(differences(effects, "b") == [nil, 500])
    #expect(effects.families.map(\.factors) == [["a"], ["b"]])
  }

  @Test("with points left out by conditions, levels are compared where both stand with the same others")
  func conditions() throws {
    // All combinations of three levels with b not above a.
    let points = [[0.0, 0], [1, 0], [1, 1], [2, 0], [2, 1], [2, 2]]
    let effects = try effects(points, ["a", "b"]) { 10 * $0[0] + 100 * $0[1] + $0[0] * $0[1] }
    // With b = 0 alone.
    #expect(differences(effects, "a") == [nil, 10, 20])
    // b = 1 with a = 1 and 2, and b = 2 with a = 2.
    #expect(differences(effects, "b") == [nil, 101.5, 204])
  }

  @Test("factors that move together have one effect, with a note")
  func together() throws {
    let effects = try effects([[0, 0, 0], [1, 1, 0], [0, 0, 1]], ["a", "b", "c"]) {
      10 * $0[0] + 3 * $0[1] + $0[2]
    }
    #expect(effects.families.map(\.factors) == [["a"], ["c"]])
    #expect(differences(effects, "a") == [nil, 13])
    let row = try #require(effects.families[0].rows.last)
    #expect(row.notes.contains("together with b"))
  }

  @Test("a fraction tells effects over all points, and no interactions")
  func fraction() throws {
    let fraction = try #require(FractionalFactorial(factors: 4, resolution: 4))
    let points = fraction.points.map { $0.map { $0 ? 1.0 : 0 } }
    let effects = try effects(points, ["a", "b", "c", "d"]) { 8 * $0[0] + 4 * $0[1] + 2 * $0[2] + $0[3] }
    #expect(["a", "b", "c", "d"].map { differences(effects, $0).last } == [8, 4, 2, 1])
    #expect(effects.families.count == 4)
  }

  @Test(
    "a space-filling design has the coefficients of a regression, largest for the factor that matters most")
  func regression() throws {
    let points: [[Double]] = (0..<20).map { (point: Int) in [Double(point), Double((point * 7 + 3) % 20)] }
    let effects = try effects(points, ["a", "b"]) { point in
      let linear: Double = 30 * point[0] - 40 * point[1]
      return linear + Double(Int(point[0]) % 3)
    }
    let rows = effects.rows
    #expect(rows.map(\.kind) == [.regression, .regression])
    // The factors have the same variance: 3 : −4, of the standard deviation of their sum.
    let (a, b) = (try #require(rows[0].estimate), try #require(rows[1].estimate))
    #expect(abs(a / b + 0.75) < 0.01 && a > 0)
    for row in rows { #expect(try #require(row.halfWidth) < 0.02 && row.verdict == nil) }
    #expect(rows[0].notes.first?.hasPrefix("the linear model explains 100 %") == true)
    let text = EffectsSection(effects: effects).page.text()
    #expect(text.contains("standardized regression coefficients") && text.contains("energy_j_per_day, one"))
    let half = try self.effects(points.map { $0 + [2 * $0[0] + 1] }, ["a", "b", "c"]) {
      30 * $0[0] - 40 * $0[1]
    }
    #expect(half.rows.map(\.factor.level.name) == ["a", "b"])
    #expect(half.rows[0].notes.last == "together with c")
  }
}
