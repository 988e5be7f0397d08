import Foundation
import Testing

@Suite("Comparisons at their edges") struct EqualPolicyTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test("two labels of one policy run, export and compare: the same everywhere")
  func sameTwice() throws {
    try folder.write(
      Studies.small(
        name: "twice", policies: "random, {name: random, label: again}, immediate", record: "attempts, energy"
      ), to: "twice.yaml")
    let run = try folder.slumber("run", "twice.yaml", code: 0)
    #expect(
      run.output.contains(#/\n  again +0 +[0-9.]+ +[0-9.]+ % +[0-9.]+ +same as random /#), "\(run.summary)")
    #expect(run.output.contains("\nsame: equal in every replication\n"))
    let export = try folder.export("twice.results.sqlite")
    let runs = try export.rows("runs.csv")
    #expect(runs.count == 6 && Set(runs.map { $0["run_id"] }).count == 6)
    func hashes(_ label: String) -> [String?] {
      runs.filter { $0["policy"] == label }.map { $0["event_hash"] }
    }
    #expect(hashes("random") == hashes("again") && hashes("random") != hashes("immediate"))
    let rows = try export.rows("comparison.csv").filter { $0["policy"] == "again" && $0["verdict"] != "" }
    #expect(rows.count >= 3)
    #expect(
      rows.allSatisfy { row in
        row["verdict"] == "same" && row["p_adjusted"] == "" && row["difference"] == "0"
          && row["direction"] == "" && row["replications_needed"] == ""
      }, "\(rows)")
    let keys = try export.rows("devices.csv").map { "\($0["run_id"] ?? "") \($0["device"] ?? "")" }
    #expect(keys.count == 18 && Set(keys).count == 18)
    #expect(try folder.slumber("run", "twice.yaml", "--progress", "plain").output == run.output)
  }

  @Test("a comparison that fails is no success: the reason is said, and what was run is stored")
  func failedComparison() throws {
    try folder.write(
      Studies.small(extra: "compare: {metrics: [{name: sessions_per_day}]}"), to: "small.yaml")
    let run = try folder.slumber("run", "small.yaml", code: 1)
    #expect(run.output.isEmpty)
    #expect(
      run.error.contains(
        "slumber: the comparison failed: metric `sessions_per_day` cannot have a verdict: neither way of it is better"
      ), "\(run.summary)")
    let compare = try folder.slumber("compare", "small.results.sqlite")
    #expect(compare.code == 1 && compare.error.contains("cannot have a verdict"), "\(compare.summary)")
  }

  @Test("a picture that cannot be drawn or written fails the command with the reason")
  func picture() throws {
    try folder.write(Studies.small(), to: "small.yaml")
    try folder.slumber("run", "small.yaml", "--policy", "never", code: 0)
    let none = try folder.slumber("compare", "small.results.sqlite", "--svg", "front.svg", code: 1)
    #expect(none.error.contains("the results hold no two policies whose front could be drawn"))
    try folder.slumber("run", "small.yaml", code: 0)
    let nowhere = try folder.slumber("compare", "small.results.sqlite", "--svg", "nowhere/front.svg")
    #expect(
      nowhere.code == 1 && nowhere.error.contains("`nowhere/front.svg` cannot be written"),
      "\(nowhere.summary)")
  }

  @Test("a signal ends the run of one huge device within seconds", arguments: [SIGINT, SIGTERM])
  func hugeDevice(_ signal: Int32) throws {
    try folder.write(
      Studies.small(
        name: "huge", devices: 1, days: 1500, replications: 1,
        policies:
          "seven-factor, never, fixed-interval, immediate, aligned, learned, random, deadline, energy-budget"),
      to: "huge.yaml")
    let process = try folder.start(["run", "huge.yaml", "--jobs", "1", "--results", "huge.sqlite"])
    let limit = Date().addingTimeInterval(60)
    while !FileManager.default.fileExists(atPath: folder.path("huge.sqlite")), Date() < limit {
      usleep(20_000)
    }
    sleep(1)
    let sent = Date()
    process.send(signal)
    let outcome = process.wait()
    #expect(outcome.code == 130, "\(outcome.summary)")
    #expect(Date().timeIntervalSince(sent) < 10)
    let runs = try folder.export("huge.sqlite").rows("runs.csv")
    #expect(runs.allSatisfy { $0["status"] != "ok" && $0["status"] != "failed" })
  }
}
