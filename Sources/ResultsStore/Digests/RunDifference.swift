import Basics

/// The first difference between a repeated run and the stored run.
public struct RunDifference: Hashable, Sendable, CustomStringConvertible {
  package var table: String
  /// The key of the row without its run: `device 3, item 12`.
  package var row: String
  package var column: String
  package var stored: String?
  package var computed: String?

  package init(table: String, row: String, column: String, stored: String?, computed: String?) {
    (self.table, self.row, self.column) = (table, row, column)
    (self.stored, self.computed) = (stored, computed)
  }

  package var place: String { [table, row, column].filter { !$0.isEmpty }.joined(separator: ", ") }

  public var description: String {
    func word(_ value: String?) -> String { value.map { MessageWord.quoted($0) } ?? "no such row" }
    return "\(place): stored \(word(stored)), computed \(word(computed))"
  }
}

extension RunDifference: Record {
  package static let record: Table<Self> = [
    "table": \.table, "row": \.row, "column": \.column, "stored": \.stored, "computed": \.computed,
  ]
}

private struct ComparedTable {
  let definition: TableDefinition
  var rows: [[CellValue]] = []

  init(_ run: StoredRun?) {
    let outcome: Set = ["devices_done", "status", "events", "event_hash", "error"]
    let table = StoredRun.table.with(StoredRun.table.columns.filter { outcome.contains($0.definition.name) })
    definition = table.definition
    rows = run.map { [table.cells($0)] } ?? []
  }

  init<Contents>(
    _ table: StoredTable<Contents>, of runID: String, _ devices: Range<Int>?, in connection: Connection
  ) throws(ResultsError) {
    definition = table.definition
    let reader = try connection.pieces(table.name, of: runID)
    while let piece = try reader.nextIntact() {
      guard let bytes = piece.bytes, devices == nil || devices == piece.devices else { continue }
      rows += try table.decode(bytes, runID) ?? []
    }
  }

  init<Contents>(_ table: StoredTable<Contents>, _ contents: Contents, of runID: String) throws(ResultsError)
  {
    definition = table.definition
    if let bytes = try table.encode(contents) { rows = try table.decode(bytes, runID) ?? [] }
  }
}

extension RunDifference {
  fileprivate init?(_ stored: [[CellValue]], _ computed: [[CellValue]], of table: TableDefinition) {
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
  /// Compares a run with the same run of another file: its outcome, and its rows in all tables except
  /// provenance.
  /// - Parameter devices: The devices of a block, to compare only their rows; nil for the whole run.
  package func difference(
    of runID: String, from other: ResultsFile, ofDevices devices: Range<Int>? = nil
  ) throws(ResultsError) -> RunDifference? {
    Self.difference(try tables(of: runID, devices), try other.tables(of: runID, devices))
  }

  package func difference(from computed: RunPart) throws(ResultsError) -> RunDifference? {
    guard let completed = computed.completed else { return nil }
    let runID = computed.run.runID
    var found = [ComparedTable(StoredRun(computed.run, completed.outcome))]
    for table in CompletedRun.tables { found.append(try ComparedTable(table, completed, of: runID)) }
    for table in RunDetails.tables { found.append(try ComparedTable(table, computed.details, of: runID)) }
    return Self.difference(try tables(of: runID, nil), found)
  }

  private static func difference(_ stored: [ComparedTable], _ computed: [ComparedTable]) -> RunDifference? {
    for (own, other) in zip(stored, computed) {
      if let found = RunDifference(own.rows, other.rows, of: own.definition) { return found }
    }
    return nil
  }

  private func tables(of runID: String, _ devices: Range<Int>?) throws(ResultsError) -> [ComparedTable] {
    try withConnection { (connection) throws(ResultsError) in
      var tables: [ComparedTable] = []
      if devices == nil {
        tables.append(ComparedTable(try connection.runs("run_id = ?", [.text(runID)]).first))
        for table in CompletedRun.tables {
          tables.append(try ComparedTable(table, of: runID, nil, in: connection))
        }
      }
      for table in RunDetails.tables {
        tables.append(try ComparedTable(table, of: runID, devices, in: connection))
      }
      return tables
    }
  }

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
}

extension CellValue {
  var exportedText: String {
    if case .text(let text) = self { return text }
    var buffer = CSVBuffer()
    buffer.field(self)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
