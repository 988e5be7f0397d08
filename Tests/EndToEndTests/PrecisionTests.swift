import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("slumber run --precision") struct PrecisionTests {
  /// A study whose differences are known well enough after some checkpoints.
  static let study = Studies.small()
  static let rule = [
    "run", "small.yaml", "--progress", "none", "--precision", "0.3", "--metric",
    "discretionary_battery_j_per_day", "--policy", "seven-factor", "--policy", "fixed-interval",
  ]

  private func folder() throws -> TestFolder {
    try TestFolder(Self.study)
  }

  /// The replications at which a run has stopped.
  private func stopped(_ outcome: Outcome) throws -> Int {
    let match = try #require(
      outcome.output.firstMatch(of: /stopped after (\d+) replications: all/), "\(outcome.summary)")
    return try #require(Int(match.1))
  }

  @Test("is the study with the number of replications at which it stops, for any workers, in one go or two")
  func fixed() throws {
    let folder = try folder()
    let first = try folder.slumber(Self.rule + ["--jobs", "1", "--results", "one.sqlite"], code: 0)
    let count = try stopped(first)
    holds([15, 20, 30, 50, 75, 100].contains(count), "a study that needs some checkpoints: \(count)")
    let fixed = try folder.slumber(
      "run", "small.yaml", "--policy", "seven-factor", "--policy", "fixed-interval", "--replications",
      "\(count)",
      "--results", "fixed.sqlite", code: 0)
    holds(first.output.hasPrefix(fixed.output))
    let expected = try folder.export("fixed.sqlite")
    #expect(try folder.export("one.sqlite").differences(from: expected) == [])

    let two = try folder.slumber(Self.rule + ["--jobs", "2", "--results", "two.sqlite"])
    #expect(two.output == first.output)
    #expect(try folder.export("two.sqlite").differences(from: expected) == [])

    let half = try folder.slumber(
      Self.rule + ["--max-replications", "12", "--results", "halves.sqlite"], code: 0)
    holds(
      half.output.contains(
        "stopped after 12 replications, the most that are allowed: 1 of 1 half-widths still too large"))
    let rest = try folder.slumber(Self.rule + ["--results", "halves.sqlite"])
    #expect(rest.output == first.output)
    #expect(try folder.export("halves.sqlite").differences(from: expected) == [])

    // A file that says already what is asked of it is not written to; one with more replications stops at the same.
    let bytes = try folder.data("one.sqlite")
    #expect(try folder.slumber(Self.rule + ["--results", "one.sqlite"]).output == first.output)
    #expect(try folder.data("one.sqlite") == bytes)
    try folder.slumber(
      "run", "small.yaml", "--policy", "seven-factor", "--policy", "fixed-interval", "--replications",
      "\(count + 7)",
      "--results", "fixed.sqlite", code: 0)
    let again = try folder.slumber(Self.rule + ["--results", "fixed.sqlite"])
    #expect(try stopped(again) == count)
    #expect(try folder.export("fixed.sqlite").rows("runs.csv").count == 2 * (count + 7))
  }

  @Test("--plan prints the next number of replications for shards, and runs nothing")
  func plan() throws {
    let folder = try folder()
    let whole = try folder.slumber(Self.rule + ["--results", "whole.sqlite"])
    let count = try stopped(whole)
    let before = try folder.names()
    let empty = try folder.slumber(Self.rule + ["--plan", "--results", "merged.sqlite"], code: 0)
    holds(
      empty.output.contains("next: --replications 10, of which 20 runs are missing\n"), "\(empty.summary)")
    #expect(try folder.names() == before)
    var asked: [Int] = []
    while asked.count < 10 {
      let plan = try folder.slumber(Self.rule + ["--plan", "--json", "--results", "merged.sqlite"], code: 0)
      let object = try plan.object
      guard let next = object["next_replications"] as? Int else {
        #expect(object["state"] as? String == "precise")
        #expect(object["replications"] as? Int == count)
        break
      }
      holds(object["state"] as? String == "next" && object["missing_runs"] as? Int ?? 0 > 0)
      asked.append(next)
      for shard in ["1/2", "2/2"] {
        try folder.slumber(
          "run", "small.yaml", "--policy", "seven-factor", "--policy", "fixed-interval", "--shard", shard,
          "--replications", "\(next)", "--results", "merged.sqlite", code: 0)
      }
      try folder.slumber("merge", "merged.sqlite", "--remove", code: 0)
    }
    holds(asked.last == count && asked.first == 10)
    let end = try folder.slumber(Self.rule + ["--plan", "--results", "merged.sqlite"])
    holds(end.output.contains("stopped after \(count) replications: all half-widths small enough (1 of 1)"))
    // Nothing is left to run; the words that replay a run name the last number of replications then.
    let rest = try folder.slumber(Self.rule + ["--results", "merged.sqlite"])
    #expect(rest.output == whole.output)
    #expect(try folder.export("merged.sqlite").differences(from: folder.export("whole.sqlite")) == [])
    // Another study's file is refused.
    let other = try folder.slumber(Self.rule + ["--plan", "--seed", "9", "--results", "merged.sqlite"])
    holds(other.code == 1 && other.output.isEmpty, "\(other.summary)")
  }

  @Test("failed runs end it before they are judged, and the same command tries them again")
  func failures() throws {
    let folder = try TestFolder()
    try folder.write("import sys\nsys.exit(3)\n", to: "fails.py")
    let study = Studies.small(
      policies: "seven-factor, {name: process, label: own, command: [python3, fails.py]}")
    try folder.write(study, to: "small.yaml")
    let outcome = try folder.slumber(
      "run", "small.yaml", "--allow-commands", "--precision", "--results", "a.sqlite", code: 4)
    holds(
      outcome.flowing.contains(
        "ended before 10 replications were whole, because 10 runs failed: nothing is judged beyond them"))
    holds(outcome.output.hasPrefix("INCOMPLETE: 10 of 20 runs done, 10 failed\n"))
  }

  @Test("without R the margins are the target; JSON has the precision beside the comparison")
  func margins() throws {
    let folder = try folder()
    let outcome = try folder.slumber(
      "run", "--precision", "small.yaml", "--json", "--max-replications", "11", "--results", "a.sqlite",
      code: 0)
    let object = try outcome.object
    let precision = try #require(object["precision"] as? [String: Any])
    holds(precision["state"] as? String == "limit" && precision["replications"] as? Int == 11)
    #expect(precision["checkpoints"] as? [Int] == [10, 11])
    #expect(precision["relative_error"] is NSNull)
    let rows = try #require(precision["differences"] as? [[String: Any]])
    let compared = try #require(object["comparison"] as? [[String: Any]])
    // The half-widths are those of the comparison's verdicts.
    for row in rows {
      let same = compared.first {
        $0["metric"] as? String == row["metric"] as? String
          && $0["policy"] as? String == row["policy"] as? String
      }
      #expect(row["half_width"] as? Double == same?["difference_half_width"] as? Double)
      #expect(row["wanted"] as? Double == same?["margin"] as? Double)
    }
    #expect(rows.count == 10)
  }
}
