import JSON
import PlainText
import ResultsStore

/// The design of a study as its results file tells it: from the stored runs where they know it, else from the effective
/// study that lies in the file.
package struct StudyDesign: Sendable {
  /// A policy with its place in the catalogue and the soft gates that it obeys.
  struct Policy: Hashable {
    let label, name: String
    let gates: [String]
  }

  /// A factor with its levels in the order of the study.
  struct Factor: Hashable {
    let name: String
    let levels: [String]
  }

  /// An app of the study, with the kinds of its background work.
  struct App: Hashable {
    let id: String
    let work: [String]
  }

  let description: StudyDescription
  let counts: RunCounts
  let designPoints: [String]
  let policies: [Policy]
  let factors: [Factor]
  let replications: Int
  /// Devices of a run.
  let devices: Int
  let apps: [App]
  /// Parameters that the study changes, with their values as it writes them.
  let parameters: [(name: String, value: String)]
  /// Detail tables that the study asks for.
  let recorded: [String]
  /// The effective study.
  private let study: JSONValue

  /// Reads the design from a results file.
  init(_ file: ResultsFile) throws {
    description = try file.study()
    counts = try file.counts()
    let runs = try file.runs()
    var seen: Set<String> = []
    designPoints = runs.map(\.designPoint).filter { seen.insert($0).inserted }
    seen = []
    policies = runs.filter { seen.insert($0.policy).inserted }.map {
      Policy(label: $0.policy, name: $0.policyName, gates: $0.enforces)
    }
    var names: [String] = []
    var levels: [String: [String]] = [:]
    for level in runs.flatMap(\.factors) {
      if levels[level.name] == nil { names.append(level.name) }
      if levels[level.name]?.contains(level.value) != true {
        levels[level.name, default: []].append(level.value)
      }
    }
    factors = names.map { Factor(name: $0, levels: levels[$0] ?? []) }
    replications = Set(runs.map(\.replication)).count
    devices = runs.map(\.devicesExpected).max() ?? 0
    study = Self.value(description.effectiveStudy)
    apps = (study["apps"]?.elements ?? []).map(Self.app)
    parameters = (study["parameters"]?.members ?? []).map { ($0.name, Self.text($0.value)) }
    recorded = study["record"]?.elements?.compactMap(\.characters) ?? []
  }

  /// The value of a key of the effective study as text; nil where the study leaves it out.
  func text(_ key: String) -> String? { study[key].map(Self.text) }

  /// The value of a key of the population; nil where the study leaves it out.
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
      CountText.text(replications, "replication") + " of "
        + CountText.text(devices, "device"),
    ]
    return words.joined(separator: ", ") + "; " + horizon
  }

  /// The trace that is replayed; nil for a synthetic population.
  var trace: String? { study["trace"].map { $0["file"].map(Self.text) ?? Self.text($0) } }

  /// Whether the study intervenes at stated times.
  var hasScript: Bool { study["script"] != nil }

  /// The command that runs the study, as its runs keep it.
  static func command(_ runs: [StoredRun]) -> String {
    let replay = runs.first { !$0.replay.isEmpty }?.replay ?? ""
    return replay.firstRange(of: " --only ").map { String(replay[..<$0.lowerBound]) } ?? replay
  }

  private static func value(_ text: String) -> JSONValue {
    // The parser reads lines; no string of JSON holds a line feed.
    let line = text.utf8.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    let limits = JSONParser.Limits(depth: 64, members: 10_000, numberLength: 400)
    return (try? JSONParser.value(of: line[...], limits: limits)) ?? .null
  }

  private static func text(_ value: JSONValue) -> String { value.characters ?? value.text(isPretty: false) }

  private static func app(_ value: JSONValue) -> App {
    var work: [String] = []
    for task in value["tasks"]?.elements ?? [] {
      let floor = task["floor"].map { ", floor \(text($0))" } ?? ""
      work.append("\(task["kind"].map(text) ?? "task")\(floor)")
    }
    for (key, word) in [
      ("pushes", "pushes"), ("transfers", "transfers"), ("assertions", "assertions"), ("modes", "modes"),
    ] where value[key] != nil { work.append(word) }
    return App(id: value["id"].map(text) ?? "", work: work)
  }
}
