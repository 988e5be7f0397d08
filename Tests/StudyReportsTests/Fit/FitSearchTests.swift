import Basics
import ModelParameters
import OutputAnalysis
import RandomStreams
import StudyReports
import Testing

/// Fits of functions of the coordinates, from 0 to 1, in a box of two numbers without a condition.
@Suite("Fit by simulation") struct FitSearchTests {
  private static let box = SensitivityBoxTests.box(["gate.herdPause", "score.thresholdStart"])

  private static func row(_ id: String, _ value: Double, isHeldOut: Bool = false) -> FitRow {
    FitRow(
      ObservationRow(
        number: 0, study: "study", id: id, quantity: "quantity", unit: "1", words: id, reportedUnit: "1",
        reportedSize: 1, source: id, phones: 1, grade: "C", values: [value],
        observation: .init(value, precision: 0.001), rule: nil, band: value...value, isPrimary: true,
        isComparable: true, why: "", tieShare: 0.5),
      .share, days: 1, isHeldOut: isHeldOut)
  }

  private static func search(
    _ rows: [FitRow], count: Int, _ model: (FitDataSet, RandomStream) -> [Double?]
  ) -> FitSearch {
    let stream = RandomStream()
    stream.seek(sequential: .init(seed: 1, group: 1, replication: 0, device: 0, purpose: .test))
    var search = FitSearch(box, rows: rows, count: count, seed: 1)
    while !search.next.isEmpty {
      search.add(search.next.map { model($0, stream) })
    }
    return search
  }

  /// Two observations of the second coordinate with normal noise of a tenth of its range.
  private static func found(count: Int) -> FitSearch {
    search([row("O1", 0.4), row("O2", 0.4)], count: count) { set, stream in
      [0, 1].map { _ in set.coordinates[1] + stream.normal(deviation: 0.1) }
    }
  }

  @Test("the plausible sets have the posterior distribution, and their tolerance falls from round to round")
  func posterior() throws {
    let search = Self.found(count: 3000)
    #expect(search.sets.count == 3000 && search.rounds.count > 1)
    #expect(search.rounds[0].proposals.count == 1000)
    for (earlier, later) in zip(search.rounds, search.rounds.dropFirst()) {
      #expect(later.tolerance <= earlier.median && later.proposals.lowerBound == earlier.proposals.upperBound)
    }
    let result = try #require(search.result)
    #expect(
      result.kept.count >= 100 && Set(result.kept).count == result.kept.count
        && result.posterior.effectiveSize >= 50)
    let axis = try #require(search.updated.firstIndex(of: 1))
    // Two observations with the noise 0.1 give 0.07, and the tolerance adds to it.
    #expect(abs(result.posterior.mean(axis) - 0.4) < 0.04)
    #expect(abs(result.posterior.deviation(axis) - 0.075) < 0.03)
    #expect(Self.found(count: 3000).sets.map(\.point) == search.sets.map(\.point))
  }

  @Test("findings: a calibrated posterior, and draws of each source that was left out")
  func findings() throws {
    let search = Self.found(count: 6000)
    let findings = FitFindings(search)
    let calibrated = try #require(findings.calibrated.last)
    #expect(!calibrated.result.isRejected && calibrated.result.axes.contains(where: \.isInformed))
    #expect(findings.leftOut.count == 2)
    for own in findings.leftOut {
      let score = try #require(own.score)
      #expect(abs(score.median - 0.4) < 0.1 && score.verdict == .ordinary)
    }
    let axis = try #require(search.updated.firstIndex(of: 1))
    #expect(try abs(#require(findings.rejection).mean(axis) - 0.4) < 0.04)
  }

  @Test(
    "held-out rows and rows that never vary have no part in the distance, and missing values are far away")
  func rows() throws {
    let rows = [
      Self.row("O1", 0.4), Self.row("O2", 0.9, isHeldOut: true), Self.row("O3", 0), Self.row("O4", 0.4),
    ]
    let search = Self.search(rows, count: 600) { set, _ in
      [set.coordinates[1], set.coordinates[1], 7, set.coordinates[0] < 0.5 ? set.coordinates[1] : nil]
    }
    let result = try #require(search.result)
    #expect(
      result.kept.allSatisfy { place in
        abs(search.sets[place].coordinates[1] - 0.4) < 0.2 && search.sets[place].coordinates[0] < 0.5
      })
    let report = try #require(FitReport(search, defaults: [0.1, 0.2, 50], cuts: [], failures: []))
    #expect(report.json["constant_observations"]?.elements?.map(\.characters) == ["O3"])
    let heldOut = try #require(report.json["held_out"]?.elements)
    #expect(heldOut.map { $0["id"]?.characters } == ["O2"])
    #expect(heldOut[0]["verdict"]?.characters == "never")
    #expect(report.json["default_distance"]?.real == 0.2)
  }
}
