import Studies
import StudyTestSupport
import TestSupport
import Testing

/// The defaults that the tables of keys state.
@Suite("Defaults of keys")
struct FieldDefaultTests {
  /// A study with a place for one more key of each table that states defaults. `KEY` is the place, at the indentation of its mapping;
  /// the keys in front of it must not be those under test.
  static let places: [String: String] = [
    "study": "KEY\n",
    "population": "population: {devices: 2, KEY}\n",
    "archetype": "population: {devices: 2, archetypes: [{name: a, share: 100 %, KEY}]}\n",
    "start": "population: {devices: 2, archetypes: [{name: a, share: 100 %, start: {charge: 50 %, KEY}}]}\n",
    "dailySpan":
      "population: {devices: 2, archetypes: [{name: a, share: 100 %, charging: [{from: 22:00, to: 23:00, KEY}]}]}\n",
    "app": "apps: [{id: org.example.a, KEY}]\n",
    "declarations": "apps: [{id: org.example.a, declarations: {modes: [fetch], KEY}}]\n",
    "popularity": "apps: [{id: org.example.a, popularity: {installShare: 50 %, weight: 1, KEY}}]\n",
    "usage": "apps: [{id: org.example.a, usage: {opensPerDay: 3, KEY}}]\n",
    "content": "apps: [{id: org.example.a, content: {process: fixed, KEY}}]\n",
    "task": "apps: [{id: org.example.a, tasks: [{id: b, kind: processing, KEY}]}]\n",
    "furtherSubmission":
      "apps: [{id: org.example.a, tasks: [{id: b, kind: refresh, alsoSubmits: [{task: c, KEY}]}, {id: c, kind: processing}]}]\n",
    "pushes":
      "apps: [{id: org.example.a, content: {process: fixed, perDay: 2}, pushes: {work: {cpu: 1 s}, KEY}}]\n",
    "quality": "apps: [{id: org.example.a, quality: {KEY}}]\n",
    "policy": "policies: [{name: never, KEY}]\n",
    "transfer": "apps: [{id: org.example.a, transfers: [{session: s, on: open, KEY}]}]\n",
    "modeUse": "apps: [{id: org.example.a, modes: {audio: {duration: 60 s, KEY}}}]\n",
    "regions": "apps: [{id: org.example.a, modes: {regions: {count: 2, KEY}}}]\n",
    "visiblePushes":
      "apps: [{id: org.example.a, content: {process: fixed, perDay: 2}, visiblePushes: {extension: {duration: 1 s}, KEY}}]\n",
    "serviceExtension":
      "apps: [{id: org.example.a, content: {process: fixed, perDay: 2}, visiblePushes: {extension: {duration: 1 s, KEY}}}]\n",
    "voipPushes": "apps: [{id: org.example.a, voipPushes: {KEY}}]\n",
    "exitWork": "apps: [{id: org.example.a, assertions: [{name: x, length: 1 s, KEY}]}]\n",
    "expectation": "expect: [{metric: launches_per_day, atLeast: 0, KEY}]\n",
    "observed":
      "expect: [{metric: launches_per_day, observed: {id: O1, value: 1, grade: C, source: a, tolerance: {times: 2}, KEY}}]\n",
    "compare": "compare: {baseline: never, KEY}\n",
  ]

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
    guard case .field(let field, let path) = FieldTable.find("apps[0].tasks.floor") else {
      Issue.record("no such key")
      return
    }
    holds(field.key == "floor" && path == ["apps", "tasks", "floor"] && field.defaultText == "none")
    #expect(field.example == "floor: 10 min")
    guard case .missing(let step, let table, let walked) = FieldTable.find("apps.task.floor") else {
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
