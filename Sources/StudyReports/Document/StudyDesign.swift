import Basics
import ResultsStore

/// The design of a study as its results file tells it: from the stored runs where they know it, else from the effective
/// study that lies in the file.
struct StudyDesign: Sendable {
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
    study = Self.value(description.effectiveStudy.utf8) ?? .null
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

  static func armsWithSeed(_ description: StudyDescription) -> Set<String> {
    let arms = value(description.effectiveStudy.utf8)?["arms"]?.elements ?? []
    return Set(arms.filter { $0["set"]?["seed"] != nil }.compactMap { $0["name"]?.characters })
  }

  static func command(_ runs: [StoredRun]) -> String {
    let replay = runs.first { !$0.replay.isEmpty }?.replay ?? ""
    return replay.firstRange(of: " --only ").map { String(replay[..<$0.lowerBound]) } ?? replay
  }

  static func value(_ bytes: some Sequence<UInt8>) -> JSONValue? {
    // The parser reads lines; no string of JSON holds a line feed.
    let line = bytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    let limits = JSONParser.Limits(depth: 64, members: 10_000, numberLength: 400)
    return try? JSONParser.value(of: line[...], limits: limits)
  }

  private static func text(_ value: JSONValue) -> String { value.characters ?? value.text(isPretty: false) }

  private static func app(_ value: JSONValue) -> (id: String, work: [String]) {
    var work: [String] = []
    for task in value["tasks"]?.elements ?? [] {
      let floor = task["floor"].map { ", floor \(text($0))" } ?? ""
      work.append("\(task["kind"].map(text) ?? "task")\(floor)")
    }
    for key in ["pushes", "transfers", "assertions", "modes"] where value[key] != nil { work.append(key) }
    return (value["id"].map(text) ?? "", work)
  }

  var section: ReportSection {
    var section = ReportSection("design", "Question and design")
    section.add(
      paragraph: description.question.isEmpty ? "The study states no question." : description.question)
    var properties = [
      ("population", populationText), ("devices of a run", "\(devices)"), ("length", horizon),
      ("replications", "\(replications)"), ("design points", "\(designPoints.count)"),
      ("runs", "\(counts.expected): \(counts.done) done, \(counts.failed) failed, \(counts.missing) missing"),
      (
        "recorded in detail",
        recorded.isEmpty ? "nothing beyond the metrics" : recorded.joined(separator: ", ")
      ),
    ]
    if hasScript { properties.append(("script", "interventions at stated times, in the effective study")) }
    section.body += TextTable(properties, titles: ("property", "in this study"))
      .html(named: "size of the study")
    section.add(heading: "Policies")
    section.body += policyTable.html(named: "policies") { _, title, _ in
      title == "gates" ? HTMLCell(target: ReportGlossary.Term.gates.id) : HTMLCell()
    }
    section.add(heading: "Factors and levels")
    if factors.isEmpty {
      section.add(
        absence: "The study varies no factor. `factors:` in a study names key paths and their levels.")
    } else {
      section.body += TextTable(
        factors.map { ($0.name, $0.levels.joined(separator: ", ")) }, titles: ("factor", "levels")
      ).html(named: "factors and levels")
    }
    if !arms.isEmpty {
      section.add(heading: "Arms")
      section.body += armTable.html(named: "arms")
    }
    if !apps.isEmpty {
      section.add(heading: "Apps")
      section.body += TextTable(
        apps.map { ($0.id, $0.work.isEmpty ? "none" : $0.work.joined(separator: "; ")) },
        titles: ("app", "background work")
      ).html(named: "apps")
    }
    return section
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
      }, titles: ("arm", "keys that it sets"))
  }

  var policyTable: TextTable {
    TextTable(
      policies,
      [
        .page("policy") { $0.label == $0.name ? $0.label : "\($0.label) (\($0.name))" },
        .page("gates", .right) { "\($0.gates.count)" },
        .page("soft gates that it obeys") {
          $0.gates.isEmpty ? "none" : $0.gates.joined(separator: ", ")
        },
      ])
  }
}

