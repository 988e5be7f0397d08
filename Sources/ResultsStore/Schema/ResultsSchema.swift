/// The tables of a results file and of an export, with the meaning of every column.
public enum ResultsSchema {
  /// "slbr": marks a SQLite file as one of ours.
  static let applicationID: Int32 = 0x736c_6272
  /// Rises when the tables change. Files of other formats are refused.
  static let formatVersion: Int32 = 7

  /// Tables of the SQLite file with rows of runs.
  package static let stored: [TableDefinition] = [
    runs, metrics, devices, attempts, blocked, energy, timeseries, regret, events, days, provenance,
  ]

  /// Tables whose rows go away with their run.
  static let details: [TableDefinition] = [
    metrics, devices, attempts, blocked, energy, timeseries, regret, events, days, provenance,
  ]

  /// Tables with rows of single devices.
  static let ofDevices: [TableDefinition] = [devices, attempts, blocked, energy, timeseries, regret]

  /// Most rows of a table that describes the study.
  static let descriptionLimit = 10_000

  /// Tables whose rows are the contents of a run, wherever and whenever it was computed.
  static let contents: [TableDefinition] = details.filter { $0.name != provenance.name }

  /// Tables of a run's contents without rows of single devices.
  static let ofWholeRuns: [TableDefinition] = contents.filter { table in
    !ofDevices.contains { $0.name == table.name }
  }

  /// SQL by name of what a file holds beside rows of runs.
  static let bookkeeping: KeyValuePairs<String, String> = [
    "study": "CREATE TABLE study (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "versions":
      "CREATE TABLE versions (position INTEGER PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL)",
    "metric_definitions":
      "CREATE TABLE metric_definitions (position INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL, "
      + "polarity TEXT NOT NULL, definition TEXT NOT NULL, censoring TEXT NOT NULL, "
      + "is_population INTEGER NOT NULL)",
    "blocked_reasons":
      "CREATE TABLE blocked_reasons (position INTEGER PRIMARY KEY, reason TEXT NOT NULL)",
    "factors":
      "CREATE TABLE factors (run_id TEXT NOT NULL, name TEXT NOT NULL, position INTEGER NOT NULL, "
      + "value TEXT NOT NULL, number REAL, unit TEXT NOT NULL, PRIMARY KEY (run_id, name)) WITHOUT ROWID",
    "runs_by_point": "CREATE INDEX runs_by_point ON runs (design_point, policy, replication)",
  ]

  /// SQL by name of everything that a file holds.
  static let objects: [String: String] = {
    var objects = ["parts": PartTable.creation]
    for table in stored + [digests] {
      for (name, sql) in StoredTable(table).creations { objects[name] = sql }
    }
    for (name, sql) in bookkeeping { objects[name] = sql }
    for (name, sql) in RunNumbers.creations { objects[name] = sql }
    return objects
  }()

  /// SHA-256 digests by which damage to a run is recognized.
  static let digests = Table<RunDigests>(
    "digests", "The digests of a run.", key: ["run_id"],
    columns: [
      .runID(\.runID),
      Column(
        "contents", "Digest of the run's rows in all tables but provenance; empty before it is done.",
        \.contents),
      Column("entry", "Digest of the run's row in `runs`, its factors and `contents`.", \.entry),
    ]
  ).definition

  struct RunDigests {
    var runID: String
    var contents: String?
    var entry: String
  }

  static let runs = StoredRun.table.definition
  static let metrics = MetricRow.table.definition.ofRuns(
    words: ["scope", "entity", "metric", "unit"], hasRowsWithoutValue: true)
  static let devices = DeviceRow.table.definition.ofRuns(
    words: ["archetype"] + DeviceRow.Sources.kinds.map { "source_\($0.name)" })
  static let attempts = AttemptRow.table.definition.ofRuns(
    words: ["app", "mechanism", "identifier", "outcome", "reason", "wait_end"])
  static let blocked = BlockedRow.table.definition.ofRuns(words: ["reason"])
  static let energy = EnergyRow.table.definition.ofRuns(words: ["app", "component", "cause"])
  static let timeseries = SampleRow.table.definition.ofRuns(words: [])
  static let regret = RegretRow.table.definition.ofRuns(words: ["app"])
  static let events = EventCountRow.table.definition.ofRuns(
    words: ["event", "app", "mechanism", "reason"], isOfCounts: true)
  static let days = DayRow.table.definition.ofRuns(words: [])
  static let provenance = ProvenanceRow.table.definition.ofRuns(
    words: ["host", "processor", "instructions", "c_library"])
}

extension TableDefinition {
  /// The table as files store it: with a number of each run.
  fileprivate func ofRuns(
    words: [String], hasRowsWithoutValue: Bool = false, isOfCounts: Bool = false
  ) -> TableDefinition {
    var table = self
    table.words = words
    table.hasRowsWithoutValue = hasRowsWithoutValue
    table.isOfCounts = isOfCounts
    table.isOfRuns = true
    return table
  }

  /// The key by the names of the SQLite file.
  var storedKey: [String] { primaryKey.map { storedName($0) } }

  /// The name of a column in the SQLite file.
  func storedName(_ name: String) -> String { columns.first { $0.name == name }?.storedName ?? name }

  static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
}

extension ColumnDefinition {
  /// The column with one more word.
  func adding(_ word: String) -> ColumnDefinition {
    ColumnDefinition(
      name: name, kind: kind, unit: unit, definition: definition, isRequired: isRequired,
      words: words + [word], isExported: isExported)
  }

  /// Name in the SQLite file, whose integers have smaller units: `energy_j` is kept as `energy_nj`.
  var storedName: String {
    switch kind {
    case .nanojoules: name.hasSuffix("_j") ? name.dropLast(2) + "_nj" : name + "_nj"
    case .microseconds: name.hasSuffix("_s") ? name.dropLast(2) + "_us" : name + "_us"
    case .text, .integer, .unsigned, .real: name
    }
  }

  /// SQL declaration.
  var declaration: String {
    let type =
      switch kind {
      case .text, .unsigned: "TEXT"
      case .integer, .nanojoules, .microseconds: "INTEGER"
      case .real: "REAL"
      }
    return "\"\(storedName)\" \(type)" + (isRequired ? " NOT NULL" : "")
  }
}
