import ResultsStore
import TestSupport
import Testing

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
    try ResultsFile.open(path, toleratesDamage: true).damages().map(\.description)
  }

  private static let run = "run a (policy `never`, `base, gap=1 h`, replication 0): "
  private static let rows = "its rows do not match their digests"
  private static let entry = "its row in `runs` does not match its digest"

  /// The parts of a run that a comparison reads, which are checked before a file is written to.
  private static let compared = ["metrics", "events", "days", "devices"]
  private static let recorded = ["attempts", "blocked", "energy", "timeseries", "regret"]

  private func refuses(_ what: String, _ body: () throws -> Void) {
    #expect(throws: ResultsError.damaged(path: path, what: Self.run + what)) { try body() }
  }

  @Test(
    "every way of opening the file names the run with a changed row",
    arguments: [
      "UPDATE runs SET digest = 'x' WHERE run_id = 'a'", "UPDATE runs SET contents = NULL WHERE run_id = 'a'",
      "UPDATE runs SET contents = replace(contents, '1', '2') WHERE run_id = 'a'",
      "UPDATE runs SET policy_name = 'immediate' WHERE run_id = 'a'",
      "UPDATE runs SET events = 43 WHERE run_id = 'a'", "UPDATE runs SET is_current = 0 WHERE run_id = 'a'",
      "UPDATE runs SET point_order = 4 WHERE run_id = 'a'",
      "UPDATE factors SET name = 'refresh.gap' WHERE run_id = 'a'", "DELETE FROM factors WHERE run_id = 'a'",
    ])
  func changedRow(_ sql: String) throws {
    try makeFile()
    #expect(try damages() == [])
    try ForeignDatabase.execute(sql, on: path)
    #expect(try damages() == [Self.run + Self.entry])
    refuses(Self.entry) { _ = try ResultsFile.open(path) }
    refuses(Self.entry) { _ = try ResultsFile.open(path, for: Samples.study) }
  }

  @Test(
    "every reader names the run with changed contents",
    arguments: (compared + recorded).flatMap { name in
      let table = compared.dropLast().contains(name) ? "results" : "blocks"
      // Nothing, other bytes, half of them, and the bytes of another piece or run.
      return [
        "NULL", "x'00ff'", "substr(\(name), 1, length(\(name)) / 2)",
        table == "results" ? "(SELECT devices FROM blocks)" : "(SELECT metrics FROM results)",
      ].map { (name, "UPDATE \(table) SET \(name) = \($0) WHERE run_id = 'a'") }
    } + [
      ("devices", "DELETE FROM blocks WHERE run_id = 'a'"),
      ("metrics", "DELETE FROM results WHERE run_id = 'a'"),
      ("devices", "UPDATE blocks SET digests = replace(digests, '1', '2') WHERE run_id = 'a'"),
    ])
  func changedContents(_ name: String, _ sql: String) throws {
    try makeFile()
    try ForeignDatabase.execute(sql, on: path)
    #expect(try damages() == [Self.run + Self.rows])
    let target = TemporaryFolder()
    refuses(Self.rows) {
      try ResultsFile.open(path).export(
        to: target.file("export"), selecting: ExportSelection(isDetailed: true))
    }
    #expect(target.names == [])
    let merged = target.file("merged.sqlite")
    refuses(Self.rows) {
      do throws(MergeRefusal) {
        let file = try ResultsFile.openInput(path, output: merged)
        guard let output = try? ResultsFile.open(merged, for: Samples.study) else { return }
        _ = try output.merge(file, completing: PartTests.complete)
      } catch .results(let error) {
        throw error
      }
    }
    if Self.compared.contains(name) {
      refuses(Self.rows) { _ = try ResultsFile.open(path, for: Samples.study) }
    } else {
      // Nobody reads what is damaged.
      let file = try ResultsFile.open(path, for: Samples.study)
      holds(try file.metrics(of: "a").count == 2 && file.deviceFacts(of: "a").count == 1)
    }
  }

  @Test("name runs that were removed, and count further damage")
  func removedRun() throws {
    try makeFile()
    try ForeignDatabase.execute(
      "DELETE FROM runs WHERE run_id = 'a'; UPDATE results SET metrics = x'01'", on: path)
    let damages = try damages()
    #expect(
      damages == [
        "run b (policy `never`, `base, gap=1 h`, replication 1): \(Self.rows)",
        "run a: its row in `runs` is missing",
      ])
    #expect(
      throws: ResultsError.damaged(path: path, what: damages[0] + "; 1 more: `slumber verify` lists them")
    ) {
      try ResultsFile.open(path, for: Samples.study)
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
    #expect(try damages() == ["the description of the study does not match its digest"])
  }

  @Test("do not depend on how the file stores its rows, nor on where a run was computed")
  func storage() throws {
    try makeFile()
    let query = "SELECT contents, digests FROM runs LEFT JOIN blocks USING (run_id) ORDER BY run_id"
    let before = try ForeignDatabase.rows(query, of: path)
    try ForeignDatabase.execute(
      "PRAGMA page_size = 512; VACUUM; UPDATE blocks SET host = 'other', wall_s = 9.0", on: path)
    #expect(try damages() == [])
    holds(before.count == 3 && before[2] == [nil, nil])
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
      try stored.difference(from: again.part)
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
    #expect(
      try stored.detailTables(of: "a") == [
        "attempts", "blocked", "energy", "timeseries", "regret", "availability",
      ])
  }

  @Test("are the same of rows in any order")
  func order() throws {
    var part = PartTests.part(2)
    for app in ["org.b", "org.é", "org.z", "Org.b"] {
      part.details.energy += part.details.energy.prefix(2).map { row in
        var row = row
        row.app = app
        return row
      }
    }
    part.details.devices[0].hoursDead = -0.0
    var other = part
    other.details.devices[0].hoursDead = 0
    other.details.devices.reverse()
    other.details.energy.sort { $0.app < $1.app }
    #expect(try StoredPart(part).head == StoredPart(other).head)
    other.details.devices[0].launches += 1
    #expect(try StoredPart(part).head.digest != StoredPart(other).head.digest)
  }
}
