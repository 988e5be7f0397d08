import Basics
import EventSimulation
import ModelParameters
import OutputAnalysis
import Studies
import StudyTestSupport
import TestSupport
import Testing
import Workload

@Suite("A study with every key")
struct EveryKeyTests {
  static let folder = PackageRoot.path + "/Tests/StudiesTests/Format/Fixtures"
  let file: StudyFile
  var study: Study { file.study }

  init() throws { file = try StudyFile(path: "\(Self.folder)/every-key.yaml") }

  @Test("No key of the tables is missing from the fixture")
  func isComplete() throws {
    var seen: Set<String> = []
    for name in ["every-key", "every-key-base", "every-key-mix", "every-key-code"] {
      let path = "\(Self.folder)/\(name).yaml"
      collect(try YAMLReader.read(StudyFiles.bytes(of: path), file: path), "study", &seen)
    }
    let all = FieldTable.all.flatMap { table in table.fields.map { "\(table.name).\($0.key)" } }
    #expect(all.filter { !seen.contains($0) } == [])
  }

  /// Table and key of every entry below a mapping.
  private func collect(_ node: YAMLNode, _ name: String, _ seen: inout Set<String>) {
    if let elements = node.elements {
      for element in elements { collect(element, name, &seen) }
      return
    }
    guard let table = FieldTable.all.first(where: { $0.name == name }) else { return }
    for entry in node.entries ?? [] {
      guard let field = table.fields.first(where: { $0.key == entry.key }) else { continue }
      seen.insert("\(name).\(entry.key)")
      switch field.kind {
      case .list(let below), .map(let below), .textOrMap(let below), .listOfTextOrMap(let below):
        collect(entry.value, FieldTable.below(field)?.name ?? below, &seen)
      default: break
      }
    }
  }

  @Test("The head: the file overrides the file that it extends")
  func head() throws {
    #expect(study.name == "every-key")
    #expect(study.question == "Is every key read?")
    #expect(study.seed == .max)
    holds(
      study.horizon == .days(4) && study.horizonDays == 4 && study.warmUpDays == 1 && study.replications == 3)
    #expect(study.records == [.attempts, .energy, .timeseries, .regret])
    #expect(study.comparison.baseline == "hourly")
    #expect(
      study.comparison.metrics.map(\.name) == [
        "energy_j_per_day", "fresh_open_share", "staleness_at_open_s", "background_energy_j_per_day",
        "fresh_reachable_open_share",
      ])
    #expect(
      study.comparison.metrics.map(\.margin) == [
        .absolute(100), nil, .relative(0.1), .battery(0.001), .factor(1.1),
      ])
    holds(study.comparison.isOneFamily)
    #expect(study.comparison.front == ["wake_ups_per_day", "fresh_open_share"])
    #expect(try ComparisonSection(effectiveStudy: file.effectiveText) == study.comparison)
    #expect(study.comparison.confidence == 0.9)
  }

  @Test("Population, apps, script, expectations and tables are decoded as the fixture says")
  func parts() throws {
    let parts =
      leaves(of: study.population, "population") + leaves(of: study.apps, "apps")
      + leaves(of: study.script, "script") + leaves(of: study.expectations, "expect")
    let text = parts.map { $0 + "\n" }.joined()
    let recorded = try Snapshot.recorded(
      "Tests/StudiesTests/Format/Fixtures/every-key.txt", replacedBy: text)
    for (found, expected) in zip(text.split(separator: "\n"), recorded.split(separator: "\n")) {
      #expect(found == expected)
    }
    #expect(text.count == recorded.count)
    holds(study.trace?.devices.map(\.id) == ["phone-1"] && study.deviceCount == 1)
  }

  @Test("The program contains a mix, whose apps are part of a study's identity")
  func builtInMix() throws {
    let text = StudyText.minimal.replacing("  devices: 3\n", with: "  devices: 3\n  mix: everyday-apps\n")
      .replacing("org.example.mail", with: "org.example.own")
    let file = try StudyFolder().study(text)
    #expect(file.study.apps.count == 16)
    #expect(file.study.apps.first?.bundleID == "org.example.messenger")
    holds(
      file.effectiveText.contains("org.example.messenger") && !file.effectiveText.contains("everyday-apps"))
  }

  @Test("Policies with their own parameters and gates")
  func policies() {
    #expect(study.policies.map(\.label) == ["seven-factor", "hourly", "outside"])
    #expect(study.policies[1].name == "fixed-interval")
    #expect(study.policies[1].enforces.reasons.map(\.name).sorted() == ["energyBudget", "rateLimit"])
    #expect(study.policies[1].parameters.number("fixed.interval") == 45)
    #expect(study.policies[1].parameters.number("refresh.minGap") == 20)
    #expect(study.policies[0].parameters.number("fixed.interval") != 45)
    #expect(study.policies.map(\.onlyWhileCharging) == [false, true, false])
    #expect(study.policies.map(\.joulesPerDay) == [nil, 50, nil])
  }

  @Test("A policy that is a process: words with digests of the files that they name, settings as JSON")
  func process() throws {
    holds(study.policies.prefix(2).allSatisfy { $0.process == nil })
    let command = try #require(study.policies[2].process)
    let digest = SHA256.hexadecimal(try StudyFiles.bytes(of: "\(Self.folder)/every-key-base.yaml"))
    #expect(command.words.map(\.text) == ["sh", "every-key-base.yaml", "--quiet"])
    #expect(command.words.map(\.digest) == [nil, digest, nil])
    #expect(command.state?.text == #"{"thresholds":[0.25,0.5]}"#)
    holds(command.label == "outside" && command.folder == Self.folder && command.replyLimit == 2)
    #expect(
      command.settings
        == #"{"deep":{"flag":true,"text":"a \"b\""},"name":"fast","only":[1,"wifi"],"rate":0.5}"#)
  }

  @Test("Restrictions of a policy are part of its identity")
  func restrictions() {
    let policy = study.policies[1]
    var free = policy
    free.onlyWhileCharging = false
    var richer = policy
    richer.joulesPerDay = 60
    var unlimited = policy
    unlimited.joulesPerDay = nil
    #expect(Set([policy, free, richer, unlimited].map(\.canonicalText)).count == 4)
  }

  @Test("Arms times levels, the arm slowest")
  func design() {
    #expect(
      file.points.map(\.name) == [
        "plain;push.minGap=10 min", "plain;push.minGap=20 min", "gentle;push.minGap=10 min",
        "gentle;push.minGap=20 min",
      ])
    #expect(file.points.map { $0.study.apps[1].content.changesPerDay } == [8, 8, 2, 2])
    #expect(file.points.map { $0.study.parameters.number("push.minGap") } == [10, 20, 10, 20])
  }
}
