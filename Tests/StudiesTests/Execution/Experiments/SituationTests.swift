import ModelParameters
import ResultsStore
import StudyReports
import Testing

@testable import Studies

@Suite("Running points of the box") struct SituationTests {
  private static let metrics = ["energy_j_per_day", "launches_per_day"]
  private static let policies = ["seven-factor", "immediate"]

  private static func box(_ file: StudyFile, _ patterns: [String]) -> SensitivityBox {
    SensitivityBox(
      file.points[0], policies: policies, grades: [.c, .d], patterns: patterns, catalogue: .standard)
  }

  private static func asked(
    _ points: [SensitivityPoint], _ file: StudyFile, _ box: SensitivityBox, devices: Int = 2,
    replications: Range<Int> = 0..<2
  ) -> AskedPoints {
    let situation = Situation(
      file, at: file.points[0], box: box, policies: policies, devices: devices,
      numbers: .metrics(andSubstitutes: metrics), catalogue: .standard)
    return AskedPoints(points, in: [situation], replications: replications)
  }

  @Test("a point gives the results of the study with these values, with and without shared timelines")
  func equality() throws {
    let file = try AblationStudies.file()
    let box = Self.box(
      file, ["score.thresholdStart", "user.sleepActivity", "charge.holdLength", "idle.system"])
    func factor(_ name: String) throws -> Int { try #require(box.factors.firstIndex { $0.name == name }) }
    let start = SensitivityPoint.base.moving(try factor("score.thresholdStart"), to: .number(0.6))
    let sleep = SensitivityPoint.base.moving(try factor("user.sleepActivity"), to: .number(1))
    let both = start.moving(try factor("charge.holdLength[1]"), to: .number(8))
    let idle = sleep.moving(try factor("idle.system"), to: .number(60))
    let asked = Self.asked([.base, start, sleep, both, idle], file, box)
    // The study and the point of the score side by side, and so are those of sleep; the other on timelines of its own.
    #expect(PointPlan(file, asked.points).file.points.map(\.study.policies.count) == [4, 4, 2])
    let results = asked.results(try TestExperiment(file).run(asked.points))[0]
    #expect(results.failures.isEmpty)
    let expected = try [
      [], [("score.thresholdStart", "0.6")], [("user.sleepActivity", "1")],
      [("score.thresholdStart", "0.6"), ("charge.holdLength", "[4.5 h, 8 h]")],
      [("user.sleepActivity", "1"), ("idle.system", "60 mW")],
    ].map { try TestExperiment.study(AblationStudies.file($0), Self.metrics) }
    #expect(results.runs.map { $0.map(\.values) } == expected)
    #expect(results.runs[0].map(\.policy) == ["seven-factor", "seven-factor", "immediate", "immediate"])
    #expect(expected[0] != expected[1] && expected[0] != expected[2] && expected[2] != expected[4])
  }

  @Test("stored runs are not repeated, but runs with other replications, devices, or numbers are new")
  func resumption() throws {
    let file = try AblationStudies.file()
    let box = Self.box(file, ["score.thresholdStart"])
    let points = [SensitivityPoint.base, .base.moving(0, to: .number(0.6))]
    let experiment = try TestExperiment(file)
    func stored() throws -> Int { try experiment.results.counts().done }
    let asked = Self.asked(points, file, box)
    let first = try experiment.run(asked.points)
    #expect(try stored() == 2 * 2 * 2)
    #expect(try experiment.run(asked.points, jobs: 2).runs == first.runs)
    #expect(try stored() == 8)
    _ = try experiment.run(Self.asked(points, file, box, replications: 1..<4).points)
    #expect(try stored() == 8 + 2 * 2 * 2)
    _ = try experiment.run(Self.asked(points, file, box, devices: 1).points)
    #expect(try stored() == 16 + 8)
    #expect(try experiment.results.damages().isEmpty)
  }

  @Test("any number of workers finds the same")
  func workers() throws {
    let file = try AblationStudies.file()
    let box = Self.box(file, ["score.threshold", "network.weekdayAway"])
    let asked = Self.asked(SensitivitySearch(box, contrasts: 1).next, file, box)
    let one = try TestExperiment(file).run(asked.points)
    let three = try TestExperiment(file).run(asked.points, jobs: 3)
    #expect(one.runs == three.runs && one.runs.count == asked.points.count)
  }

  @Test(
    "cutting devices does not change the remaining devices, and a value that the study rejects is a failure")
  func refusal() throws {
    let file = try AblationStudies.file([("charge.day.levelWidth", "8 %")])
    let box = Self.box(file, ["score.thresholdStart"])
    // Above the domain, so that the study does not allow it.
    let refused = SensitivityPoint.base.moving(0, to: .number(2))
    let asked = Self.asked([.base, refused], file, box, devices: 1)
    let results = asked.results(try TestExperiment(file).run(asked.points))[0]
    #expect(results.runs[0].allSatisfy { $0.devices == 1 })
    #expect(results.runs[1].isEmpty && results.failures.map(\.point) == [refused])
    #expect(results.failures.first?.text.contains("score.thresholdStart: found `2`") == true)
  }
}
