import JSON

/// Writes the CSV files of a results file, with what is needed to understand and repeat them.
struct ResultsExport {
  let file: ResultsFile
  let study: StudyDescription
  let counts: RunCounts
  /// Finished runs in their order.
  let runs: [StoredRun]
  /// Names of the factors, in the order of the study.
  let factors: [String]
  /// The tables that are asked for.
  let selection: ExportSelection

  /// - Parameter file: A file as it was at one instant.
  init(_ file: ResultsFile, _ selection: ExportSelection) throws(ResultsError) {
    self.file = file
    self.selection = selection
    study = try file.study()
    counts = try file.counts()
    runs = try file.runs().filter { $0.status != .planned }
    factors = Self.order(runs.map(\.factors))
  }

  /// Factors by the earliest place that a run gives them, then by name.
  static func order(_ levels: [[FactorLevel]]) -> [String] {
    var places: [String: Int] = [:]
    for factors in levels {
      for (place, factor) in factors.enumerated() {
        places[factor.name] = min(place, places[factor.name] ?? place)
      }
    }
    return places.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
  }

  /// Writes everything; returns the names of the files.
  func write(
    to folder: ExportFolder, comparison: [ComparisonRow], effects: [EffectRow], front: [FrontRow]
  ) throws(ResultsError) -> [String] {
    var tables: [TableDefinition] = []
    let metrics = study.metrics.filter(\.isPopulation)
    if isAsked(ResultsSchema.runs) {
      tables.append(
        try write(runsTable, to: folder) { (run) throws(ResultsError) in
          try runLine(run, ResultsSchema.runs)
        })
    }
    if selection.contains("summary") {
      tables.append(
        try write(summaryTable(metrics), to: folder) { (run) throws(ResultsError) in
          try runLine(run, Self.runKeys) + summary(of: run, metrics)
        })
    }
    for table in [ResultsSchema.metrics, ResultsSchema.devices] where isAsked(table) {
      tables.append(try write(table, to: folder))
    }
    for (table, lines) in [
      (ResultsSchema.comparison, comparison.map(\.values)), (ResultsSchema.effects, effects.map(\.values)),
      (ResultsSchema.front, front.map(\.values)),
    ] where !lines.isEmpty && isAsked(table) {
      tables.append(
        try write(table, to: folder) { (csv) throws(ResultsError) in
          for values in lines { try csv.line(values) }
        })
    }
    if isAsked(ResultsSchema.attempts), try holdsRows(ResultsSchema.attempts) {
      let reasons = try blockedReasons()
      tables.append(
        try write(attemptsTable(reasons), to: folder) { (row) throws(ResultsError) in
          try blockedTimes(row, reasons)
        })
    }
    for table in [
      ResultsSchema.blocked, ResultsSchema.energy, ResultsSchema.timeseries, ResultsSchema.regret,
      ResultsSchema.events, ResultsSchema.days,
    ] {
      if isAsked(table), try holdsRows(table) { tables.append(try write(table, to: folder)) }
    }
    if isAsked(ResultsSchema.provenance) {
      tables.append(try write(ResultsSchema.provenance, to: folder))
    }
    try refuseMissing(tables)
    try folder.write(StudyDescription.effectiveStudyFile, study.effectiveStudy)
    let package = DataPackage(study: study, counts: counts, tables: tables, selection: selection)
    try folder.write("datapackage.json", package.json.text())

    let written =
      tables.map { selection.file(of: $0.name) } + [
        StudyDescription.effectiveStudyFile, "datapackage.json",
      ]
    try folder.commit(removing: ExportSelection.knownFiles.filter { !written.contains($0) })
    return written
  }

  private func isAsked(_ table: TableDefinition) -> Bool { selection.contains(table.name) }

  /// A table that was asked for by name is there, or nothing is written.
  private func refuseMissing(_ tables: [TableDefinition]) throws(ResultsError) {
    for name in selection.tables.sorted() where !tables.contains(where: { $0.name == name }) {
      throw .noRows(path: file.path, table: name)
    }
  }

  // MARK: Tables

  /// The columns of a run that `summary.csv` has as well.
  private static let runKeys = TableDefinition(
    "runs", "", key: ["run_id"], columns: ResultsSchema.runKeyColumns)

  private var runsTable: TableDefinition {
    with(ResultsSchema.runs, ResultsSchema.runs.exportedColumns)
  }

  private func summaryTable(_ metrics: [MetricDescription]) -> TableDefinition {
    let columns = metrics.map { metric in
      ColumnDefinition(
        metric.name, .real, unit: metric.unit, "\(metric.definition) \(metric.censoring)",
        isRequired: false)
    }
    return with(
      TableDefinition(
        "summary", "One run with every metric of its population, after warm-up (wide form).",
        key: ["run_id"], references: ResultsSchema.ofRun, columns: []),
      ResultsSchema.runKeyColumns + columns)
  }

  /// A table whose factors stand behind the arm.
  private func with(_ table: TableDefinition, _ columns: [ColumnDefinition]) -> TableDefinition {
    var columns = columns
    let place = (columns.firstIndex { $0.name == "arm" } ?? -1) + 1
    let levels = factors.flatMap { name in
      // Levels of one factor may differ in their dimension; a unit is said where they agree.
      let units = Set(runs.flatMap { $0.factors.filter { $0.name == name && $0.number != nil }.map(\.unit) })
      return ResultsSchema.factorColumns(name, unit: units.count == 1 ? units.first ?? "" : "")
    }
    columns.insert(contentsOf: levels, at: place)
    return TableDefinition(
      table.name, table.definition, key: table.primaryKey, references: table.foreignKeys, columns: columns)
  }

