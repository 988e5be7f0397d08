import Basics
import ModelParameters
import OutputAnalysis
import ResultsStore
import StudyReports
import TestSupport
import Testing

@Suite("Report of a screening") struct ScreeningReportTests {
  /// A screening of a world whose difference is a function of the assumptions and of a replication's number.
  private func analysis(
    _ patterns: [String], trajectories: Int = 10, _ energy: ([String: Double], Int) -> Double
  ) throws -> ScreeningAnalysis {
    let box = SensitivityBox(ParameterSet(), grades: [.d], patterns: patterns) { _ in nil }
    let design = ScreeningDesign(box, trajectories: trajectories, seed: 1)
    var analysis = ScreeningAnalysis(
      box, design, policies: SensitivityWorld.policies, metrics: [SensitivityWorld.metric])
    for trajectory in 0..<trajectories {
      let runs = analysis.design.points(trajectory).map {
        SensitivityWorld.runs(box.numbers(at: $0), 4 * trajectory..<4 * trajectory + 4, energy)
      }
      try analysis.add(SensitivityResults(runs: runs))
    }
    return analysis
  }

  private func linearAnalysis() throws -> ScreeningAnalysis {
    try analysis(["score.threshold", "gate.herdPause"]) { numbers, replication in
      50 + 40 * numbers["score.thresholdStart", default: 0] - 20 * numbers["score.thresholdEnd", default: 0]
        + (replication % 2 == 0 ? 0.1 : -0.1)
    }
  }

  private func names(_ analysis: ScreeningAnalysis) -> [String] {
    analysis.rows(0).map { analysis.box.factors[$0.factor].name }
  }

  @Test("the effects of a linear world are its slopes times the ranges, whatever the levels of both policies")
  func linear() throws {
    let analysis = try linearAnalysis()
    #expect(names(analysis) == ["score.thresholdStart", "score.thresholdEnd", "gate.herdPause"])
    let rows = analysis.rows(0)
    // Ranges of 0.38 and 0.276.
    #expect(abs(try #require(rows[0].mean) - 15.2) < 1e-6)
    #expect(abs(try #require(rows[1].mean) + 5.52) < 1e-6)
    #expect(rows.map(\.verdict) == [.effect, .effect, .noDifference])
    #expect(rows[0].signChanges == 0 && rows[0].steps == 10)
    #expect(analysis.decisive(atMost: 1) == [rows[0].factor])
    let inStudy = try #require(try analysis.inStudy(0))
    #expect(abs(inStudy.difference.estimate - 78) < 1e-6 && inStudy.replications == 40)
  }

  @Test("a step across 0 changes the sign, noise alone is not detected")
  func verdicts() throws {
    let analysis = try analysis(["score.thresholdStart", "gate.herdPause", "push.window"], trajectories: 16) {
      numbers, replication in
      let noise = replication % 2 == 0 ? 0.5 : -0.5
      let start = numbers["score.thresholdStart", default: 0]
      // Differs from replication to replication, without a mean.
      let herd = numbers["gate.herdPause", default: 0] * noise * (replication % 4 < 2 ? 1 : -1)
      return 300 * (start - 0.775) + 0.01 * noise + 0.1 * herd
    }
    let verdicts = Dictionary(
      uniqueKeysWithValues: analysis.rows(0).map { (analysis.box.factors[$0.factor].name, $0.verdict) })
    #expect(
      verdicts == [
        "score.thresholdStart": .changesSign, "gate.herdPause": .notDetected, "push.window": .noDifference,
      ])
    #expect(AssumptionEffect.chanceOfClear(0, of: 10) == 1)
    #expect(abs(AssumptionEffect.chanceOfClear(1, of: 1) - 0.05) < 1e-12)
    #expect(abs(AssumptionEffect.chanceOfClear(4, of: 10) - 0.001_028) < 1e-5)
  }

  @Test("the report names what decides, and says first what was cut")
  func text() throws {
    let analysis = try linearAnalysis()
    let heading = SearchHeading(
      study: "tiny", studyDigest: "d", designPoint: "base", devices: 3, studyDevices: 20, replications: 4,
      cuts: ["Cut."], notVaried: ["user.sleepActivity"])
    let report = try ScreeningReport(analysis, shares: nil, heading: heading)
    #expect(
      report.conclusions == [
        "This search was cut to 3 of 4 parameters and 3 of 20 devices.",
        "The difference in energy_j_per_day between poll and base depends most on score.thresholdStart and "
          + "score.thresholdEnd; no step changes its sign.",
      ])
    holds(report.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    try expectRecorded("screening.txt", report.text)
    try expectRecorded("screening.svg", report.chart(0).svg)
    #expect(
      report.files.map(\.name) == [
        "screening.csv", "trajectories.csv", "screening-1-energy_j_per_day-poll.svg",
      ])
  }

  @Test("a comparison without a result in the study as it is is not called open")
  func missing() throws {
    let box = SensitivityBox(ParameterSet(), grades: [.d], patterns: ["gate.herdPause"]) { _ in nil }
    var analysis = SensitivityAnalysis(box, policies: ["base", "poll"], metrics: ["energy_j_per_day"])
    while !analysis.next.isEmpty {
      try analysis.add(SensitivityResults(runs: analysis.next.map { _ in [] }))
    }
    let report = SensitivityWorld.report(analysis)
    #expect(
      report.conclusions == [
        "This search cannot show whether the comparison depends on assumed parameters.",
        "There is no result for energy_j_per_day, poll − base at the defaults: too few replications have a value. Add "
          + "devices or replications.",
      ])
  }

  @Test("shares of a product of two assumptions are those worked out by hand")
  func shares() {
    // x y over the unit square: variance 7/144, first-order shares 3/7 each, total shares 4/7.
    let box = SensitivityBox(ParameterSet(), grades: [.d], patterns: ["score.threshold"]) { _ in nil }
    let design = SharesDesign(box, factors: [0, 1], count: 255)
    func value(_ point: SensitivityPoint) -> Double {
      point.moves.reduce(1) { product, move in
        guard let range = box.factors[move.factor].range,
          let number = box.factors[move.factor].number(move.level)
        else { return product }
        return product * (number - range.lowerBound) / (range.upperBound - range.lowerBound)
      }
    }
    let result = SharesAnalysis.result(design.factors, design.rows.map { $0.map(value) }, 1)
    #expect(abs(result.deviation * result.deviation - 7.0 / 144) < 0.005)
    for row in result.rows {
      #expect(abs(row.first.value - 3.0 / 7) < 0.06 && abs(row.total.value - 4.0 / 7) < 0.06)
      #expect(row.first.lower < 3.0 / 7 && row.first.upper > 3.0 / 7)
    }
    let flat = SharesAnalysis.result([0], [[1, 1, 1], [1, 1, 1]], 1)
    #expect(flat.rows.isEmpty)
  }
}
