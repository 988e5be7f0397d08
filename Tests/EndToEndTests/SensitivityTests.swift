import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("slumber sensitivity") struct SensitivityTests {
  /// The study whose differences can be computed by hand: see `Tests/Transcripts/sensitivity.txt`.
  @Test("the interval of the share that can be computed by hand covers it, for nine of ten seeds")
  func knownShareInNumbers() throws {
    let seeds = Tier.isLong ? Tier.count("SLUMBER_SEEDS", or: 200) : 1
    let folder = try TestFolder(Studies.shipped("threshold-corner"), as: "flip.yaml")
    var covered = 0
    for seed in 1...seeds {
      let outcome = try folder.slumber(
        "sensitivity", "flip.yaml", "--quick", "--metric", "launches_per_day", "--over", "score.threshold",
        "--budget", "0", "--points", "64", "--replications", "20", "--devices", "1", "--seed", "\(seed)",
        "--json", code: 0)
      let found = try #require((try outcome.object["comparisons"] as? [[String: Any]])?.first)
      let share = try #require(found["share_of_points"] as? [String: Any])
      let ends = try ["share_lower", "share_upper"].map { try #require(share[$0] as? Double) }
      // All but a triangle of 0.12 by 0.12 / 3.8 of a box of 0.35 by 0.276.
      if ends[0] <= 0.9804, 0.9804 <= ends[1] { covered += 1 }
    }
    #expect(Double(covered) >= 0.9 * Double(seeds), "\(covered) of \(seeds)")
  }
}
