import EndToEndTestSupport
import Foundation
import TestSupport
import Testing

@Suite("plan, status and describe") struct PlanTests {
  /// A study of five blocks, one a replication.
  private static let study = Studies.small(devices: 1, days: 3, replications: 5)

  private func folder() throws -> TestFolder {
    try TestFolder(Self.study)
  }

  @Test("published files that a merge refuses do not count, and are named with the reason")
  func refusedFiles() throws {
    let folder = try folder()
    let results = "small.results.sqlite"
    let shard = ["run", "small.yaml", "--progress", "none", "--shard", "1/2", "--results", results]
    try folder.slumber(shard, code: 0)
    let own = try folder.names("\(results).shards")[0]
    try folder.slumber(shard + ["--seed", "5"], code: 0)
    let other = try #require(try folder.names("\(results).shards").first { $0 != own })
    func lines(_ words: String...) throws -> (text: String, missing: Int?) {
      let outcome = try folder.slumber(words + ["--shards", "2", "--json"], code: 0)
      return (outcome.error, try outcome.object["missingBlocks"] as? Int)
    }
    let plan = try lines("plan", "small.yaml")
    #expect(plan.missing == 2)
    holds(
      plan.text.hasPrefix("warning: \(results).shards/\(other): holds results of the study \"small\" ("),
      "\(plan.text)")
    holds(!plan.text.contains("--results"), "\(plan.text)")

    // Blocks of another version of the model have to be done again.
    try ForeignDatabase.execute(
      "UPDATE versions SET version = '0' WHERE name = 'model'", on: folder.path("\(results).shards/\(own)"))
    let again = try lines("plan", "small.yaml")
    #expect(again.missing == 5)
    holds(again.text.contains("\(own): was computed by slumber "), "\(again.text)")
    let jobs = try folder.slumber("slurm", "small.yaml", "--shards", "2", "--to", "q")
    holds(jobs.output.hasPrefix("2 shards, 2 with work left\n"), "\(jobs.summary)")
    holds(jobs.error.contains("\(own): was computed by slumber "), "\(jobs.summary)")
  }
}
