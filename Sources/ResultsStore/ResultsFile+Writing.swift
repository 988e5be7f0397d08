import Digests

extension ResultsFile {
  /// Says which runs the study asks for.
  ///
  /// Runs that are done stay done, whatever the order of studies and plans. Runs under the same name (design
  /// point, policy, replication) that the study no longer means leave the results but stay in the file. Runs
  /// of earlier plans that never finished are forgotten.
  public func plan(_ runs: [PlannedRun]) throws(ResultsError) {
    try withConnection { (connection) throws(ResultsError) in
      try connection.transaction(action: "store the plan") { () throws(ResultsError) in
        try Self.plan(runs, in: connection)
      }
    }
  }

  static func plan(_ runs: [PlannedRun], in connection: Connection) throws(ResultsError) {
    let action = "store the plan"
    try PlanChange(runs, in: connection).apply()
    let writer = DigestWriter(connection)
    for run in runs {
      try upsert(StoredRun(run), keepsOutcome: true, in: connection, action)
      try writer.update(run.runID, hasNewContents: false)
    }
  }

  /// Stores a finished run, all of it or nothing.
  ///
  /// A run of the same identity that failed before is replaced.
  public func store(_ finished: FinishedRun) throws(ResultsError) {
    try Self.checkFinite(finished.metrics, MetricRow.table)
    try Self.checkFinite(finished.details)
    try withConnection { (connection) throws(ResultsError) in
      try connection.transaction(action: "store run \(finished.run.runID)") { () throws(ResultsError) in
        try Self.finish(finished, in: connection)
      }
    }
  }

  /// Stores a finished run within a transaction.
  ///
  /// - Parameters:
  ///   - details: The digest of the rows of its devices, if they are there already.
  ///   - prepared: What was made of its rows, if anything.
  static func finish(
    _ finished: FinishedRun, keepingDetails details: DigestSum? = nil, prepared: PreparedRows? = nil,
    in connection: Connection
  ) throws(ResultsError) {
    let runID = finished.run.runID
    let action = "store run \(runID)"
    let keptDetails = finished.outcome.isFailed ? nil : details
    if keptDetails == nil {
      if try status(of: runID, in: connection) == nil {
        try retireOthers(than: finished.run, in: connection, action)
      }
      try removeRows(of: runID, in: connection, action)
    }
    try upsert(StoredRun(finished.run, finished.outcome), keepsOutcome: false, in: connection, action)
    try insert(finished.metrics, MetricRow.table, ResultsSchema.metrics, in: connection, action)
    try insert(finished.eventCounts, EventCountRow.table, ResultsSchema.events, in: connection, action)
    try insert(finished.days, DayRow.table, ResultsSchema.days, in: connection, action)
    if let provenance = finished.provenance { try insert([provenance], ProvenanceRow.table, ResultsSchema.provenance, in: connection, action) }
    try insert(finished.details, prepared: prepared, of: runID, in: connection, action)
    let writer = DigestWriter(connection)
    if let prepared {
      try writer.update(runID, contents: prepared.digest)
    } else if let keptDetails {
      try writer.update(runID, contents: writer.contents(of: runID, devices: keptDetails))
    } else {
      try writer.update(runID, hasNewContents: true)
    }
  }

  static func insert<Row>(
    _ rows: [Row], _ table: Table<Row>, _ stored: TableDefinition, in connection: Connection, _ action: String
  ) throws(ResultsError) {
    guard !rows.isEmpty else { return }
    var insertion = try RowInsertion(stored, in: connection, action)
    for row in rows { try insertion.insert(table.cells(row)) }
    try insertion.finish()
  }

