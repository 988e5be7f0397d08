extension StoredRun {
  /// The runs of a file in the order of their identities, and whether the study still asks for each.
  static func all(in connection: Connection) throws(ResultsError) -> [(row: StoredRun, isCurrent: Bool)] {
    try read(ordering: "ORDER BY run_id", in: connection).map { ($0, $0.isCurrent) }
  }

  /// One run; nil if the file does not know it.
  static func one(_ runID: String, in connection: Connection) throws(ResultsError) -> StoredRun? {
    try read(ordering: "WHERE run_id = ?", [.text(runID)], in: connection).first
  }

  /// Runs of a file with their factors.
  static func read(
    ordering condition: String, _ values: [CellValue] = [], in connection: Connection
  ) throws(ResultsError) -> [StoredRun] {
    let factors = try ResultsFile.factorLevels(connection)
    let columns = table.definition.columns.map { $0.name == "status" ? $0.adding("planned") : $0 }
    let names = TableDefinition.list(columns.map(\.storedName))
    return try connection.rows("SELECT \(names) FROM runs \(condition)", values, table: "runs") { row in
      var run = table.row(columns.indices.map { row.value($0, columns[$0]) })
      run.run.factors = factors[run.runID] ?? []
      return run
    }
  }

  /// The outcome of the run.
  var outcome: RunOutcome {
    RunOutcome(
      isFailed: status == .failed, devicesDone: devicesDone, events: events, eventHash: eventHash,
      error: error)
  }
}
