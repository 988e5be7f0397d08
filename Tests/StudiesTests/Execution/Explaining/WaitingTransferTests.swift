import EventSimulation
import PhoneSimulation
import Testing
import Workload

@testable import Studies
@testable import StudyReports

@Suite("Explaining transfers without a usable network")
struct WaitingTransferTests {
  /// A refresh checks feeds, and a download over Wi-Fi alone brings the content, on a phone with cellular data.
  private static func podcast(_ transfer: String, extra: String = "") -> ExplainedStudy {
    var study = ExplainedStudy()
    study.network = "cellular"
    study.work = """
          tasks:
            - {id: news.feeds, kind: refresh, earliestBegin: 2 h, fetches: false}
            - {id: news.index, kind: processing, requiresExternalPower: true, work: {cpu: 8 min}}
          transfers:
            - {session: episodes, down: 1 MB, allowsCellular: false, fetches: true, \(transfer)}

      """
    study.extra = extra
    return study
  }

  private func row(_ study: ExplainedStudy) throws -> RunSummary.Row {
    let summary = try RunSummary(
      try study.file().study, policy: 0, replication: 0, devices: [0], jobs: 1)
    return try #require(summary.rows.first { $0.key.task == "episodes" })
  }

  @Test("URL-5 a transfer that no path lets begin waits in every count, and is the cause of stale opens")
  func waits() throws {
    let study = Self.podcast("discretionary: true, on: success, task: news.feeds")
    let explanation = try study.explanation()
    #expect(explanation.lines.first?.cause.changes.contains(.wifi) == true)
    #expect(explanation.lines.first?.text.contains("`episodes`") == true, "\(explanation.lines)")
    let row = try row(study)
    #expect(row.runsPerDay == 0 && row.delivered(by: 86_400) == 0 && row.daysWithoutRun == 1)
    #expect(row.blocksMost.hasPrefix("noPermittedPath"), "\(row.blocksMost)")
    let replay = DeviceReplay(try study.file().study, policy: 0, replication: 0, device: 0)
    #expect(try DayPicture(replay, app: 0).svg.contains("noPermittedPath (there was no network"))
  }

  @Test(
    "URL-5 shares of transfers by a time count the last byte, and not the start", arguments: [true, false])
  func arrivals(hasWifi: Bool) throws {
    // The earlier rule starts what no network that it may use can carry.
    var study = Self.podcast("on: open", extra: "parameters: {transfer.waitsForPath: false}\n")
    if hasWifi { study.network = "wifi" }
    let row = try row(study)
    #expect(row.runsPerDay > 1)
    let delivered = try #require(row.delivered(by: 900))
    #expect(hasWifi ? delivered > 0.999 : delivered == 0)
  }
}
