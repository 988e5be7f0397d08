import EventSimulation
import PhoneSimulation
import ResultsStore
import StudyTestSupport
import Testing
import Workload

@testable import Studies

@Suite("Observations and judgements")
struct LogObservationTests {
  /// The judgements of a study that is run in memory.
  private func judge(_ text: String) throws -> [ExpectationJudge.Judgement] {
    try StudyFolder().study(text).judgements()
  }

  /// Two apps, of which a device has the first only by chance; only the second runs in the background.
  private let partlyInstalled = """
    formatVersion: 1
    name: partly-installed
    horizonDays: 4
    replications: 3
    population:
      devices: 6
      archetypes: everyday
    apps:
      - id: org.example.rare
        popularity: {installShare: 20 %, weight: 0.1}
      - id: org.example.common
        popularity: {installShare: 100 %, weight: 1}
        content: {process: poisson, perDay: 8}
        tasks:
          - {id: common.refresh, kind: refresh, floor: 15 min}
    policies: [immediate]

    """

  @Test("An observation of an app is read from that app, whatever else is installed")
  func apps() throws {
    let judgements = try judge(
      partlyInstalled + """
        expect:
          - {observe: maxLaunchesPerDay, app: org.example.rare, equals: 0}
          - {observe: maxLaunchesPerDay, app: org.example.common, greaterThan: 0}
        """)
    #expect(judgements.map(\.holds) == [true, true], "\(judgements.map(\.numbers))")
  }

  @Test("What does not hold is reported with its numbers, and what was never seen does not hold")
  func failing() throws {
    let judgements = try judge(
      partlyInstalled + """
        expect:
          - {event: launched, app: org.example.rare, greaterThan: 0}
          - {observe: nightLaunchShare, app: org.example.rare, atLeast: 0}
          - {observe: lastPendingCount, app: org.example.common, atLeast: 0}
          - {metric: launches_per_day, lessThan: 0.001}
          - {observe: firstLaunchSeconds, app: org.example.rare, atLeast: 0}
          - {observe: lastLaunchSeconds, app: org.example.rare, atLeast: 0}
        """)
    #expect(judgements.map(\.holds) == [false, false, false, false, false, false])
    #expect(judgements[0].numbers == "0 times > 0 times")
    #expect(judgements[1].numbers == "no value")
    #expect(judgements[2].numbers == "no value")
    #expect(judgements[4].numbers == "no value" && judgements[5].numbers == "no value")
  }

  @Test(
    "Low Power Mode that is always on blocks a waiting refresh all the time, and nothing else blocks for it")
  func blockedHours() throws {
    let judgements = try judge(
      """
      formatVersion: 1
      name: low-power
      horizonDays: 3
      replications: 2
      population:
        devices: 2
        archetypes: scripted
        settings: {barOff: 0 %, barWifiOnly: 0 %, perAppOff: 0 %, manualLowPowerMode: 100 %}
      apps:
        - id: org.example.mail
          tasks: [{id: mail.refresh, kind: refresh, floor: 15 min}]
      policies: [immediate]
      expect:
        - {observe: blockedHours, reason: lowPowerMode, equals: 144}
        - {observe: blockedHours, reason: lowPowerMode, mechanism: refresh, equals: 144}
        - {observe: blockedHours, reason: lowPowerMode, mechanism: push, equals: 0}
        - {observe: blockedHours, reason: earliestBeginDate, equals: 0.5}
        - {observe: blockedHours, equals: 144}
        - {observe: minLevelAtLaunchOnBattery, atLeast: 0}

      """)
    #expect(
      judgements.map(\.numbers) == [
        "144 h = 144 h", "144 h = 144 h", "0 h = 0 h", "0.5 h = 0.5 h", "144 h = 144 h", "no value",
      ])
  }

  @Test("What a run keeps is what the study observes")
  func records() throws {
    func records(_ expectations: String) throws -> RecordOptions {
      try StudyFolder().study(partlyInstalled + expectations).study.observedRecords
    }
    #expect(try records("") == .log)
    #expect(try records("expect: [{observe: maxRunSeconds, equals: 1}]\n") == .log)
    #expect(try records("expect: [{observe: blockedHours, equals: 1}]\n") == [.log, .blocking])
    #expect(
      try records(
        "expect: [{observe: minLevelAtLaunchOnBattery, equals: 1}, {observe: blockedHours, equals: 1}]\n")
        == [.log, .blocking, .power])
  }

  @Test("Each row of the table names a measure and how it is taken, or has a function of its own")
  func table() {
    for row in LogObservation.all where row.taking != .own {
      #expect(row.measure != nil, "\(row.name)")
      #expect((row.taking != .share && row.taking != .count) || row.none == nil, "\(row.name)")
      #expect(row.taking != .share || row.whole != nil, "\(row.name)")
    }
    #expect(LogObservation.all.count { $0.taking == .own } == 12)
    #expect(Set(LogObservation.all.map(\.name)).count == 53)
  }
}
