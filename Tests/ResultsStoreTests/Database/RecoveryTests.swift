import ResultsStore
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("A results file whose writer was killed")
struct RecoveryTests {
  let folder = TemporaryFolder()

  /// A copy of a file in the middle of a transaction, as a kill leaves it.
  private func makeKilledFile() throws {
    let file = try ResultsFile.open(folder.file("s.sqlite"), for: Samples.study)
    try file.store(Samples.finished(Samples.run("a")))
    // With a tiny cache SQLite writes to the file before the transaction is over.
    try file.withConnection { (connection) throws(ResultsError) in
      try connection.execute("PRAGMA cache_size = 2; BEGIN IMMEDIATE", action: "begin")
      try connection.execute("UPDATE blocks SET timeseries = zeroblob(2000000)", action: "write")
    }
    folder.write(folder.bytes("s.sqlite"), to: "killed.sqlite")
    folder.write(folder.bytes("s.sqlite-journal"), to: "killed.sqlite-journal")
    try #require(folder.bytes("killed.sqlite-journal").count > 1000)
  }

  @Test("is read at once, as of its last transaction")
  func read() throws {
    try makeKilledFile()
    let file = try ResultsFile.open(folder.file("killed.sqlite"))
    #expect(try file.runIDs(.ok) == ["a"])
    #expect(try file.damages() == [])
    holds(!folder.names.contains("killed.sqlite-journal"))
  }

  @Test("is rolled back in a copy where it cannot be changed", .enabled(if: ReadOnlyFolder.isPossible))
  func readOnly() throws {
    try makeKilledFile()
    let place = try #require(ReadOnlyFolder(folder.path))
    let path = "\(place.path)/killed.sqlite"
    let before = folder.bytes("killed.sqlite")
    #expect(try ResultsFile.open(path).runIDs(.ok) == ["a"])
    // All runs are done: there is nothing to write.
    let complete = try ResultsFile.open(path, for: Samples.study, planning: [Samples.run("a")])
    #expect(try complete.runIDs(.ok) == ["a"])
    #expect {
      try ResultsFile.open(
        path, for: Samples.study, planning: [Samples.run("a"), Samples.run("b", replication: 1)])
    } throws: { error in
      "\(error)".hasPrefix(
        "\(path): cannot store the study: attempt to write a readonly database (SQLite code 8)")
    }
    holds(folder.bytes("killed.sqlite") == before && folder.names.contains("killed.sqlite-journal"))
  }

  @Test("A complete file on read-only storage is read, and its plan is not written again")
  func complete() throws {
    let path = folder.file("s.sqlite")
    let runs = [Samples.run("a"), Samples.run("b", replication: 1)]
    do {
      let file = try ResultsFile.open(path, for: Samples.study, planning: runs)
      for run in runs { try file.store(Samples.finished(run)) }
    }
    let before = folder.bytes("s.sqlite")
    _ = try ResultsFile.open(path, for: Samples.study, planning: runs)
    #expect(folder.bytes("s.sqlite") == before)
    guard ReadOnlyFolder.isPossible else { return }
    let place = try #require(ReadOnlyFolder(folder.path))
    var later = Samples.study
    later.commit = "another"
    let file = try ResultsFile.open("\(place.path)/s.sqlite", for: later, planning: runs)
    #expect(try file.runIDs(.ok) == ["a", "b"])
    #expect(folder.bytes("s.sqlite") == before)
  }

  @Test("A file that somebody writes to is read as of its last transaction, however long the reading takes")
  func snapshot() throws {
    let path = folder.file("s.sqlite")
    let writer = try ResultsFile.open(path, for: Samples.study)
    try writer.store(Samples.finished(Samples.run("a")))
    try writer.withConnection { (connection) throws(ResultsError) in
      try connection.execute("BEGIN IMMEDIATE; UPDATE runs SET events = 7", action: "begin")
    }
    let reader = try ResultsFile.open(path)
    #expect(try reader.runs().first?.events == 42)
    #expect(try ResultsFile.open(path).counts().done == 1)
  }
}

/// A folder seen through a mount that cannot be written to, where the process may make one.
final class ReadOnlyFolder {
  let path: String

  /// Nil where the process may not mount.
  init?(_ folder: String) {
    var template = Array("/tmp/results-read-only-XXXXXX".utf8CString)
    guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) != nil else {
      return nil
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #if canImport(Glibc)
      let isBound = mount(folder, path, nil, UInt(MS_BIND), nil) == 0
      let flags = UInt(MS_BIND | MS_REMOUNT | MS_RDONLY)
      if isBound, mount(nil, path, nil, flags, nil) == 0 { return }
      if isBound { umount(path) }
    #endif
    rmdir(path)
    return nil
  }

  deinit {
    #if canImport(Glibc)
      umount(path)
    #endif
    rmdir(path)
  }

  static let isPossible = ReadOnlyFolder("/tmp") != nil
}
