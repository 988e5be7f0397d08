import EventSimulation
import PhoneSimulation
import ResultsStore
import StudyTestSupport
import Testing
import Workload

@testable import Studies

@Suite("Observations and judgments")
struct LogObservationTests {
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
          - {id: common.refresh, kind: refresh, earliestBegin: 15 min}
    policies: [immediate]

    """

  @Test("A run stores the values that the study observes")
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

  @Test("Each row of the table names a measure and its aggregation, or has its own function")
  func table() {
    for row in LogObservation.all where row.taking != .own {
      #expect(row.measure != nil, "\(row.name)")
      #expect((row.taking != .share && row.taking != .count) || row.none == nil, "\(row.name)")
      #expect(row.taking != .share || row.whole != nil, "\(row.name)")
    }
    #expect(LogObservation.all.count { $0.taking == .own } == 13)
    #expect(Set(LogObservation.all.map(\.name)).count == 54)
  }
}
