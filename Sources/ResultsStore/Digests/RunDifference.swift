/// The first place at which a run that was computed again differs from the stored one.
public struct RunDifference: Hashable, Sendable, CustomStringConvertible {
  package var table: String
  /// The key of the row without its run: `device 3, item 12`.
  package var row: String
  package var column: String
  package var stored: String?
  package var computed: String?

  package init(table: String, row: String, column: String, stored: String?, computed: String?) {
    self.table = table
    self.row = row
    self.column = column
    self.stored = stored
    self.computed = computed
  }

  package var place: String { [table, row, column].filter { !$0.isEmpty }.joined(separator: ", ") }

  public var description: String {
    func word(_ value: String?) -> String { value.map { MessageWord.quoted($0) } ?? "no such row" }
    return "\(place): stored \(word(stored)), computed \(word(computed))"
  }
}

/// A run as it is compared: what became of it, and its rows as cells.
private struct ComparedRun {
  /// Nil where only rows of devices are compared.
  var run: StoredRun?
  var results: (StoredTable<CompletedRun>) throws(ResultsError) -> [[CellValue]]
  var details: (StoredTable<RunDetails>) throws(ResultsError) -> [[CellValue]]

  /// A run of a file.
  ///
  /// - Parameter devices: Those of the block that is compared; nil for all of the run.
  init(_ runID: String, of file: ResultsFile, _ devices: Range<Int>?) throws(ResultsError) {
    if devices == nil {
      run = try file.withConnection { (connection) throws(ResultsError) in
        try connection.runs("run_id = ?", [.text(runID)]).first
      }
    }
    results = { (table) throws(ResultsError) in try file.cells(of: table, runID, nil) }
    details = { (table) throws(ResultsError) in try file.cells(of: table, runID, devices) }
  }

  /// A run that was computed again.
  init(_ part: RunPart, _ completed: CompletedRun) {
    let runID = part.run.runID
    run = StoredRun(part.run, completed.outcome)
    results = { (table) throws(ResultsError) in
      guard let bytes = try table.encode(completed) else { return [] }
      return try table.decode(bytes, runID) ?? []
    }
    details = { (table) throws(ResultsError) in
      guard let bytes = try table.encode(part.details) else { return [] }
      return try table.decode(bytes, runID) ?? []
    }
  }

  /// The first difference in the order of tables, rows and columns; nil if there is none.
  func difference(from computed: ComparedRun) throws(ResultsError) -> RunDifference? {
    if let run, let other = computed.run {
      let outcome: Set = ["devices_done", "status", "events", "event_hash", "error"]
      let table = StoredRun.table
      if let found = RunDifference(
        [table.cells(run)], [table.cells(other)], table.definition, columns: outcome)
      {
        return found
      }
      for table in CompletedRun.tables {
        if let found = RunDifference(try results(table), try computed.results(table), table.definition) {
          return found
        }
      }
    }
    for table in RunDetails.tables {
      if let found = RunDifference(try details(table), try computed.details(table), table.definition) {
        return found
      }
    }
    return nil
  }
}

extension RunDifference {
  /// The first difference of two lists of rows in the order of their key; nil if there is none.
  ///
  /// - Parameter columns: The columns that are compared; nil for all.
  fileprivate init?(
    _ stored: [[CellValue]], _ computed: [[CellValue]], _ table: TableDefinition, columns: Set<String>? = nil
  ) {
    func key(_ row: [CellValue]) -> String {
      table.primaryKey.filter { $0 != "run_id" }.map { name in
        let place = table.columns.firstIndex { $0.name == name } ?? 0
        return "\(name) \(MessageWord.word(row[place].exportedText))"
      }.joined(separator: ", ")
    }
    for index in 0..<max(stored.count, computed.count) {
      let own = index < stored.count ? key(stored[index]) : nil
      let other = index < computed.count ? key(computed[index]) : nil
      guard let own, own == other else {
        // Rows stand in the order of their keys: what the other side has not at all is what differs.
        let isMissing = other == nil || !stored.contains { key($0) == other }
        let isAdded = own == nil || (other != nil && isMissing)
        self.init(
          table: table.name, row: (isAdded ? other : own) ?? "", column: "",
          stored: isAdded ? nil : "a row", computed: isAdded ? "a row" : nil)
        return
      }
      for (place, column) in table.columns.enumerated() where stored[index][place] != computed[index][place] {
        if let columns, !columns.contains(column.name) { continue }
        self.init(
          table: table.name, row: own, column: column.name, stored: stored[index][place].exportedText,
          computed: computed[index][place].exportedText)
        return
      }
    }
    return nil
  }
}

extension ResultsFile {
  /// Compares a run with the same run of another file: what became of it, and its rows in all tables but provenance.
  ///
  /// - Parameter devices: Those of a block whose rows are compared, and nothing else; nil for all of the run.
  package func difference(
    of runID: String, from other: ResultsFile, ofDevices devices: Range<Int>? = nil
  ) throws(ResultsError) -> RunDifference? {
    try ComparedRun(runID, of: self, devices).difference(from: ComparedRun(runID, of: other, devices))
  }

  /// Compares a run with the same run as it was computed again as a whole.
  package func difference(from computed: RunPart) throws(ResultsError) -> RunDifference? {
    guard let completed = computed.completed else { return nil }
    return try ComparedRun(computed.run.runID, of: self, nil).difference(
      from: ComparedRun(computed, completed))
  }

  /// The names of the detail tables of which a run has rows.
  package func detailTables(of runID: String) throws(ResultsError) -> Set<String> {
    var tables: Set<String> = []
    for table in RunDetails.tables.dropFirst() {
      let found = try rows(
        "SELECT 1 FROM blocks WHERE run_id = ? AND \(table.name) IS NOT NULL LIMIT 1", [.text(runID)],
        table: "blocks"
      ) { $0.integer(0) }
      if !found.isEmpty { tables.insert(table.name) }
    }
    return tables
  }

  /// The rows of a run, or of one of its blocks, as cells.
  fileprivate func cells<Contents>(
    of table: StoredTable<Contents>, _ runID: String, _ devices: Range<Int>?
  ) throws(ResultsError) -> [[CellValue]] {
    try withConnection { (connection) throws(ResultsError) in
      var cells: [[CellValue]] = []
      let reader = try connection.pieces(table.name, of: runID)
      while let piece = try reader.nextIntact() {
        guard let bytes = piece.bytes, devices == nil || devices == piece.devices else { continue }
        cells += try table.decode(bytes, runID) ?? []
      }
      return cells
    }
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
