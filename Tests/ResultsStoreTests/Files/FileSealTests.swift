import ResultsStore
import TestSupport
import Testing

@Suite("The seal of a published file")
struct FileSealTests {
  let folder = TemporaryFolder()
  let shards = TemporaryFolder()
  var output: String { folder.file("s.results.sqlite") }

  /// The bytes of a published file with all parts of a run.
  private func published(_ firsts: [Int] = [0, 2, 4]) throws -> [UInt8] {
    let name = "work-\(firsts.map(String.init).joined())"
    let file = try ResultsFile.open(folder.file(name), for: Samples.study, planning: [PartTests.run])
    for first in firsts { try file.store([PartTests.part(first)], completing: PartTests.complete) }
    try file.publish(as: "one", in: shards.path)
    return shards.bytes("one")
  }

  /// Merges a file of these bytes.
  private func merge(_ bytes: [UInt8]) throws -> MergeOutcome {
    shards.write(bytes, to: "one")
    return try ResultsFile.open(output, for: Samples.study).merge(
      try ResultsFile.openInput(shards.file("one"), output: output), completing: PartTests.complete)
  }

  private func refusal(_ bytes: [UInt8]) -> String? {
    do {
      _ = try merge(bytes)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("stands behind the last page, and the file is read as before")
  func form() throws {
    let bytes = try published()
    let original = folder.bytes("work-024")
    #expect(bytes.dropLast(32) == original[...])
    #expect(bytes.suffix(32).prefix(16) == Array("slumber seal 001".utf8)[...])
    #expect(try ResultsFile.open(shards.file("one")).damages() == [])
    #expect(try merge(bytes).new == ["a"])
    #expect(try ResultsFile.open(output).damages() == [])
  }

  @Test("tells of every changed byte, before or in it")
  func damage() throws {
    let bytes = try published()
    for place in stride(from: 200, to: bytes.count, by: 997) {
      var changed = bytes
      changed[place] ^= 1
      #expect(
        refusal(changed)?.hasSuffix("damaged: its bytes are not those that were published") == true,
        "byte \(place)")
    }
    for place in bytes.count - 15..<bytes.count {
      var changed = bytes
      changed[place] ^= 128
      #expect(refusal(changed) != nil, "byte \(place)")
    }
    #expect(try ResultsFile.open(output, for: Samples.study).storedWork() == StoredWork())
  }

  @Test("a file without it is checked row by row")
  func without() throws {
    let bytes = try published()
    for length in [bytes.count - 32, bytes.count - 1, bytes.count - 17] {
      #expect(refusal(Array(bytes.prefix(length))) == nil)
    }
    // A changed number that leaves the pages sound: found by the digest of its rows.
    let file = try ResultsFile.open(folder.file("changed"), for: Samples.study, planning: [PartTests.run])
    for first in [0, 2, 4] { try file.store([PartTests.part(first)], completing: PartTests.complete) }
    try ForeignDatabase.execute(
      "UPDATE devices SET launches = launches + 1 WHERE device = 3", on: folder.file("changed"))
    #expect(refusal(folder.bytes("changed"))?.contains("its rows are not those that were stored") == true)
  }

  @Test("what is attached without a seal and with one gives the same rows, whatever their words are numbered")
  func words() throws {
    // The words of the metrics and of energy have other numbers in a file whose first run is another one.
    var other = PartTests.run
    other.runID = "b"
    other.replication = 1
    let runs = [PartTests.run, other]
    func file(_ name: String, _ order: [PlannedRun]) throws -> ResultsFile {
      let file = try ResultsFile.open(folder.file(name), for: Samples.study, planning: runs)
      for run in order {
        for first in [0, 2, 4] {
          var part = PartTests.part(first, of: run)
          if run.runID == "b" {
            for index in part.details.energy.indices { part.details.energy[index].cause = "push" }
          }
          try file.store([part], completing: PartTests.complete)
        }
      }
      return file
    }
    let whole = try file("whole", runs)
    try file("b", [other]).publish(as: "b", in: shards.path)
    try file("a", [PartTests.run]).publish(as: "a", in: shards.path)
    let target = try ResultsFile.open(output, for: Samples.study)
    for name in ["b", "a"] {
      _ = try target.merge(
        try ResultsFile.openInput(shards.file(name), output: output), completing: PartTests.complete)
    }
    for run in runs { #expect(try target.difference(of: run.runID, from: whole) == nil) }
    #expect(try target.damages() == [] && target.counts().done == 2)
  }
}
