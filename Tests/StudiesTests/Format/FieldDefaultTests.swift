import Studies
import StudyTestSupport
import TestSupport
import Testing

/// The defaults that the tables of keys state.
@Suite("Defaults of keys")
struct FieldDefaultTests {
  /// The studies of `Fixtures/places.txt` by the names of their tables.
  static let places = Dictionary(
    uniqueKeysWithValues: cases(try! PackageRoot.text("Tests/StudiesTests/Format/Fixtures/places.txt"))
      .filter { $0.count == 2 }.map { ($0[0], $0[1] + "\n") })

  /// Keys whose default has its effect elsewhere: a study without the other key is wrong, or a program is needed.
  static let elsewhere: Set = [
    "trace.repeat", "trace.wholeDays", "policy.replyLimit", "expectation.within", "app.sessions",
    "app.replyLimit", "app.server", "server.delay", "server.status", "server.failures",
    "server.failureStatus",
  ]

  private func text(_ table: String, _ key: String) -> String {
    var place = (Self.places[table] ?? "").replacing("KEY", with: key)
    if key.isEmpty {
      place = place.replacing(", }", with: "}").replacing("quality: {}", with: "quality: {profile: careful}")
    }
    let head = ["formatVersion: 1", "name: defaults", "horizonDays: 4", "replications: 1"]
    let population =
      place.contains("population:") || key.hasPrefix("population") ? "" : "population: {devices: 2}\n"
    let policies = place.contains("policies:") ? "" : "policies: [never]\n"
    return head.joined(separator: "\n") + "\n" + population + policies + place
  }

  private func meaning(_ text: String, in folder: StudyFolder) throws -> String {
    let study = try folder.study(text).study
    let policies = study.policies.map { "\($0.label) \($0.enforces) \($0.onlyWhileCharging)" }
    return """
      \(study.question) \(study.seed) \(study.horizon) \(study.warmUpDays) \(study.population) \(study.apps) \
      \(policies) \(study.comparison) \(study.expectations.map { "\($0.words) \($0.quantity) \($0.factor)" })
      """
  }

  static let stated: [String] = FieldTable.all.flatMap { table in
    table.fields.compactMap { field in
      guard case .value = field.fallback else { return nil }
      return "\(table.name).\(field.key)"
    }
  }

  @Test("leaving a key out has the effect that its table states", arguments: stated)
  func isRead(name: String) throws {
    guard !Self.elsewhere.contains(name) else { return }
    let parts = name.split(separator: ".").map(String.init)
    let field = try #require(FieldTable.named(parts[0])?.definition(of: parts[1]))
    #expect(Self.places[parts[0]] != nil, "\(parts[0]) has no place in a study of this test")
    let folder = try StudyFolder()
    let given = text(parts[0], "\(field.key): \(field.defaultText)")
    #expect(try meaning(given, in: folder) == meaning(text(parts[0], ""), in: folder), "\(given)")
  }

  /// Keys whose example needs other keys, a file or a name of the study, and keys that their place already has.
  static let contextual: Set = [
    "study.extends", "study.horizonDays", "study.horizon", "population.mix", "start.charge",
    "start.frontApp", "app.behavior", "app.plist", "usage.opensPerDay", "policy.state",
    "policy.stateDigest", "transfer.on", "expectation.metric", "expectation.event", "expectation.observe",
    "expectation.finding", "expectation.arm", "expectation.policy", "expectation.app",
    "expectation.increasesWith", "expectation.decreasesWith", "expectation.at", "observed.unit",
    "observed.days", "observed.rule",
    "compare.baseline",
  ]

  static let shown: [String] = FieldTable.all.filter { places[$0.name] != nil }.flatMap { table in
    table.fields.filter { !$0.isRequired && !$0.example.contains("…") }.map { "\(table.name).\($0.key)" }
  }

  @Test("the example of a key is a legal value", arguments: shown)
  func example(name: String) throws {
    guard !Self.elsewhere.union(Self.contextual).contains(name) else { return }
    let parts = name.split(separator: ".").map(String.init)
    let field = try #require(FieldTable.named(parts[0])?.definition(of: parts[1]))
    _ = try StudyFolder().study(text(parts[0], field.example))
  }

  @Test("every key is required, has a default, or belongs to a step or claim that needs it only at times")
  func complete() {
    for table in FieldTable.all where !["scriptStep", "expectation", "networkShares"].contains(table.name) {
      for field in table.fields where !field.isRequired && field.key != "cellularNetwork" {
        #expect(field.fallback != nil, "\(table.name).\(field.key)")
      }
    }
  }

  @Test("a path leads to its key, and a wrong step is named with the table where it was sought")
  func paths() throws {
    guard case .field(let field, let path) = FieldTable.find("apps[0].tasks.earliestBegin") else {
      Issue.record("no such key")
      return
    }
    holds(
      field.key == "earliestBegin" && path == ["apps", "tasks", "earliestBegin"]
        && field.defaultText == "none")
    #expect(field.example == "earliestBegin: 10 min")
    guard case .missing(let step, let table, let walked) = FieldTable.find("apps.task.earliestBegin") else {
      Issue.record("found")
      return
    }
    holds(step == "task" && table.name == "app" && walked == ["apps"])
    guard case .missing(let below, let none, _) = FieldTable.find("seed.x") else {
      Issue.record("found")
      return
    }
    holds(below == "x" && none.fields.isEmpty)
  }
}
