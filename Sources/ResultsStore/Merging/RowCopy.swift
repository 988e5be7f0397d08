/// Copies rows of runs from one file into another as they are stored, by SQLite alone.
///
/// The file that is copied from has been checked as a whole, and is attached to the connection of the other one.
struct RowCopy {
  private let source: Connection
  private let target: Connection
  private let action: String
  /// Per table of words the numbers in the target by those in the source.
  private var keys: [String: [Int64: Int64]] = [:]

  /// Name of the attached file in SQL.
  static let attached = "input"

  init(from source: Connection, to target: Connection, _ action: String) {
    self.source = source
    self.target = target
    self.action = action
  }

  /// Whether a file knows no run and no word, so that the numbers of another file can be its own.
  static func isEmpty(_ target: Connection) throws(ResultsError) -> Bool {
    for table in tables {
      let found = try target.rows("SELECT 1 FROM \"\(table)\" LIMIT 1", table: table) { $0.integer(0) }
      guard found.isEmpty else { return false }
    }
    return true
  }

  /// Copies all runs with their rows and parts, under the numbers that they have, into a file without any.
  ///
  /// Whole tables of the same form are copied record by record, in a fraction of the time that rows take.
  func copyAll() throws(ResultsError) {
    for table in Self.tables {
      try target.execute(
        "INSERT INTO main.\"\(table)\" SELECT * FROM \(Self.attached).\"\(table)\"", action: action)
    }
    target.numbers.forget()
  }

  /// The tables of the present format that belong to runs, in a fixed order.
  private static let tables: [String] = ResultsSchema.objects
    .filter { $0.value.hasPrefix("CREATE TABLE") }.keys
    .filter { !["study", "versions", "metric_definitions", "blocked_reasons"].contains($0) }.sorted()

  /// Copies the rows of a run in one table.
  ///
  /// - Parameter devices: The devices whose rows are copied, of a table with rows of devices; nil for all rows.
  mutating func copy(
    _ definition: TableDefinition, of runID: String, devices: Range<Int>? = nil
  ) throws(ResultsError) {
    let table = StoredTable(definition)
    let run = try target.numbers.run(runID, in: target)
    let keys = try keys(of: table)
    let hasSameWords = keys.allSatisfy { $0.key == $0.value }
    if table.holdsCountArrays, !hasSameWords { return try copyCounts(table, of: runID, run, keys) }
    let range = devices.map { [$0.lowerBound, $0.upperBound].map { CellValue.integer(Int64($0)) } } ?? []
    try target.statement(
      table.copying(ofDevices: devices != nil, mapsWords: !hasSameWords), action: action,
      table: definition.name
    ).run([.text(runID), .integer(run)] + range)
    if definition.hasRowsWithoutValue { try copyLayout(of: runID, keys) }
  }

  /// Copies the counts of a run, whose places differ.
  private func copyCounts(
    _ table: StoredTable, of runID: String, _ run: Int64, _ keys: [Int64: Int64]
  ) throws(ResultsError) {
    let found = try source.rows(table.selectionOfCounts, [.text(runID)], table: table.table.name) {
      (key: $0.integer(0), count: $0.integer(1))
    }
    guard !found.isEmpty else { return }
    var counts = CountArray()
    for (key, count) in found {
      guard let own = keys[key], counts.set(own, to: count) else {
        throw .damaged(
          path: source.path, what: "`\(table.table.name)` names words that the file does not have")
      }
    }
    try target.statement(table.insertion, action: action, table: table.table.name)
      .run([.integer(run), .text(counts.text)])
  }

  /// Says of which metrics the run has rows.
  private func copyLayout(of runID: String, _ keys: [Int64: Int64]) throws(ResultsError) {
    let layout = try source.rows(
      "SELECT words FROM metric_layouts WHERE layout = (SELECT layout FROM run_numbers WHERE run_id = ?)",
      [.text(runID)], table: "metric_layouts"
    ) { $0.integer(0) }
    guard !layout.isEmpty else { return }
    var own: [Int64] = []
    for key in layout {
      guard let known = keys[key] else {
        throw .damaged(path: source.path, what: "`metric_layouts` names a metric that the file does not have")
      }
      own.append(known)
    }
    try target.numbers.setLayout(of: runID, own, in: target)
  }

  /// The numbers of words, which the target gets as it needs them; also as a table of the target where they differ.
  private mutating func keys(of table: StoredTable) throws(ResultsError) -> [Int64: Int64] {
    let columns = table.words
    guard !columns.isEmpty else { return [:] }
    if let known = keys[table.wordTable] { return known }
    let names = TableDefinition.list(["key"] + columns.map(\.storedName))
    let found = try source.rows("SELECT \(names) FROM \"\(table.wordTable)\"", table: table.wordTable) {
      row in
      (key: row.integer(0), words: columns.indices.map { row.value($0 + 1, columns[$0]) })
    }
    var own: [Int64: Int64] = [:]
    for (key, words) in found { own[key] = try target.numbers.words(words, of: table, in: target) }
    if own.contains(where: { $0.key != $0.value }) {
      try target.execute(table.mappingCreation, action: action)
      let insertion = try target.statement(table.mappingInsertion, action: action)
      for (old, new) in own { try insertion.run([.integer(old), .integer(new)]) }
    }
    keys[table.wordTable] = own
    return own
  }
}
