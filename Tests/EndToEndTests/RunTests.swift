import Foundation
import Testing

@Suite("slumber run") struct RunTests {
  @Test("a run prints the comparison, and a second one does nothing and prints the same")
  func repeated() throws {
    let folder = try TestFolder(Studies.small())
    let first = try folder.slumber("run", "small.yaml", code: 0)
    #expect(first.output.hasPrefix("small: Does the program work from end to end?\n"))
    #expect(first.output.contains("No policy could have refreshed the content before "))
    for policy in ["seven-factor", "never", "fixed-interval"] { #expect(first.output.contains(policy)) }
    for metric in ["energy_j_per_day", "staleness_at_reachable_open_s"] {
      #expect(first.output.contains(metric))
    }
    #expect(first.error.contains("results: small.results.sqlite"))
    let before = try folder.export("small.results.sqlite")
    let second = try folder.slumber("run", "small.yaml", code: 0)
    #expect(second.output == first.output)
    let after = try folder.export("small.results.sqlite")
    // Provenance tells when a run was done: equal means that nothing was done again.
    #expect(after.files == before.files)
    #expect(try folder.slumber("compare", "small.results.sqlite").output == first.output)
  }

  @Test("points that the results file has and the study has not are told, and kept apart by another file")
  func otherStudy() throws {
    let folder = try TestFolder()
    let arms = "arms: [{name: today, set: {}}, {name: rare, set: {\"apps[0].tasks[0].floor\": 4 h}}]"
    try folder.write(Studies.small(replications: 1), to: "small.yaml")
    try folder.write(Studies.small(extra: "\n\(arms)"), to: "changes.yaml")
    let arm = try folder.slumber("run", "changes.yaml", "--results", "small.results.sqlite")
    #expect(arm.code == 0 && !arm.error.contains("warning: "), "\(arm.summary)")
    let mixed = try folder.slumber("run", "small.yaml", code: 0)
    #expect(
      mixed.error.contains(
        "warning: small.results.sqlite also has runs of `rare`, a point that this study does not have"),
      "\(mixed.summary)")
    let alone = try folder.slumber("run", "small.yaml", "--results", "alone.sqlite")
    #expect(alone.code == 0 && !alone.error.contains("warning: "), "\(alone.summary)")
  }

