import Basics

public struct FactorLevel: Hashable, StoredRow {
  package var name = ""
  /// The level as the study writes it.
  package var value = ""
  /// The level in the base unit of its dimension; nil for a word.
  package var number: Double?
  package var unit = ""

  static let table = Table<FactorLevel>(
    "factors",
    columns: [
      Column("name", "", \.name), Column("value", "", \.value), Column("number", "", \.number),
      Column("unit", "", \.unit),
    ])

  package init() {}

  package init(name: String, value: String, number: Double? = nil, unit: String = "") {
    (self.name, self.value, self.number, self.unit) = (name, value, number, unit)
  }
}

/// A run that a study asks for: design point × policy × replication.
public struct PlannedRun: Hashable, Sendable {
  package var runID = ""
  /// Unique in the study.
  package var designPoint = ""
  package var designPointOrder = 0
  package var arm = ""
  package var factors: [FactorLevel] = []
  package var policy = ""
  package var policyName = ""
  package var enforces: [String] = []
  package var policyOrder = 0
  package var replication = 0
  package var seed: UInt64 = 0
  package var devicesExpected = 0
  /// Digest of all that the design point fixes. A study may be edited: runs under the same name with another
  /// digest leave the results, though they stay in the file in case the edit is taken back.
  package var pointDigest = ""
  package var policyDigest = ""
  /// The words before those that name the run, which the runs of a study share; nil if the command has another form.
  private var studyCommand: String?
  private var otherReplay = ""

  package init() {}

  package var replay: String {
    get { studyCommand.map { $0 + replayEnd } ?? otherReplay }
    set {
      let isOfStudy = newValue.hasSuffix(replayEnd)
      studyCommand = isOfStudy ? String(newValue.dropLast(replayEnd.count)) : nil
      otherReplay = isOfStudy ? "" : newValue
    }
  }

  private var replayEnd: String { " --only \(runID)" }

  /// Lets the run be repeated by the command of its study, followed by its own identity.
  package mutating func setReplay(by command: String) {
    studyCommand = command
    otherReplay = ""
  }

  fileprivate var enforcedNames: String {
    get { enforces.joined(separator: " ") }
    set { enforces = newValue.split(separator: " ").map(String.init) }
  }
}

public enum RunStatus: String, Hashable, Sendable, CaseIterable, CellProperty {
  case planned
  case ok
  case failed
}

public struct RunOutcome: Hashable, Sendable {
  package var isFailed: Bool
  package var devicesDone: Int
  /// Events handled on all devices over the whole horizon; 0 for a failed run.
  package var events: Int64
  package var eventHash: String?
  package var error: String?

  package static func ok(devices: Int, events: Int64, eventHash: UInt64) -> RunOutcome {
    RunOutcome(
      isFailed: false, devicesDone: devices, events: events, eventHash: eventHash.text(digits: 16, radix: 16))
  }

  package static func failed(_ error: String, devicesDone: Int, events: Int64 = 0) -> RunOutcome {
    RunOutcome(isFailed: true, devicesDone: devicesDone, events: events, error: error)
  }
}

@dynamicMemberLookup
public struct StoredRun: StoredRow, Hashable {
  package var run = PlannedRun()
  package var status = RunStatus.planned
  package var devicesDone = 0
  package var events: Int64 = 0
  package var eventHash: String?
  package var error: String?
  var isCurrent = true
  /// The digests of its metrics, counts of events and days; nil before it is done.
  var contents: String?

  package init() {}

  package init(_ run: PlannedRun, _ outcome: RunOutcome? = nil) {
    self.run = run
    guard let outcome else { return }
    status = outcome.isFailed ? .failed : .ok
    devicesDone = outcome.devicesDone
    events = outcome.events
    eventHash = outcome.eventHash
    error = outcome.error
  }

  func endedAs(_ other: StoredRun) -> Bool {
    var same = self
    (same.run, same.isCurrent) = (other.run, other.isCurrent)
    return same == other
  }

  public subscript<Value>(dynamicMember path: KeyPath<PlannedRun, Value>) -> Value { run[keyPath: path] }

