extension Connection {
  /// The order of rows in every table: as the study lists design points and policies.
  private static let runOrder = "point_order, design_point, policy_order, policy, replication, run_id"

  /// Runs with their factors, in the order of the study.
  ///
  /// - Parameter condition: SQL that chooses runs.
  package func runs(_ condition: String = "TRUE", _ values: [CellValue] = []) throws(ResultsError)
    -> [StoredRun]
  {
    let factors = try factorLevels()
    let table = StoredRun.table
    let columns = table.definition.columns.map { column in
      column.name == "status" ? column.with(words: RunStatus.words) : column
    }
    let names = columns.map(\.name).joined(separator: ", ")
    return try rows(
      "SELECT \(names) FROM runs WHERE \(condition) ORDER BY \(Self.runOrder)", values, table: "runs"
    ) { row in
      var run = table.row(columns.indices.map { row.value($0, columns[$0]) })
      run.run.factors = factors[run.runID] ?? []
      return run
    }
  }

  private func factorLevels() throws(ResultsError) -> [String: [FactorLevel]] {
    let levels = try rows(
      "SELECT run_id, name, value, number, unit FROM factors ORDER BY run_id, position, name",
      table: "factors"
    ) { row in
      let number = row.isMissing(3) ? nil : row.real(3)
      return (
        row.text(0), FactorLevel(name: row.text(1), value: row.text(2), number: number, unit: row.text(4))
      )
    }
    return Dictionary(grouping: levels, by: \.0).mapValues { $0.map(\.1) }
  }

  func status(of runID: String) throws(ResultsError) -> RunStatus? {
    try rows("SELECT status FROM runs WHERE run_id = ?", [.text(runID)], table: "runs") {
      RunStatus(rawValue: $0.text(0))
    }.first ?? nil
  }

  /// Writes the row of a run with its factors and its digest.
  package func write(_ run: StoredRun, action: String) throws(ResultsError) {
    let cells = StoredRun.table.cells(run)
    try statement(
      "INSERT OR REPLACE INTO runs VALUES (\(ResultsSchema.places(cells.count + 1)))", action: action
    ).run(cells + [.text(run.digest)])
    try statement("DELETE FROM factors WHERE run_id = ?", action: action).run([.text(run.runID)])
    let insertion = try statement("INSERT INTO factors VALUES (?, ?, ?, ?, ?, ?)", action: action)
    for (position, factor) in run.factors.enumerated() {
      try insertion.run([
        .text(run.runID), .text(factor.name), .integer(Int64(position)), .text(factor.value),
        .optional(factor.number), .text(factor.unit),
      ])
    }
  }

  func removeContents(of runID: String, action: String) throws(ResultsError) {
    for table in ["results", "blocks"] {
      try statement("DELETE FROM \(table) WHERE run_id = ?", action: action).run([.text(runID)])
    }
  }
}

extension StoredRun {
  /// Tells whether somebody has changed the row of the run, its factors or the digests of its contents.
  var digest: String {
    Digest.hexadecimal(
      [Self.table.cells(self)]
        + run.factors.map { [.text($0.name), .text($0.value), .optional($0.number), .text($0.unit)] })
  }
}

/// The places of runs in a study: design points, their policies and replications.
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

/// The changes of a file that a plan asks for.
///
/// Runs that are done stay done, whatever the order of studies and plans. Runs under the same name (design point, policy,
/// replication) that the study no longer means leave the results but stay in the file. Runs of earlier plans of which
/// nothing was computed are forgotten.
struct PlanChange {
  private var changed: [StoredRun] = []
  private var forgotten: [String] = []

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
