import ResultsStore
import TestSupport
import Testing

@Suite("A results file")
struct ResultsFileTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("s.results.sqlite") }

  /// A file of the study with one run, closed.
  func makeFile() throws {
    try ResultsFile.open(path, for: Samples.study).store(Samples.finished(Samples.run("a")))
  }

  /// That file, of which another program or version has changed a number of the header.
  func makeFile(_ number: UInt8, at place: Int) throws {
    try makeFile()
    var bytes = folder.bytes("s.results.sqlite")
    bytes.replaceSubrange(place..<place + 4, with: [0, 0, 0, number])
    folder.write(bytes, to: "s.results.sqlite")
  }

  /// The error of opening, which leaves the bytes as they were.
  func refusal(_ study: StudyDescription = Samples.study) -> ResultsError? {
    let before = folder.bytes("s.results.sqlite")
    let names = folder.names
    var found: ResultsError?
    do throws(ResultsError) { _ = try ResultsFile.open(path, for: study) } catch { found = error }
    holds(folder.bytes("s.results.sqlite") == before && folder.names == names)
    return found
  }

  @Test("a results file returns the stored values")
  func roundTrip() throws {
    try makeFile()
    let file = try ResultsFile.open(path)
    #expect(try file.study() == Samples.study)
    #expect(try file.runIDs(.ok) == ["a"])
    #expect(try file.counts() == RunCounts(expected: 1, done: 1, failed: 0))
    let metrics = try file.metrics(of: "a")
    #expect(metrics.map(\.metric) == ["runs_per_day", "energy_j_per_day"])
    #expect(try file.metrics(of: "a", scope: .population).first?.value == 12.5)
    #expect(try file.eventCounts(of: "a").first?.reason == "")
    #expect(try file.days(of: "a") == Samples.finished(Samples.run("a")).days)
    #expect(try file.runs().first?.eventHash == "000000000000beef")
    #expect(
      try file.sourceCounts().filter { $0.source == "real" }
        == [SourceCount(kind: "level", source: "real", devices: 1)])
    #expect(folder.names == ["s.results.sqlite"])
  }

  @Test("of another kind is refused untouched")
  func notADatabase() {
    folder.write(Array("a,b\n1,2\n".utf8), to: "s.results.sqlite")
    #expect(
      refusal()?.description
        == "\(path): not a results file (not a SQLite database). The file was not changed")
  }

  @Test(
    "of another program or version is refused untouched, by a number of its header",
    arguments: cases(
      """
      68 | 9 | a SQLite file, but not a results file (application id 9). The file was not changed
      60 | 13 | written by a later version (format 13, this program reads only format 12). The file was not changed. Use the later version
      60 | 1 | written by an earlier version (format 1, this program reads only format 12). The file was not changed. Run its study again with --fresh, or name another file with --results
      60 | 11 | written by an earlier version (format 11, this program reads only format 12). The file was not changed. Run its study again with --fresh, or name another file with --results
      """))
  func header(_ row: [String]) throws {
    try makeFile(try #require(UInt8(row[1])), at: try #require(Int(row[0])))
    #expect(refusal()?.description == "\(path): \(row[2])")
  }

  @Test("of an earlier version gives way where all runs are to be done again")
  func replacingOlderFormat() throws {
    try makeFile(7, at: 60)
    let file = try ResultsFile.replace(path, for: Samples.study, planning: [Samples.run("a")])
    #expect(try file.counts().done == 0)
  }

  @Test("of another study is refused untouched, by name or by digest")
  func otherStudy() throws {
    try makeFile()
    var study = Samples.study
    study.baseDigest = "1234"
    #expect(
      refusal(study)?.description
        == "\(path): contains results of another study, \"night charging\" (00ff), not of \"night charging\" "
        + "(1234). The file was not changed. Name another file with --results")
    study = Samples.study
    study.name = "day"
    #expect(refusal(study) != nil)
  }

  @Test("that is missing cannot be read")
  func missing() {
    #expect(throws: ResultsError.notFound(path: path)) { try ResultsFile.open(path) }
  }

  @Test("in a folder that does not exist is an error with its path")
  func noFolder() {
    let path = folder.file("no/such/s.sqlite")
    #expect {
      try ResultsFile.open(path, for: Samples.study)
    } throws: { error in
      "\(error)" == "\(path): cannot create it: No such file or directory (error 2)"
    }
  }

  @Test("keeps earlier runs when the disk is full")
  func fullDisk() throws {
    let file = try ResultsFile.open(path, for: Samples.study)
    try file.store(Samples.finished(Samples.run("a")))
    try file.withConnection { (connection) throws(ResultsError) in
      try connection.execute("PRAGMA max_page_count = 1", action: "limit it")
    }
    var big = Samples.finished(Samples.run("b", replication: 1))
    big.details.samples = (0..<20_000).map { (time: Int64) in
      SampleRow {
        ($0.runID, $0.timeMicroseconds) = ("b", time)
        ($0.stateOfCharge, $0.powerWatts) = (0.5, 1 / Double(time + 1))
      }
    }
    #expect {
      try file.store(big)
    } throws: { error in
      "\(error)"
        == "\(path): cannot store run b: database or disk is full (SQLite code 13); "
        + "stored runs are not damaged"
    }
    #expect(try file.runIDs(.ok) == ["a"])
    #expect(try ResultsFile.open(path).runIDs(.ok) == ["a"])
  }

  @Test("stores a run as a whole or not at all")
  func atomic() throws {
    let file = try ResultsFile.open(path, for: Samples.study)
    var broken = Samples.finished(Samples.run("a"))
    broken.details.samples[0].powerWatts = .infinity
    #expect(throws: ResultsError.self) { try file.store(broken) }
    #expect(try file.runIDs(.ok) == [])
    #expect(try file.metrics(of: "a") == [])
    try file.store(Samples.finished(Samples.run("a")))
    #expect(try file.runIDs(.ok) == ["a"])
  }

  @Test("refuses numbers that are not finite")
  func notFinite() throws {
    let file = try ResultsFile.open(path, for: Samples.study)
    #expect(throws: ResultsError.notFinite(table: "metrics", column: "value")) {
      try file.store(Samples.finished(Samples.run("a"), energy: .nan))
    }
  }

  @Test("of a killed process holds exactly the committed runs")
  func killed() throws {
    let file = try ResultsFile.open(path, for: Samples.study)
    try file.store(Samples.finished(Samples.run("a")))
    // A transaction under way with a tiny cache writes to the file before it commits: what a kill leaves behind
    // is the file and its journal at this moment.
    try file.withConnection { (connection) throws(ResultsError) in
      try connection.execute("PRAGMA cache_size = 2; BEGIN IMMEDIATE", action: "begin")
      try connection.execute(
        "UPDATE blocks SET timeseries = zeroblob(2000000)", action: "write")
    }
    folder.write(folder.bytes("s.results.sqlite"), to: "copy.sqlite")
    #expect(folder.bytes("s.results.sqlite-journal").count > 0)
    folder.write(folder.bytes("s.results.sqlite-journal"), to: "copy.sqlite-journal")
    let copy = try ResultsFile.open(folder.file("copy.sqlite"), for: Samples.study)
    #expect(try copy.runIDs(.ok) == ["a"])
    #expect(try copy.damages() == [])
    #expect(try copy.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
  }

  @Test("replaces a failed run by its repetition")
  func failedRun() throws {
    let file = try ResultsFile.open(path, for: Samples.study)
    let run = Samples.run("a")
    try file.plan([run, Samples.run("b", replication: 1)])
    try file.store(FinishedRun(run: run, outcome: .failed("device 3: no", devicesDone: 0)))
    #expect(try file.counts() == RunCounts(expected: 2, done: 0, failed: 1))
    #expect(try file.counts().missing == 1)
    #expect(try file.runs().first?.error == "device 3: no")
    try file.store(Samples.finished(run))
    #expect(try file.counts() == RunCounts(expected: 2, done: 1, failed: 0))
    #expect(try file.runs().first?.error == nil)
  }

  @Test("shows only the runs that an edited study means, and gives old ones back")
  func editedStudy() throws {
    let file = try ResultsFile.open(path, for: Samples.study)
    let old = (0..<3).map { Samples.run("old\($0)", replication: $0, digest: "1") }
    let new = (0..<2).map { Samples.run("new\($0)", replication: $0, digest: "2") }
    for run in old { try file.store(Samples.finished(run)) }
    try file.plan(new)
    #expect(try file.runs().map(\.runID) == ["new0", "new1"])
    #expect(try file.counts() == RunCounts(expected: 2, done: 0, failed: 0))
    #expect(try file.runIDs(.ok) == ["old0", "old1", "old2"])
    try file.plan(old)
    #expect(try file.counts() == RunCounts(expected: 3, done: 3, failed: 0))
  }
}
