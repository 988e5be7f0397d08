/// The first place at which a run that was computed again differs from the stored one.
public struct RunDifference: Hashable, Sendable, CustomStringConvertible {
  /// Name of the table, as in the schema.
  public var table: String
  /// The key of the row without its run: `device 3, item 12`.
  public var row: String
  /// The column; empty where one of the two lacks the row.
  public var column: String
  /// The stored value as it is exported; nil where there is no row.
  public var stored: String?
  /// The computed value as it is exported; nil where there is no row.
  public var computed: String?

  public init(table: String, row: String, column: String, stored: String?, computed: String?) {
    self.table = table
    self.row = row
    self.column = column
    self.stored = stored
    self.computed = computed
  }

  /// Table, row and column, as far as there are any.
  public var place: String { [table, row, column].filter { !$0.isEmpty }.joined(separator: ", ") }

  public var description: String {
    func word(_ value: String?) -> String { value.map { MessageWord.quoted($0) } ?? "no such row" }
    return "\(place): stored \(word(stored)), computed \(word(computed))"
  }
}

extension ResultsFile {
  /// Compares a run with the same run of another file: what became of it, and its rows in all tables but provenance.
  ///
  /// - Parameters:
  ///   - computed: A file that holds the run as it was computed again.
  ///   - devices: The devices whose rows are compared, and nothing else; nil for all of the run.
  /// - Returns: The first difference in the order of tables, rows and columns; nil if there is none.
  public func difference(
    of runID: String, from computed: ResultsFile, ofDevices devices: Range<Int>? = nil
  ) throws(ResultsError) -> RunDifference? {
    let tables =
      devices == nil ? [ResultsSchema.runs] + ResultsSchema.contents : ResultsSchema.ofDevices
    for table in tables {
      let isRun = table.name == ResultsSchema.runs.name
      let stored = try allRows(of: table, runID: runID, devices: devices)
      let found = try computed.allRows(of: table, runID: runID, devices: devices)
      for index in 0..<max(stored.count, found.count) {
        let key = index < stored.count ? Self.key(of: stored[index], table) : nil
        let other = index < found.count ? Self.key(of: found[index], table) : nil
        guard let key, key == other else {
          // Rows stand in the order of their keys: what the other side has not at all is what differs.
          let isMissing = other == nil || !stored.contains { Self.key(of: $0, table) == other }
          let isAdded = key == nil || (other != nil && isMissing)
          return RunDifference(
            table: table.name, row: (isAdded ? other : key) ?? "", column: "",
            stored: isAdded ? nil : "a row",
            computed: isAdded ? "a row" : nil)
        }
        for (place, column) in table.columns.enumerated() where stored[index][place] != found[index][place] {
          if isRun, !Self.outcomeColumns.contains(column.storedName) { continue }
          return RunDifference(
            table: table.name, row: key, column: column.name,
            stored: stored[index][place].exportedText, computed: found[index][place].exportedText)
        }
      }
    }
    return nil
  }

  /// Which detail tables a run has rows of.
  public func detailTables(of runID: String) throws(ResultsError) -> Set<String> {
    var tables: Set<String> = []
    for table in [
      ResultsSchema.attempts, ResultsSchema.blocked, ResultsSchema.energy, ResultsSchema.timeseries,
      ResultsSchema.regret,
    ] {
      let found = try rows(
        "SELECT 1 FROM \(StoredTable(table).source) WHERE run_id = ? LIMIT 1", [.text(runID)], table: table.name
      ) { $0.integer(0) }
      if !found.isEmpty { tables.insert(table.name) }
    }
    return tables
  }

  private func allRows(
    of table: TableDefinition, runID: String, devices: Range<Int>?
  ) throws(ResultsError) -> [[CellValue]] {
    try withConnection { (connection) throws(ResultsError) in
      var rows: [[CellValue]] = []
      try connection.eachRow(of: table, runID: runID, devices: devices) { row in rows.append(row) }
      return rows
    }
  }

  private static func key(of row: [CellValue], _ table: TableDefinition) -> String {
    table.primaryKey.filter { $0 != "run_id" }.map { name in
      let place = table.columns.firstIndex { $0.name == name } ?? 0
      return "\(name) \(MessageWord.word(row[place].exportedText))"
    }.joined(separator: ", ")
  }
}

extension CellValue {
  /// The value as it is exported, without quotes.
  var exportedText: String {
    if case .text(let text) = self { return text }
    var buffer = CSVBuffer()
    buffer.field(self)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
