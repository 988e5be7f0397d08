import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

/// The study whose differences can be computed by hand: see ``SensitivityTests``.
@Suite("slumber sensitivity, full") struct ScreeningTests {
  private func folder() throws -> TestFolder {
    try TestFolder(Studies.shipped("threshold-corner"), as: "flip.yaml")
  }

  private let options = [
    "--metric", "launches_per_day", "--over", "score.threshold", "--over", "push.window", "--replications",
    "2", "--budget", "0", "--trajectories", "6", "--progress", "none",
  ]

  @Test(
    "the assumption that moves the difference most is first, one that plays no part is told, and any number of workers agrees"
  )
  func ranking() throws {
    let folder = try folder()
    let one = try folder.slumber(
      ["sensitivity", "flip.yaml"] + options + ["--shares", "127", "--jobs", "1", "--to", "one"], code: 0)
    // One trajectory of three assumptions is four points and the study as it is.
    holds(
      one.error.contains("screening: 6 trajectories of 3 assumptions, 30 points, 120 runs of 2 devices"))
    let report = try folder.object("one/screening.json")
    let comparison = try #require((report["comparisons"] as? [[String: Any]])?.first)
    let rows = try #require(comparison["assumptions"] as? [[String: Any]])
    // The score launches (s − e) / (s − 0.5) times a day for start s and end e: in steps of two thirds 2.55 times less from one end
    // of s to the other, and 1.19 times less from one end of e to the other.
    #expect(
      rows.map { $0["assumption"] as? String } == [
        "score.thresholdStart", "score.thresholdEnd", "push.window",
      ])
    #expect(rows.map { $0["verdict"] as? String } == ["changesSign", "changesSign", "noDifference"])
    #expect(abs(try #require(rows[0]["mu"] as? Double) - 2.55) < 1)
    let shares = try #require((comparison["shares"] as? [String: Any])?["indices"] as? [[String: Any]])
    // The variances of (0.5 − e) / (s − 0.5), worked out by hand.
    let known = [
      "score.thresholdEnd": ["first_order": 0.185, "total": 0.223],
      "score.thresholdStart": ["first_order": 0.777, "total": 0.815],
    ]
    #expect(shares.count == 2)
    for index in shares {
      let expected = try #require(known[index["assumption"] as? String ?? ""])
      for (name, value) in expected {
        let found = try #require(index[name] as? [String: Double])
        holds(found["lower", default: 2] < value && value < found["upper", default: -2], "\(index)")
        #expect(abs(found["value", default: 2] - value) < 0.15, "\(index)")
      }
    }
    holds(one.output.contains("Shares of the variance over the box"))
    let names = [
      "screening-1-launches_per_day-polling.svg", "screening.csv", "screening.json", "shares.csv",
      "trajectories.csv",
    ]
    #expect(try folder.names("one").sorted() == (names + ["runs.jsonl"]).sorted())

    let two = try folder.slumber(
      ["sensitivity", "flip.yaml"] + options + ["--shares", "127", "--jobs", "2", "--to", "two"])
    #expect(two.output == one.output)
    for name in names { #expect(try folder.data("one/\(name)") == folder.data("two/\(name)"), "\(name)") }
    // All runs from the folder.
    let again = try folder.slumber(
      ["sensitivity", "flip.yaml"] + options + ["--shares", "127", "--to", "one"])
    holds(again.output == one.output && again.error.contains("`one` holds "), "\(again.summary)")
  }

  @Test("what a killed search has finished is not run again, and a torn line is none")
  func resuming() throws {
    let folder = try folder()
    let whole = try folder.slumber(["sensitivity", "flip.yaml"] + options + ["--to", "whole"], code: 0)
    let lines = try folder.text("whole/runs.jsonl").split(separator: "\n", omittingEmptySubsequences: false)
    holds(lines.count == 121 && lines.last == "")
    let half = lines[..<50].joined(separator: "\n") + "\n" + lines[50].prefix(40)
    try FileManager.default.createDirectory(
      atPath: folder.path("half"), withIntermediateDirectories: false)
    try folder.write(half, to: "half/runs.jsonl")
    let rest = try folder.slumber(["sensitivity", "flip.yaml"] + options + ["--to", "half"])
    holds(rest.code == 0 && rest.output == whole.output, "\(rest.summary)")
    holds(rest.error.contains("`half` holds 50 finished runs"))
    // The torn line stays, ended, and its run is done again.
    #expect(try folder.text("half/runs.jsonl").split(separator: "\n").count == 121)
  }

  @Test("shards share the trajectories, and the same command without --shard shows them without a run")
  func shards() throws {
    let folder = try folder()
    let whole = try folder.slumber(["sensitivity", "flip.yaml"] + options)
    for shard in ["1/2", "2/2"] {
      let part = try folder.slumber(
        ["sensitivity", "flip.yaml"] + options + ["--to", "parts", "--shard", shard])
      holds(part.code == 0 && part.output.contains("3 trajectories of 6 kept"), "\(part.summary)")
    }
    #expect(try folder.names("parts").sorted() == ["runs-1-of-2.jsonl", "runs-2-of-2.jsonl"])
    let all = try folder.slumber(["sensitivity", "flip.yaml"] + options + ["--to", "parts"])
    #expect(all.output == whole.output, "\(all.summary)")
    holds(try folder.text("parts/runs.jsonl").isEmpty)
  }

  @Test("a map shows the corner in which the sign is another, with places of change between its points")
  func map() throws {
    let folder = try folder()
    let outcome = try folder.slumber(
      "sensitivity", "flip.yaml", "--quick", "--metric", "launches_per_day", "--over", "score.threshold",
      "--replications", "2", "--budget", "0", "--map", "5", "--to", "maps", "--progress", "none", code: 0)
    holds(
      outcome.flowing.contains("over score.thresholdStart and score.thresholdEnd: below 0 in 2 of 25 points"))
    let rows = try folder.text("maps/map-1-launches_per_day-polling.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let grid = rows.filter { $0[3] == "grid" }
    #expect(grid.count == 25)
    // Polling waits 5 h: less than the score's 24 h × (start − 0.5) / (start − end).
    for row in grid {
      let (start, end) = (try #require(Double(row[4])), try #require(Double(row[5])))
      let wait = 24 * (start - 0.5) / (start - end)
      if abs(wait - 5) > 0.5 { #expect(row[8] == (wait < 5 ? "lower" : "higher"), "\(row)") }
    }
    let crossing = try #require(rows.first { $0[3] == "change along score.thresholdStart" })
    // With the end at 0: 12/19.
    #expect(crossing[5] == "0")
    #expect(abs(try #require(Double(crossing[4])) - 12.0 / 19) < 0.02)
    holds(try folder.text("maps/map-1-launches_per_day-polling.svg").contains("polling lower"))
  }
}
