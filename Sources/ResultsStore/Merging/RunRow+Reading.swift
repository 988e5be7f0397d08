extension RunRow {
  /// The runs of a file in the order of their identities, and whether the study still asks for each.
  static func all(in connection: Connection) throws(ResultsError) -> [(row: RunRow, isCurrent: Bool)] {
    try read("ORDER BY run_id", [], in: connection)
  }

  /// One run; nil if the file does not know it.
  static func one(_ runID: String, in connection: Connection) throws(ResultsError) -> RunRow? {
    try read("WHERE run_id = ?", [.text(runID)], in: connection).first?.row
  }

  private static func read(
    _ condition: String, _ values: [CellValue], in connection: Connection
  ) throws(ResultsError) -> [(row: RunRow, isCurrent: Bool)] {
    let factors = values.isEmpty ? try ResultsFile.factorLevels(connection) : [:]
    return try connection.rows(
      "SELECT run_id, design_point, point_order, arm, policy, policy_name, enforces, policy_order, replication, seed, "
        + "devices_expected, replay, point_digest, policy_digest, status, devices_done, events, event_hash, error, "
        + "is_current FROM runs \(condition)", values, table: "runs"
    ) { row in
      let run = PlannedRun(
        runID: row.text(0), designPoint: row.text(1), designPointOrder: row.count(2), arm: row.text(3),
        factors: factors[row.text(0)] ?? [], policy: row.text(4), policyName: row.text(5),
        enforces: row.optionalText(6)?.split(separator: " ").map(String.init) ?? [],
        policyOrder: row.count(7),
        replication: row.count(8), seed: UInt64(row.text(9)) ?? 0, devicesExpected: row.count(10),
        replay: row.optionalText(11) ?? "", pointDigest: row.text(12), policyDigest: row.text(13))
      var stored = RunRow(run)
      stored.status = row.word(14, or: .planned)
      stored.devicesDone = row.count(15)
      stored.events = row.integer(16)
      stored.eventHash = row.optionalText(17).flatMap { UInt64($0, radix: 16) }
      stored.error = row.optionalText(18)
      return (stored, row.integer(19) == 1)
    }
  }

  /// The outcome of the run.
  var outcome: RunOutcome {
    RunOutcome(
      isFailed: status == .failed, devicesDone: devicesDone, events: events, eventHash: eventHash,
      error: error)
  }
}