  private func attemptsTable(_ reasons: [String]) -> TableDefinition {
    let table = ResultsSchema.attempts
    return TableDefinition(
      table.name, table.definition, key: table.primaryKey, references: table.foreignKeys,
      columns: table.exportedColumns + reasons.map(ResultsSchema.blockedColumn))
  }

  // MARK: Lines

  /// One line per run.
  private func write(
    _ table: TableDefinition, to folder: ExportFolder,
    _ values: (StoredRun) throws(ResultsError) -> [CellValue]
  ) throws(ResultsError) -> TableDefinition {
    try write(table, to: folder) { (csv) throws(ResultsError) in
      for run in runs { try csv.line(try values(run)) }
    }
  }

  /// All rows of a table, run by run in the order of its key.
  private func write(
    _ table: TableDefinition, to folder: ExportFolder,
    extra: ([CellValue]) throws(ResultsError) -> [CellValue] = { _ in [] }
  ) throws(ResultsError) -> TableDefinition {
    let stored = ResultsSchema.stored.first { $0.name == table.name } ?? table
    return try write(table, to: folder) { (csv) throws(ResultsError) in
      try file.withConnection { (connection) throws(ResultsError) in
        for run in runs {
          try connection.eachRow(of: stored, runID: run.runID) { (row) throws(ResultsError) in
            let exported = zip(row, stored.columns).filter(\.1.isExported).map(\.0)
            try csv.line(exported + (try extra(row)))
          }
        }
      }
    }
  }

  /// A file with a header and the lines that `body` makes.
  private func write(
    _ table: TableDefinition, to folder: ExportFolder,
    lines body: (CSVFile) throws(ResultsError) -> Void
  ) throws(ResultsError) -> TableDefinition {
    try folder.write(selection.file(of: table.name)) { (sink) throws(ResultsError) in
      let file = try CSVFile(sink, isCompressed: selection.isCompressed)
      try file.line(table.exportedColumns.map { .text($0.name) })
      try body(file)
      try file.finish()
    }
    return table
  }

  /// The exported columns of a run, with its factors behind the arm.
  private func runLine(_ run: StoredRun, _ table: TableDefinition) throws(ResultsError) -> [CellValue] {
    let columns = table.exportedColumns
    let query =
      "SELECT \(TableDefinition.list(columns.map(\.storedName))) FROM runs WHERE run_id = ?"
    let found = try file.rows(query, [.text(run.runID)], table: "runs") { statement in
      columns.indices.map { statement.value($0, columns[$0]) }
    }
    guard var values = found.first else { return [] }
    let place = (columns.firstIndex { $0.name == "arm" } ?? -1) + 1
    let levels = factors.flatMap { name -> [CellValue] in
      let level = run.factors.first { $0.name == name }
      return [.optional(level?.number), .optional(level?.value)]
    }
    values.insert(contentsOf: levels, at: place)
    return values
  }

  private func summary(
    of run: StoredRun, _ metrics: [MetricDescription]
  ) throws(ResultsError) -> [CellValue] {
    var values: [String: Double] = [:]
    for row in try file.metrics(of: run.runID, scope: .population) { values[row.metric] = row.value }
    return metrics.map { .optional(values[$0.name]) }
  }

  private func holdsRows(_ table: TableDefinition) throws(ResultsError) -> Bool {
    try !file.rows(
      "SELECT 1 FROM \(file.stored(table).source) JOIN runs USING (run_id) WHERE is_current = 1 "
        + "AND status <> 'planned' LIMIT 1"
    ) { $0.integer(0) }.isEmpty
  }

  /// Reasons that the study names, then others that occur, by name.
  private func blockedReasons() throws(ResultsError) -> [String] {
    guard try holdsRows(ResultsSchema.attempts) else { return [] }
    var others: Set<String> = []
    if study.blockedReasons.isEmpty {
      let texts = try file.rows(
        "SELECT DISTINCT blocked FROM attempts WHERE blocked IS NOT NULL", table: "attempts"
      ) { $0.text(0) }
      for text in texts {
        for share in BlockedShares.decode(text) { others.insert(share.reason) }
      }
    }
    return study.blockedReasons + others.sorted()
  }

  /// The times of a row's last column, `blocked`, by reason.
  private func blockedTimes(_ row: [CellValue], _ reasons: [String]) throws(ResultsError) -> [CellValue] {
    var times: [String: Int64] = [:]
    if case .text(let text) = row.last {
      for share in BlockedShares.decode(text) {
        let (sum, overflows) = times[share.reason, default: 0].addingReportingOverflow(share.microseconds)
        guard !overflows else {
          throw .damaged(path: file.path, what: "attempts.blocked: found a time beyond all clocks")
        }
        times[share.reason] = sum
      }
    }
    return reasons.map { .microseconds(times[$0] ?? 0) }
  }
}

extension ResultsFile {
  /// Writes the CSV files, the data package and the effective study into a folder, and returns their names.
  ///
  /// Rows stand in the order of the study, whatever the order in which runs were stored. The comparison is made
  /// by whoever knows how to compare, and so are the effects of factors and the front.
  @discardableResult
  public func export(
    to folder: String, selecting selection: ExportSelection = ExportSelection(),
    comparison: [ComparisonRow] = [], effects: [EffectRow] = [], front: [FrontRow] = []
  ) throws(ResultsError) -> [String] {
    let snapshot = isSnapshot ? self : try ResultsFile.open(path)
    return try ResultsExport(snapshot, selection).write(
      to: try ExportFolder(folder), comparison: comparison, effects: effects, front: front)
  }
}
