import ModelParameters
import Testing

@testable import StudyReports

@Suite("Time of a search") struct SensitivityAllowanceTests {
  /// Two assumptions of the score and one of people: seven points, at most 24 more.
  private let box = SensitivityBoxTests.box(["score.threshold", "user.sleepActivity"])

  private func allowance(secondsPerRun: Double) -> SensitivityAllowance {
    SensitivityAllowance(minutes: 1, secondsPerRun: secondsPerRun, comparisons: 1, runsPerPoint: 10)
  }

  @Test("nothing is cut where all fits, also not to a round number")
  func whole() {
    // 31 points × 10 runs × 33 devices in 120 s.
    let cut = allowance(secondsPerRun: 0.011).cut(box, devices: 33)
    #expect(cut == .init(box: box, devices: 33))
  }

  @Test("devices are cut first, to the largest round number that fits")
  func devices() throws {
    let cut = try #require(allowance(secondsPerRun: 0.015).cut(box, devices: 33))
    #expect(cut.devices == 20 && cut.box == box)
    #expect(cut.sentences == ["Cut to keep 1 minute on 2 processors: 20 of 33 devices."])
  }

  @Test("then assumptions, those of people and surroundings first, and all are named")
  func assumptions() throws {
    // 29 points with five devices: four ends beside the study and the later points.
    let cut = try #require(allowance(secondsPerRun: 0.0827).cut(box, devices: 33))
    #expect(cut.devices == 5)
    #expect(cut.box.factors.map(\.name) == ["score.thresholdStart", "score.thresholdEnd"])
    #expect(
      cut.sentences.last
        == "Cut to keep 1 minute on 2 processors: 2 of 3 assumptions. Not varied: user.sleepActivity."
    )
    #expect(cut.box.absences.last == .init(count: 1, reason: "cut to keep the time"))
    #expect(cut.names == ["user.sleepActivity"])
  }

  @Test("where no assumption fits there is no search")
  func nothing() {
    #expect(allowance(secondsPerRun: 10).cut(box, devices: 33) == nil)
  }
}
