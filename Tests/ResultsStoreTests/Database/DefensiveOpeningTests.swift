import Basics
import ResultsStore
import TestSupport
import Testing

@Suite("A results file that somebody has changed")
struct DefensiveOpeningTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("s.results.sqlite") }

  /// Makes a file with two runs and runs SQL on it.
  private func changed(_ sql: String) throws {
    do {
      let file = try ResultsFile.open(path, for: Samples.study)
      try file.store(Samples.finished(Samples.run("a", level: "1 h")))
      try file.store(Samples.finished(Samples.run("b", replication: 1, level: "1 h")))
    }
    try ForeignDatabase.execute(sql, on: path)
  }

  /// The error of opening it, for reading and for writing; writing leaves it as it is.
  private func refusals() -> [String] {
    let before = folder.bytes("s.results.sqlite")
    var found: [String] = []
    do { _ = try ResultsFile.open(path) } catch { found.append("\(error)") }
    do { _ = try ResultsFile.open(path, for: Samples.study) } catch { found.append("\(error)") }
    return folder.bytes("s.results.sqlite") == before ? found : found + ["it was changed"]
  }

  private func isRefused(_ what: String) {
    let message = what.isEmpty ? "the description of the study does not match its digest" : what
    #expect(refusals() == ["\(path): damaged: \(message)", "\(path): damaged: \(message)"])
  }

  @Test(
    "a foreign or changed schema object is rejected by name",
    arguments: cases(
      """
      CREATE TRIGGER t AFTER INSERT ON results BEGIN UPDATE results SET metrics = NULL; END | it contains the unknown trigger `t`
      CREATE VIEW v AS SELECT 1 | it contains the unknown view `v`
      CREATE TABLE mine (a) | it contains the unknown table `mine`
      CREATE INDEX i ON blocks (host) | it contains the unknown index `i`
      DROP TABLE study; CREATE VIEW study (key, value) AS WITH RECURSIVE endless (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless) SELECT n, n FROM endless | it contains the unknown view `study`
      CREATE TABLE copy AS SELECT * FROM runs; INSERT INTO copy SELECT * FROM copy; DROP TABLE runs; ALTER TABLE copy RENAME TO runs | its table `runs` differs from the schema of this version
      CREATE TABLE copy AS SELECT * FROM study; INSERT INTO copy SELECT * FROM copy; DROP TABLE study; ALTER TABLE copy RENAME TO study | its table `study` differs from the schema of this version
      DROP TABLE results | its table `results` is missing
      ANALYZE | it contains the unknown table `sqlite_stat1`
      CREATE TABLE "a\u{1B}[2J" (a) | it contains the unknown table `a\u{FFFD}[2J`
      DELETE FROM study WHERE key = 'name' |
      PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'sqlite_autoindex_blocks_1' | database disk image is malformed (SQLite code 11)
      PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_results_1') WHERE name = 'sqlite_autoindex_blocks_1' | run a (policy `never`, `base, gap=1 h`, replication 0): its rows do not match their digests; 1 more: `slumber verify` lists them
      """))
  func objects(_ row: [String]) throws {
    try changed(row[0])
    isRefused(row[1])
  }

  @Test(
    "is refused by the column that holds another kind of value",
    arguments: cases(
      """
      UPDATE runs SET replication = 'one' WHERE run_id = 'a' | runs.replication: found a text, expected a whole number
      UPDATE runs SET replication = -1 WHERE run_id = 'a' | runs.replication: found -1, expected a whole number of at least 0
      UPDATE runs SET status = 'fine' WHERE run_id = 'a' | runs.status: found another word, expected one of `planned`, `ok`, `failed`
      UPDATE runs SET seed = '-1' WHERE run_id = 'a' | runs.seed: found another text, expected the digits of a whole number of at least 0
      UPDATE runs SET policy = x'00ff' WHERE run_id = 'a' | runs.policy: found 2 bytes, expected a text
      UPDATE runs SET policy = CAST(x'ff' AS TEXT) WHERE run_id = 'a' | runs.policy: found bytes that are not text, expected a text
      UPDATE blocks SET first_device = zeroblob(3000000) WHERE run_id = 'a' | blocks.first_device: found 3000000 bytes, expected a whole number
      UPDATE blocks SET device_count = 0.5 | blocks.device_count: found a number, expected a whole number
      UPDATE blocks SET digests = x'00' | blocks.digests: found 1 bytes, expected a text
      UPDATE study SET value = 7.5 WHERE key = 'seed' |
      UPDATE versions SET name = x'' | versions.name: found 0 bytes, expected a text
      WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO blocked_reasons SELECT i, i FROM n | table `blocked_reasons` has more than 10000 rows
      WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO study SELECT i, i FROM n | table `study` has more than 10000 rows
      """))
  func values(_ row: [String]) throws {
    try changed(row[0])
    isRefused(row[1])
    // The same under digests of its own is refused, too, or read as what it is; it is never a trap.
    try? Forgery.renewDigests(of: path)
    if let file = try? ResultsFile.open(path) {
      _ = try? file.study()
      _ = try? file.runs()
      _ = try? file.sourceCounts()
      for id in ["a", "b"] { _ = try? file.metrics(of: id) }
      _ = try? file.export(to: TemporaryFolder().path, selecting: ExportSelection(isDetailed: true))
    }
  }

  @Test("whose pages are damaged is refused with its name")
  func pages() throws {
    try changed("")
    var bytes = folder.bytes("s.results.sqlite")
    // The second page and all behind it, where the tables lie.
    for index in 4096..<bytes.count { bytes[index] = 0xA5 }
    folder.write(bytes, to: "s.results.sqlite")
    let found = refusals()
    #expect(found.count == 2)
    for message in found { holds(message.hasPrefix("\(path): damaged: "), "\(message)") }
    // Cut off in the middle of a page.
    folder.write(Array(bytes.prefix(5000)), to: "s.results.sqlite")
    for message in refusals() { holds(message.hasPrefix("\(path): damaged: "), "\(message)") }
  }

  @Test("chooses no file that an export writes")
  func fixedNames() throws {
    try changed("UPDATE study SET value = '/../../PWNED/.bashrc' WHERE key = 'commit'")
    #expect(refusals().count == 2)
    try ForeignDatabase.execute(
      "INSERT INTO study VALUES ('effective_study_file', '/../../PWNED/.bashrc')"
        + "; UPDATE study SET value = 'anything' WHERE key = 'effective_study'", on: path)
    try Forgery.renewDigests(of: path)
    let target = TemporaryFolder()
    let names = try ResultsFile.open(path).export(
      to: target.path, selecting: ExportSelection(isDetailed: true))
    #expect(target.names == names.sorted())
    #expect(target.text("study.json") == "anything")
  }

  @Test("with a journal that names another file is refused, and that file stays")
  func foreignJournal() throws {
    try changed("")
    let precious = folder.file("precious")
    folder.write(Array("mine".utf8), to: "precious")
    let name = Array(precious.utf8)
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
    var journal = magic + number(0) + number(0) + number(Int(folder.bytes("s.results.sqlite").count / 4096))
    journal += number(512) + number(4096) + [UInt8](repeating: 0, count: 512 - journal.count - 8)
    journal += number(0) + name + number(name.count) + number(name.reduce(0) { $0 + Int($1) }) + magic
    folder.write(journal, to: "s.results.sqlite-journal")
    let message = "\(path): damaged: its journal names another file"
    #expect(refusals() == [message, message])
    #expect(folder.text("precious") == "mine")
  }
}