  @Test("two files of one name within have results of their own, and a file of the name within is named")
  func copied() throws {
    let folder = try TestFolder(Studies.small(replications: 1))
    try folder.write(Studies.small(replications: 1), to: "copy.yaml")
    #expect(try folder.slumber("run", "small.yaml", code: 0).error.contains("results: small.results.sqlite"))
    let copy = try folder.slumber("run", "copy.yaml", code: 0)
    #expect(copy.error.contains("results: copy.results.sqlite"), "\(copy.summary)")
    #expect(
      copy.error.contains("small.results.sqlite has the name that results of this study had by default"))
    #expect(!(try folder.slumber("run", "copy.yaml", code: 0).error.contains("by default")))
  }

  @Test("a run of one name with other content is refused; more policies and replications go on")
  func otherContent() throws {
    func study(_ floor: String, policies: String = "seven-factor", replications: Int = 1) -> String {
      Studies.small(
        replications: replications, policies: policies,
        extra: "arms: [{name: today, set: {}}, {name: rare, set: {\"apps[0].tasks[0].floor\": \(floor)}}]\n")
    }
    let folder = try TestFolder(run: study("4 h"))
    let before = try folder.export("small.results.sqlite")
    try folder.write(study("6 h"), to: "small.yaml")
    let refused = try folder.slumber("run", "small.yaml", code: 1)
    #expect(
      refused.error.contains("`seven-factor`, replication 0 at `rare`, which was done with other settings")
        && refused.error.contains("--results") && refused.error.contains("--fresh"), "\(refused.summary)")
    #expect(try folder.export("small.results.sqlite").files == before.files)
    try folder.write(study("4 h", policies: "seven-factor, never", replications: 2), to: "small.yaml")
    try folder.slumber("run", "small.yaml", code: 0)
    #expect(try folder.export("small.results.sqlite").rows("runs.csv").count == 8)
    try folder.write(study("6 h"), to: "small.yaml")
    try folder.slumber("run", "small.yaml", "--fresh", code: 0)
    #expect(try folder.export("small.results.sqlite").rows("runs.csv").count == 2)
  }

  @Test("--fresh does all runs again and finds the same")
  func fresh() throws {
    let folder = try TestFolder(run: Studies.small())
    let before = try folder.export("small.results.sqlite")
    try folder.slumber("run", "small.yaml", "--fresh", code: 0)
    let after = try folder.export("small.results.sqlite")
    #expect(after.differences(from: before) == [])
    #expect(after.files["provenance.csv"] != before.files["provenance.csv"])
  }

  @Test("one worker and two give the same bytes")
  func jobs() throws {
    let folder = try TestFolder(Studies.small(record: "attempts, energy, timeseries"))
    for jobs in ["1", "2"] {
      try folder.slumber("run", "small.yaml", "--jobs", jobs, "--results", "\(jobs).sqlite", code: 0)
    }
    let one = try folder.export("1.sqlite")
    #expect(try folder.export("2.sqlite").differences(from: one) == [])
    #expect(try one.rows("runs.csv").count == 6)
    #expect(try one.rows("runs.csv").allSatisfy { $0["status"] == "ok" })
  }

  @Test("detail tables change no other table")
  func records() throws {
    let folder = try TestFolder(Studies.small())
    try folder.slumber("run", "small.yaml", "--results", "plain.sqlite", code: 0)
    try folder.write(Studies.small(record: "attempts, energy, timeseries"), to: "small.yaml")
    try folder.slumber("run", "small.yaml", "--results", "detailed.sqlite", code: 0)
    let plain = try folder.export("plain.sqlite")
    let detailed = try folder.export("detailed.sqlite")
    for name in [
      "summary.csv", "metrics.csv", "runs.csv", "devices.csv", "comparison.csv", "events.csv", "days.csv",
    ] {
      #expect(plain.files[name] != nil)
      #expect(plain.files[name] == detailed.files[name], "\(name)")
    }
    for name in ["attempts.csv", "energy.csv", "timeseries.csv"] {
      #expect(try !detailed.rows(name).isEmpty, "\(name)")
    }
  }

  @Test(
    "a changed study has a results file of its own",
    arguments: [
      ["--seed", "7"], ["--days", "4"], ["--devices", "2"], ["--set", "gate.herdPause=20 min"],
      ["--set", "apps[0].content.perDay=3", "--seed", "2"],
    ])
  func changed(_ options: [String]) throws {
    let folder = try TestFolder(Studies.small(replications: 1))
    try folder.slumber(["run", "small.yaml"] + options, code: 0)
    let found = try folder.names().filter { $0.hasSuffix(".results.sqlite") }
    try #require(found.count == 1)
    #expect(found[0].wholeMatch(of: /small-[0-9a-f]{8}\.results\.sqlite/) != nil, "\(found[0])")

    // The stored words replay one run, options included.
    let export = try folder.export(found[0])
    let run = try #require(try export.rows("runs.csv").first)
    let replay = try folder.shell("\(try #require(run["replay"])) --json", code: 0)
    #expect(replay.output.contains("\"\(try #require(run["run_id"]))\""))

    // The plain study is another one, with results that are not mixed with these.
    try folder.slumber("run", "small.yaml", "--results", found[0], code: 1)
    #expect(try folder.export(found[0]).files == export.files)
  }

  @Test("--devices, --days and --seed mean what they say")
  func meanings() throws {
    let folder = try TestFolder(Studies.small(replications: 1))
    try folder.slumber(
      "run", "small.yaml", "--devices=2", "--days=3", "--seed=9", "--results", "a.sqlite", code: 0)
    let export = try folder.export("a.sqlite")
    for run in try export.rows("runs.csv") {
      #expect(run["seed"] == "9")
      #expect(run["devices_done"] == "2")
    }
    for device in try export.rows("devices.csv") { #expect(device["observed_s"] == "172800") }
  }

  @Test("--policy keeps one policy or adds another, in the study's own results file")
  func policies() throws {
    let folder = try TestFolder(Studies.small(replications: 1))
    try folder.slumber("run", "small.yaml", "--policy", "fixed-interval", "--policy", "immediate", code: 0)
    let export = try folder.export("small.results.sqlite")
    #expect(Set(try export.rows("runs.csv").compactMap { $0["policy"] }) == ["fixed-interval", "immediate"])
    try folder.slumber("run", "small.yaml", code: 0)
    let rows = try folder.export("small.results.sqlite").rows("runs.csv")
    #expect(
      Set(rows.compactMap { $0["policy"] }).isSuperset(of: ["seven-factor", "never", "fixed-interval"]))
  }

  @Test("--only replays a run and prints the stored metrics")
  func only() throws {
    let folder = try TestFolder(run: Studies.small())
    let export = try folder.export("small.results.sqlite")
    let stored = try export.rows("metrics.csv").filter { $0["scope"] == "population" }
    let file = try folder.data("small.results.sqlite")
    for run in try export.rows("runs.csv") {
      let id = try #require(run["run_id"])
      let outcome = try folder.slumber("run", "small.yaml", "--only", id, code: 0)
      #expect(outcome.output.hasPrefix("run \(id): \(run["events"] ?? "") events\n"))
      var printed: [String: Double?] = [:]
      for line in outcome.output.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let name = words.first, let value = words.last else { continue }
        printed[String(name)] = words.count == 3 ? Double(value) : nil
      }
      let expected = stored.filter { $0["run_id"] == id }
      #expect(expected.count > 30)
      for row in expected {
        let name = try #require(row["metric"])
        let value = try #require(printed[name], "\(name)")
        #expect(value == row["value"].flatMap(Double.init), "\(name)")
      }
      let json = try folder.slumber("run", "small.yaml", "--only", id, "--json")
      let object = try json.object
      #expect((object["metrics"] as? [String: Any])?.count == expected.count)
    }
    #expect(try folder.data("small.results.sqlite") == file)
  }
}
