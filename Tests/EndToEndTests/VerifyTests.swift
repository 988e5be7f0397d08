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
    holds(outcome.output.hasPrefix("small.sqlite: 6 finished runs, all rows match their digests\n"))
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
        "slumber: model version 0 computed the runs, but this program has model version "))
    try folder.slumber("verify", "small.sqlite", "--sample", "0", code: 0)
  }

  @Test("no path is taken from results that were made to name one")
  func paths() throws {
    let folder = try results()
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
