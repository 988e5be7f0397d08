import EndToEndTestSupport
import Foundation
import ResultsStore
import TestSupport
import Testing

@Suite("slumber verify") struct VerifyTests {
  private func results() throws -> TestFolder {
    let folder = try TestFolder(Studies.small(record: "attempts, energy, timeseries, regret"))
    try folder.slumber("run", "small.yaml", "--results", "small.sqlite", code: 0)
    return folder
  }

  /// Changes rows together with their digests, so that the change can only be found by computing again.
  private static func change(_ folder: TestFolder, _ sql: String) throws {
    try ForeignDatabase.execute(sql, on: folder.path("small.sqlite"))
    try Forgery.renewDigests(of: folder.path("small.sqlite"))
  }

  @Test("results that nobody changed are identical, in every table")
  func identical() throws {
    let folder = try results()
    let outcome = try folder.slumber("verify", "small.sqlite", code: 0)
    holds(outcome.output.hasPrefix("small.sqlite: 6 finished runs, all rows have their digests\n"))
    holds(outcome.output.contains("\n3 of 6 runs computed again:\n"))
    #expect(outcome.output.matches(of: /\n  identical  run [0-9a-f]{16} \(/).count == 3)
    #expect(try folder.slumber("verify", "small.sqlite").output == outcome.output)
    let json = try folder.slumber("verify", "small.sqlite", "--sample", "100", "--json")
    let object = try json.object
    holds(json.code == 0 && object["identical"] as? Bool == true && object["digests"] as? String == "match")
    let sample = try #require(object["sample"] as? [[String: Any]])
    holds(sample.count == 6 && sample.allSatisfy { $0["identical"] as? Bool == true })
    #expect(try folder.names() == ["small.sqlite", "small.yaml"])
  }

  @Test("damage is named by every command that reads results, and nothing is printed or written of it")
  func damaged() throws {
    let folder = try results()
    let runID = try #require(try folder.export("small.sqlite").rows("runs.csv").last?["run_id"])
    try ForeignDatabase.execute(
      "UPDATE results SET metrics = (SELECT metrics FROM results WHERE run_id <> '\(runID)') WHERE run_id = '\(runID)'",
      on: folder.path("small.sqlite"))
    let names = try folder.names()
    let message =
      "run \(runID) (policy `fixed-interval`, `base`, replication 1): its rows are not those that were stored"
    for command in [
      ["compare", "small.sqlite"], ["export", "small.sqlite", "--to", "ex"],
      ["run", "small.yaml", "--results", "small.sqlite"],
    ] {
      let outcome = try folder.slumber(command)
      holds(outcome.code == 1 && outcome.output.isEmpty, "\(outcome.summary)")
      #expect(outcome.error == "slumber: small.sqlite: damaged: \(message)\n", "\(outcome.summary)")
    }
    #expect(try folder.names() == names)
    let outcome = try folder.slumber("verify", "small.sqlite", code: 1)
    #expect(outcome.flowing == "small.sqlite: 6 finished runs, damaged damaged \(message)")
    let json = try folder.slumber("verify", "small.sqlite", "--json")
    let object = try json.object
    let damages = try #require(object["damaged"] as? [[String: Any]])
    holds(json.code == 1 && damages.compactMap { $0["run_id"] as? String } == [runID])
    // Computing everything again mends it.
    try folder.slumber("run", "small.yaml", "--results", "small.sqlite", "--fresh", code: 0)
    try folder.slumber("verify", "small.sqlite", code: 0)
  }

  @Test("a number that was changed together with its digest is found by computing the run again")
  func different() throws {
    let folder = try results()
    try Forgery.change(
      folder.path("small.sqlite"),
      runs: { run in
        for index in run.metrics.indices
        where run.metrics[index].scope == .population && run.metrics[index].metric == "launches_per_day" {
          run.metrics[index].value = 5
        }
      })
    let outcome = try folder.slumber("verify", "small.sqlite", code: 1)
    holds(outcome.output.hasPrefix("small.sqlite: 6 finished runs, all rows have their digests\n"))
    let place =
      "metrics, scope population, entity all, metric launches_per_day, value: stored `5`, computed `"
    #expect(outcome.flowing.components(separatedBy: place).count == 4, "\(outcome.output)")
    // A run that was never done, under the name of one.
    let forgery = ["results", "blocks", "runs"].map { table in
      "UPDATE \(table) SET run_id = 'ffffffffffffffff' WHERE run_id = "
        + "(SELECT run_id FROM runs WHERE policy = 'never' AND replication = 0)"
    }
    try Self.change(folder, forgery.joined(separator: "; "))
    let forged = try folder.slumber("verify", "small.sqlite", "--sample", "6")
    holds(
      forged.flowing.contains("runs, run_id: stored `ffffffffffffffff`, computed `"), "\(forged.summary)")
  }

  @Test("results of another model version are refused by name, their digests are checked all the same")
  func otherModel() throws {
    let folder = try results()
    try Self.change(folder, "UPDATE versions SET version = '0' WHERE name = 'model'")
    let outcome = try folder.slumber("verify", "small.sqlite")
    holds(outcome.code == 1 && outcome.output.isEmpty, "\(outcome.summary)")
    holds(
      outcome.error.contains(
        "slumber: the runs were computed by model 0, and this program computes by model "))
    try folder.slumber("verify", "small.sqlite", "--sample", "0", code: 0)
  }

  @Test(
    "no path is taken from results: where the study names a file, it has to be given, and must be the same")
  func paths() throws {
    let folder = try TestFolder(Studies.small())
    try folder.slumber("timeline", "small.yaml", "--to", "trace.csv", code: 0)
    try folder.write(Studies.traced(file: "trace.csv"), to: "traced.yaml")
    try folder.slumber("run", "traced.yaml", "--results", "traced.sqlite", code: 0)
    let outcome = try folder.slumber("verify", "traced.sqlite", code: 1)
    #expect(
      outcome.error
        == "slumber: the study of these results has the key `trace`, which names a file or program; no path is "
        + "taken from a results file, so name the study with --study\n")
    let given = try folder.slumber("verify", "traced.sqlite", "--study", "traced.yaml", code: 0)
    holds(given.output.contains("  identical  run "))
    let other = try folder.slumber("verify", "traced.sqlite", "--study", "small.yaml", code: 1)
    holds(other.error.hasPrefix("slumber: small.yaml: is the study \"small\" ("), "\(other.summary)")
    // Nor from results that were made to name one.
    try folder.slumber("run", "small.yaml", "--results", "small.sqlite", code: 0)
    for (text, key) in [
      (#"{"extends": "/etc/passwd"}"#, "extends"), (#"{"population": {"mix": "/etc/passwd"}}"#, "mix"),
      (#"{"arms": [{"name": "a", "set": {"trace.file": "/etc/passwd"}}]}"#, "trace"),
      (#"{"policies": [{"name": "process", "command": ["/bin/sh"]}]}"#, "command"),
      (#"{"factors": {"policies[0].command": [["/bin/sh"]]}}"#, "command"),
    ] {
      try Self.change(folder, "UPDATE study SET value = '\(text)' WHERE key = 'effective_study'")
      let outcome = try folder.slumber("verify", "small.sqlite")
      holds(outcome.code == 1 && outcome.output.isEmpty, "\(outcome.summary)")
      holds(
        outcome.error.contains("has the key `\(key)`, which names a file or program"), "\(outcome.summary)")
    }
  }
}
