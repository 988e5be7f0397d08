import Digests

extension ResultsFile {
  /// Stores the parts of a block, all of them or nothing.
  ///
  /// With the last part of a run, the same transaction stores the run's metrics, event counts and days and removes its
  /// parts. Parts and runs that the file holds already, as after the same work in two processes, stay as they are.
  ///
  /// - Parameter complete: Makes a run of its parts.
  public func store(_ parts: [RunPart], completing complete: RunCompletion) throws(ResultsError) {
    for part in parts {
      try Self.checkFinite(part.details)
      if let completed = part.completed { try Self.checkFinite(completed.metrics, MetricRow.table) }
    }
    try withConnection { (connection) throws(ResultsError) in
      try connection.transaction(action: "store a block") { () throws(ResultsError) in
        for part in parts { try Self.store(part, completing: complete, in: connection) }
      }
    }
  }

  static func store(
    _ part: RunPart, completing complete: RunCompletion, in connection: Connection
  ) throws(ResultsError) {
    let action = "store run \(part.run.runID)"
    guard try makeReady(part, in: connection, action) else { return }
    if let completed = part.completed {
      try finish(
        FinishedRun(
          run: part.run, outcome: completed.outcome, metrics: completed.metrics,
          eventCounts: completed.eventCounts, days: completed.days, provenance: part.provenance,
          details: part.details),
        prepared: part.prepared, in: connection)
      return
    }
    try insert(part.details, prepared: part.prepared, of: part.run.runID, in: connection, action)
    try PartTable(connection).insert(
      part, digests: part.prepared.map { .init(rows: $0.rows, whole: $0.digest) })
    try completeIfWhole(part.run, completing: complete, in: connection)
  }

  /// Makes room for a part of a run; false if the run or the part is there already.
  private static func makeReady(
    _ part: RunPart, in connection: Connection, _ action: String
  ) throws(ResultsError) -> Bool {
    let runID = part.run.runID
    switch try status(of: runID, in: connection) {
    case .ok?: return false
    case .failed?:
      // The run is done again.
      try removeRows(of: runID, in: connection, action)
      try upsert(StoredRun(part.run), keepsOutcome: false, in: connection, action)
      try DigestWriter(connection).update(runID, hasNewContents: false)
    case .planned?: break
    case nil:
      try retireOthers(than: part.run, in: connection, action)
      try upsert(StoredRun(part.run), keepsOutcome: false, in: connection, action)
      try DigestWriter(connection).update(runID, hasNewContents: false)
    }
    return try !PartTable(connection).holds(part, removingFailed: part.sums.failure == nil)
  }

  /// Finishes a run if the parts of all its devices are there.
  static func completeIfWhole(
    _ run: PlannedRun, completing complete: RunCompletion, in connection: Connection
  ) throws(ResultsError) {
    let table = PartTable(connection)
    let there = try table.extent(of: run.runID)
    guard there.devices == run.devicesExpected else { return }
    var join = complete(run, there.parts)
    var origins: [ProvenanceRow] = []
    var rows = DigestSum()
    func damage(_ error: PartDamage) -> ResultsError {
      .damaged(
        path: connection.path,
        what: "run \(MessageWord.word(run.runID)), part from device \(error.firstDevice): \(error.what)")
    }
    let reader = try table.reader(of: run.runID)
    while let part = try reader.next() {
      do throws(PartDamage) { try join.add(part.sums) } catch { throw damage(error) }
      origins.append(part.provenance)
      rows.add(part.digests.rows)
    }
    let completed: CompletedRun
    do throws(PartDamage) { completed = try join.finish() } catch { throw damage(error) }
    try checkFinite(completed.metrics, MetricRow.table)
    try table.removeAll(of: run.runID)
    try finish(
      FinishedRun(
        run: run, outcome: completed.outcome, metrics: completed.metrics, eventCounts: completed.eventCounts,
        days: completed.days, provenance: ProvenanceRow(joining: origins)),
      keepingDetails: rows, in: connection)
  }

  /// The status of a run; nil if the file does not know the run.
  static func status(of runID: String, in connection: Connection) throws(ResultsError) -> RunStatus? {
    try connection.rows("SELECT status FROM runs WHERE run_id = ?", [.text(runID)], table: "runs") {
      $0.word(0, or: RunStatus.planned)
    }.first
  }
}
