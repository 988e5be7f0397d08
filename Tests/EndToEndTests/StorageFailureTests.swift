import Foundation
import TestSupport
import Testing

@Suite("Files of others and storage that fails") struct StorageFailureTests {
  @Test(
    "a file that is not the study's results is refused and keeps its bytes",
    arguments: ["text", "database", "empty", "otherStudy"])
  func foreign(_ kind: String) throws {
    let folder = try TestFolder(Studies.small(replications: 1))
    let url = URL(fileURLWithPath: folder.path("mine.sqlite"))
    switch kind {
    case "text": try Data("my notes, which nobody may lose\n".utf8).write(to: url)
    case "empty", "database":
      try Data().write(to: url)
      guard kind == "database" else { break }
      try ForeignDatabase.execute("PRAGMA application_id = 4660; CREATE TABLE notes (text)", on: url.path)
    default:
      try folder.write(Studies.small(name: "other", replications: 1), to: "other.yaml")
      try folder.slumber("run", "other.yaml", "--results", "mine.sqlite", code: 0)
    }
    let before = try folder.data("mine.sqlite")
    let names = try folder.names()
    var commands = [
      ["run", "small.yaml", "--results", "mine.sqlite"],
      ["run", "small.yaml", "--results", "mine.sqlite", "--fresh"],
    ]
    if kind != "otherStudy" {
      commands += [["compare", "mine.sqlite"], ["export", "mine.sqlite", "--to", "ex"]]
    }
    for command in commands {
      let outcome = try folder.slumber(command)
      #expect(outcome.code == 1, "\(command): \(outcome.summary)")
      #expect(outcome.error.contains("mine.sqlite"), "\(command): \(outcome.summary)")
      #expect(outcome.output.isEmpty, "\(command): \(outcome.summary)")
      #expect(try folder.data("mine.sqlite") == before, "\(command)")
    }
    #expect(try folder.names() == names)
  }

  @Test("a folder that cannot be written is an error with the path")
  func unwritable() throws {
    let folder = try TestFolder(run: Studies.small(replications: 1))
    let results = "small.results.sqlite"
    let outcome = try folder.slumber("compare", results, "--svg", "none/a.svg")
    #expect(outcome.code == 1 && outcome.error.contains("none/a.svg"), "\(outcome.summary)")
    #expect(try folder.names() == [results, "small.yaml"])
  }

  @Test("a disk that fills up is an error, and what was stored before stays readable")
  func fullDisk() throws {
    let folder = try TestFolder(Studies.small(replications: 12, record: "attempts, energy"))
    let results = "small.results.sqlite"
    try folder.slumber("run", "small.yaml", "--replications", "2", code: 0)
    let before = try folder.export(results)
    let blocks = try folder.data(results).count / 512 + 200
    // Files may not grow beyond the limit, and a signal says so.
    let full = try folder.shell("ulimit -f \(blocks); exec slumber run small.yaml --progress none", code: 1)
    #expect(
      full.error.contains(
        ": database or disk is full (SQLite code 13); runs stored before are unharmed"), "\(full.summary)")
    #expect(full.error.contains("slumber: \(results): cannot store a block: "), "\(full.summary)")
    let after = try folder.export(results)
    let runs = try after.rows("runs.csv").filter { $0["status"] == "ok" }.compactMap { $0["run_id"] }
    #expect(runs.count >= 6 && runs.count < 36)
    for row in try before.rows("devices.csv") { #expect(try after.rows("devices.csv").contains(row)) }
    try folder.slumber("compare", results, code: 0)
    // With room again the same command goes on.
    try folder.slumber("run", "small.yaml", code: 0)
    try folder.slumber("run", "small.yaml", "--results", "whole.sqlite", code: 0)
    #expect(try folder.export(results).differences(from: folder.export("whole.sqlite")) == [])
  }

  @Test("an output file that may not grow to its size is an error, and there is nothing in its place")
  func fullOutputFile() throws {
    let folder = try TestFolder(run: Studies.small(replications: 1))
    let names = try folder.names() + [".tools"]
    for command in [
      "export small.results.sqlite --to a/ex", "compare small.results.sqlite --svg a.svg",
      "timeline small.yaml --to a.csv", "trace small.yaml --to a.pftrace",
    ] {
      let outcome = try folder.shell("ulimit -f 2; exec slumber \(command) > /dev/null")
      #expect(outcome.code == 1, "\(command): \(outcome.summary)")
      #expect(
        outcome.error.contains("the disk is full, or files may not grow to this size"),
        "\(command): \(outcome.summary)")
      #expect(try folder.names() == names.sorted(), "\(command)")
    }
  }

  @Test("a link in the place of an output is replaced and not followed")
  func links() throws {
    let folder = try TestFolder(Studies.small(replications: 1))
    try folder.write("mine", to: "precious")
    try folder.slumber("run", "small.yaml", code: 0)
    for (command, link) in [
      (["compare", "small.results.sqlite", "--svg", "a.svg"], "a.svg"),
      (["timeline", "small.yaml", "--to", "a.csv"], "a.csv"),
      (["trace", "small.yaml", "--to", "b.csv"], "b.csv"),
      (["trace", "small.yaml", "--to", "a.pftrace"], "a.pftrace"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link), withDestinationPath: folder.path("precious"))
      try folder.slumber(command, code: 0)
      #expect(try folder.text("precious") == "mine", "\(command)")
      let kind = try FileManager.default.attributesOfItem(atPath: folder.path(link))[.type]
      #expect(kind as? FileAttributeType == .typeRegular, "\(command)")
    }
  }

  @Test("a reader that goes away ends the program without a word")
  func goneReader() throws {
    let folder = try TestFolder()
    for start in ["", "trap '' PIPE; "] {
      let outcome = try folder.shell("(\(start)sleep 0.3; slumber parameters; echo \"code $?\" >&2) | true")
      #expect(outcome.error == "code 141\n", "\(outcome.summary)")
    }
  }

  @Test(
    "output that cannot be written is not taken for done",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullOutput() throws {
    let folder = try TestFolder()
    let outcome = try folder.start(["parameters"], output: "/dev/full").wait()
    #expect(outcome.code == 1, "\(outcome.summary)")
    #expect(outcome.error.contains("standard output"), "\(outcome.summary)")
  }
}
