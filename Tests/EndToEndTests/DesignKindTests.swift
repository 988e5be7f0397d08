import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

/// Studies whose points are no full factorial, from the study whose launches can be computed by hand.
@Suite("Designs of studies") struct DesignKindTests {
  private func folder(_ factors: String) throws -> TestFolder {
    let folder = try TestFolder(Studies.shipped("threshold-corner"), as: "base.yaml")
    try folder.write("extends: base.yaml\nname: design\nreplications: 2\n" + factors, to: "design.yaml")
    return folder
  }

  private static let spread = """
    factors:
      score.thresholdStart: {from: 0.6, to: 0.95}
      score.thresholdEnd: {from: 0, to: 0.5}
    design: {kind: latinHypercube, points: 12}
    compare: {metrics: [{name: energy_j_per_day, margin: 1 %}]}

    """

  @Test(
    "a Latin hypercube runs, goes on, is sharded and exported like any study, with coefficients as effects")
  func hypercube() throws {
    let folder = try folder(Self.spread)
    let run = try folder.slumber(
      "run", "design.yaml", "--results", "one.sqlite", "--progress", "none", code: 0)
    // 12 points, two policies, two replications; each wait is 24 h (start − 0.5) / (start − end).
    holds(run.output.contains("standardized regression coefficients"))
    let again = try folder.slumber("run", "design.yaml", "--results", "one.sqlite", "--progress", "none")
    #expect(again.output == run.output)
    for shard in ["1/2", "2/2"] {
      try folder.slumber(
        "run", "design.yaml", "--results", "two.sqlite", "--shard", shard, "--progress", "none", code: 0)
    }
    try folder.slumber("merge", "two.sqlite", code: 0)
    for name in ["one", "two"] {
      try folder.slumber("export", "\(name).sqlite", "--to", name, code: 0)
    }
    for name in ["runs.csv", "effects.csv", "summary.csv"] {
      #expect(try folder.data("one/\(name)") == folder.data("two/\(name)"), "\(name)")
    }
    let effects = try folder.text("one/effects.csv").split(separator: "\n").dropFirst()
    holds(effects.count == 4 && effects.allSatisfy { $0.contains(",regression,score.threshold") })
    // Later starts save energy; polling does not read the thresholds.
    for line in effects {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      if cells[12] == "seven-factor" {
        #expect((Double(cells[15]) ?? 0) < -0.2, "\(line)")
      } else {
        holds(cells[15].isEmpty && line.hasSuffix("the metric is the same at all points"), "\(line)")
      }
    }
  }

  @Test("one at a time tells the effect of a level against the study's first levels")
  func oneAtATime() throws {
    let folder = try folder(
      """
      factors:
        score.thresholdStart: [0.8, 0.6]
        score.thresholdEnd: [0.2, 0]
      design: oneAtATime
      policies: [seven-factor]
      compare: {metrics: [{name: energy_j_per_day, margin: 1 %}]}

      """)
    let run = try folder.slumber(
      "run", "design.yaml", "--results", "one.sqlite", "--progress", "none", code: 0)
    holds(run.flowing.contains("Not all combinations were run"))
    try folder.slumber("export", "one.sqlite", "--to", "one", code: 0)
    let rows = try folder.text("one/effects.csv").split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let points = try folder.text("one/summary.csv").split(separator: "\n")
    #expect(points.count == 1 + 3 * 2)
    // The first estimate is that of the point of the first levels under both factors.
    let firsts = Set(rows.map { $0[17] })
    holds(rows.count == 4 && firsts.count == 1, "\(rows)")
  }
}