  static let keyColumns: [Column<StoredRun>] = [
    Column(
      "run_id",
      "Identity of the run: 16 hexadecimal digits that depend on everything that can change its outcome.",
      \.run.runID),
    Column("design_point", "Name of the arm and levels of the factors.", \.run.designPoint),
    Column("arm", "Named variant of the study; `base` if the study has no arms.", \.run.arm),
    Column("policy", "Label of the policy in the study.", \.run.policy),
    Column("replication", "Number of the replication; each replication has new devices.", \.run.replication),
    Column("seed", "Seed of all random streams.", \.run.seed),
    Column("devices_expected", "Number of devices in the run.", \.run.devicesExpected),
    Column("devices_done", "Number of devices simulated to the end.", \.devicesDone),
    Column(
      "status", "`ok`, or `failed` with the reason in `error` of runs.csv.", words: ["ok", "failed"], \.status
    ),
    Column("events", "Events handled on all devices over the whole horizon.", \.events),
    Column(
      "event_hash", "Hash over the integer facts of all events: equal runs have equal hashes.", \.eventHash),
  ]

  /// Two columns per factor follow `arm` in the export.
  package static let table = Table(
    "runs", "One run: design point × policy × replication.", key: ["run_id"],
    columns: keyColumns + [
      Column("policy_name", "Name of the policy in the catalogue.", \.run.policyName),
      Column(
        "enforces", "Soft gates that the policy obeys, separated by spaces.",
        empty: .missing, \.run.enforcedNames),
      Column("error", "Reason why the run failed.", \.error),
      Column("replay", "Command that repeats this run alone.", empty: .missing, \.run.replay),
      Column("point_order", "Place of the design point.", in: .json, \.run.designPointOrder),
      Column("policy_order", "Place of the policy.", in: .json, \.run.policyOrder),
      Column("point_digest", "Digest of the design point.", in: .json, \.run.pointDigest),
      Column("policy_digest", "Digest of the policy.", in: .json, \.run.policyDigest),
      Column("is_current", "Whether the study still includes the run.", in: .json, \.isCurrent),
      Column("contents", "Digests of metrics, events and days.", in: .json, \.contents),
    ])
}

extension Table {
  /// The table with two columns for each factor that rows have, after the column `arm`: the number of the level, and its text.
  ///
  /// Factors are in the order of the earliest place that a row gives them, then of their names.
  ///
  /// - Parameter levels: The levels that a row belongs to.
  package func withFactors(of rows: [Row], _ levels: @escaping (Row) -> [FactorLevel]) -> Table {
    var places: [String: Int] = [:]
    var units: [String: Set<String>] = [:]
    for row in rows {
      for (place, level) in levels(row).enumerated() {
        places[level.name] = min(place, places[level.name] ?? place)
        if level.number != nil { units[level.name, default: []].insert(level.unit) }
      }
    }
    // A factor has one name in all tables.
    let taken = Set((StoredRun.table.columns.map(\.definition) + columns.map(\.definition)).map(\.name))
    let factors = places.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.flatMap {
      name, _ -> [Column<Row>] in
      let column = taken.contains(name) || taken.contains("\(name)_text") ? "factor.\(name)" : name
      // Levels of one factor may differ in their dimension; a unit is said where they agree.
      let units = units[name] ?? []
      func level(_ row: Row) -> FactorLevel? { levels(row).first { $0.name == name } }
      return [
        Column(
          ColumnDefinition(
            column, .real, unit: units.count == 1 ? units.first ?? "" : "",
            "Level of the factor `\(name)` in the base unit; empty if it is categorical or does not vary.",
            isRequired: false), read: { .optional(level($0)?.number) }),
        Column(
          ColumnDefinition(
            "\(column)_text", .text,
            "Level of the factor `\(name)` as in the study; empty if the factor does not vary.",
            isRequired: false), read: { .optional(level($0)?.value) }),
      ]
    }
    return inserting(factors, after: "arm")
  }
}

struct PolicyPlace: Hashable {
  var designPoint: String
  var policy: String
}

/// One run of a study at a time stands there.
struct RunPlace: Hashable {
  var policy: PolicyPlace
  var replication: Int
}

extension PlannedRun {
  var place: RunPlace {
    RunPlace(policy: PolicyPlace(designPoint: designPoint, policy: policy), replication: replication)
  }
}
