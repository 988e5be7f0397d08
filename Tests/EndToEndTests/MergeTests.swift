import EndToEndTestSupport
import Foundation
import ResultsStore
import TestSupport
import Testing

@Suite("Merging shards") struct MergeTests {
  /// A folder with two published shards of a small study.
  private func shards() throws -> TestFolder {
    let folder = try TestFolder(Studies.small())
    for index in 1...2 {
      try folder.slumber(
        "run", "small.yaml", "--shard", "\(index)/2", "--progress", "none", "--results", "m.sqlite", code: 0)
    }
    return folder
  }

  @Test("refuses what is no shard of the study by name, takes the others, and ends with 1")
  func refusals() throws {
    let folder = try shards()
    let names = try folder.names("m.sqlite.shards").map { "m.sqlite.shards/\($0)" }
    try folder.slumber("merge", "m.sqlite", names[0], code: 4)
    try folder.write("", to: "empty.sqlite")
    try folder.write("a,b\n", to: "table.sqlite")
    let whole = try folder.data(names[1])
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: folder.path("torn.sqlite")))
    try whole.write(to: URL(fileURLWithPath: folder.path("changed.sqlite")))
    try ForeignDatabase.execute("UPDATE runs SET events = events + 1", on: folder.path("changed.sqlite"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("loop.sqlite"), withDestinationPath: "loop.sqlite")
    try folder.write(Studies.small(name: "other"), to: "other.yaml")
    try folder.slumber("run", "other.yaml", "--progress", "none", "--results", "other.sqlite", code: 0)
    let inputs = [
      "empty.sqlite", "table.sqlite", "torn.sqlite", "changed.sqlite", "loop.sqlite", "other.sqlite",
    ]
    let outcome = try folder.slumber(["merge", "m.sqlite", "m.sqlite"] + inputs + [names[1]], code: 1)
    #expect(
      outcome.output == "m.sqlite: 1 file merged, 3 runs new, 0 found twice and equal, 0 failed, 0 missing\n"
    )
    let lines = outcome.error.split(separator: "\n")
    #expect(lines.count == 1 + inputs.count, "\(outcome.summary)")
    for (line, input) in zip(lines, ["m.sqlite"] + inputs) {
      holds(line.hasPrefix("slumber: refused: \(input): "), "\(line)")
    }
    holds(outcome.error.contains("other.sqlite: holds results of the study \"other\" ("))
    holds(outcome.error.contains("changed.sqlite: damaged: run "))
    holds(outcome.error.contains("its row in `runs` is not the one that was stored"))
    try folder.slumber("run", "small.yaml", "--progress", "none", "--results", "w.sqlite", code: 0)
    #expect(try folder.export("m.sqlite").differences(from: folder.export("w.sqlite")) == [])
  }

  @Test("makes no file of inputs of two studies")
  func mixedStudies() throws {
    let folder = try shards()
    let names = try folder.names("m.sqlite.shards").map { "m.sqlite.shards/\($0)" }
    try folder.write(Studies.small(name: "other"), to: "other.yaml")
    try folder.slumber("run", "other.yaml", "--progress", "none", "--results", "other.sqlite", code: 0)
    let outcome = try folder.slumber("merge", "new.sqlite", names[0], "other.sqlite")
    holds(outcome.code == 1 && outcome.output.isEmpty)
    holds(
      outcome.error.contains("other.sqlite: holds results of the study \"other\" (")
        && outcome.error.hasSuffix("the files are not of one study and version\n"), "\(outcome.summary)")
    holds(!FileManager.default.fileExists(atPath: folder.path("new.sqlite")))
  }

  @Test("refuses twins that are not equal with both processors named, and changes nothing")
  func unequal() throws {
    let folder = try shards()
    try folder.slumber("merge", "m.sqlite", code: 0)
    let name = try folder.names("m.sqlite.shards")[0]
    let path = folder.path("m.sqlite.shards/\(name)")
    try ForeignDatabase.execute("UPDATE blocks SET processor = 'Other'", on: path)
    try Forgery.change(
      path,
      blocks: { part in
        for index in part.details.devices.indices { part.details.devices[index].launches += 1 }
      })
    let before = try folder.data("m.sqlite")
    let outcome = try folder.slumber("merge", "m.sqlite", code: 1)
    holds(outcome.error.contains("\(name): holds another run "), "\(outcome.summary)")
    holds(
      outcome.error.contains(" than the file has: devices, device 0, launches: ")
        && outcome.error.contains(", Other, "), "\(outcome.summary)")
    #expect(try folder.data("m.sqlite") == before)
  }

  @Test("leaves alone and names runs that an edited study no longer means")
  func edited() throws {
    let folder = try shards()
    try folder.write(Studies.small().replacing("floor: 15 min", with: "floor: 20 min"), to: "edited.yaml")
    // The base of a study is its identity: another floor is another study.
    try folder.slumber("run", "edited.yaml", "--progress", "none", "--results", "e.sqlite", code: 0)
    let outcome = try folder.slumber("merge", "e.sqlite", "m.sqlite.shards")
    holds(outcome.code == 1 && outcome.error.contains("holds results of the study"), "\(outcome.summary)")
    // Other parameters of a policy are the same study.
    let policies =
      "policies: [{name: seven-factor, parameters: {refresh.minGap: 40 min}}, never, fixed-interval]"
    try folder.write(
      Studies.small().replacing("policies: [seven-factor, never, fixed-interval]", with: policies),
      to: "policy.yaml")
    try folder.slumber("run", "policy.yaml", "--progress", "none", "--results", "p.sqlite", code: 0)
    let named = try folder.slumber("merge", "p.sqlite", "m.sqlite.shards", "--remove", code: 0)
    holds(
      named.error.contains("1 run of other design points or policies than those of p.sqlite; left alone: "),
      "\(named.summary)")
    #expect(try folder.names("m.sqlite.shards").count == 2)
  }

  @Test("of processors with and without fused multiplication are equal, or refused with both of them named")
  func instructions() throws {
    let folder = try TestFolder()
    let study = PackageRoot.file("scenarios/quickstart.yaml").path
    let line = "slumber run '\(study)' --replications 1 --progress none --results"
    try folder.shell("\(line) m.sqlite --shard 1/1", code: 0)
    let tunables = "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable"
    try folder.shell("GLIBC_TUNABLES=\(tunables) \(line) other.sqlite --shard 1/1", code: 0)
    try folder.slumber("merge", "m.sqlite", code: 0)
    let merged = try folder.slumber("merge", "m.sqlite", "other.sqlite.shards")
    if merged.code == 0 {
      holds(merged.output.contains("0 runs new, 5 found twice and equal"), "\(merged.summary)")
      print("processors with and without FMA: equal")
    } else {
      holds(merged.code == 1 && merged.error.contains(tunables), "\(merged.summary)")
      holds(merged.error.contains("(stored: ") && merged.error.contains("; found: "), "\(merged.summary)")
      print("processors with and without FMA: unequal, refused")
    }
  }
}
