import Basics
import EventSimulation
import OutputAnalysis
import PhoneSimulation
import StudyTestSupport
import TestSupport
import Testing

@testable import Studies

@Suite("Forecasts of opens")
struct OpenForecastsTests {
  private func replay(_ overrides: [(path: String, value: String)] = []) throws -> DeviceReplay {
    let file = try StudyFile(path: ShippedStudy.path("quickstart"), overrides: overrides)
    return DeviceReplay(file.study, policy: 0, replication: 0, device: 3)
  }

  @Test("USE-1 the history and the forecasts change no event of the device")
  func observing() throws {
    let replay = try replay()
    let plain = try replay.run(records: [])
    let watched = try replay.run(records: [.log, .decisions])
    holds(plain.eventHash == watched.eventHash && plain.energyWhole == watched.energyWhole)
    let history = History(watched, of: replay.plan)
    let found = OpenForecasts(history, of: replay.plan, replay.policy.parameters, warmUp: .days(14))
    let counts = [found.cases[.histogram], found.cases[.share]].map { $0?.count ?? 0 }
    holds(counts[0] == counts[1] && counts[0] > 1000)
    holds(found.scores.count > 100 && found.scores.count < counts[0])
    #expect(found.casesWithScore[.share]?.map(\.isEvent) == found.scores.map(\.isEvent))
    let tooLong = OpenForecasts(history, of: replay.plan, replay.policy.parameters, warmUp: .days(28))
    #expect(tooLong.cases[.histogram]?.isEmpty == true)
  }

  @Test("USE-1 the scores of the device use the forecasts of the chosen predictor")
  func chosen() throws {
    let histogram = try replay().run(records: [])
    let share = try replay([("parameters.usage.predictor", "share")]).run(records: [])
    let again = try replay([("parameters.usage.predictor", "histogram")]).run(records: [])
    holds(histogram.eventHash == again.eventHash && histogram.eventHash != share.eventHash)
  }

  @Test("USE-1 any number of workers finds the same quality")
  func workers() throws {
    let file = try StudyFile(path: ShippedStudy.path("quickstart"), policies: ["seven-factor"])
    let recorded = try StudyFile(path: ShippedStudy.path("real-phones"), overrides: [("horizonDays", "9")])
    let texts = try [1, 3].map { jobs in
      try PredictorQuality(judging: file, recorded: recorded, devices: 3, jobs: jobs).json.text()
    }
    #expect(texts[0] == texts[1])
  }
}
