import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Interrupted runs") struct ResumeTests {
  /// A study that takes some seconds.
  static let study = Studies.small(name: "long", devices: 8, days: 6, replications: 25)

  @Test("a run that ends before its first block, between two or after the last continues to the same bytes")
  func interruptedInNumbers() throws {
    let replications = Tier.isLong ? 25 : 8
    let folder = try TestFolder(
      Studies.small(name: "long", devices: 8, days: 6, replications: replications), as: "long.yaml")
    let command = ["run", "long.yaml", "--jobs", "1", "--progress", "none", "--results"]
    try folder.slumber(command + ["whole.sqlite"], code: 0)
    var done: [[String: String]] = []
    for (signal, least) in [(SIGKILL, 0), (SIGINT, 1), (SIGKILL, 2), (SIGKILL, 3 * replications)] {
      let process = try folder.start(command + ["cut.sqlite"])
      var stored = -1
      let limit = Date().addingTimeInterval(60)
      while stored < max(least, done.count), Date() < limit {
        usleep(20_000)
        guard FileManager.default.fileExists(atPath: folder.path("cut.sqlite")) else { continue }
        // A reader beside the writer: it sees whole runs only.
        stored = try folder.export("cut.sqlite").rows("provenance.csv").count
      }
      process.send(signal)
      let outcome = process.wait()
      holds(
        [signal == SIGINT ? 130 : 128 + SIGKILL, least == 3 * replications ? 0 : -1].contains(outcome.code))
      if signal == SIGINT {
        holds(
          outcome.error.contains(
            "interrupted; all finished blocks are stored. To continue, run the same command"))
      }
      let half = try folder.export("cut.sqlite")
      let rows = try half.rows("provenance.csv")
      holds(rows.count >= stored && stored >= least, "\(outcome.summary)")
      // Nothing of runs that were not finished, and what was stored is not done again.
      let finished = try half.rows("runs.csv").filter { $0["status"] == "ok" }.map { $0["run_id"] }
      #expect(Set(try half.rows("devices.csv").map { $0["run_id"] }) == Set(finished))
      for row in done { holds(rows.contains(row)) }
      done = rows
    }
    try folder.slumber(command + ["cut.sqlite"], code: 0)
    #expect(try folder.export("cut.sqlite").differences(from: folder.export("whole.sqlite")) == [])
    // Neither journals nor temporary files are left behind.
    #expect(
      try folder.names().filter { !$0.hasPrefix("export-") } == ["cut.sqlite", "long.yaml", "whole.sqlite"])
  }
}