extension TextTable {
  init(_ pairs: [(String, String)], titles: (String, String)) {
    self.init(pairs, [.page(titles.0, \.0), .page(titles.1, \.1)])
  }
}

struct StudyProvenance {
  let description: StudyDescription
  let command: String
  let runs: [StoredRun]
  /// Seconds spent on all runs together; a number of a clock.
  let wallSeconds: Double
  let hosts, processors, instructions, libraries: [String]
  /// When the first run began and the last one ended, ISO 8601, UTC; nil without runs.
  let started, ended: String?

  init(_ file: ResultsFile) throws {
    description = try file.study()
    runs = try file.runs()
    command = StudyDesign.command(runs)
    let rows = try file.provenance()
    wallSeconds = rows.reduce(0) { $0 + $1.wallSeconds }
    func unique(_ texts: [String?]) -> [String] {
      Set(texts.compactMap(\.self).filter { !$0.isEmpty }).sorted()
    }
    hosts = unique(rows.map(\.host))
    processors = unique(rows.map(\.processor))
    instructions = unique(rows.map(\.instructions))
    libraries = unique(rows.map(\.cLibrary))
    started = rows.map(\.started).min()
    ended = rows.map(\.ended).max()
  }

  var studyFile: String {
    let words = ShellWord.words(command)
    return words.count > 2 ? String(words[2]) : "STUDY"
  }

  /// `slumber 0.2.0, model 8, Swift 6.3, GSL 2.7.1`.
  var versions: String { description.versions.map { "\($0.name) \($0.version)" }.joined(separator: ", ") }

  /// A command that runs the study with another detail table; nil where the command of the study cannot be extended.
  func recording(_ table: String, beside recorded: [String]) -> String? {
    guard !command.isEmpty, !command.contains("record=") else { return nil }
    let tables = (recorded + [table]).joined(separator: ", ")
    let results = ShellWord.quoted("\(description.name)-\(table).results.sqlite")
    return "\(command) --set \(ShellWord.quoted("record=[\(tables)]")) --results \(results)"
  }

  var section: ReportSection {
    var section = ReportSection("reproduce", "How to reproduce")
    section.body += TextTable(
      [
        ("study", description.name), ("digest of the study", description.baseDigest),
        ("seed", String(description.seed)), ("versions", versions),
        ("commit", description.commit.isEmpty ? "unknown" : description.commit),
        ("license of the results", "\(description.licence.title) (\(description.licence.name))"),
      ], titles: ("property", "value")
    ).html(named: "versions and digests")
    if command.isEmpty {
      section.add(paragraph: "The runs keep no command; the effective study lies in every export.")
    } else {
      section.add(paragraph: "This command runs the study again, in the folder of its file:")
      section.add(code: command)
      section.add(
        paragraph:
          "An export holds the effective study, which can be run without any other file, and the hash of the events "
          + "of every run: equal runs have equal hashes, for any number of workers and after any interruption."
      )
      section.add(
        code: "slumber export RESULTS --to FOLDER", "slumber run FOLDER/study.json", "slumber verify RESULTS")
    }
    section.add(heading: "Where and when")
    section.add(paragraph: "Nothing else on this page was read from a clock or a machine.")
    var places: [(String, String)] = []
    if let started, let ended { places.append(("runs", "from \(started) to \(ended)")) }
    places.append(("time spent on all runs", TimeSpanText.text(wallSeconds)))
    for (name, found) in [
      ("hosts", hosts), ("processors", processors), ("extensions of the processors", instructions),
      ("library of functions", libraries),
    ] where !found.isEmpty { places.append((name, found.joined(separator: ", "))) }
    section.body += TextTable(places, titles: ("property", "value")).html(named: "where and when")
    section.tables.append(runTable)
    return section
  }

  private var runTable: ReportTable {
    ReportTable(
      "runs.csv",
      columns: [
        "run_id", "design_point", "policy", "replication", "status", "events", "event_hash", "replay",
      ],
      rows: runs.map {
        [
          $0.runID, $0.designPoint, $0.policy, $0.replication, $0.status.rawValue, $0.events, $0.eventHash,
          $0.replay,
        ]
      })
  }
}
