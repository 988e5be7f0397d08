import ResultsStore
import TestSupport
import Testing

@Suite("A published file")
struct PublishedFileTests {
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

  @Test("is the file as it was, and is merged as one")
  func form() throws {
    let bytes = try published()
    #expect(bytes == folder.bytes("work-024"))
    #expect(try ResultsFile.open(shards.file("one")).damages() == [])
    #expect(try merge(bytes).new == ["a"])
    #expect(try ResultsFile.open(output).damages() == [])
  }

  @Test("a file with a changed byte is rejected, or gives the results of the unchanged file")
  func damage() throws {
    let bytes = try published()
    _ = try merge(bytes)
    let whole = try ResultsFile.open(output)
    var refused = 0
    for place in stride(from: 200, to: bytes.count, by: 997) {
      var changed = bytes
      changed[place] ^= 1
      let target = TemporaryFolder()
      shards.write(changed, to: "one")
      let file = try ResultsFile.open(target.file("s.sqlite"), for: Samples.study)
      do {
        _ = try file.merge(
          try ResultsFile.openInput(shards.file("one"), output: target.file("s.sqlite")),
          completing: PartTests.complete)
        holds(try file.difference(of: "a", from: whole) == nil && file.damages() == [], "byte \(place)")
      } catch {
        refused += 1
        holds("\(error)".contains("damaged: "), "byte \(place): \(error)")
        #expect(try file.storedWork() == StoredWork(), "byte \(place)")
      }
    }
    #expect(refused > 0)
  }

  @Test("a file with changed rows is rejected by the digest of its rows")
  func changedRows() throws {
    _ = try published()
    try ForeignDatabase.execute(
      "UPDATE blocks SET device_count = device_count + 1 WHERE first_device = 4", on: shards.file("one"))
    #expect(refusal(shards.bytes("one"))?.contains("its rows do not match their digests") == true)
  }

  @Test("published files of a study together give the rows of one file")
  func words() throws {
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
    holds(try target.damages() == [] && target.counts().done == 2)
  }
}
