import TestSupport
import Testing

@testable import ResultsStore

@Suite("Digests of a results file")
struct DigestTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("s.results.sqlite") }

  private func makeFile() throws {
    let file = try ResultsFile.open(path, for: Samples.study)
    try file.plan([Samples.run("a", level: "1 h"), Samples.run("planned", replication: 2, level: "1 h")])
    try file.store(Samples.finished(Samples.run("a", level: "1 h")))
    try file.store(Samples.finished(Samples.run("b", replication: 1, level: "1 h")))
  }

  private func damages() throws -> [String] {
    try ResultsFile.open(path, checking: .pages).damages().map(\.description)
  }

  private static let run = "run a (policy `never`, `base, gap=1 h`, replication 0): "
  private static let rows = "its rows are not those that were stored"
  private static let entry = "its row in `runs` is not the one that was stored"

  @Test(
    "name the run that was changed",
    arguments: [
      ("UPDATE metrics SET value = 12.6 WHERE run = 1 AND denominator = 2", rows),
      ("UPDATE metrics SET value = NULL WHERE run = 1", rows),
      ("UPDATE metrics SET denominator = 3 WHERE run = 1 AND denominator = 2", rows),
      ("DELETE FROM metrics WHERE run = 1 AND denominator IS NULL", rows),
      ("UPDATE run_numbers SET layout = NULL WHERE run = 1", rows),
      ("UPDATE run_numbers SET run = 9 WHERE run = 1", rows),
      ("UPDATE devices SET launches = launches + 1 WHERE run = 1", rows),
      ("UPDATE attempts SET ended_us = ended_us + 1 WHERE run = 1", rows),
      ("UPDATE attempts SET blocked = 'energyBudget=250001' WHERE run = 1", rows),
      ("UPDATE blocked SET blocked_us = blocked_us + 1 WHERE run = 1 AND hour = 7", rows),
      ("UPDATE blocked SET hour = 9 WHERE run = 1 AND hour = 7", rows),
      ("UPDATE energy SET energy_nj = energy_nj - 1 WHERE run = 1", rows),
      ("UPDATE timeseries SET power_w = 2e-9 WHERE run = 1", rows),
      ("UPDATE regret SET bound_us = 0 WHERE run = 1", rows),
      ("UPDATE events SET counts = '[3]' WHERE run = 1", rows),
      ("UPDATE events SET counts = replace(counts, '[', '[0,') WHERE run = 1", rows),
      ("UPDATE events SET counts = '[1' WHERE run = 1", rows),
      ("UPDATE events SET counts = '{\"0\": 7}' WHERE run = 1", rows),
      ("UPDATE events SET counts = x'00ff' WHERE run = 1", rows),
      ("DELETE FROM events WHERE run = 1", rows),
      ("UPDATE digests SET contents = 'x', entry = 'y' WHERE run_id = 'a'", entry),
      ("UPDATE runs SET policy_name = 'immediate' WHERE run_id = 'a'", entry),
      ("UPDATE runs SET events = 43 WHERE run_id = 'a'", entry),
      ("UPDATE runs SET is_current = 0 WHERE run_id = 'a'", entry),
      ("UPDATE runs SET point_order = 4 WHERE run_id = 'a'", entry),
      ("UPDATE factors SET name = 'refresh.gap' WHERE run_id = 'a'", entry),
      ("DELETE FROM factors WHERE run_id = 'a'", entry),
      ("DELETE FROM digests WHERE run_id = 'a'", "its digests are missing"),
    ])
  func changedRun(_ sql: String, _ what: String) throws {
    try makeFile()
    #expect(try damages() == [])
    try ForeignDatabase.execute(sql, on: path)
    #expect(try damages() == [Self.run + what])
    #expect(throws: ResultsError.damaged(path: path, what: Self.run + what)) { try ResultsFile.open(path) }
    #expect(throws: ResultsError.damaged(path: path, what: Self.run + what)) {
      try ResultsFile.open(path, for: Samples.study)
    }
  }

  @Test("name runs that were removed, and count further damage")
  func removedRun() throws {
    try makeFile()
    try ForeignDatabase.execute("DELETE FROM runs WHERE run_id = 'a'; UPDATE metrics SET value = 1", on: path)
    let damages = try damages()
    #expect(
      damages == [
        "run b (policy `never`, `base, gap=1 h`, replication 1): \(Self.rows)",
        "run a: its row in `runs` is missing",
      ])
    #expect(
      throws: ResultsError.damaged(path: path, what: damages[0] + "; 1 more: `slumber verify` names them")
    ) {
      try ResultsFile.open(path)
    }
  }

  @Test(
    "cover the description of the study",
    arguments: [
      "UPDATE study SET value = 'x' WHERE key = 'effective_study'", "UPDATE versions SET version = '9'",
      "UPDATE metric_definitions SET definition = 'x'", "DELETE FROM blocked_reasons",
      "DELETE FROM study WHERE key = 'digest'", "INSERT INTO study VALUES ('more', 'x')",
    ])
  func study(_ sql: String) throws {
    try makeFile()
    try ForeignDatabase.execute(sql, on: path)
    #expect(try damages() == ["the description of the study is not the one that was stored"])
  }

  @Test("do not depend on how the file stores its rows, nor on where a run was computed")
  func storage() throws {
    try makeFile()
    let query = "SELECT * FROM digests ORDER BY run_id"
    let before = try ForeignDatabase.rows(query, of: path)
    try ForeignDatabase.execute(
      "PRAGMA page_size = 512; VACUUM; UPDATE provenance_words SET host = 'other'; UPDATE provenance SET wall_s = 9",
      on: path)
    #expect(try damages() == [])
    #expect(before.count == 3 && before[2][1] == nil)
    // Another file in which the same runs were stored in another order.
    let other = folder.file("other.sqlite")
    do {
      let file = try ResultsFile.open(other, for: Samples.study)
      try file.store(Samples.finished(Samples.run("b", replication: 1, level: "1 h")))
      try file.store(Samples.finished(Samples.run("a", level: "1 h")))
    }
    #expect(try ForeignDatabase.rows(query, of: other) == Array(before.prefix(2)))
  }

  @Test("stay right when runs are planned again, replaced and retired")
  func life() throws {
    let file = try ResultsFile.open(path, for: Samples.study)
    let old = Samples.run("old", digest: "1")
    try file.store(FinishedRun(run: old, outcome: .failed("no", devicesDone: 0)))
    #expect(try file.damages() == [])
    try file.store(Samples.finished(old))
    try file.plan([Samples.run("new", digest: "2")])
    #expect(try file.damages() == [])
    try file.plan([old])
    #expect(try file.damages() == [])
    #expect(try file.counts() == RunCounts(expected: 1, done: 1, failed: 0))
  }

  @Test("The first difference of two runs is named by table, row and column")
  func difference() throws {
    try makeFile()
    let stored = try ResultsFile.open(path)
    var again = Samples.finished(Samples.run("a", level: "1 h"))
    func difference() throws -> RunDifference? {
      let computed = try ResultsFile.inMemory(for: Samples.study)
      try computed.store(again)
      return try stored.difference(of: "a", from: computed)
    }
    again.provenance?.host = "elsewhere"
    #expect(try difference() == nil)
    again.details.attempts[0].endedMicroseconds = 3_500_000
    #expect(
      try difference()?.description == "attempts, device 0, item 1, ended_s: stored `3`, computed `3.5`")
    again.metrics.removeLast()
    #expect(
      try difference()?.description
        == "metrics, scope app, entity com.a, metric runs_per_day: stored `a row`, computed no such row")
    again.outcome = .ok(devices: 1, events: 42, eventHash: 1)
    #expect(
      try difference()?.description
        == "runs, event_hash: stored `000000000000beef`, computed `0000000000000001`")
    #expect(try stored.detailTables(of: "a") == ["attempts", "blocked", "energy", "timeseries", "regret"])
  }

  @Test("is the same from rows in any order as from the file that has them", arguments: [false, true])
  func withoutFile(isWhole: Bool) throws {
    let run = PartTests.run
    let devices = isWhole ? 0..<6 : 2..<4
    var details = RunDetails()
    for device in devices.reversed() {
      details.devices.append(
        contentsOf: Samples.finished(run).details.devices.map { row in
          var row = row
          row.device = device
          row.hoursDead = -0.0
          return row
        })
      for app in ["org.b", "org.é", "org.z", "Org.b"] {
        details.energy.append(
          contentsOf: Samples.finished(run).details.energy.map { row in
            var row = row
            (row.device, row.app) = (device, app)
            return row
          })
      }
    }
    let apps = ["org.z", "org.é", "org.b"]
    let completed = CompletedRun(
      outcome: .ok(devices: 6, events: 1, eventHash: 2),
      metrics: apps.map {
        MetricRow(runID: run.runID, scope: .app, entity: $0, metric: "runs_per_day", unit: "1/d", value: nil)
      } + Samples.finished(run).metrics,
      eventCounts: apps.map {
        EventCountRow(runID: run.runID, event: "launched", app: $0, mechanism: "", reason: "", count: 3)
      }, days: Samples.finished(run).days.reversed())
    var part = RunPart(
      run: run, sums: PartSums(devices: devices, devicesDone: devices.count, bytes: [1, 2]),
      completed: isWhole ? completed : nil, details: details,
      provenance: try #require(Samples.finished(run).provenance))
    part.prepare()
    let path = TemporaryFolder()
    let file = try ResultsFile.open(path.file("s.sqlite"), for: Samples.study, planning: [run])
    try file.store([part], completing: PartTests.complete)
    // Damage is what does not have the digest that was stored.
    #expect(try ResultsFile.open(path.file("s.sqlite")).damages() == [])
    let digest = try #require(part.prepared?.digest)
    part.details.devices[0].launches += 1
    part.prepare()
    #expect(part.prepared?.digest != digest)
  }
}
