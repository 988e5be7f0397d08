import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

/// The engines of the page *Run on a cluster* beside Slurm.
@Suite("Other engines") struct OtherEnginesTests {
  private static let hasParallel = [
    "/usr/bin/parallel", "/usr/local/bin/parallel", "/opt/homebrew/bin/parallel",
  ]
  .contains { FileManager.default.isExecutableFile(atPath: $0) }

  /// The results of a study that one process has run.
  private func whole(_ folder: TestFolder) throws -> Export {
    try folder.write(Studies.small(devices: 2, days: 3, replications: 4), to: "study.yaml")
    try folder.slumber("run", "study.yaml", "--progress", "none", "--results", "whole.sqlite", code: 0)
    return try folder.export("whole.sqlite")
  }

  @Test("the line of GNU parallel on the page runs all shards", .enabled(if: hasParallel))
  func parallel() throws {
    let folder = try TestFolder()
    let whole = try whole(folder)
    let page = try PackageRoot.text("Sources/SlumberCommands/SlumberCommands.docc/RunOnACluster.md")
    let line = try #require(page.split(separator: "\n").first { $0.contains("| parallel ") })
    holds(
      line.hasPrefix("seq 64 | parallel --joblog j --resume-failed slumber run study.yaml --shard {}/64"))
    try folder.shell(String(line), code: 0)
    try folder.slumber("merge", "night.sqlite", code: 0)
    #expect(try folder.export("night.sqlite").differences(from: whole) == [])
  }

  @Test("the submit file of HTCondor names shards that the program takes")
  func condor() throws {
    let folder = try TestFolder()
    let whole = try whole(folder)
    let text = try PackageRoot.text("scenarios/cluster/slumber.sub")
    var values: [String: String] = [:]
    var queue = ""
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("queue ") { queue = String(line) }
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2, !line.hasPrefix("queue ") { values[parts[0]] = parts[1] }
    }
    #expect(queue == "queue Shard from seq 1 64 |")
    #expect(values["on_exit_remove"] == "ExitBySignal == False && ExitCode != 130")
    #expect(values["kill_sig"] == "SIGUSR1")
    #expect(values["executable"]?.hasSuffix("/slumber") == true)
    let arguments = try #require(values["arguments"]).trimmingCharacters(in: ["\""])
    for shard in 1...64 {
      let words = arguments.replacing("$(Shard)", with: "\(shard)").split(separator: " ").map(String.init)
      try folder.slumber(words, code: 0)
    }
    try folder.slumber("merge", "night.sqlite", code: 0)
    #expect(try folder.export("night.sqlite").differences(from: whole) == [])
  }
}
