import Testing

@testable import ResultsStore

@Suite("A results file of an earlier format")
struct EarlierFormatTests {
  let folder = TemporaryFolder()

  /// Makes a file as an earlier version has made it: of format 4 with runs and words in every row, of format 5 with
  /// a row for each count, of format 6 without `blocked` and `days`.
  private func makeFile(_ path: String, format: Int32, _ runs: [FinishedRun]) throws {
    let connection = try Connection(path: path, mode: .create)
    for sql in ResultsSchema.objects(format: format).values.sorted(by: >) {
      try connection.execute(sql, action: "make it")
    }
    try connection.execute(
      "PRAGMA application_id = \(ResultsSchema.applicationID); PRAGMA user_version = \(format)",
      action: "make it")
    try connection.readFormat()
    #expect(connection.format == format)
    try ResultsFile.write(Samples.study, to: connection)
    for run in runs {
      try insert([RunRow(run.run, run.outcome)], connection)
      for (position, factor) in run.run.factors.enumerated() {
        try connection.statement("INSERT INTO factors VALUES (?, ?, ?, ?, ?, ?)", action: "make it").run([
          .text(run.run.runID), .text(factor.name), .integer(Int64(position)), .text(factor.value),
          .optional(factor.number), .text(factor.unit),
        ])
      }
      try insert(run.metrics, connection)
      try insert(run.eventCounts, connection)
      try insert(run.details.devices, connection)
      try insert(run.details.attempts, connection)
      try insert(run.details.energy, connection)
      try insert(run.details.samples, connection)
      try insert(run.details.regrets, connection)
      if format == 4 {
        let provenance = run.provenance.map { Array($0.values.prefix(5)) } ?? []
        try connection.statement("INSERT INTO provenance VALUES (?, ?, ?, ?, ?)", action: "make it").run(
          provenance)
      } else {
        try insert(run.provenance.map { [$0] } ?? [], connection)
      }
      try DigestWriter(connection).update(run.run.runID, hasNewContents: true)
    }
  }

  private func insert<Row: TableRow>(_ rows: [Row], _ connection: Connection) throws {
    try ResultsFile.insert(rows, in: connection, "make it")
  }

  @Test("is read as it is, with the export of the same runs in a new file", arguments: [4, 5, 6] as [Int32])
  func reading(_ format: Int32) throws {
    var runs = [
      Samples.finished(Samples.run("a", level: "1 h")),
      Samples.finished(Samples.run("b", replication: 1, level: "1 h"), energy: nil),
    ]
    for index in runs.indices {
      runs[index].details.blocked = []
      runs[index].days = []
    }
    let path = folder.file("old.sqlite")
    try makeFile(path, format: format, runs)
    let new = try ResultsFile.open(folder.file("new.sqlite"), for: Samples.study)
    for run in runs { try new.store(run) }
    let before = folder.bytes("old.sqlite")
    let old = try ResultsFile.open(path)
    #expect(!old.holdsBlockedHours && new.holdsBlockedHours)
    #expect(try old.blockedHours() == [])
    #expect(!old.holdsDays && new.holdsDays)
    #expect(try old.days(of: "a") == [])
    #expect(try old.damages() == [])
    #expect(try old.storedWork() == StoredWork(finished: ["a", "b"]))
    #expect(try old.metrics(of: "a", scope: .app) == new.metrics(of: "a", scope: .app))
    #expect(try old.apps() == new.apps())
    #expect(try old.sourceCounts() == new.sourceCounts())
    #expect(try old.reachCounts() == new.reachCounts())
    #expect(try old.deviceFacts(of: "b") == new.deviceFacts(of: "b"))
    #expect(try old.detailTables(of: "a") == new.detailTables(of: "a"))
    let (first, second) = (TemporaryFolder(), TemporaryFolder())
    let names = try old.export(to: first.path)
    #expect(try new.export(to: second.path) == names)
    for name in names { #expect(first.text(name) == second.text(name), "\(name)") }
    #expect(folder.bytes("old.sqlite") == before)
  }

  @Test("is not written to, and the message says how to go on", arguments: [4, 5, 6] as [Int32])
  func writing(_ format: Int32) throws {
    let path = folder.file("old.sqlite")
    try makeFile(path, format: format, [Samples.finished(Samples.run("a"))])
    let before = folder.bytes("old.sqlite")
    let message =
      "\(path): written by an earlier version (format \(format), this program writes format 7 only); it was left as it is. "
      + "`slumber compare` and `slumber export` still read it; to go on, run its study again, with another file "
      + "named by --results"
    #expect {
      try ResultsFile.open(path, for: Samples.study)
    } throws: { error in
      "\(error)" == message
    }
    #expect {
      try ResultsFile.openInput(path, output: folder.file("new.sqlite"))
    } throws: { error in
      "\(error)" == message
    }
    #expect(folder.bytes("old.sqlite") == before)
  }
}
