import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Files of others and storage that fails") struct StorageFailureTests {
  @Test("a disk that fills up is an error, and what was stored before stays readable")
  func fullDisk() throws {
    let folder = try TestFolder(Studies.small(replications: 12, record: "attempts, energy"))
    let results = "small.results.sqlite"
    try folder.slumber("run", "small.yaml", "--replications", "2", code: 0)
    let before = try folder.export(results)
    let blocks = try folder.data(results).count / 512 + 200
    // Files may not grow beyond the limit, and a signal says so.
    let full = try folder.shell("ulimit -f \(blocks); exec slumber run small.yaml --progress none", code: 1)
    holds(
      full.error.contains(
        ": database or disk is full (SQLite code 13); stored runs are not damaged"), "\(full.summary)")
    holds(full.error.contains("slumber: \(results): cannot store a block: "), "\(full.summary)")
    let after = try folder.export(results)
    let runs = try after.rows("runs.csv").filter { $0["status"] == "ok" }.compactMap { $0["run_id"] }
    holds(runs.count >= 6 && runs.count < 36)
    for row in try before.rows("devices.csv") { holds(try after.rows("devices.csv").contains(row)) }
    try folder.slumber("compare", results, code: 0)
    // With room again the same command goes on.
    try folder.slumber("run", "small.yaml", code: 0)
    try folder.slumber("run", "small.yaml", "--results", "whole.sqlite", code: 0)
    #expect(try folder.export(results).differences(from: folder.export("whole.sqlite")) == [])
  }

  @Test(
    "output that cannot be written is not taken for done",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullOutput() throws {
    let folder = try TestFolder()
    let outcome = try folder.start(["parameters"], output: "/dev/full").wait()
    #expect(outcome.code == 1, "\(outcome.summary)")
    holds(outcome.error.contains("standard output"), "\(outcome.summary)")
  }
}
