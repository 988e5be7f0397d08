import Foundation
import TestSupport
import Testing

@Suite("What the program tells about itself") struct CatalogueTests {
  static let commands = [
    "run", "compare", "export", "verify", "check", "explain", "ablate", "sensitivity", "fit", "trace",
    "timeline",
    "validate",
    "describe",
    "policies", "parameters", "train", "conform",
    "rules", "metrics", "distributions", "networks",
  ]

  @Test(
    "catalogues list and explain",
    arguments: [
      (["policies"], "seven-factor"), (["policies", "seven-factor"], "Known weakness"),
      (["parameters"], "battery.capacity"), (["parameters", "push"], "push."),
      (["rules"], "PWR-7"), (["rules", "SUB"], "SUB-10"), (["rules", "SUB-4"], "submit.refreshLimit = 1"),
      (["metrics"], "energy_j_per_day"),
      (["metrics", "staleness_at_open_s"], "Censoring:"), (["distributions"], "lognormal"),
      (["distributions", "lognormal"], "example:"),
      (["networks"], "5G SA low band, T-Mobile,"),
      (["networks", "lte2012"], "radio.lte2012.pagingPower"),
    ])
  func catalogues(_ words: [String], _ expected: String) throws {
    let folder = try TestFolder()
    let outcome = try folder.slumber(words, code: 0)
    #expect(outcome.output.contains(expected))
    #expect(outcome.error.isEmpty)
    let json = try folder.slumber(words + ["--json"], code: 0)
    _ = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
  }

  @Test("every policy and metric of the lists has a page")
  func pages() throws {
    let folder = try TestFolder()
    for catalogue in ["policies", "metrics", "distributions", "networks"] {
      let list = try folder.slumber(catalogue, "--json")
      let entries = try list.objects
      #expect(!entries.isEmpty)
      for entry in entries {
        let name = try #require(entry["name"] as? String)
        let page = try folder.slumber(catalogue, name)
        #expect(page.code == 0 && page.output.contains(name), "\(catalogue) \(name)")
      }
    }
  }

  @Test("rules gives one rule, a chapter or all, each with what it reads", arguments: ["PWR-1", "pwr-1"])
  func rules(_ id: String) throws {
    let folder = try TestFolder()
    let page = try folder.slumber("rules", id, code: 0)
    #expect(page.output.hasPrefix("PWR-1 (power state, grade A)\n"))
    #expect(page.output.contains("\nSeen in\n  soft verdict `lowBattery`\n"))
    #expect(page.output.contains("\n  battery.criticalLevel = 20 %  low-battery level\n"))

    let rule = try folder.slumber("rules", id, "--json").object
    #expect(rule["id"] as? String == "PWR-1" && rule["grade"] as? String == "A")
    let chapter = try folder.slumber("rules", "PWR", "--json").objects
    #expect(chapter.compactMap { $0["id"] as? String } == (1...7).map { "PWR-\($0)" })
    #expect(try folder.slumber("rules", "--json").objects.count == 158)
  }

  @Test("rules finds every reason that keeps an item waiting")
  func reasons() throws {
    let folder = try TestFolder()
    let reasons =
      "forceQuit barOff barWifiOnly firstUnlock lowPowerMode appForeground alreadyRunning earliestBeginDate externalPower "
      + "deviceInUse noNetwork noPermittedPath resumeDelay concurrency thermalCritical lowBattery energyBudget dataBudget rateLimit appUsage "
      + "bootHold busy cpuLoad thermalSerious herd transferStage score policyChoice"
    for reason in reasons.split(separator: " ").map(String.init) {
      let page = try folder.slumber("rules", reason)
      #expect(page.code == 0 && page.output.contains(reason), "\(page.summary)")
    }
  }

  @Test("describe shows the effective study and every parameter")
  func describe() throws {
    let folder = try TestFolder(Studies.small())
    let outcome = try folder.slumber(
      "describe", "small.yaml", "--set", "gate.herdPause=20 min", "--days", "4", code: 0)
    #expect(outcome.output.contains("1 design point × 3 policies × 2 replications = 6 runs"))
    #expect(outcome.output.contains("of 3 devices over 4 days (1 of warm-up)"))
    #expect(outcome.output.contains("gate.herdPause"))
    let json = try folder.slumber("describe", "small.yaml", "--set", "gate.herdPause=20 min", "--json").object
    let parameters = try #require(json["parameters"] as? [[String: Any]])
    let changed = parameters.filter { $0["isChanged"] as? Bool == true }.compactMap { $0["name"] as? String }
    #expect(changed == ["gate.herdPause"])
    #expect(try folder.names() == ["small.yaml"])
  }

