import Basics

public struct RunCounts: Hashable, Sendable, Record {
  package var expected: Int
  package var done: Int
  package var failed: Int
  /// Runs that were not tried yet, or not to the end.
  package var missing: Int { expected - done - failed }

  package init(expected: Int, done: Int, failed: Int) {
    (self.expected, self.done, self.failed) = (expected, done, failed)
  }

  package static let record: Table<Self> = [
    "expected": \.expected, "done": \.done, "failed": \.failed, "missing": \.missing,
  ]
}

extension ResultsFile {
  /// Identities of runs with a status, current or not: what need not be computed again.
  package func runIDs(_ status: RunStatus) throws(ResultsError) -> Set<String> {
    let query = "SELECT run_id FROM runs WHERE status = ?"
    return Set(try rows(query, [.text(status.rawValue)], table: "runs") { $0.text(0) })
  }

  package func counts() throws(ResultsError) -> RunCounts {
    let numbers = try rows(
      "SELECT count(*), ifnull(sum(status = 'ok'), 0), ifnull(sum(status = 'failed'), 0) FROM runs "
        + "WHERE is_current = 1", table: "runs"
    ) { RunCounts(expected: $0.count(0), done: $0.count(1), failed: $0.count(2)) }
    return numbers.first ?? RunCounts(expected: 0, done: 0, failed: 0)
  }

  /// Current runs, planned ones included, in the order of the study.
  package func runs() throws(ResultsError) -> [StoredRun] {
    try withConnection { (connection) throws(ResultsError) in try connection.runs("is_current = 1") }
  }

  package func metrics(of runID: String, scope: MetricScope? = nil) throws(ResultsError) -> [MetricRow] {
    var found: [MetricRow] = []
    try eachRow(of: MetricRow.table, run: runID) { row in
      if scope == nil || row.scope == scope { found.append(row) }
    }
    return found
  }

  /// Bundle ids of the apps with metrics, sorted.
  package func apps() throws(ResultsError) -> [String] {
    var apps: Set<String> = []
    for runID in try runIDs(.ok) {
      try eachRow(of: MetricRow.table, run: runID) { row in if row.scope == .app { apps.insert(row.entity) } }
    }
    return apps.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  package func eventCounts(of runID: String) throws(ResultsError) -> [EventCountRow] {
    try rows(of: EventCountRow.table, run: runID)
  }

  package func days(of runID: String) throws(ResultsError) -> [DayRow] {
    try rows(of: DayRow.table, run: runID)
  }

  func rows<Row: StoredRow>(of table: Table<Row>, run runID: String) throws(ResultsError) -> [Row] {
    var rows: [Row] = []
    try eachRow(of: table, run: runID) { rows.append($0) }
    return rows
  }

  /// Hands over the rows of a run in a table, in the order of their key. Nothing else is read meanwhile.
  func eachRow<Row: StoredRow>(
    of table: Table<Row>, run runID: String, _ body: (Row) throws(ResultsError) -> Void
  ) throws(ResultsError) {
    try withConnection { (connection) throws(ResultsError) in
      let reader = try connection.pieces(table.name, of: runID)
      while let piece = try reader.nextIntact() {
        guard let bytes = piece.bytes else { continue }
        guard try table.eachRow(in: bytes, run: runID, body) else {
          throw .damaged(
            path: path, what: "run \(MessageWord.word(runID)): its rows of `\(table.name)` cannot be read")
        }
      }
    }
  }

  package func rows<Row: Sendable>(
    _ sql: String, _ values: [CellValue] = [], table: String = "results", _ body: (Statement) -> Row
  ) throws(ResultsError) -> [Row] {
    try withConnection { (connection) throws(ResultsError) in
      try connection.rows(sql, values, table: table, body)
    }
  }
}

/// The runs that are done, and the blocks of other runs that are done. Blocks of failed runs and blocks in
/// which a device failed are not done.
public struct StoredWork: Hashable, Sendable {
  /// The identities of the runs with all devices done.
  package var finished: Set<String>
  /// The first devices of the blocks that are done, by run.
  package var blocks: [String: Set<Int>]

  package init(finished: Set<String> = [], blocks: [String: Set<Int>] = [:]) {
    (self.finished, self.blocks) = (finished, blocks)
  }

  package func holds(runID: String, firstDevice: Int) -> Bool {
    finished.contains(runID) || blocks[runID]?.contains(firstDevice) ?? false
  }

  package mutating func merge(_ other: StoredWork) {
    finished.formUnion(other.finished)
    blocks.merge(other.blocks) { $0.union($1) }
  }
}

extension ResultsFile {
  /// The number of changed rows since the file was opened, which shows whether there are new results.
  package func changes() throws(ResultsError) -> Int {
    try rows("SELECT total_changes()") { $0.count(0) }.first ?? 0
  }

  package func storedWork() throws(ResultsError) -> StoredWork {
    let parts = try rows(
      "SELECT run_id, first_device FROM blocks JOIN runs USING (run_id) "
        + "WHERE status = 'planned' AND failed_device IS NULL", table: "blocks"
    ) { ($0.text(0), $0.count(1)) }
    var blocks: [String: Set<Int>] = [:]
    for (runID, device) in parts { blocks[runID, default: []].insert(device) }
    return StoredWork(finished: try runIDs(.ok), blocks: blocks)
  }
}
