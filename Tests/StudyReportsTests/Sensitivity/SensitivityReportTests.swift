import Basics
import Foundation
import ModelParameters
import OutputAnalysis
import ResultsStore
import StudyReports
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A world without simulation: the energy of a policy is a function of the assumptions.
enum SensitivityWorld {
  static let policies = ["base", "poll"]
  static let metric = "energy_j_per_day"

  /// Runs a whole search.
  static func analysis(
    _ patterns: [String], spread: Int = 0, replications: Int = 4, seed: UInt64 = 1,
    _ energy: ([String: Double], Int) -> Double
  ) throws -> SensitivityAnalysis {
    let box = SensitivityBox(ParameterSet(), grades: [.d], patterns: patterns) { _ in nil }
    var analysis = SensitivityAnalysis(box, policies: policies, metrics: [metric], spread: spread, seed: seed)
    while !analysis.next.isEmpty {
      let runs = analysis.next.map { self.runs(box.numbers(at: $0), 0..<replications, energy) }
      try analysis.add(SensitivityResults(runs: runs))
    }
    return analysis
  }

  /// The runs of a point: replications differ a lot in their level and little in the difference.
  static func runs(
    _ numbers: [String: Double], _ replications: Range<Int>, _ energy: ([String: Double], Int) -> Double
  ) -> [PolicyRun] {
    policies.flatMap { policy in
      replications.map { replication in
        let level = 1000 + 100 * Double(replication % 7)
        return PolicyRun(
          designPoint: "base", arm: "base", policy: policy, replication: replication,
          values: [metric: level + (policy == "poll" ? energy(numbers, replication) : 0)], devices: 3)
      }
    }
  }

  static func report(_ analysis: SensitivityAnalysis, at designPoint: String = "base") -> SensitivityReport {
    SensitivityReport(
      analysis,
      heading: SearchHeading(
        study: "tiny", studyDigest: "d", designPoint: designPoint, devices: 3, replications: 4))
  }

  /// A difference of 10 J that a corner of both thresholds turns into -7.
  static func corner() throws -> SensitivityReport {
    let analysis = try analysis(["score.threshold", "gate.herdPause"]) { numbers, replication in
      10 - 40 * (0.8 - numbers["score.thresholdStart", default: 0])
        - 120 * (numbers["score.thresholdEnd", default: 0] - 0.2) + (replication % 2 == 0 ? 0.1 : -0.1)
    }
    return report(analysis)
  }
}

@Suite("Report of decisive assumptions") struct SensitivityReportTests {
  @Test(
    "the first lines name the corner at which the sign changes, the table the ends, the last lines the places"
  )
  func text() throws {
    try expectRecorded("sensitivity.txt", try SensitivityWorld.corner().text)
  }

  @Test("an effect on a difference whose sign is open in the study keeps no sign")
  func open() throws {
    let analysis = try SensitivityWorld.analysis(["gate.herdPause"]) { numbers, replication in
      (replication % 2 == 0 ? 5.0 : -4.5) + (numbers["gate.herdPause"] == 8 ? 2 : 0)
    }
    #expect(analysis.rows(0).map(\.verdict) == [.signOpen])
  }

