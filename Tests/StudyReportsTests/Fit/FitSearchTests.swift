import Basics
import ModelParameters
import OutputAnalysis
import StudyReports
import Testing

/// Fits of functions of the coordinates, from 0 to 1, in a box of two numbers without a condition.
enum FitOfFunctions {
  static let box = SensitivityBoxTests.box(["gate.herdPause", "score.thresholdStart"])

  static func row(
    _ id: String, _ band: ClosedRange<Double>, source: String? = nil, isHeldOut: Bool = false
  ) throws -> FitRow {
    FitRow(
      id: id, study: "study", quantity: "quantity", unit: "1", source: source ?? id, grade: "C", seen: "",
      band: "\(band)", measure: try #require(Implausibility(band, .linear, phones: 1)), isHeldOut: isHeldOut)
  }

  static func search(
    _ rows: [FitRow], points: Int = 100, waves: Int = 2, _ model: ([Double]) -> [Double?]
  ) -> FitSearch {
    var search = FitSearch(box, rows: rows, points: points, waves: waves, cutoff: 3, seed: 1)
    while !search.next.isEmpty {
      search.add(
        search.next.map { point in
          model(search.coordinates(point)).map { FitSample($0.map { [$0, $0] } ?? []) }
        })
    }
    return search
  }
}

@Suite("Waves of a fit") struct FitSearchTests {
  /// Three sources that see x between 0.4 and 0.6: up to a half-width more is not ruled out, which leaves 0.3 to 0.7.
  private static func rows() throws -> [FitRow] {
    try ["O1", "O2", "O3"].map { try FitOfFunctions.row($0, 0.4...0.6) }
  }

  @Test("the second wave is new, lies in the span of the points that are left, and tells the same share")
  func waves() throws {
    let search = try FitOfFunctions.search(Self.rows()) { [$0[1], $0[1], $0[1]] }
    #expect(search.waves.count == 2 && search.points.count == 200)
    #expect(Set(search.points.map(\.point)).count == 200)
    // A Latin hypercube has a point in each hundredth, of which those from 0.3 to 0.7 are left.
    #expect(search.waves[0].share.estimate == 0.4 && search.waves[0].inRegion == FitSearch.uniformPoints)
    let region = try #require(search.waves[1].region)
    #expect(
      abs(region.ranges[1].lowerBound - 0.29) < 0.015 && abs(region.ranges[1].upperBound - 0.71) < 0.015)
    #expect(region.ranges[0].lowerBound < 0.1 && region.ranges[0].upperBound > 0.9)
    #expect(search.points.suffix(100).allSatisfy { region.contains(search.coordinates($0.point)) })
    #expect(abs(Double(search.waves[1].inRegion) / 10_000 - 0.4) < 0.05)
    let share = search.waves[1].share
    #expect(abs(share.estimate - 0.4) < 0.05 && share.interval.contains(share.estimate))
    #expect(search.plausible.allSatisfy { (0.29...0.71).contains(search.coordinates($0.point)[1]) })
    #expect(try FitOfFunctions.search(Self.rows()) { [$0[1], $0[1], $0[1]] }.points == search.points)
  }

  @Test("where nothing is left it goes on where points are least ruled out, and tells what no point meets")
  func nothing() throws {
    let search = try FitOfFunctions.search(Self.rows()) { [$0[1], $0[1] + 3, nil] }
    #expect(search.points.count == 200 && search.plausible.isEmpty)
    // Of a hundred points the ten with the least second number, and a ninth of their span more.
    let region = try #require(search.waves[1].region)
    #expect(region.ranges[1].lowerBound < 0.01 && abs(region.ranges[1].upperBound - 0.105) < 0.015)
    #expect(search.waves.map(\.share.estimate) == [0, 0])
    let findings = FitFindings(search)
    #expect(findings.unmet.map(\.row) == [2, 1])
    #expect(findings.rows.map(\.ruledOut) == [1, 1, 0.6])
    #expect(findings.rows[0].median == .infinity && findings.rows[1].least > 3)
    let report = FitReport(
      search, screened: search.box, effects: [1, 2], replications: 2, cuts: [], failures: [])
    #expect(
      report.page.text().hasPrefix(
        "The observations rule out all 200 parameter sets, so there are no plausible sets.\n"))
    #expect(
      report.files.map(\.name) == [
        "plausible.csv", "points.csv", "observations.csv", "parameters.csv", "waves.csv", "fit.svg",
      ])
    // The head alone, and empty cells where there is no value.
    #expect(report.files[0].bytes.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(String(decoding: report.files[1].bytes, as: UTF8.self).contains(",,"))
  }

  @Test("rows that are met somewhere and never together are a conflict; withheld rows rule out nothing")
  func conflict() throws {
    let rows = try [
      FitOfFunctions.row("O1", 0...0.1), FitOfFunctions.row("O2", 0.9...1),
      FitOfFunctions.row("O3", 0...1), FitOfFunctions.row("O4", 0.8...0.9, isHeldOut: true),
    ]
    let search = FitOfFunctions.search(rows, waves: 1) { [$0[1], $0[1], $0[0], $0[1]] }
    let findings = FitFindings(search)
    // Both reach half of their width further: 15 points each. Where one is met, the other is the only one that is not.
    #expect(findings.conflicts.map { [$0.first, $0.second] } == [[0, 3], [0, 1]])
    #expect(findings.conflicts[1].metFirst == 15 && findings.conflicts[1].expected == 2.25)
    #expect(search.plausible.count == 30 && findings.unmet.isEmpty)
    let held = try #require(findings.heldOut)
    // Of the points of the box 20 lie between 0.75 and 0.95, of the 30 that are left 10.
    #expect(held.rows == 1 && held.metInBox == 0.2)
    #expect(held.metByPlausible == 10.0 / 30)
    #expect(try #require(findings.best).largest == search.points.map(\.largest).min())
  }

  @Test("the span of few points is widened by what lies beyond it on average")
  func region() {
    let region = PlausibleRegion(spanning: [[0.2, 0.9], [0.4, 0.5], [0.3, 0.7]])
    #expect(region.ranges.map { ($0.lowerBound * 100).rounded() } == [10, 30])
    #expect(region.ranges.map { ($0.upperBound * 100).rounded() } == [50, 100])
    #expect(region.contains([0.45, 0.99]) && !region.contains([0.55, 0.5]))
    #expect(PlausibleRegion(spanning: [[0.2]]).ranges == [0...1])
  }

  @Test("the screening keeps the assumptions that move a row most, in units of its noise and its band")
  func screening() throws {
    let box = SensitivityBoxTests.box(["gate.herd", "score.thresholdStart"])
    let rows = try [FitOfFunctions.row("O1", 0...6), FitOfFunctions.row("O2", 0...6, isHeldOut: true)]
    let screening = FitScreening(box, rows: rows, seed: 3)
    let all = FitSearch(box, rows: rows, points: 2, waves: 1, cutoff: 3, seed: 1)
    let start = try #require(box.factors.firstIndex { $0.name == "score.thresholdStart" })
    let samples = (0..<FitScreening.trajectories).map { trajectory in
      screening.design.points(trajectory).map { point in
        let places = all.coordinates(point)
        return [FitSample([5 * places[start]]), FitSample([places.reduce(0, +)])]
      }
    }
    let effects = screening.effects(samples)
    // The whole range moves the first row by 5, of which a third of its half-width is 1.
    #expect(abs(effects[start] - 5) < 1e-9 && effects.count { $0 > 0 } == 1)
    #expect(screening.kept(effects).factors.map(\.name) == ["score.thresholdStart"])
  }
}
