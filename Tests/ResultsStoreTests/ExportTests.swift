import Basics
import ResultsStore
import TestSupport
import Testing

@Suite("An export")
struct ExportTests {
  let folder = TemporaryFolder()
  let target = TemporaryFolder()

  func export(_ runs: [FinishedRun], comparison: [ComparisonRow] = []) throws -> [String: String] {
    let target = TemporaryFolder()
    let path = folder.file("\(runs.map(\.run.runID).joined()).sqlite")
    let file = try ResultsFile.open(path, for: Samples.study)
    for run in runs { try file.store(run) }
    let names = try file.export(
      to: target.path, selecting: ExportSelection(isDetailed: true),
      reports: [TableFile(ComparisonRow.table, comparison)])
    #expect(target.names == names.sorted())
    return Dictionary(uniqueKeysWithValues: names.map { ($0, target.text($0)) })
  }

  func header(_ text: String?) -> [String] {
    (text ?? "").split(separator: "\n").first?.split(separator: ",").map(String.init) ?? []
  }

  @Test("prints exact decimals, shortest numbers, quotes and empty fields")
  func golden() throws {
    let files = try export([Samples.finished(Samples.run("a", level: "20 min"))])
    let names = [
      "runs.csv", "summary.csv", "metrics.csv", "attempts.csv", "blocked.csv", "energy.csv", "timeseries.csv",
      "regret.csv", "days.csv", "provenance.csv",
    ]
    #expect(
      names.map { "# \($0)\n" + (files[$0] ?? "") }.joined() == #"""
        # runs.csv
        run_id,design_point,arm,refresh.minGap,refresh.minGap_text,policy,replication,seed,devices_expected,devices_done,status,events,event_hash,policy_name,enforces,error,replay
        a,"base, gap=20 min",base,1200,20 min,never,0,18446744073709551615,1,1,ok,42,000000000000beef,never,lowBattery rateLimit,,slumber run s.yaml --only a
        # summary.csv
        run_id,design_point,arm,refresh.minGap,refresh.minGap_text,policy,replication,seed,devices_expected,devices_done,status,events,event_hash,energy_j_per_day
        a,"base, gap=20 min",base,1200,20 min,never,0,18446744073709551615,1,1,ok,42,000000000000beef,12.5
        # metrics.csv
        run_id,scope,entity,metric,unit,value,numerator,denominator
        a,app,com.a,runs_per_day,1/d,0.1,,
        a,population,all,energy_j_per_day,J/d,12.5,25,2
        # attempts.csv
        run_id,device,item,app,mechanism,identifier,submitted_s,earliest_begin_s,launched_s,ended_s,outcome,reason,granted_s,cpu_s,bytes,energy_j,censored,wait_from_s,wait_until_s,wait_end,blocked_joint_s,blocked_lowPowerMode_s,blocked_energyBudget_s
        a,0,1,com.a,refresh,"r,""1""",1.5,,2.000001,3,completed,,30,0.25,150000,1.23456789,0,,,,0.000001,0,0.25
        # blocked.csv
        run_id,device,reason,hour,blocked_s
        a,0,energyBudget,7,0.25
        a,0,joint,8,0.000001
        # energy.csv
        run_id,device,app,component,cause,energy_j,battery_j,observed_energy_j,observed_battery_j,shared_j
        a,0,system,wifi,idle,1.500000001,1.000000001,0.5,0.000000001,0
        # timeseries.csv
        run_id,device,time_s,state_of_charge,power_w,voltage_v,temperature_c
        a,0,3600,0.5,1e-09,,
        # regret.csv
        run_id,device,app,opens,reachable_opens,fetches,observed_fetches,fetches_needed,staleness_s,bound_s
        a,0,com.a,3,2,7,5,1,3600.000001,1.5
        # days.csv
        run_id,day,observed_s,energy_j,discretionary_battery_j,reachable_opens,fresh_reachable_opens,reachable_staleness_s,processing_wanted,processing_completed
        a,0,86400,1.500000001,0.25,3,1,1.5,2,1
        a,1,43200,0.000000001,-0.000000001,0,0,0,0,0
        # provenance.csv
        run_id,wall_s,host,started,ended,processor,instructions,c_library
        a,1.5,h,2026-01-01T00:00:00Z,2026-01-01T00:00:02Z,,,

        """#)
    // The names of the many columns of devices are in the data package.
    #expect(
      files["devices.csv"]?.split(separator: "\n").last == """
        a,0,night,1.500000001,1.000000001,0.5,2,0.000000007,0,0.1,1,0.000000001,0.000000001,0,0,0,86400,0,0,0,0,0,0,3,1,0.3333333333333333,,2,1,1.5,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,generated,generated,generated,generated,generated,real,generated,generated,generated
        """)
    #expect(files["study.json"] == "name: night charging\n")
    #expect(files["comparison.csv"] == nil)
  }

  @Test("has rows of the population only, unless details or a table are selected")
  func details() throws {
    let file = try ResultsFile.open(folder.file("s.sqlite"), for: Samples.study)
    try file.store(Samples.finished(Samples.run("a")))
    try file.export(to: target.path)
    #expect(
      target.names == [
        "datapackage.json", "days.csv", "events.csv", "metrics.csv", "provenance.csv", "runs.csv",
        "study.json",
        "summary.csv",
      ])
    let scopes = target.text("metrics.csv").split(separator: "\n").dropFirst().map {
      $0.split(separator: ",")[1]
    }
    #expect(scopes == ["population"])
    holds(target.text("datapackage.json").contains("Rows are of the population only"))
    let single = TemporaryFolder()
    try file.export(to: single.path, selecting: ExportSelection(tables: ["energy"]))
    #expect(single.names == ["datapackage.json", "energy.csv", "study.json"])
    holds(!single.text("datapackage.json").contains("Rows are of the population only"))
  }

  @Test("does not depend on the order in which runs were stored")
  func order() throws {
    let runs = (0..<4).map { index in
      Samples.finished(
        Samples.run(
          "\(9 - index)", policy: index < 2 ? "z" : "b", policyOrder: index < 2 ? 0 : 1,
          replication: index % 2))
    }
    let files = try export(runs)
    #expect(try export(runs.reversed()) == files)
    let rows = files["runs.csv"]?.split(separator: "\n").dropFirst().map { $0.prefix(1) }
    #expect(rows == ["9", "8", "7", "6"])
  }

  @Test("describes every column of every file, in order")
  func dataPackage() throws {
    let row = ComparisonRow(
      designPoint: "base", arm: "base", metric: "energy_j_per_day", unit: "J/d", policy: "never", mean: 1,
      halfWidth: nil, baseline: "never", replicationsUsed: 1)
    let files = try export([Samples.finished(Samples.run("a", level: "1 h"))], comparison: [row])
    let json = try #require(files["datapackage.json"])
    let resources = json.components(after: "\"path\": \"").map { $0.prefix { $0 != "\"" } }
    for (name, text) in files where name.hasSuffix(".csv") {
      holds(resources.contains { $0 == name })
      let section = try #require(json.components(after: "\"path\": \"\(name)\"").first)
      let fields =
        section.components(after: "\"fields\": [").first?.components(before: "\"missingValues\"") ?? ""
      let names = fields.components(after: "\"name\": \"").map { String($0.prefix { $0 != "\"" }) }
      #expect(names == header(text), "\(name)")
    }
    holds(json.contains("\"expected\": 1"))
    holds(json.contains("\"seed\": \"18446744073709551615\""))
    holds(json.contains("\"name\": \"night-charging\""))
    holds(json.contains("All 1 runs are done."))
  }

  @Test("removes files that an earlier export had and this one has not")
  func staleFiles() throws {
    let file = try ResultsFile.open(folder.file("s.sqlite"), for: Samples.study)
    var run = Samples.finished(Samples.run("a"))
    run.details.attempts = []
    try file.store(run)
    target.write(Array("old".utf8), to: "attempts.csv")
    target.write(Array("mine".utf8), to: "notes.txt")
    try file.export(to: target.path)
    holds(!target.names.contains("attempts.csv"))
    #expect(target.text("notes.txt") == "mine")
  }

  @Test("to a place that is not a folder says so and leaves it")
  func notAFolder() throws {
    let file = try ResultsFile.open(folder.file("s.sqlite"), for: Samples.study)
    target.write(Array("mine".utf8), to: "taken")
    let path = target.file("taken")
    #expect {
      try file.export(to: path)
    } throws: { error in
      "\(error)" == "\(path): cannot create the folder: a file has this name (error 17)"
    }
    #expect(target.text("taken") == "mine")
  }

  @Test("makes folders with their parents")
  func parents() throws {
    let file = try ResultsFile.open(folder.file("s.sqlite"), for: Samples.study)
    let names = try file.export(to: target.file("x/y"))
    holds(names.contains("runs.csv"))
  }
}

extension String {
  /// The text behind each occurrence of a text.
  fileprivate func components(after text: String) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: text) {
      rest = rest[range.upperBound...]
      found.append(String(rest))
    }
    return found
  }

  fileprivate func components(before text: String) -> String {
    firstRange(of: text).map { String(self[..<$0.lowerBound]) } ?? self
  }
}