  @Test("verdicts: another sign, left open, kept, not detected, no difference")
  func verdicts() throws {
    let analysis = try SensitivityWorld.analysis([
      "score.thresholdStart", "score.thresholdEnd", "gate.herdPause", "gate.evaluationInterval",
      "push.window",
    ]) { numbers, replication in
      let noise = replication % 2 == 0 ? 0.5 : -0.5
      var difference = 10 + noise
      if numbers["score.thresholdStart"] == 0.6 { difference -= 20 }
      if numbers["score.thresholdEnd"] == 0.276 { difference -= 10 }
      if numbers["gate.herdPause"] == 8 { difference += 5 }
      if numbers["gate.evaluationInterval"] == 60 { difference += 3 * noise }
      return difference
    }
    let rows = analysis.rows(0)
    let verdicts = Dictionary(
      uniqueKeysWithValues: rows.map { (analysis.search.box.factors[$0.factor].name, $0.verdict) })
    #expect(
      verdicts == [
        "score.thresholdStart": .changesSign, "score.thresholdEnd": .leavesOpen, "gate.herdPause": .keepsSign,
        "gate.evaluationInterval": .notDetected, "push.window": .noDifference,
      ])
    let report = SensitivityWorld.report(analysis, at: "one")
    #expect(report.conclusions[1].hasSuffix("changes within the range of score.thresholdStart alone."))
    #expect(report.text.contains("tiny, one: this search varied 5 parameters ("))
  }

  @Test("without a change of sign, and with an open sign, the first line says so")
  func conclusions() throws {
    let kept = try SensitivityWorld.analysis(["score.threshold"]) { numbers, replication in
      10 + numbers["score.thresholdStart", default: 0] + Double(replication % 2)
    }
    #expect(
      SensitivityWorld.report(kept).conclusions
        == [
          "The comparison does not depend on the assumed parameters of this search: all differences keep their sign for each "
            + "parameter and each pair of influential parameters."
        ])
    let open = try SensitivityWorld.analysis(["score.threshold"]) { _, replication in
      replication % 2 == 0 ? 1 : -1
    }
    #expect(
      SensitivityWorld.report(open).conclusions == [
        "This search cannot show whether the comparison depends on assumed parameters.",
        "The sign of the difference in energy_j_per_day, poll − base is unresolved at the defaults.",
      ])
  }

  @Test("files: a row for each point, the places of changes, and a picture that is well-formed XML")
  func files() throws {
    let report = try SensitivityWorld.corner()
    let files = Dictionary(
      uniqueKeysWithValues: report.files.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) })
    #expect(
      files.keys.sorted() == ["1-energy_j_per_day-poll.svg", "boundaries.csv", "points.csv"])
    let points = try #require(files["points.csv"]).split(separator: "\n")
    #expect(points.count == 1 + report.analysis.search.points.count)
    #expect(points[1].hasPrefix("energy_j_per_day,J/d,poll,base,,,,,10."))
    let boundaries = try #require(files["boundaries.csv"]).split(separator: "\n")
    #expect(boundaries.count == 3)
    #expect(boundaries[1].hasPrefix("energy_j_per_day,poll,base,score.thresholdStart,-,0.77"))
    #expect(boundaries[1].hasSuffix(",below,score.thresholdEnd = 0.276"))
    let svg = try #require(files["1-energy_j_per_day-poll.svg"])
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(svg.contains("score.thresholdStart"))
    try expectRecorded("sensitivity.svg", svg)
  }

  /// The share of points of a difference that is negative where the threshold at the end is above 0.2208 of 0 to 0.276.
  private func share(noise: Double, replications: Int) throws -> PointShare? {
    try SensitivityWorld.analysis(["score.thresholdEnd"], spread: 20, replications: replications) {
      40 * (0.2208 - $0["score.thresholdEnd", default: 0]) + ($1 % 2 == 0 ? noise : -noise)
    }.share(0).map { PointShare($0) }
  }

  @Test(
    "the share of points is told in words, or why there is none, also where the sign of the study is open")
  func shareWords() throws {
    let clear = try #require(try share(noise: 0.1, replications: 10))
    #expect([15, 16].contains(clear.withSign) && clear.lower.map { $0 > 0.5 } == true)
    #expect(try share(noise: 0.1, replications: 4)?.words == "no share (fewer than 5 replications)")
    #expect(try share(noise: 0.1, replications: 9)?.lower == nil)
    let noisy = try #require(try share(noise: 20, replications: 10)?.words)
    #expect(noisy.hasPrefix("no share (too few devices: about "), "\(noisy)")
    let open = try SensitivityWorld.analysis(["score.thresholdEnd"], spread: 20, replications: 10) {
      40 * (0.21 - $0["score.thresholdEnd", default: 0]) + ($1 % 2 == 0 ? 3 : -3)
    }
    let lines = SensitivityWorld.report(open).spreadLines
    #expect(
      lines.count == 1 && lines[0].contains(", above 0 as at the defaults (unresolved there): in "),
      "\(lines)")
  }

  @Test("the interval of a share that can be computed by hand covers it for 200 seeds of the points")
  func thresholdCornerInNumbers() throws {
    // Of `threshold-corner` with s and e for the thresholds: polling launches 4.8 times a day, the score (s − e) / (s − 0.5) times,
    // which is more where e < 2.4 − 3.8 s: a triangle of 0.12 by 0.12 / 3.8 of a box of 0.35 by 0.276.
    let known = 1 - 0.12 * 0.12 / 3.8 / 2 / (0.35 * 0.276)
    let (seeds, least): (UInt64, Double) = Tier.isLong ? (200, 0.9) : (20, 0.8)
    let covered = try (1...seeds).count { seed in
      let analysis = try SensitivityWorld.analysis(
        ["score.threshold"], spread: 64, replications: 20, seed: seed
      ) { numbers, _ in
        let (start, end) = (numbers["score.thresholdStart"] ?? 0, numbers["score.thresholdEnd"] ?? 0)
        return 4.8 - (start - end) / (start - 0.5)
      }
      return try #require(analysis.share(0)?.interval).contains(known)
    }
    #expect(Double(covered) >= least * Double(seeds), "\(covered) of \(seeds)")
  }
}
