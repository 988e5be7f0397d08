import Synchronization

/// How many runs a study asks for, and what became of them.
public struct RunCounts: Hashable, Sendable {
  package var expected: Int
  /// Runs of which every device was simulated.
  package var done: Int
  /// Runs that ended early with an error.
  package var failed: Int
  /// Runs that were not tried yet, or not to the end.
  package var missing: Int { expected - done - failed }

  package init(expected: Int, done: Int, failed: Int) {
    (self.expected, self.done, self.failed) = (expected, done, failed)
  }
}

extension ResultsFile {
  /// Identities of runs with a status, current or not: what need not be computed again.
  package func runIDs(_ status: RunStatus) throws(ResultsError) -> Set<String> {
    Set(
      try rows("SELECT run_id FROM runs WHERE status = ?", [.text(status.rawValue)], table: "runs") {
        $0.text(0)
      })
  }

  /// Runs that the study asks for, by status.
  package func counts() throws(ResultsError) -> RunCounts {
    let numbers = try rows(
      "SELECT count(*), ifnull(sum(status = 'ok'), 0), ifnull(sum(status = 'failed'), 0) FROM runs "
        + "WHERE is_current = 1", table: "runs"
    ) { RunCounts(expected: $0.count(0), done: $0.count(1), failed: $0.count(2)) }
    return numbers.first ?? RunCounts(expected: 0, done: 0, failed: 0)
  }

  /// The order of rows in every table: as the study lists design points and policies.
  static let runOrder = "point_order, design_point, policy_order, policy, replication, run_id"

  /// Current runs in their order, planned ones included.
  package func runs() throws(ResultsError) -> [StoredRun] {
    try withConnection { (connection) throws(ResultsError) in
      try StoredRun.read(ordering: "WHERE is_current = 1 ORDER BY \(Self.runOrder)", in: connection)
    }
  }

  /// Metrics of a run, by scope, entity and name.
  package func metrics(of runID: String, scope: MetricScope? = nil) throws(ResultsError) -> [MetricRow] {
    var found: [MetricRow] = []
    try eachRow(of: MetricRow.table, run: runID) { row in
      if scope == nil || row.scope == scope { found.append(row) }
    }
    return found
  }

  /// Bundle ids of the apps with metrics, in the order of the alphabet.
  package func apps() throws(ResultsError) -> [String] {
    var apps: Set<String> = []
    for runID in try runIDs(.ok) {
      try eachRow(of: MetricRow.table, run: runID) { row in
        if row.scope == .app { apps.insert(row.entity) }
      }
    }
    return apps.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Counts of events of a run.
  package func eventCounts(of runID: String) throws(ResultsError) -> [EventCountRow] {
    try rows(of: EventCountRow.table, run: runID)
  }

  /// The sums of each local day of a run, from day 0 on.
  package func days(of runID: String) throws(ResultsError) -> [DayRow] {
    try rows(of: DayRow.table, run: runID)
  }

  /// All rows of a run in a table.
  func rows<Row: StoredRow>(of table: Table<Row>, run runID: String) throws(ResultsError) -> [Row] {
    var rows: [Row] = []
    try eachRow(of: table, run: runID) { rows.append($0) }
    return rows
  }

  /// Hands over the rows of a run in a table, in the order of their key. Nothing else is read meanwhile.
  func eachRow<Row: StoredRow>(
    of table: Table<Row>, run runID: String, _ body: (Row) throws(ResultsError) -> Void
  ) throws(ResultsError) {
    let stored = ResultsSchema.stored.first { $0.name == table.name } ?? table.definition
    try withConnection { (connection) throws(ResultsError) in
      try connection.eachRow(of: stored, runID: runID) { (cells) throws(ResultsError) in
        try body(table.row(cells))
      }
    }
  }

  /// Collects what a query yields.
  package func rows<Row>(
    _ sql: String, _ values: [CellValue] = [], table: String = "results", _ body: (Statement) -> Row
  ) throws(ResultsError) -> [Row] {
    try connection.withLock { (connection) throws(ResultsError) -> Transfer<[Row]> in
      Transfer(try connection.rows(sql, values, table: table, body))
    }.value
  }
}

/// Rows that were made under the lock and belong to nobody else.
struct Transfer<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

extension ResultsFile {
  static func factorLevels(_ connection: Connection) throws(ResultsError) -> [String: [FactorLevel]] {
    let levels = try connection.rows(
      "SELECT run_id, name, value, number, unit FROM factors ORDER BY run_id, position, name",
      table: "factors"
    ) { row in
      let level = FactorLevel(
        name: row.text(1), value: row.text(2), number: row.isMissing(3) ? nil : row.real(3),
        unit: row.text(4))
      return (row.text(0), level)
    }
    return Dictionary(grouping: levels, by: \.0).mapValues { $0.map(\.1) }
  }
}
