import Basics
import ResultsStore

/// The design of a study in its results file: from the stored runs, or from the effective study for facts that runs lack.
package struct StudyDesign: Sendable {
  typealias Policy = (label: String, name: String, gates: [String])

  let description: StudyDescription
  let counts: RunCounts
  let designPoints: [String]
  let policies: [Policy]
  let factors: [(name: String, levels: [String])]
  /// Arms with the keys that they set; empty in a study without arms.
  let arms: [(name: String, changes: [(key: String, value: String)])]
  let replications, devices: Int
  let apps: [(id: String, work: [String])]
  let parameters: [(name: String, value: String)]
  let recorded: [String]
  private let study: JSONValue

  init(_ file: ResultsFile) throws {
    description = try file.study()
    counts = try file.counts()
    let runs = try file.runs()
    designPoints = runs.map(\.designPoint).unique
    var seen: Set<String> = []
    policies = runs.filter { seen.insert($0.policy).inserted }.map { ($0.policy, $0.policyName, $0.enforces) }
    let levels = Dictionary(grouping: runs.flatMap(\.factors).unique, by: \.name)
    factors = runs.flatMap(\.factors).map(\.name).unique.map { ($0, (levels[$0] ?? []).map(\.value).unique) }
    replications = Set(runs.map(\.replication)).count
    devices = runs.map(\.devicesExpected).max() ?? 0
    study = description.effectiveValue ?? .null
    arms = (study["arms"]?.elements ?? []).map { arm in
      (arm["name"].map(Self.text) ?? "", (arm["set"]?.members ?? []).map { ($0.name, Self.text($0.value)) })
    }
    apps = (study["apps"]?.elements ?? []).map(Self.app)
    parameters = (study["parameters"]?.members ?? []).map { ($0.name, Self.text($0.value)) }
    recorded = study["record"]?.elements?.compactMap(\.characters) ?? []
  }

  func text(_ key: String) -> String? { study[key].map(Self.text) }
  func population(_ key: String) -> String? { study["population"]?[key].map(Self.text) }

  /// `28 days, 14 of them warm-up`.
  var horizon: String {
    let days = text("horizonDays").map { $0 == "1" ? "1 day" : "\($0) days" } ?? "the horizon of the study"
    return text("warmUpDays").map { "\(days), \($0) of them warm-up" } ?? days
  }

  /// `5 policies, 1 design point, 10 replications of 20 devices; 28 days, 14 of them warm-up`.
  var size: String {
    let words = [
      CountText.text(policies.count, "policy", "policies"),
      CountText.text(designPoints.count, "design point"),
      CountText.text(replications, "replication") + " of " + CountText.text(devices, "device"),
    ]
    return words.joined(separator: ", ") + "; " + horizon
  }

  var trace: String? { study["trace"].map { $0["file"].map(Self.text) ?? Self.text($0) } }

  var hasNamedPopulation: Bool {
    let archetypes = study["population"]?["archetypes"]
    return trace == nil && (archetypes == nil || archetypes?.characters != nil)
  }

  var hasScript: Bool { study["script"] != nil }

  package static func armsWithSeed(_ description: StudyDescription) -> Set<String> {
    let arms = description.effectiveValue?["arms"]?.elements ?? []
    return Set(arms.filter { $0["set"]?["seed"] != nil }.compactMap { $0["name"]?.characters })
  }

  static func command(_ runs: [StoredRun]) -> String {
    let replay = runs.first { !$0.replay.isEmpty }?.replay ?? ""
    return replay.firstRange(of: " --only ").map { String(replay[..<$0.lowerBound]) } ?? replay
  }

  private static func text(_ value: JSONValue) -> String { value.characters ?? value.text(isPretty: false) }

  private static func app(_ value: JSONValue) -> (id: String, work: [String]) {
    var work: [String] = []
    for task in value["tasks"]?.elements ?? [] {
      let earliestBegin = task["earliestBegin"].map { ", earliest start \(text($0))" } ?? ""
      work.append("\(task["kind"].map(text) ?? "task")\(earliestBegin)")
    }
    for key in ["pushes", "transfers", "assertions", "modes"] where value[key] != nil { work.append(key) }
    return (value["id"].map(text) ?? "", work)
  }

  var page: TextPage {
    var page = TextPage(description.question.isEmpty ? "The study states no question." : description.question)
    let properties = [
      ("population", populationText), ("devices of a run", "\(devices)"), ("length", horizon),
      ("replications", "\(replications)"), ("design points", "\(designPoints.count)"),
      ("runs", "\(counts.expected): \(counts.done) done, \(counts.failed) failed, \(counts.missing) missing"),
      ("recorded in detail", recorded.isEmpty ? "only the metrics" : recorded.joined(separator: ", ")),
    ]
    let script = hasScript ? [("script", "interventions at fixed times; the effective study lists them")] : []
    func add(_ title: String, _ table: TextTable) {
      page.add(heading: title)
      page.add(table)
    }
    page.add(
      TextTable(properties + script, titles: ("property", "in this study"), subject: "size of the study"))
    add("Policies", policyTable)
    if factors.isEmpty {
      page.add("The study varies no factor. `factors:` in a study names key paths and their levels.")
    } else {
      let levels = factors.map { ($0.name, $0.levels.joined(separator: ", ")) }
      add("Factors and levels", TextTable(levels, titles: ("factor", "levels"), subject: "factors"))
    }
    if !arms.isEmpty { add("Arms", armTable) }
    if !apps.isEmpty {
      let work = apps.map { ($0.id, $0.work.isEmpty ? "none" : $0.work.joined(separator: "; ")) }
      add("Apps", TextTable(work, titles: ("app", "background work"), subject: "apps"))
    }
    return page
  }

  var populationText: String {
    var parts: [String] = []
    if let trace { parts.append("recorded devices of \(trace)") }
    if let archetypes = population("archetypes") { parts.append("archetypes \(archetypes)") }
    if let device = population("device") { parts.append("device \(device)") }
    return parts.isEmpty ? "archetypes everyday, the default" : parts.joined(separator: "; ")
  }

  var armTable: TextTable {
    TextTable(
      arms.map { arm in
        let changes = arm.changes.map { "\($0.key) = \($0.value)" }
        return (arm.name, changes.isEmpty ? "none" : changes.joined(separator: "; "))
      }, titles: ("arm", "keys that it sets"), subject: "arms")
  }

  var policyTable: TextTable {
    TextTable(
      policies,
      [
        .page("policy") { $0.label == $0.name ? $0.label : "\($0.label) (\($0.name))" },
        .page("gates", .right) { "\($0.gates.count)" },
        .page("soft gates that it obeys") { $0.gates.isEmpty ? "none" : $0.gates.joined(separator: ", ") },
      ], subject: "policies")
  }
}
