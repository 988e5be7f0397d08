/// The wait of an item.
public struct StoredWait: Sendable, Hashable {
  /// Identity of the run, as in `runs.csv`.
  public var runID: String
  /// Name of the item's kind of background work, such as `refresh`.
  public var mechanism: String
  /// The length of the wait from the opening of the first window of its chain; nil where it has no wait of its own.
  public var microseconds: Int64?
  /// Whether that wait was cut off.
  public var isCensored: Bool
}

/// The time for which a reason kept items of a run waiting at an hour of the day, after warm-up.
public struct StoredBlockedHour: Sendable, Hashable {
  /// Identity of the run, as in `runs.csv`.
  public var runID: String
  /// The reason that was alone, or `joint` for several together.
  public var reason: String
  /// 0 to 23, in local time.
  public var hour: Int
  /// Over all items, days and devices of the run.
  public var hours: Double
}

/// The energy of a run after warm-up that one component drew for one cause.
public struct StoredEnergy: Sendable, Hashable {
  /// Identity of the run, as in `runs.csv`.
  public var runID: String
  /// The part of the phone that drew the energy, by its name in `energy.csv`.
  public var component: String
  /// The cause for which it was drawn, by its name in `energy.csv`.
  public var cause: String
  /// Over all devices of the run; each row of the ledger is cut to whole microjoules.
  public var microjoules: Int64
}

extension ResultsFile {
  /// Hands over every item that the current runs recorded, run by run in the order of items; nothing without
  /// `record: [attempts]`.
  ///
  /// - Throws: ``ResultsError`` where the file is damaged.
  public func eachWait(_ body: (StoredWait) -> Void) throws(ResultsError) {
    for run in try runs() where run.status == .ok {
      let query = stored(ResultsSchema.attempts).selectionOfRun()
      let places = Dictionary(
        ResultsSchema.attempts.columns.enumerated().map { ($1.storedName, $0) },
        uniquingKeysWith: { first, _ in first })
      func place(_ name: String) -> Int { places[name] ?? 0 }
      let columns = (
        mechanism: place("mechanism"), from: place("wait_from_us"), until: place("wait_until_us"),
        end: place("wait_end")
      )
      _ = try rows(query, [.text(run.runID)], table: "attempts") { row in
        var length: Int64?
        if !row.isMissing(columns.from), !row.isMissing(columns.until) {
          let (difference, overflows) = row.integer(columns.until).subtractingReportingOverflow(
            row.integer(columns.from))
          if !overflows, difference >= 0 { length = difference }
        }
        let end = row.optionalText(columns.end)
        body(
          StoredWait(
            runID: run.runID, mechanism: row.text(columns.mechanism), microseconds: end == nil ? nil : length,
            isCensored: end != "launched" && end != "delivered"))
      }
    }
  }

  /// When reasons kept items of the current runs waiting; empty without `record: [attempts]`.
  public func blockedHours() throws(ResultsError) -> [StoredBlockedHour] {
    try rows(
      "SELECT b.run_id, reason, hour, total(blocked_us) FROM \(stored(ResultsSchema.blocked).source) AS b "
        + "JOIN runs ON runs.run_id = b.run_id WHERE is_current = 1 AND status = 'ok' "
        + "GROUP BY b.run_id, reason, hour ORDER BY b.run_id, reason, hour", table: "blocked"
    ) {
      StoredBlockedHour(runID: $0.text(0), reason: $0.text(1), hour: $0.count(2), hours: $0.real(3) / 3.6e9)
    }
  }

  /// The energy of all current runs by component and cause; empty without `record: [energy]`.
  public func energyTotals() throws(ResultsError) -> [StoredEnergy] {
    // Sums of nanojoules could leave the range of whole numbers on large fleets.
    try rows(
      "SELECT e.run_id, component, cause, sum(observed_energy_nj / 1000) "
        + "FROM \(stored(ResultsSchema.energy).source) AS e JOIN runs ON runs.run_id = e.run_id "
        + "WHERE is_current = 1 AND status = 'ok' "
        + "GROUP BY e.run_id, component, cause ORDER BY e.run_id, component, cause", table: "energy"
    ) {
      StoredEnergy(runID: $0.text(0), component: $0.text(1), cause: $0.text(2), microjoules: $0.integer(3))
    }
  }

  /// The provenance of every current run that is done, in the order of the study.
  public func provenance() throws(ResultsError) -> [ProvenanceRow] {
    var found: [ProvenanceRow] = []
    for run in try runs() where run.status == .ok {
      found += try rows(
        stored(ResultsSchema.provenance).selectionOfRun(), [.text(run.runID)], table: "provenance"
      ) {
        ProvenanceRow(
          runID: run.runID, wallSeconds: $0.real(1), host: $0.text(2), started: $0.text(3), ended: $0.text(4),
          processor: $0.optionalText(5), instructions: $0.optionalText(6), cLibrary: $0.optionalText(7))
      }
    }
    return found
  }
}
