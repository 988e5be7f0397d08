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
  static let digests = TableDefinition(
    "digests", "The digests of a run.", key: ["run_id"],
    columns: [
      runKey,
      ColumnDefinition(
        "contents", .text, "Digest of the run's rows in all tables but provenance; empty before it is done.",
        isRequired: false),
      ColumnDefinition("entry", .text, "Digest of the run's row in `runs`, its factors and `contents`."),
    ])

  static let runKey = ColumnDefinition(
    "run_id", .text, "Identity of the run: 16 hexadecimal digits over all that can change its outcome.")
  static let device = ColumnDefinition(
    "device", .integer, "Number of the device in its fleet, or of the trace's device, from 0.")
  static let ofRun = [TableDefinition.ForeignKey(["run_id"], of: "runs")]

  /// Runs, one row each. Two columns per factor follow `arm` in the export.
  public static let runs = TableDefinition(
    "runs", "One run: design point × policy × replication.", key: ["run_id"],
    columns: runKeyColumns + [
      ColumnDefinition("policy_name", .text, "Name of the policy in the catalogue."),
      ColumnDefinition(
        "enforces", .text, "Soft gates that the policy obeys, with a space between them; empty for none.",
        isRequired: false),
      ColumnDefinition("error", .text, "Why the run failed.", isRequired: false),
      ColumnDefinition("replay", .text, "Command that repeats this run alone.", isRequired: false),
      ColumnDefinition("point_order", .integer, "Place of the design point.", isExported: false),
      ColumnDefinition("policy_order", .integer, "Place of the policy.", isExported: false),
      ColumnDefinition("point_digest", .text, "Digest of the design point.", isExported: false),
      ColumnDefinition("policy_digest", .text, "Digest of the policy.", isExported: false),
      ColumnDefinition("is_current", .integer, "Whether the study still asks for it.", isExported: false),
    ])

  /// Columns that `summary.csv` repeats in front of the metrics.
  static let runKeyColumns: [ColumnDefinition] = [
    runKey,
    ColumnDefinition("design_point", .text, "Name of the arm with the levels of the factors."),
    ColumnDefinition("arm", .text, "Named variant of the study; `base` where there are none."),
    ColumnDefinition("policy", .text, "Label of the policy in the study."),
    ColumnDefinition("replication", .integer, "Number of the replication: each is a new fleet."),
    ColumnDefinition("seed", .unsigned, "Seed of all random streams."),
    ColumnDefinition("devices_expected", .integer, "Devices of the fleet."),
    ColumnDefinition("devices_done", .integer, "Devices that were simulated to the end."),
    ColumnDefinition(
      "status", .text, "`ok`, or `failed` with the reason in `error` of runs.csv.", words: ["ok", "failed"]),
    ColumnDefinition("events", .integer, "Events handled on all devices over the whole horizon."),
    ColumnDefinition(
      "event_hash", .text, "Hash over the integer facts of all events: equal runs have equal hashes.",
      isRequired: false),
  ]

  /// The columns of a factor's levels: their numbers, and as the study writes them.
  ///
  /// - Parameter unit: The base unit of the numbers; empty for words.
  static func factorColumns(_ name: String, unit: String) -> [ColumnDefinition] {
    let isTaken = runs.columns.contains { $0.name == name || $0.name == "\(name)_text" }
    let column = isTaken ? "factor.\(name)" : name
    return [
      ColumnDefinition(
        column, .real, unit: unit,
        "Level of the factor `\(name)` in the base unit; empty for a word, and where the factor is not varied.",
        isRequired: false),
      ColumnDefinition(
        "\(column)_text", .text,
        "Level of the factor `\(name)` as the study writes it; empty where the factor is not varied.",
        isRequired: false),
    ]
  }

  /// Metrics of runs in tidy form: one row a run, scope, entity and metric.
  public static let metrics = TableDefinition(
    "metrics", "One metric of a run, after warm-up (tidy form; metrics are explained at summary.csv).",
    key: ["run_id", "scope", "entity", "metric"], references: ofRun,
    words: ["scope", "entity", "metric", "unit"], hasRowsWithoutValue: true,
    columns: [
      runKey,
      ColumnDefinition(
        "scope", .text, "What the metric speaks of.",
        words: ["population", "app", "mechanism", "component"]),
      ColumnDefinition(
        "entity", .text, "Bundle id, mechanism or component; `all` where the scope is the population."),
      ColumnDefinition("metric", .text, "Name of the metric."),
      ColumnDefinition("unit", .text, "Unit of the value; 1 for shares and counts."),
      ColumnDefinition(
        "value", .real, "The value; empty where there is none, such as a share of no opens.",
        isRequired: false),
      ColumnDefinition(
        "numerator", .real,
        "What the run adds to the numerator of a ratio of sums; empty for a metric that is no ratio. A design "
          + "point is the sum of numerators over the sum of denominators of its replications.",
        isRequired: false),
      ColumnDefinition(
        "denominator", .real,
        "What the run adds to the denominator; value = numerator / denominator where it is above 0.",
        isRequired: false),
    ])

  /// Machine and times of each run's computation. Its rows take no part in digests, as they differ from one computation
  /// to the next.
  public static let provenance = TableDefinition(
    "provenance", "Where and when a run was computed; the only table that reads a clock.", key: ["run_id"],
    references: ofRun,
    words: ["host", "processor", "instructions", "c_library"],
    columns: [
      runKey,
      ColumnDefinition("wall_s", .real, unit: "s", "Time spent on the run, summed over its devices."),
      ColumnDefinition("host", .text, "Name of the machine."),
      ColumnDefinition("started", .text, "When the run began, ISO 8601, UTC."),
      ColumnDefinition("ended", .text, "When the last of its devices was stored, ISO 8601, UTC."),
      ColumnDefinition(
        "processor", .text, "Model of the processor; empty where it is not known.", isRequired: false),
      ColumnDefinition(
        "instructions", .text,
        "Extensions of the processor on which the last bits of mathematical functions depend: fma, avx2, avx512f.",
        isRequired: false),
      ColumnDefinition(
        "c_library", .text, "Library of the mathematical functions, with its version.", isRequired: false),
    ])
}