  @Test(
    "describe is short: apps with their work, policies with their gates, factors, and what the study changes")
  func outline() throws {
    let folder = try TestFolder(Studies.small(extra: "factors: {refresh.minGap: [10 min, 1 h]}\n"))
    let words = ["describe", "small.yaml", "--set", "gate.herdPause=120 min"]
    let short = try folder.slumber(words, code: 0)
    for part in [
      "2 design points × 3 policies × 2 replications = 12 runs", "\nApps\n", "10 changes a day",
      "ids without `org.example.`", "processing clean", "not before 15 min", "brings fresh content",
      "silent push", "at each change of content", "4 a day at random", "\nPolicies\n",
      "energyBudget",
      "\nFactors\n", "refresh.minGap  10 min, 1 h", "\nUsers (everyday)\n",
      "Parameters that the study changes (--all-parameters shows the rest)", "gate.herdPause  2 h",
    ] {
      #expect(short.output.contains(part) || short.flowing.contains(part), "\(part): \(short.summary)")
    }
    #expect(!short.output.contains("battery.capacity"))
    let long = try folder.slumber(words + ["--all-parameters"])
    #expect(
      long.output.contains("battery.capacity") && long.output.contains("Parameters (* changed by the study)"))
    #expect(long.output.contains(#/gate\.herdPause +\* +2 h/#), "\(long.summary)")
  }

  @Test("describe says which runs submit a task, and by what its work grows")
  func dependence() throws {
    let folder = try TestFolder()
    for (name, part) in [
      ("rearm-by-other-task", "not before 12 h, by runs of"),
      ("work-grows-with-backlog", "0.3 s of waiting a change"),
    ] {
      let study = PackageRoot.file("Tests/StudiesTests/Execution/Fixtures/rules/\(name).yaml").path
      let outcome = try folder.slumber("describe", study)
      #expect(outcome.output.contains(part) || outcome.flowing.contains(part), "\(part): \(outcome.summary)")
    }
  }

  @Test("--version names model and libraries")
  func version() throws {
    let outcome = try TestFolder().slumber("--version", code: 0)
    #expect(
      outcome.output.wholeMatch(
        of: /slumber \d+\.\d+\.\d+ \(commit [0-9a-z]+, model \S+, Swift [0-9.]+, GSL [0-9.]+\)\n/) != nil,
      "\(outcome.output)")
  }

  @Test("--help lists the commands, also as `help`")
  func help() throws {
    let folder = try TestFolder()
    for words in [["--help"], ["-h"], ["help"]] {
      let outcome = try folder.slumber(words, code: 0)
      for command in Self.commands { #expect(outcome.output.contains("\n  \(command) "), "\(command)") }
    }
    let nothing = try folder.slumber([], code: 2)
    #expect(nothing.error.contains("Usage: slumber COMMAND"))
  }

  @Test("COMMAND --help shows usage, options and an example", arguments: commands)
  func commandHelp(_ command: String) throws {
    let folder = try TestFolder()
    let outcome = try folder.slumber(command, "--help", code: 0)
    #expect(outcome.output.contains("Usage: slumber \(command)"))
    #expect(outcome.output.contains("\nExample:\n  slumber \(command)"))
    #expect(outcome.error.isEmpty)
    #expect(try folder.slumber("help", command).output == outcome.output)
  }

  @Test("rules --svg draws the system with the ids of its rules")
  func rulePicture() throws {
    let folder = try TestFolder()
    try folder.slumber("rules", "--svg", "rules.svg", code: 0)
    let svg = try folder.xml("rules.svg")
    for words in [
      "Hard gates", "Soft gates", "externalPower: PROC-3, PROC-4", "SUB-1\u{A0}to\u{A0}SUB-10", "Content",
    ] {
      #expect(svg.contains(words), "\(words)")
    }
    #expect(try folder.slumber("rules", "SUB-4", "--svg", "x.svg").code == 2)
  }

  @Test("a metric of opens says which of them count")
  func countedOpens() throws {
    let outcome = try TestFolder().slumber("metrics", "opens_per_day", code: 0)
    #expect(outcome.flowing.contains("content.openSettle"), "\(outcome.summary)")
  }
}
