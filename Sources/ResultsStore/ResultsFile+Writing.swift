extension ResultsFile {
  package func plan(_ runs: [PlannedRun]) throws(ResultsError) {
    try withConnection { (connection) throws(ResultsError) in
      let change = try PlanChange(runs, in: connection)
      try connection.transaction(action: "store the plan") { () throws(ResultsError) in
        try change.apply(to: connection)
      }
    }
  }

  /// Makes a file ready for the runs of a study, all of it or nothing. One that says already what is asked of it is not
  /// written to.
  static func prepare(
    _ connection: Connection, _ study: StudyDescription, _ runs: [PlannedRun]?
  ) throws(ResultsError) {
    let isWritten = try self.study(connection) == study
    let change: PlanChange? = if let runs { try PlanChange(runs, in: connection) } else { nil }
    if isWritten, change?.isEmpty ?? true { return }
    try connection.transaction(action: "store the study") { () throws(ResultsError) in
      if !isWritten { try write(study, to: connection) }
      try change?.apply(to: connection)
    }
  }

  /// Whether every run is done, so that nothing has to be written to compare them.
  static func holds(_ runs: [PlannedRun], _ connection: Connection) throws(ResultsError) -> Bool {
    let done = Set(try connection.runs("status = 'ok' AND is_current = 1").map(\.runID))
    return runs.allSatisfy { done.contains($0.runID) }
  }

  /// Stores parts, all of them or nothing.
  ///
  /// With the last part of a run, the same transaction stores the run's metrics, event counts and days. Parts and runs that
  /// the file holds already, as after the same work in two processes, stay as they are.
  ///
  /// - Parameter complete: Makes a run of its parts.
  /// - Returns: Number of the runs of which the last part was stored.
  @discardableResult
  package func store(
    _ parts: [StoredPart], completing complete: RunCompletion
  ) throws(ResultsError) -> Int {
    try withConnection { (connection) throws(ResultsError) in
      try connection.transaction(action: "store a block") { () throws(ResultsError) in
        var completed = 0
        for part in parts where try Self.store(part, completing: complete, in: connection) { completed += 1 }
        return completed
      }
    }
  }

  /// Stores a part; returns whether it was the last of its run.
  private static func store(
    _ part: StoredPart, completing complete: RunCompletion, in connection: Connection
  ) throws(ResultsError) -> Bool {
    let (run, runID) = (part.run, part.run.runID)
    let action = "store run \(runID)"
    switch try connection.status(of: runID) {
    case .ok?: return false
    case .failed?:
      // The run is done again.
      try connection.removeContents(of: runID, action: action)
      try connection.write(StoredRun(run), action: action)
    case .planned?: break
    case nil:
      let places = PlannedPlaces([run])
      for var other in try connection.runs("design_point = ? AND is_current = 1", [.text(run.designPoint)])
      where places.contradict(other.run) {
        other.isCurrent = false
        try connection.write(other, action: action)
      }
      try connection.write(StoredRun(run), action: action)
    }
    // A part in which a device failed gives way to one without a failure.
    let twin = try connection.heads(of: runID).first { $0.devices.lowerBound == part.head.devices.lowerBound }
    if let twin, twin.failure == nil || part.failure != nil { return false }
    try connection.insert(part, action: action)
    if let completed = part.completed {
      try connection.finish(run, completed, action: action)
      return true
    }
    return try connection.completeIfWhole(run, completing: complete, action: action)
  }
}
