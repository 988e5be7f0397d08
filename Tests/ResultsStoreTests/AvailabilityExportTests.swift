import ResultsStore
import TestSupport
import Testing

@Suite("An export of availability")
struct AvailabilityExportTests {
  let folder = TemporaryFolder()

  private func row(
    _ run: String, _ device: Int, _ kind: AvailabilityKind, _ start: Double, _ end: Double, item: Int = 0,
    outcome: String? = nil
  ) -> AvailabilityRow {
    AvailabilityRow {
      ($0.runID, $0.device, $0.kind, $0.item, $0.outcome) = (run, device, kind, item, outcome)
      ($0.startMicroseconds, $0.endMicroseconds) = (Int64(start * 1e6), Int64(end * 1e6))
      ($0.stateOfChargeStart, $0.stateOfChargeEnd) = (0.504, 0.75)
    }
  }

  /// A run of two devices that are observed from the second day on; nothing is ever granted to the second.
  private func file(hours: Double, _ rows: (_ start: Double) -> [AvailabilityRow]) throws -> ResultsFile {
    var run = Samples.run("a")
    run.devicesExpected = 2
    run.replication = 1
    var finished = Samples.finished(run)
    let start = 86_400.0
    let end = start + hours * 3600
    finished.details.availability =
      [row("a", 0, .observed, start, end)] + rows(start) + [row("a", 1, .observed, start, end)]
    let file = try ResultsFile.open(folder.file("r.sqlite"), for: Samples.study)
    try file.store(finished)
    return file
  }

  /// Half an hour with three eligible intervals, of which two overlap and one reaches to the end.
  private func exported(_ form: AvailabilityForm) throws -> (eligible: String, granted: String) {
    let file = try file(hours: 0.5) { start in
      [
        row("a", 0, .eligible, start, start + 60.5), row("a", 0, .eligible, start + 50, start + 90.7),
        row("a", 0, .eligible, start + 899.2, start + 1800),
        row("a", 0, .granted, start + 60.2, start + 60.9, item: 4, outcome: "completed"),
      ]
    }
    let names = try file.exportAvailability(as: form, policies: ["never"], to: folder.file("out"))
    #expect(names == ["never.eligible.json", "never.granted.json", "rounds.csv", "provenance.json"])
    return (folder.text("out/never.eligible.json"), folder.text("out/never.granted.json"))
  }

  @Test("FedScale: both ends belong to an interval, and a client without one is never active")
  func fedscale() throws {
    let files = try exported(.fedscale)
    #expect(
      files.eligible == """
        {
        "3": {"duration":990,"active":[0,900],"inactive":[90,1800],"finish_time":1800,"model":"slumber"},
        "4": {"duration":0,"active":[1800],"inactive":[1800],"finish_time":1800,"model":"slumber"}
        }

        """)
    // No whole second lies within the run.
    holds(files.granted.contains("\"3\": {\"duration\":0,\"active\":[1800],"))
    holds(folder.text("out/provenance.json").contains("\"baseDigest\": \"00ff\""))
  }

  @Test("FLASH: a text of states, of which the charger tells when the client is ready")
  func flash() throws {
    let lines = try exported(.flash).eligible.split(separator: "\n")
    let messages = [
      "00:00:00\\tbattery_charged_off", "00:00:00\\tscreen_off", "00:00:00\\tscreen_lock", "00:00:00\\twifi",
      "00:00:00\\t50%", "00:00:00\\t50%", "00:00:00\\tbattery_charged_on", "00:01:30\\tbattery_charged_off",
      "00:01:30\\t75%", "00:15:00\\t50%", "00:15:00\\tbattery_charged_on", "00:30:00\\tbattery_charged_off",
      "00:30:00\\t75%", "00:30:00\\t75%",
    ].map { "2020-01-03 \($0)" }
    #expect(
      lines[1]
        == "\"3\": {\"guid\":\"3\",\"model\":\"slumber\",\"messages\":\"\(messages.joined(separator: "\\n"))\"},"
    )
  }

  @Test("FLGo: the share of each quarter of an hour, and Plato: the times of changes")
  func others() throws {
    #expect(try exported(.flgo).eligible == "[\n[0.1,1],\n[0,0]\n]\n")
    #expect(
      try exported(.plato).eligible == "{\n\"3\": [\"on\",[90,900]],\n\"4\": [\"off\",[]]\n}\n")
  }

  @Test("a round is a day from noon to noon with its phones that began, ended and broke off")
  func rounds() throws {
    let day = 86_400.0
    let file = try file(hours: 72) { start in
      [
        row("a", 0, .eligible, start + day, start + day + 3600),
        row("a", 0, .granted, start + day + 60, start + day + 90, item: 1, outcome: "failed"),
        row("a", 0, .granted, start + 2 * day, start + 2 * day + 60, item: 2, outcome: "failed"),
        row("a", 0, .granted, start + 2 * day + 600, start + 2 * day + 660, item: 3, outcome: "completed"),
      ]
    }
    _ = try file.exportAvailability(as: .plato, policies: [], to: folder.file("out"))
    #expect(
      folder.text("out/rounds.csv") == """
        run_id,design_point,arm,policy,replication,round,start_s,devices,eligible,granted,completed,dropped,half_done_s
        a,base,base,never,1,1,129600,2,1,1,0,1,
        a,base,base,never,1,2,216000,2,0,1,1,0,

        """)
  }

  @Test("without the table there is nothing to write")
  func nothing() throws {
    var finished = Samples.finished(Samples.run("a"))
    finished.details.availability = []
    let file = try ResultsFile.open(folder.file("r.sqlite"), for: Samples.study)
    try file.store(finished)
    #expect(try file.exportAvailability(as: .flgo, policies: [], to: folder.file("out")) == [])
    holds(!folder.names.contains("out"))
  }

  @Test("a time that no horizon has is damage")
  func damage() throws {
    let file = try file(hours: 1) { _ in [row("a", 0, .eligible, 5e12, 6e12)] }
    #expect(throws: ResultsError.self) {
      try file.exportAvailability(as: .flgo, policies: [], to: folder.file("out"))
    }
  }
}
