import Foundation
import TestSupport
import Testing

@Suite("plan, status and describe") struct PlanTests {
  /// A study of five blocks, one a replication.
  private static let study = Studies.small(devices: 1, days: 3, replications: 5)

  private func folder() throws -> TestFolder {
    try TestFolder(Self.study)
  }

  @Test("plan counts runs, blocks and device-days, and what is done in the results file and in shards")
  func plan() throws {
    let folder = try folder()
    let before = try folder.slumber("plan", "small.yaml", "--shards", "2", "--json").object
    #expect(before["runs"] as? Int == 15)
    #expect(before["blocks"] as? Int == 5)
    #expect(before["missingBlocks"] as? Int == 5)
    #expect(before["deviceDays"] as? Double == 45)
    #expect(before["missingDeviceDays"] as? Double == 45)
    #expect(before["shards"] as? Int == 2)
    #expect((before["processorSeconds"] as? Double ?? 0) > 0)
    #expect((before["memoryBytes"] as? Int ?? 0) > 1_000_000)
    #expect((before["basis"] as? String ?? "").hasPrefix("from a sample of "))
    #expect(try folder.names() == ["small.yaml"])

    try folder.slumber("run", "small.yaml", "--shard", "1/2", "--progress", "none", code: 0)
    let during = try folder.slumber("plan", "small.yaml", "--shards", "2", "--json").object
    #expect(during["finishedRuns"] as? Int == 9)
    #expect(during["missingBlocks"] as? Int == 2)
    #expect(during["shardsWithWork"] as? Int == 1)

    try folder.slumber("run", "small.yaml", "--progress", "none", code: 0)
    let after = try folder.slumber("plan", "small.yaml")
    #expect(
      after.output.contains("runs: 15 of 15 done\nblocks: 5 of 5 done; the largest have 1 device\n"),
      "\(after.summary)")
    #expect(after.output.contains("from the 15 finished runs of the results file"), "\(after.summary)")
    #expect(after.output.contains("0 with work left"), "\(after.summary)")
  }

  @Test("plan and status take a study or its results file, and a shard ends with what joins all")
  func either() throws {
    let folder = try folder()
    let missing = try folder.slumber("status", "small.yaml", code: 1)
    #expect(missing.error.contains("small.results.sqlite"), "\(missing.summary)")
    let shard = try folder.slumber("run", "small.yaml", "--shard", "1/2", "--progress", "none", code: 0)
    #expect(
      shard.error.hasSuffix("with all shards done: slumber merge small.results.sqlite\n"), "\(shard.summary)")
    let status = try folder.slumber("status", "small.yaml", code: 0)
    #expect(status.output.contains("9 of 15 runs done"), "\(status.summary)")
    try folder.slumber("merge", "small.results.sqlite", code: 4)
    for name in ["small.yaml", "small.results.sqlite"] {
      #expect(try folder.slumber("status", name, code: 0).output.contains("9 of 15 runs done"))
      let plan = try folder.slumber("plan", name, "--json", code: 0).object
      #expect(plan["finishedRuns"] as? Int == 9 && plan["missingBlocks"] as? Int == 2, "\(name): \(plan)")
    }
    let refused = try folder.slumber("plan", "small.results.sqlite", "--seed", "2", code: 2)
    #expect(refused.error.contains("`--seed`"), "\(refused.summary)")
  }

  @Test("a small study gets fewer shards than were asked for by time, and an explicit number stays")
  func choice() throws {
    let folder = try folder()
    let few = try folder.slumber("plan", "small.yaml", "--per-shard", "1s", "--replications", "4000")
    #expect(few.flowing.contains("a shard would take less than 30 s"), "\(few.summary)")
    let many = try folder.slumber("plan", "small.yaml", "--shards", "1000")
    #expect(many.output.contains("shards: 1000 shards, 5 with work left"), "\(many.summary)")
    #expect(!many.output.contains("note:"))
  }

  @Test("describe prints the estimate of plan, also after runs are done")
  func describe() throws {
    let folder = try folder()
    for isDone in [false, true] {
      if isDone { try folder.slumber("run", "small.yaml", code: 0) }
      let described =
        try folder.slumber("describe", "small.yaml", "--json").object["estimate"] as? [String: Any]
      let planned = try folder.slumber("plan", "small.yaml", "--json").object
      for key in ["basis", "deviceDays", "missingDeviceDays", "blocks", "missingBlocks", "finishedRuns"] {
        #expect("\(described?[key] ?? "")" == "\(planned[key] ?? "")", "\(key)")
      }
      let memory = [described?["memoryBytes"], planned["memoryBytes"]].compactMap { $0 as? Double }
      #expect(isDone ? memory.isEmpty : memory.count == 2 && abs(memory[0] - memory[1]) < 4e6, "\(memory)")
      guard isDone else { continue }
      let page = try folder.slumber("describe", "small.yaml").flowing
      #expect(page.contains("(from the 15 finished runs of the results file)"), "\(page)")
    }
  }

  @Test("describe prints the size of the study with its cost")
  func size() throws {
    let folder = try folder()
    let described = try folder.slumber("describe", "small.yaml")
    #expect(described.output.contains("of processor time, "), "\(described.summary)")
    #expect(described.output.contains(" devices); 5 blocks of devices"), "\(described.summary)")
    let estimate =
      try folder.slumber("describe", "small.yaml", "--json").object["estimate"] as? [String: Any]
    #expect(estimate?["blocks"] as? Int == 5)
    #expect(estimate?["deviceDays"] as? Double == 45)
  }

  @Test("status counts runs, blocks and shards from the files alone")
  func status() throws {
    let folder = try folder()
    try folder.slumber("run", "small.yaml", "--shard", "2/3", "--progress", "none", code: 0)
    let results = "small.results.sqlite"
    let alone = try folder.slumber("status", results, "--json").object
    #expect(alone["blocks"] as? [String: Int] == ["expected": 5, "done": 2])
    let runs = ["expected": 15, "done": 6, "failed": 0, "missing": 9]
    #expect(alone["runs"] as? [String: Int] == runs)
    let shards = alone["shards"] as? [[String: Any]] ?? []
    #expect(shards.map { $0["shard"] as? Int } == [2])
    #expect(shards.map { $0["blocksDone"] as? Int } == [2])
    #expect(shards.map { $0["blocks"] as? Int } == [2])
    let age = shards.first?["secondsSincePublication"] as? Double ?? -1
    #expect(age >= 0 && age < 600)
    #expect(alone["unmergedBlocks"] as? Int == 2)

    // A shard of another study and one that was cut are left out by name.
    let published = try folder.names("\(results).shards")
    let whole = try folder.data("\(results).shards/\(published[0])")
    try whole.prefix(5000).write(
      to: URL(fileURLWithPath: folder.path("\(results).shards/1-of-3.0000000000000000.sqlite")))
    let text = try folder.slumber("status", results, code: 0)
    #expect(text.output.hasPrefix("small: 6 of 15 runs done, 0 failed, 9 missing\nblocks: 2 of 5 done\n"))
    #expect(
      text.flowing.contains(
        "2 of these blocks are published and not yet in the results file: `slumber merge \(results)` joins them"
      ),
      "\(text.summary)")
    #expect(
      text.flowing.contains("left out: \(results).shards/1-of-3.0000000000000000.sqlite: "), "\(text.summary)"
    )
    #expect(text.output.contains("2/3"))

    // A merge leaves out the file that was cut, and says so; what it joins is no longer to be merged.
    _ = try folder.slumber("merge", results)
    let merged = try folder.slumber("status", results)
    #expect(merged.output.contains("blocks: 2 of 5 done\n"), "\(merged.summary)")
    #expect(!merged.output.contains("slumber merge"), "\(merged.summary)")
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
    #expect(
      plan.text.hasPrefix("warning: \(results).shards/\(other): holds results of the study \"small\" ("),
      "\(plan.text)")
    #expect(!plan.text.contains("--results"), "\(plan.text)")

    // Blocks of another version of the model have to be done again.
    try ForeignDatabase.execute(
      "UPDATE versions SET version = '0' WHERE name = 'model'", on: folder.path("\(results).shards/\(own)"))
    let again = try lines("plan", "small.yaml")
    #expect(again.missing == 5)
    #expect(again.text.contains("\(own): was computed by slumber "), "\(again.text)")
    let jobs = try folder.slumber("slurm", "small.yaml", "--shards", "2", "--to", "q")
    #expect(jobs.output.hasPrefix("2 shards, 2 with work left\n"), "\(jobs.summary)")
    #expect(jobs.error.contains("\(own): was computed by slumber "), "\(jobs.summary)")
  }
}
