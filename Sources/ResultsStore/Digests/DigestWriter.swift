import Digests

/// Computes the digests of runs and of the study from the rows of a file.
struct DigestWriter {
  let connection: Connection
  private let action = "compute its digests"

  init(_ connection: Connection) { self.connection = connection }

  /// The digest of a run's rows in all tables but `runs` and `provenance`, in the order of an export.
  func contents(of runID: String) throws(ResultsError) -> String {
    try contents(of: runID, devices: rowsOfDevices(of: runID))
  }

  /// The digest of a run's rows of which those of devices are known.
  func contents(of runID: String, devices: DigestSum) throws(ResultsError) -> String {
    var digest = RowDigest()
    try add(ResultsSchema.ofWholeRuns, of: runID, to: &digest)
    digest.add(devices)
    return digest.finish()
  }

  /// The digest of a run's rows of devices.
  ///
  /// - Parameter devices: The devices whose rows are added; nil for all.
  func rowsOfDevices(of runID: String, _ devices: Range<Int>? = nil) throws(ResultsError) -> DigestSum {
    var digest = DeviceRowsDigest()
    try add(ResultsSchema.ofDevices, of: runID, devices: devices, to: &digest)
    return digest.finish()
  }

  /// Adds a run's rows of some tables to a digest.
  ///
  /// - Parameter devices: The devices whose rows are added, of tables with rows of devices; nil for all rows.
  func add(
    _ tables: [TableDefinition], of runID: String, devices: Range<Int>? = nil, to digest: inout some RowTaking
  ) throws(ResultsError) {
    for table in tables {
      var isEmpty = true
      try connection.eachRow(of: table, runID: runID, devices: devices) { (row) throws(ResultsError) in
        if isEmpty { digest.table(table.name, columns: table.columns.map(\.name)) }
        isEmpty = false
        digest.row(row)
      }
    }
  }

  /// The digest of a run's row in `runs`, its factors and the digest of its contents.
  func entry(of runID: String, contents: String?) throws(ResultsError) -> String {
    var digest = RowDigest()
    let table = ResultsSchema.runs
    digest.table(table.name, columns: table.columns.map(\.name))
    try connection.eachRow(of: table, runID: runID, allowing: .planned) { (row) throws(ResultsError) in
      digest.row(row)
    }
    digest.table("factors", columns: ["name", "value", "number", "unit"])
    let factors = try connection.statement(
      "SELECT name, value, number, unit FROM factors WHERE run_id = ? ORDER BY position, name",
      action: action,
      table: "factors")
    try factors.bind([.text(runID)])
    while try factors.step() {
      let number: Double? = factors.isMissing(2) ? nil : factors.real(2)
      digest.row([
        .text(factors.text(0)), .text(factors.text(1)), .optional(number), .text(factors.text(3)),
      ])
      try connection.check(factors)
    }
    digest.table("contents", columns: ["digest"])
    digest.row([.optional(contents)])
    return digest.finish()
  }

  /// Computes and stores the digests of a run whose row, factors or contents have changed.
  ///
  /// - Parameter hasNewContents: Whether its rows in other tables have changed as well.
  func update(_ runID: String, hasNewContents: Bool) throws(ResultsError) {
    try update(runID, contents: hasNewContents ? contents(of: runID) : storedContents(of: runID))
  }

  /// Stores the digests of a run whose contents have a known digest.
  func update(_ runID: String, contents: String?) throws(ResultsError) {
    try connection.statement("INSERT OR REPLACE INTO digests VALUES (?, ?, ?)", action: action)
      .run([.text(runID), .optional(contents), .text(try entry(of: runID, contents: contents))])
  }

  private func storedContents(of runID: String) throws(ResultsError) -> String? {
    let statement = try connection.statement(
      "SELECT contents FROM digests WHERE run_id = ?", action: action, table: "digests")
    try statement.bind([.text(runID)])
    var contents: String?
    while try statement.step() {
      contents = statement.optionalText(0)
      try connection.check(statement)
    }
    return contents
  }

  /// The digest of what the file says of its study.
  func study() throws(ResultsError) -> String {
    var digest = RowDigest()
    for (table, columns, order) in [
      ("study", ["key", "value"], "key"), ("versions", ["name", "version"], "position"),
      (
        "metric_definitions", ["name", "unit", "polarity", "definition", "censoring", "is_population"],
        "position"
      ), ("blocked_reasons", ["reason"], "position"),
    ] {
      digest.table(table, columns: columns)
      let filter = table == "study" ? " WHERE key <> 'digest'" : ""
      let rows = try connection.rows(
        "SELECT \(columns.joined(separator: ", ")) FROM \(table)\(filter) ORDER BY \(order)", table: table,
        limit: ResultsSchema.descriptionLimit
      ) { row in
        columns.indices.map { column -> CellValue in
          columns[column] == "is_population" ? .integer(row.integer(column)) : .text(row.text(column))
        }
      }
      for row in rows { digest.row(row) }
    }
    return digest.finish()
  }
}

extension Connection {
  /// Reads a run's rows of a table in the order of its key, with all columns that the table has.
  ///
  /// - Parameters:
  ///   - devices: The devices whose rows are read, of a table with rows of devices; nil for all rows.
  ///   - status: A status that is allowed beside those of finished runs.
  func eachRow(
    of table: TableDefinition, runID: String, devices: Range<Int>? = nil, allowing status: RunStatus? = nil,
    _ body: ([CellValue]) throws(ResultsError) -> Void
  ) throws(ResultsError) {
    let statement = try statement(
      StoredTable(table).selectionOfRun(ofDevices: devices != nil), action: "read it",
      table: table.name)
    let range = devices.map { [$0.lowerBound, $0.upperBound].map { CellValue.integer(Int64($0)) } } ?? []
    try statement.bind([.text(runID)] + range)
    let columns = table.columns.map { column in
      guard let status, column.words.contains(RunStatus.ok.rawValue) else { return column }
      return column.adding(status.rawValue)
    }
    var row: [CellValue] = []
    while try statement.step() {
      row.removeAll(keepingCapacity: true)
      for (index, column) in columns.enumerated() { row.append(statement.value(index, column)) }
      try check(statement)
      try body(row)
    }
  }

  /// Throws what is wrong with the row at which a statement stands.
  func check(_ statement: Statement) throws(ResultsError) {
    guard let problem = statement.problem else { return }
    statement.reset()
    throw .damaged(path: path, what: problem)
  }
}