  static func insert(
    _ details: RunDetails, prepared: PreparedRows?, of runID: String, in connection: Connection,
    _ action: String
  ) throws(ResultsError) {
    if let prepared {
      for batch in prepared.batches { try batch.insert(of: runID, in: connection, action) }
      return
    }
    try insert(details.devices, DeviceRow.table, ResultsSchema.devices, in: connection, action)
    try insert(details.attempts, AttemptRow.table, ResultsSchema.attempts, in: connection, action)
    try insert(details.blocked, BlockedRow.table, ResultsSchema.blocked, in: connection, action)
    try insert(details.energy, EnergyRow.table, ResultsSchema.energy, in: connection, action)
    try insert(details.samples, SampleRow.table, ResultsSchema.timeseries, in: connection, action)
    try insert(details.regrets, RegretRow.table, ResultsSchema.regret, in: connection, action)
  }

  /// Removes all rows of a run but its own and its factors.
  static func removeRows(
    of runID: String, in connection: Connection, _ action: String
  ) throws(ResultsError) {
    for table in ResultsSchema.details {
      try connection.statement(StoredTable(table).deletion, action: action)
        .run([.text(runID)])
    }
    try connection.numbers.removeLayout(of: runID, in: connection)
    for table in ["parts", "digests"] {
      try connection.statement("DELETE FROM \(table) WHERE run_id = ?", action: action).run([.text(runID)])
    }
  }

  /// Columns that tell what became of a run, rather than which it is.
  static let outcomeColumns: Set = ["devices_done", "status", "events", "event_hash", "error"]

  static func upsert(
    _ row: StoredRun, keepsOutcome: Bool, in connection: Connection, _ action: String
  ) throws(ResultsError) {
    let changes = ResultsSchema.runs.columns.map(\.storedName)
      .filter { $0 != "run_id" && !(keepsOutcome && outcomeColumns.contains($0)) }
      .map { "\"\($0)\" = excluded.\"\($0)\"" }
    try connection.statement(
      StoredTable(ResultsSchema.runs).insertion + " ON CONFLICT (run_id) DO UPDATE SET "
        + changes.joined(separator: ", "), action: action
    ).run(StoredRun.table.cells(row))
    try connection.statement("DELETE FROM factors WHERE run_id = ?", action: action)
      .run([.text(row.run.runID)])
    let insertion = try connection.statement("INSERT INTO factors VALUES (?, ?, ?, ?, ?, ?)", action: action)
    for (position, factor) in row.run.factors.enumerated() {
      try insertion.run([
        .text(row.run.runID), .text(factor.name), .integer(Int64(position)), .text(factor.value),
        .optional(factor.number), .text(factor.unit),
      ])
    }
  }

  /// Takes runs out of the results whose design point, policy or replication a new run now means.
  static func retireOthers(
    than run: PlannedRun, in connection: Connection, _ action: String
  ) throws(ResultsError) {
    let others = try connection.statement(
      "SELECT run_id FROM runs WHERE design_point = ?1 AND run_id <> ?2 AND (point_digest <> ?3 "
        + "OR (policy = ?4 AND (policy_digest <> ?5 OR replication = ?6))) AND is_current = 1",
      action: action, table: "runs")
    try others.bind([
      .text(run.designPoint), .text(run.runID), .text(run.pointDigest), .text(run.policy),
      .text(run.policyDigest), .integer(Int64(run.replication)),
    ])
    var retired: [String] = []
    while try others.step() { retired.append(others.text(0)) }
    for runID in retired {
      try connection.statement("UPDATE runs SET is_current = 0 WHERE run_id = ?", action: action)
        .run([.text(runID)])
      try DigestWriter(connection).update(runID, hasNewContents: false)
    }
  }

  static func checkFinite(_ details: RunDetails) throws(ResultsError) {
    try checkFinite(details.devices, DeviceRow.table)
    try checkFinite(details.attempts, AttemptRow.table)
    try checkFinite(details.samples, SampleRow.table)
  }

  static func checkFinite<Row>(_ rows: [Row], _ table: Table<Row>) throws(ResultsError) {
    for row in rows {
      for (index, value) in table.cells(row).enumerated() {
        if case .real(let number) = value, !(abs(number) <= Statement.largestReal) {
          throw .notFinite(table: table.name, column: table.columns[index].definition.name)
        }
      }
    }
  }
}
