import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Killed runs") struct KillTests {
  @Test("SIGKILL at any instant loses runs in flight only, and what is stored is read at once")
  func kills() throws {
    let folder = try TestFolder()
    let study = Studies.small(replications: 4, record: "attempts, energy, timeseries")
    try folder.write(study, to: "small.yaml")
    let command = ["run", "small.yaml", "--progress", "none", "--results"]
    let start = Date()
    try folder.slumber(command + ["whole.sqlite"], code: 0)
    let duration = Date().timeIntervalSince(start)
    let whole = try folder.export("whole.sqlite")
    let compared = try folder.slumber("compare", "whole.sqlite").output
    var random = SeededGenerator(seed: 1)
    var file = 0
    var finished = 0
    for kill in 0..<Tier.count("SLUMBER_KILLS", or: 200) {
      let results = "cut\(file).sqlite"
      let process = try folder.start(command + [results])
      usleep(UInt32(Double.random(in: 0...duration, using: &random) * 1e6))
      process.send(SIGKILL)
      let outcome = process.wait()
      holds([0, 128 + SIGKILL].contains(outcome.code), "kill \(kill): \(outcome.summary)")
      guard FileManager.default.fileExists(atPath: folder.path(results)) else { continue }
      let comparison = try folder.slumber("compare", results)
      let isEmpty = comparison.error == "slumber: no finished runs to compare\n"
      #expect(comparison.code == (isEmpty ? 1 : 0), "kill \(kill): \(comparison.summary)")
      let export = try folder.export(results)
      let runs = try export.rows("runs.csv").count { $0["status"] == "ok" }
      if isEmpty { #expect(runs == 0, "kill \(kill)") }
      guard runs == 12 else { continue }
      #expect(comparison.output == compared, "kill \(kill)")
      #expect(export.differences(from: whole) == [], "kill \(kill)")
      finished += 1
      file += 1
    }
    let last = "cut\(file).sqlite"
    try folder.slumber(command + [last], code: 0)
    #expect(try folder.export(last).differences(from: whole) == [])
    #expect(try folder.slumber("compare", last).output == compared)
    try folder.slumber("verify", last, "--sample", "1", code: 0)
    // Neither journals nor temporary files are left behind.
    let names = try folder.names().filter { !$0.hasPrefix("export-") && !$0.hasPrefix("cut") }
    #expect(names == ["small.yaml", "whole.sqlite"])
    for name in try folder.names() where name.hasPrefix("cut") {
      holds(name.hasSuffix(".sqlite"), "\(name)")
    }
  }

  @Test(
    "SIGKILL at any instant of a run, a shard or a merge: all that reads works at once, and the end is the same"
  )
  func shards() throws {
    let folder = try TestFolder(Studies.small(replications: 4, record: "energy"))
    let command = ["run", "small.yaml", "--progress", "none", "--results"]
    let start = Date()
    try folder.slumber(command + ["whole.sqlite"], code: 0)
    let duration = Date().timeIntervalSince(start)
    let whole = try folder.export("whole.sqlite")
    var random = SeededGenerator(seed: 2)
    var kills: [Int] = [0, 0, 0]
    for kill in 0..<Tier.count("SLUMBER_KILLS", or: 200) {
      let kind = Int.random(in: 0..<3, using: &random)
      let words: [String]
      switch kind {
      case 0: words = command + ["m.sqlite"]
      case 1: words = command + ["m.sqlite", "--shard", "\(Int.random(in: 1...3, using: &random))/3"]
      default: words = ["merge", "m.sqlite"]
      }
      let process = try folder.start(words)
      usleep(UInt32(Double.random(in: 0...duration / 2, using: &random) * 1e6))
      process.send(SIGKILL)
      let outcome = process.wait()
      if outcome.code == 128 + SIGKILL { kills[kind] += 1 }
      // Without any shard there is nothing to merge; otherwise files are whole, whatever was killed.
      let isKnown = [0, 1, 4, 128 + SIGKILL].contains(outcome.code)
      holds(isKnown && !outcome.error.contains("refused"), "kill \(kill): \(words): \(outcome.summary)")
      guard FileManager.default.fileExists(atPath: folder.path("m.sqlite")) else { continue }
      let comparison = try folder.slumber("compare", "m.sqlite")
      let isEmpty = comparison.error == "slumber: no finished runs to compare\n"
      #expect(comparison.code == (isEmpty ? 1 : 0), "kill \(kill): \(words): \(comparison.summary)")
      let rows = try folder.export("m.sqlite").rows("runs.csv")
      if rows.count == 12, rows.allSatisfy({ $0["status"] == "ok" }) {
        #expect(try folder.export("m.sqlite").differences(from: whole) == [], "kill \(kill)")
        try FileManager.default.removeItem(atPath: folder.path("m.sqlite"))
        try? FileManager.default.removeItem(atPath: folder.path("m.sqlite.shards"))
      }
    }
    #expect(kills.reduce(0, +) > 0)
    for index in 1...3 {
      try folder.slumber(command + ["m.sqlite", "--shard", "\(index)/3"], code: 0)
    }
    let merged = try folder.slumber("merge", "m.sqlite")
    holds(merged.code == 0 || merged.error.contains(".shards does not exist"), "\(merged.summary)")
    try folder.slumber(command + ["m.sqlite"], code: 0)
    #expect(try folder.export("m.sqlite").differences(from: whole) == [])
    try folder.slumber("verify", "m.sqlite", "--sample", "1", code: 0)
  }

  /// Two rules that stop a run, each with its study.
  static let rules = [
    (
      "seven-factor, never, fixed-interval",
      [
        "--precision", "0.3", "--metric", "discretionary_battery_j_per_day", "--policy", "seven-factor",
        "--policy", "fixed-interval",
      ]
    ),
    (
      "seven-factor, immediate, fixed-interval",
      ["--select", "discretionary_battery_j_per_day", "--delta", "5 J/d"]
    ),
  ]

  @Test(
    "a kill or an interruption at any instant of --precision and --select changes nothing", arguments: rules,
    [SIGKILL, SIGINT])
  func sequential(_ rule: (policies: String, words: [String]), _ signal: Int32) throws {
    let folder = try TestFolder(Studies.small(policies: rule.policies))
    let command = ["run", "small.yaml", "--progress", "none"] + rule.words + ["--results"]
    let start = Date()
    let whole = try folder.slumber(command + ["whole.sqlite"])
    let duration = Date().timeIntervalSince(start)
    let expected = try folder.export("whole.sqlite")
    var random = SeededGenerator(seed: UInt64(signal))
    var file = 0
    for kill in 0..<Tier.count("SLUMBER_KILLS", or: 200) {
      let results = "cut\(file).sqlite"
      let process = try folder.start(command + [results])
      usleep(UInt32(Double.random(in: 0...duration, using: &random) * 1e6))
      process.send(signal)
      let outcome = process.wait()
      holds([0, 130, 128 + signal].contains(outcome.code), "kill \(kill): \(outcome.summary)")
      if outcome.code == 130, !outcome.output.isEmpty {
        holds(
          ["ended before ", "was interrupted"].contains(where: outcome.output.contains), "\(outcome.summary)")
      }
      guard outcome.code == 0 else { continue }
      #expect(outcome.output == whole.output, "kill \(kill)")
      #expect(try folder.export(results).differences(from: expected) == [], "kill \(kill)")
      file += 1
    }
    let last = "cut\(file).sqlite"
    #expect(try folder.slumber(command + [last]).output == whole.output)
    #expect(try folder.export(last).differences(from: expected) == [])
  }

  @Test("a killed merge continues to the same bytes")
  func merges() throws {
    let folder = try TestFolder(Studies.small())
    for index in 1...2 {
      try folder.slumber(
        "run", "small.yaml", "--shard", "\(index)/2", "--progress", "none", "--results", "m.sqlite", code: 0)
    }
    try folder.slumber("run", "small.yaml", "--progress", "none", "--results", "w.sqlite", code: 0)
    let whole = try folder.export("w.sqlite")
    var random = SeededGenerator(seed: 5)
    for attempt in 0..<Tier.count("SLUMBER_KILLS", or: 200) {
      let results = "cut\(attempt).sqlite"
      let process = try folder.start(["merge", results, "m.sqlite.shards"])
      usleep(UInt32.random(in: 0...60_000, using: &random))
      process.send(SIGKILL)
      _ = process.wait()
      if FileManager.default.fileExists(atPath: folder.path(results)) {
        #expect(try folder.slumber("compare", results).error.contains("damaged") == false)
      }
      try folder.slumber("merge", results, "m.sqlite.shards", code: 0)
      #expect(try folder.export(results).differences(from: whole) == [])
      try FileManager.default.removeItem(atPath: folder.path(results))
    }
  }
}
