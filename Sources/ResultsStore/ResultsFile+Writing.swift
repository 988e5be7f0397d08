import Basics

extension ResultsFile {
  package func plan(_ runs: [PlannedRun]) throws(ResultsError) {
    try withConnection { (connection) throws(ResultsError) in
      let change = try PlanChange(runs, in: connection)
      try connection.transaction(action: "store the plan") { () throws(ResultsError) in
        try change.apply(to: connection)
      }
    }
  }

  /// Prepares a file for the runs of a study in one transaction. A file that already has all entries is not written to.
  static func prepare(
    _ connection: Connection, _ study: StudyDescription, _ runs: [PlannedRun]?
  ) throws(ResultsError) {
    let isWritten = try self.study(connection) == study
    let change: PlanChange? = if let runs { try PlanChange(runs, in: connection) } else { nil }
    if let run = change?.contradicted {
      throw .otherContent(
        path: connection.path,
        run:
          "\(MessageWord.quoted(run.policy)), replication \(run.replication) at \(MessageWord.quoted(run.designPoint))"
      )
    }
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

  /// Stores parts, all of them or nothing. With the last part of a run, the same transaction stores the run's metrics,
  /// event counts and days. Parts and runs that the file holds already, as after the same work in two processes, stay as
  /// they are.
  @discardableResult package func store(
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

extension Connection {
  /// Runs with their factors, as the study lists design points and policies: the order of rows in every table.
  package func runs(_ condition: String = "TRUE", _ values: [CellValue] = []) throws(ResultsError)
    -> [StoredRun]
  {
    try runs(condition, values, StoredRun.init)
  }

  /// - Parameter body: Takes the cells of a run, of which the last is the digest, and its factors.
  func runs<Value>(
    _ condition: String, _ values: [CellValue], _ body: ([CellValue], [FactorLevel]) -> Value
  ) throws(ResultsError) -> [Value] {
    let factors = try factorLevels()
    var columns = StoredRun.table.definition.columns + [.digest]
    for index in columns.indices where columns[index].name == "status" {
      columns[index].words = RunStatus.words
    }
    return try cells(
      columns, of: "runs",
      "WHERE \(condition) ORDER BY point_order, design_point, policy_order, policy, replication, run_id",
      values
    ).map { body($0, factors[$0[0]] ?? []) }
  }

  private func factorLevels() throws(ResultsError) -> [CellValue: [FactorLevel]] {
    let table = FactorLevel.table
    let rows = try cells(
      [ColumnDefinition("run_id")] + table.definition.columns, of: table.name,
      "ORDER BY run_id, position, name")
    return Dictionary(grouping: rows, by: \.[0]).mapValues { $0.map { table.row(Array($0.dropFirst())) } }
  }

  func status(of runID: String) throws(ResultsError) -> RunStatus? {
    try rows("SELECT status FROM runs WHERE run_id = ?", [.text(runID)], table: "runs") {
      RunStatus(rawValue: $0.text(0))
    }.first ?? nil
  }

  package func write(_ run: StoredRun, action: String) throws(ResultsError) {
    let cells = StoredRun.table.cells(run)
    try statement(
      "INSERT OR REPLACE INTO runs VALUES (\(ResultsSchema.places(cells.count + 1)))", action: action
    ).run(cells + [.text(StoredRun.digest(cells, run.factors))])
    try statement("DELETE FROM factors WHERE run_id = ?", action: action).run([.text(run.runID)])
    let insertion = try statement(
      "INSERT INTO factors (run_id, position, name, value, number, unit) VALUES (?, ?, ?, ?, ?, ?)",
      action: action)
    for (position, factor) in run.factors.enumerated() {
      try insertion.run([.text(run.runID), .integer(Int64(position))] + FactorLevel.table.cells(factor))
    }
  }

  func removeContents(of runID: String, action: String) throws(ResultsError) {
    for table in ["results", "blocks"] {
      try statement("DELETE FROM \(table) WHERE run_id = ?", action: action).run([.text(runID)])
    }
  }
}

extension StoredRun {
  init(_ cells: [CellValue], _ factors: [FactorLevel]) {
    self = Self.table.row(cells)
    run.factors = factors
  }

  /// Tells whether somebody has changed the row of a run, its factors or the digests of its contents.
  static func digest(_ cells: [CellValue], _ factors: [FactorLevel]) -> String {
    Digest.hexadecimal([cells] + factors.map(FactorLevel.table.cells))
  }
}

struct PlannedPlaces {
  private var places: Set<RunPlace> = []
  private var points: [String: String] = [:]
  private var policies: [PolicyPlace: String] = [:]

  init(_ runs: [PlannedRun]) {
    for run in runs {
      places.insert(run.place)
      points[run.designPoint] = run.pointDigest
      policies[run.place.policy] = run.policyDigest
    }
  }

  /// Whether another run than this one stands in its place, or its design point or policy means something else.
  func contradict(_ run: PlannedRun) -> Bool {
    if let digest = points[run.designPoint], digest != run.pointDigest { return true }
    if let digest = policies[run.place.policy], digest != run.policyDigest { return true }
    return places.contains(run.place)
  }
}

/// The changes of a file that a plan asks for. Runs that are done stay done, whatever the order of studies and plans.
/// Runs under the same name (design point, policy, replication) that the study no longer means leave the results but stay
/// in the file. Runs of earlier plans of which nothing was computed are forgotten.
struct PlanChange {
  private var changed: [StoredRun] = []
  private var forgotten: [String] = []
  /// A finished run under a name by which the study means something else.
  private(set) var contradicted: StoredRun?
  var isEmpty: Bool { changed.isEmpty && forgotten.isEmpty }

  init(_ runs: [PlannedRun], in connection: Connection) throws(ResultsError) {
    let known = try connection.runs()
    let begun = Set(try connection.rows("SELECT DISTINCT run_id FROM blocks", table: "blocks") { $0.text(0) })
    let asked = Set(runs.map(\.runID))
    let places = PlannedPlaces(runs)
    for var run in known where !asked.contains(run.runID) {
      if run.status == .planned, !begun.contains(run.runID) {
        forgotten.append(run.runID)
      } else if run.isCurrent, run.status == .planned || places.contradict(run.run) {
        if run.status == .ok, contradicted == nil { contradicted = run }
        run.isCurrent = false
        changed.append(run)
      }
    }
    let byID = Dictionary(known.map { ($0.runID, $0) }, uniquingKeysWith: { first, _ in first })
    for run in runs {
      var row = byID[run.runID] ?? StoredRun(run)
      row.run = run
      row.isCurrent = true
      if row != byID[run.runID] { changed.append(row) }
    }
  }

  func apply(to connection: Connection) throws(ResultsError) {
    let action = "store the plan"
    for runID in forgotten {
      for table in ["factors", "runs"] {
        try connection.statement("DELETE FROM \(table) WHERE run_id = ?", action: action).run([.text(runID)])
      }
    }
    for run in changed { try connection.write(run, action: action) }
  }
}
