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
    #expect(try folder.names("one").sorted() == (names + ["flip-sensitivity.results.sqlite"]).sorted())

    let two = try folder.slumber(
      ["sensitivity", "flip.yaml"] + options + ["--shares", "127", "--jobs", "2", "--to", "two"])
    #expect(two.output == one.output)
    for name in names { #expect(try folder.data("one/\(name)") == folder.data("two/\(name)"), "\(name)") }
    // All runs from the folder.
    let again = try folder.slumber(
      ["sensitivity", "flip.yaml"] + options + ["--shares", "127", "--to", "one"])
    #expect(
      again.output == one.output && again.error.contains("one/flip-sensitivity.results.sqlite has "),
      "\(again.summary)")
  }

  @Test("shards share the trajectories, and the same command without --shard shows the merged runs")
  func shards() throws {
    let folder = try folder()
    let results = "parts/flip-sensitivity.results.sqlite"
    let whole = try folder.slumber(["sensitivity", "flip.yaml"] + options)
    for shard in ["1/2", "2/2"] {
      let part = try folder.slumber(
        ["sensitivity", "flip.yaml"] + options + ["--to", "parts", "--shard", shard])
      #expect(part.code == 0 && part.output.contains("slumber merge \(results)"), "\(part.summary)")
    }
    let merged = try folder.slumber("merge", results, code: 0)
    #expect(merged.output.contains("2 files merged, 120 runs new"), "\(merged.summary)")
    let all = try folder.slumber(["sensitivity", "flip.yaml"] + options + ["--to", "parts"])
    #expect(all.output == whole.output, "\(all.summary)")
    #expect(all.error.contains("has 120 finished runs"), "\(all.summary)")
  }
}
