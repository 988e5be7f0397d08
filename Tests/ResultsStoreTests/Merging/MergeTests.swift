import ResultsStore
import TestSupport
import Testing

@Suite("Merging results files")
struct MergeTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("s.results.sqlite") }

  /// A file with the run of six devices and some of its parts.
  private func makeFile(
    _ name: String, _ parts: [RunPart], study: StudyDescription = Samples.study,
    runs: [PlannedRun] = [PartTests.run]
  ) throws {
    let file = try ResultsFile.open(folder.file(name), for: study, planning: runs)
    for part in parts { try file.store([part], completing: PartTests.complete) }
  }

  /// Merges a file into the one of the test.
  @discardableResult
  private func merge(_ name: String) throws -> MergeOutcome {
    let file = try ResultsFile.open(path, for: Samples.study)
    return try file.merge(
      try ResultsFile.openInput(folder.file(name), output: path), completing: PartTests.complete)
  }

  private func refusal(_ name: String) -> String? {
    do {
      try merge(name)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// All rows of an export but provenance.
  private func export(_ path: String) throws -> [String: String] {
    let target = TemporaryFolder()
    try ResultsFile.open(path).export(to: target.path, selecting: ExportSelection(isDetailed: true))
    var texts: [String: String] = [:]
    for name in target.names where name != "provenance.csv" { texts[name] = target.text(name) }
    return texts
  }

  @Test(
    "with parts in any order gives the run of one file",
    arguments: [["0", "2", "4"], ["4", "0", "2"], ["2", "4", "0"], ["0", "0", "4", "2", "4"]])
  func order(_ names: [String]) throws {
    try makeFile("whole", [0, 2, 4].map { PartTests.part($0, sum: UInt8($0)) })
    for first in [0, 2, 4] { try makeFile("\(first)", [PartTests.part(first, sum: UInt8(first))]) }
    var outcome = MergeOutcome()
    for name in names { outcome.merge(try merge(name)) }
    holds(outcome.new == ["a"] && outcome.foreign == [])
    #expect(outcome.equal == (names.count > 3 ? ["a"] : []))
    #expect(try export(path) == export(folder.file("whole")))
    // Everything again changes nothing.
    let before = folder.bytes("s.results.sqlite")
    #expect(try merge("whole").equal == ["a"])
    for first in [0, 2, 4] { #expect(try merge("\(first)").equal == ["a"]) }
    #expect(try ResultsFile.open(path).damages() == [])
    #expect(folder.bytes("s.results.sqlite").count == before.count)
  }

  @Test("takes a finished run in the place of parts of it, and keeps the provenance of the first")
  func finished() throws {
    try makeFile("whole", [0, 2, 4].map { PartTests.part($0, host: "second") })
    try makeFile("s.results.sqlite", [PartTests.part(2, host: "first")])
    var twice = MergeOutcome()
    twice.new = ["a"]
    twice.equal = ["a"]
    #expect(try merge("whole") == twice)
    #expect(try ResultsFile.open(path).counts().done == 1)
    #expect(try export(path) == export(folder.file("whole")))
  }

  @Test("gives each run the counts that it had, whichever file knew it first")
  func counts() throws {
    func run(_ name: String, _ events: [(String, Int64)]) -> FinishedRun {
      var run = PartTests.run
      run.runID = name
      run.replication = Int(name.utf8.last ?? 0)
      return FinishedRun(
        run: run, outcome: .ok(devices: 6, events: 1, eventHash: 2),
        eventCounts: events.map { event, count in
          EventCountRow { ($0.runID, $0.event, $0.app, $0.count) = (name, event, "com.a", count) }
        })
    }
    let runs = [
      run("a", [("launched", 3), ("submitted", 40)]), run("b", [("expired", 1), ("submitted", 7)]),
      run("c", []),
    ]
    for (name, order) in [("forth", runs), ("back", runs.reversed())] {
      let file = try ResultsFile.open(folder.file(name), for: Samples.study, planning: order.map(\.run))
      for run in order { try file.store(run) }
    }
    let file = try ResultsFile.open(path, for: Samples.study, planning: [runs[1].run])
    try file.store(runs[1])
    #expect(try merge("forth").new == ["a", "c"])
    #expect(try merge("back").equal == ["a", "b", "c"])
    #expect(try ResultsFile.open(path).damages() == [])
    #expect(try export(path) == export(folder.file("forth")))
    #expect(
      try export(path)["events.csv"] == """
        run_id,event,app,mechanism,reason,count
        a,launched,com.a,-,-,3
        a,submitted,com.a,-,-,40
        b,expired,com.a,-,-,1
        b,submitted,com.a,-,-,7

        """)
  }

  @Test("a merge rejects unequal duplicates by run, table, and place, and does not change the file")
  func unequal() throws {
    var changed = PartTests.part(2)
    changed.details.devices[1].launches += 1
    var other = PartTests.part(2)
    other.sums.bytes = [9]
    for (name, part) in [("rows", changed), ("sums", other)] {
      try makeFile(name, [part, PartTests.part(0)])
    }
    try makeFile("s.results.sqlite", [PartTests.part(2)])
    let before = folder.bytes("s.results.sqlite")
    let rows = refusal("rows")
    #expect(
      rows?.hasPrefix(
        "\(folder.file("rows")): not merged, because its run a differs from the stored run: devices, device 3, launches: `0` stored, "
          + "`1` found (stored: h, ") == true, "\(rows ?? "")")
    #expect(refusal("sums")?.contains("its run a differs from the stored run: its sums (stored: h, ") == true)
    #expect(folder.bytes("s.results.sqlite") == before)
    // The same for a finished run.
    for first in [0, 4] { try makeFile("s.results.sqlite", [PartTests.part(first)]) }
    #expect(refusal("rows")?.contains("devices, device 3, launches: `0` stored, `1` found") == true)
    try makeFile("whole", [PartTests.part(0), PartTests.part(2), PartTests.part(4, sum: 8)])
    #expect(
      refusal("whole")?.contains("metrics, scope population, entity all, metric energy_j_per_day") == true)
  }

  @Test("prefers work that is done to a failure, whichever comes first")
  func failures() throws {
    try makeFile("bad", [PartTests.part(0, failing: true)])
    try makeFile("failed", [PartTests.part(0, failing: true), PartTests.part(2), PartTests.part(4)])
    try makeFile("good", [0, 2, 4].map { PartTests.part($0) })
    try makeFile("part", [PartTests.part(0)])
    try merge("failed")
    #expect(try ResultsFile.open(path).counts().failed == 1)
    // A part that failed again does not undo the failure, one that is done does.
    try merge("bad")
    #expect(try ResultsFile.open(path).counts().failed == 1)
    try merge("part")
    #expect(try ResultsFile.open(path).storedWork() == StoredWork(blocks: ["a": [0]]))
    try merge("failed")
    #expect(try ResultsFile.open(path).storedWork() == StoredWork(blocks: ["a": [0]]))
    try merge("good")
    try merge("failed")
    #expect(try ResultsFile.open(path).counts() == RunCounts(expected: 1, done: 1, failed: 0))
    #expect(try export(path) == export(folder.file("good")))
  }

  @Test("leaves alone runs that the study of the file means otherwise, and adds replications and policies")
  func foreign() throws {
    var old = PartTests.run
    old.runID = "old"
    old.pointDigest = "other"
    try makeFile("old", [PartTests.part(0, of: old)], runs: [old])
    var more = PartTests.run
    more.runID = "more"
    more.replication = 1
    var policy = Samples.run("policy", policy: "immediate")
    policy.devicesExpected = 6
    try makeFile("more", [PartTests.part(0, of: more)], runs: [more, policy])
    try makeFile("s.results.sqlite", [PartTests.part(0)])
    #expect(try merge("old").foreign == ["old"])
    #expect(try merge("more").foreign == [])
    #expect(try ResultsFile.open(path).counts() == RunCounts(expected: 3, done: 0, failed: 0))
    #expect(try ResultsFile.open(path).storedWork().blocks == ["a": [0], "more": [0]])
  }

  @Test("a merge rejects another study, other versions, the output itself, and other files, by name")
  func refusals() throws {
    try makeFile("s.results.sqlite", [])
    var study = Samples.study
    study.baseDigest = "1234"
    try makeFile("study", [PartTests.part(0)], study: study)
    #expect(
      refusal("study")
        == "\(folder.file("study")): not merged: found results of the study \"night charging\" (1234), "
        + "expected \"night charging\" (00ff)")
    var versions = Samples.study
    versions.versions[0].version = "0.2.0"
    try makeFile("version", [PartTests.part(0)], study: versions)
    #expect(
      refusal("version")
        == "\(folder.file("version")): not merged: found results of slumber 0.2.0, expected slumber 0.1.0"
    )
    #expect(
      refusal("s.results.sqlite") == "\(path): not merged, because it is the target of the merge")
    folder.write([], to: "empty")
    #expect(refusal("empty")?.hasPrefix("\(folder.file("empty")): not a results file") == true)
    #expect(refusal("nothing") == "\(folder.file("nothing")): no such file")
    try makeFile("torn", [PartTests.part(0)])
    let bytes = folder.bytes("torn")
    folder.write(Array(bytes.prefix(bytes.count / 2)), to: "torn")
    #expect(refusal("torn")?.hasPrefix("\(folder.file("torn")): damaged: ") == true)
    folder.write(Array(bytes.prefix(60)) + [0, 0, 0, 13] + bytes.dropFirst(64), to: "newer")
    #expect(refusal("newer")?.contains("written by a later version (format 13") == true)
    #expect(try ResultsFile.open(path).storedWork() == StoredWork())
  }

  @Test("copies a file whole into a folder, also while it is in use")
  func publishing() throws {
    let file = try ResultsFile.open(path, for: Samples.study, planning: [PartTests.run])
    let place = TemporaryFolder()
    let shards = place.path
    try file.store([PartTests.part(0)], completing: PartTests.complete)
    try file.publish(as: "one", in: shards)
    try file.store([PartTests.part(2)], completing: PartTests.complete)
    #expect(try ResultsFile.open("\(shards)/one").storedWork().blocks == ["a": [0]])
    try file.publish(as: "one", in: shards)
    #expect(try ResultsFile.open("\(shards)/one").storedWork().blocks == ["a": [0, 2]])
    #expect(TemporaryFolder.names(in: shards) == ["one"])
    #expect(FolderListing.files(in: shards) == ["one"])
  }
}
