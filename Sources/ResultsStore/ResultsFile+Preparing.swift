extension ResultsFile {
  /// Makes a file ready for the runs of a study, all of it or nothing. One that says already what is asked of it is not
  /// written to.
  static func prepare(
    _ connection: Connection, _ study: StudyDescription, _ runs: [PlannedRun]?
  ) throws(ResultsError) {
    let isWritten = try self.study(connection) == study
    let isPlanned = if let runs { try isPlanned(runs, connection) } else { true }
    if isWritten, isPlanned { return }
    try connection.transaction(action: "store the study") { () throws(ResultsError) in
      if !isWritten { try write(study, to: connection) }
      if let runs { try plan(runs, in: connection) }
    }
  }

  /// Whether every run is done, so that nothing has to be written to compare them.
  static func holds(_ runs: [PlannedRun], _ connection: Connection) throws(ResultsError) -> Bool {
    let done = Set(
      try connection.rows(
        "SELECT run_id FROM runs WHERE status = 'ok' AND is_current = 1", table: "runs"
      ) { $0.text(0) })
    return runs.allSatisfy { done.contains($0.runID) }
  }

  /// Whether planning these runs would change nothing.
  private static func isPlanned(_ runs: [PlannedRun], _ connection: Connection) throws(ResultsError) -> Bool {
    let planned = try connection.rows(
      "SELECT run_id FROM runs WHERE status = 'planned' AND is_current = 1", table: "runs"
    ) { $0.text(0) }
    guard Set(planned).isSubset(of: runs.map(\.runID)) else { return false }
    let columns = ResultsSchema.runs.columns.indices.filter {
      !outcomeColumns.contains(ResultsSchema.runs.columns[$0].storedName)
    }
    let factors = try factorLevels(connection)
    for run in runs {
      var found: [CellValue]?
      try connection.eachRow(of: ResultsSchema.runs, runID: run.runID, allowing: .planned) { row in found = row }
      guard let found, factors[run.runID] ?? [] == run.factors else { return false }
      let expected = StoredRun.table.cells(StoredRun(run))
      guard columns.allSatisfy({ found[$0] == expected[$0] }) else { return false }
    }
    return true
  }
}
