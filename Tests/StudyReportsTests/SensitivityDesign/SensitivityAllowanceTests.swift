import ModelParameters
import Testing

@testable import StudyReports

@Suite("Time of a search") struct SensitivityAllowanceTests {
  /// Two assumptions of the score and one of people: seven points, at most 24 more.
  private let box = SensitivityBoxTests.box(["score.threshold", "user.sleepActivity"])

  private func cut(_ secondsPerRun: Double) -> SensitivityAllowance.Cut? {
    SensitivityAllowance(minutes: 1, secondsPerRun: secondsPerRun, comparisons: 1, runsPerPoint: 10)
      .cut(box, devices: 33)
  }

  @Test("devices are cut first, to the largest round number that fits; a search that fits is whole")
  func devices() throws {
    // 31 points × 10 runs × 33 devices in 120 s.
    #expect(cut(0.011) == .init(box: box, devices: 33))
    let fewer = try #require(cut(0.015))
    #expect(fewer.devices == 20 && fewer.box == box)
    #expect(fewer.sentences == ["Cut to finish within 1 minute on 2 cores: 20 of 33 devices."])
  }

  @Test("then assumptions, those of people and surroundings first, and all are named; without any, no search")
  func assumptions() throws {
    // 29 points with five devices: four ends beside the study and the later points.
    let least = try #require(cut(0.0827))
    #expect(least.devices == 5 && least.names == ["user.sleepActivity"])
    #expect(least.box.factors.map(\.name) == ["score.thresholdStart", "score.thresholdEnd"])
    #expect(
      least.sentences.last
        == "Cut to finish within 1 minute on 2 cores: 2 of 3 parameters. Not varied: user.sleepActivity.")
    #expect(least.box.absences.last == .init(count: 1, reason: "cut to save time"))
    #expect(cut(10) == nil)
  }
}
