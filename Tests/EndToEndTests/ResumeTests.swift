import Foundation
import Testing

@Suite("Interrupted runs") struct ResumeTests {
  /// A study that takes some seconds.
  static let study = Studies.small(name: "long", devices: 8, days: 6, replications: 25)

  @Test(
    "two halves are the whole; policies that a factor leaves alone run at its first level only",
    arguments: [("", 3), ("factors: {policies.fixed-interval.fixed.interval: [1 h, 6 h]}\n", 4)])
  func halves(factors: String, runs: Int) throws {
    let folder = try TestFolder(Studies.small(extra: factors))
    try folder.slumber("run", "small.yaml", "--replications", "1", "--results", "halves.sqlite", code: 0)
    #expect(try folder.export("halves.sqlite").rows("runs.csv").count == runs)
    let size = factors.isEmpty ? "= 6 runs of 3 devices" : "= 8 runs (equal ones once) of 3 devices"
    #expect(try folder.slumber("describe", "small.yaml", code: 0).output.contains(size))
    try folder.slumber("run", "small.yaml", "--results", "halves.sqlite", code: 0)
    try folder.slumber("run", "small.yaml", "--results", "whole.sqlite", code: 0)
    let whole = try folder.export("whole.sqlite")
    #expect(try folder.export("halves.sqlite").differences(from: whole) == [])
  }

  @Test("a run that SIGINT or SIGKILL ends goes on to the same bytes", arguments: [SIGINT, SIGKILL])
  func interrupted(_ signal: Int32) throws {
    let folder = try TestFolder(Self.study, as: "long.yaml")
    let process = try folder.start([
      "run", "long.yaml", "--jobs", "1", "--progress", "none", "--results", "cut.sqlite",
    ])
    var stored = 0
    let limit = Date().addingTimeInterval(60)
    while stored == 0, Date() < limit {
      usleep(20_000)
      guard FileManager.default.fileExists(atPath: folder.path("cut.sqlite")) else { continue }
      // A reader beside the writer: it sees whole runs only.
      let runs = try folder.export("cut.sqlite").rows("runs.csv")
      stored = runs.count { $0["status"] == "ok" }
    }
    process.send(signal)
    let outcome = process.wait()
    try #require(stored > 0, "no run was stored in time: \(outcome.summary)")
    if signal == SIGINT {
      #expect(outcome.code == 130, "\(outcome.summary)")
      #expect(
        outcome.error.contains("interrupted; all finished blocks are stored, and the same command goes on"))
    } else {
      #expect(outcome.code == 128 + SIGKILL)
    }
    let half = try folder.export("cut.sqlite")
    let done = try half.rows("runs.csv").count { $0["status"] == "ok" }
    #expect(done >= stored)
    #expect(done < 75)
    // Nothing of runs that were not finished.
    let finished = Set(try half.rows("runs.csv").filter { $0["status"] == "ok" }.compactMap { $0["run_id"] })
    #expect(Set(try half.rows("devices.csv").compactMap { $0["run_id"] }) == finished)

    try folder.slumber("run", "long.yaml", "--progress", "none", "--results", "cut.sqlite", code: 0)
    try folder.slumber("run", "long.yaml", "--progress", "none", "--results", "whole.sqlite", code: 0)
    let whole = try folder.export("whole.sqlite")
    #expect(try folder.export("cut.sqlite").differences(from: whole) == [])
    // What was stored before the interruption was not done again.
    let before = try half.rows("provenance.csv")
    let after = try folder.export("cut.sqlite").rows("provenance.csv")
    for row in before { #expect(after.contains(row)) }
  }
}
