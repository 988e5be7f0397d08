/// A table of results as a file stores it: its SQL.
///
/// A run is a whole number in tables of its rows, and the words of a row are one whole number, by which a second table,
/// `TABLE_words`, holds each combination of words once. A table of counts has one row a run: its ``CountArray``.
struct StoredTable {
  let table: TableDefinition

  init(_ table: TableDefinition) { self.table = table }

  /// Whether runs and words are whole numbers.
  var isCompact: Bool { table.isOfRuns && table.columns.first?.name == "run_id" }

  /// The columns of words.
  var words: [ColumnDefinition] {
    isCompact ? table.columns.filter { table.words.contains($0.name) } : []
  }

  /// Name of the table of words.
  var wordTable: String { "\(table.name)_words" }

  /// Whether all rows of a run are one value.
  var holdsCountArrays: Bool { isCompact && table.isOfCounts }

  /// Whether each row has the number of its words.
  private var hasWordNumbers: Bool { !words.isEmpty && !holdsCountArrays }

  /// The columns of the table itself, without the run and the words.
  private var plain: [ColumnDefinition] {
    if holdsCountArrays { return [
        ColumnDefinition(
          name: "counts", kind: .text, unit: "", definition: "How often, by the numbers of words.", isRequired: true,
          words: [], isExported: false)
      ] }
    return table.columns.dropFirst().filter { !table.words.contains($0.name) }
  }

  // MARK: Making

  /// SQL by name that makes the table and its table of words.
  var creations: [(name: String, sql: String)] {
    guard isCompact else {
      let lines =
        table.columns.map(\.declaration)
        + ["PRIMARY KEY (\(TableDefinition.list(table.storedKey)))"]
      return [(table.name, Self.creation(table.name, lines) + " WITHOUT ROWID")]
    }
    let lines =
      ["\"run\" INTEGER NOT NULL"] + (hasWordNumbers ? ["\"words\" INTEGER NOT NULL"] : [])
      + plain.map(\.declaration) + ["PRIMARY KEY (\(TableDefinition.list(compactKey)))"]
    let own = (table.name, Self.creation(table.name, lines) + " WITHOUT ROWID")
    guard !words.isEmpty else { return [own] }
    return [
      own, (wordTable, Self.creation(wordTable, ["\"key\" INTEGER PRIMARY KEY"] + words.map(\.declaration))),
    ]
  }

  private static func creation(_ name: String, _ lines: [String]) -> String {
    "CREATE TABLE \"\(name)\" (\n  \(lines.joined(separator: ",\n  "))\n)"
  }

  private var compactKey: [String] {
    var key = ["run"]
    if holdsCountArrays { return key }
    for name in table.primaryKey.dropFirst() {
      let stored = table.words.contains(name) ? "words" : table.storedName(name)
      if !key.contains(stored) { key.append(stored) }
    }
    return key
  }

  // MARK: Writing

  /// Inserts a row: all columns in their order, or run, words and the other columns.
  var insertion: String {
    let names =
      isCompact
      ? ["run"] + (hasWordNumbers ? ["words"] : []) + plain.map(\.storedName)
      : table.columns.map(\.storedName)
    let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
    return "INSERT INTO \"\(table.name)\" (\(TableDefinition.list(names))) VALUES (\(places))"
  }

  /// Inserts a row into the table of words: its number and the words.
  var wordInsertion: String {
    let names = ["key"] + words.map(\.storedName)
    let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
    return "INSERT INTO \"\(wordTable)\" (\(TableDefinition.list(names))) VALUES (\(places))"
  }

  /// Removes all rows of a run.
  var deletion: String { "DELETE FROM \"\(table.name)\" WHERE \(ofRun)" }

  /// Removes a run's rows of devices from a second to below a third parameter.
  var deletionOfDevices: String { "\(deletion) AND device >= ?2 AND device < ?3" }

  private var ofRun: String {
    isCompact ? "run = (SELECT run FROM run_numbers WHERE run_id = ?1)" : "run_id = ?1"
  }

  // MARK: Copying

  /// Copies the rows of a run (first parameter) from the attached file, under another number of the run (second).
  ///
  /// - Parameters:
  ///   - ofDevices: Whether only rows of devices from a third to below a fourth parameter are copied.
  ///   - mapsWords: Whether the numbers of words differ. A number that the mapping lacks violates the table's
  ///     constraint, so that no row is lost.
  func copying(ofDevices: Bool, mapsWords: Bool) -> String {
    let names = ["run"] + (hasWordNumbers ? ["words"] : []) + plain.map(\.storedName)
    let values =
      ["?2"] + (hasWordNumbers ? [mapsWords ? "m.new" : "t.words"] : [])
      + plain.map { "t.\"\($0.storedName)\"" }
    let file = RowCopy.attached
    let joined = mapsWords ? " LEFT JOIN temp.\"\(wordTable)_mapping\" AS m ON m.old = t.words" : ""
    return "INSERT INTO main.\"\(table.name)\" (\(TableDefinition.list(names))) "
      + "SELECT \(values.joined(separator: ", ")) FROM \(file).\"\(table.name)\" AS t\(joined) "
      + "WHERE t.run = (SELECT run FROM \(file).run_numbers WHERE run_id = ?1)"
      + (ofDevices ? " AND t.device >= ?3 AND t.device < ?4" : "")
  }

  /// Reads a run's counts one by one, with the numbers of their words.
  var selectionOfCounts: String {
    "SELECT c.key + 1, c.value FROM \(rowsOfCounts) WHERE t.run = "
      + "(SELECT run FROM run_numbers WHERE run_id = ?1) AND c.value <> 0"
  }

  /// Makes the mapping of the numbers of words for ``copying(ofDevices:mapsWords:)``, without entries.
  var mappingCreation: String {
    "CREATE TEMP TABLE IF NOT EXISTS \"\(wordTable)_mapping\" (old INTEGER PRIMARY KEY, new INTEGER NOT NULL); "
      + "DELETE FROM temp.\"\(wordTable)_mapping\""
  }

  var mappingInsertion: String { "INSERT INTO temp.\"\(wordTable)_mapping\" VALUES (?, ?)" }

  // MARK: Reading

  /// Reads the rows of one run, all columns, in the order of the key.
  ///
  /// - Parameters:
  ///   - ofDevices: Whether only rows of devices from a second to below a third parameter are read.
  ///   - condition: A further condition on the columns of the table or its words, with `AND` before it.
  func selectionOfRun(ofDevices: Bool = false, condition: String = "") -> String {
    let names = table.columns.map { "\(expression($0)) AS \"\($0.storedName)\"" }.joined(separator: ", ")
    let devices = ofDevices ? " AND t.device >= ?2 AND t.device < ?3" : ""
    let order = table.primaryKey.dropFirst(isCompact ? 1 : 0).map { key in
      table.columns.first { $0.name == key }.map(expression) ?? key
    }
    return "SELECT \(names) FROM \(rowsOfRun)\(devices)\(condition)"
      + (order.isEmpty ? "" : " ORDER BY \(order.joined(separator: ", "))")
  }

  /// The tables from which rows of a run are read, with the conditions that join them.
  private var rowsOfRun: String {
    let run = "(SELECT run FROM run_numbers WHERE run_id = ?1)"
    guard isCompact else { return "\"\(table.name)\" AS t WHERE t.run_id = ?1" }
    if table.hasRowsWithoutValue {
      // The layout tells of which metrics there is a row, and not every row has a value.
      return "metric_layouts AS l CROSS JOIN \"\(wordTable)\" AS w ON w.key = l.words "
        + "LEFT JOIN \"\(table.name)\" AS t ON t.run = \(run) AND t.words = w.key "
        + "WHERE l.layout = (SELECT layout FROM run_numbers WHERE run_id = ?1)"
    }
    if holdsCountArrays {
      return "\(rowsOfCounts) CROSS JOIN \"\(wordTable)\" AS w ON w.key = c.key + 1 "
        + "WHERE t.run = \(run) AND c.value <> 0"
    }
    let joined = words.isEmpty ? "" : " CROSS JOIN \"\(wordTable)\" AS w ON w.key = t.words"
    return "\"\(table.name)\" AS t\(joined) WHERE t.run = \(run)"
  }

  /// The table with a row for each place of each run's array. What is no array has no rows, which digests tell.
  private var rowsOfCounts: String {
    "\"\(table.name)\" AS t CROSS JOIN json_each(CASE WHEN json_valid(t.counts) THEN t.counts ELSE '[]' END) AS c"
  }

  private func expression(_ column: ColumnDefinition) -> String {
    let name = column.storedName
    guard isCompact else { return "t.\"\(name)\"" }
    if column.name == "run_id" { return "?1" }
    if table.hasRowsWithoutValue, name == "value" {
      // The value of a ratio is not stored.
      return
        "CASE WHEN t.value IS NULL AND t.denominator > 0 THEN t.numerator / t.denominator ELSE t.value END"
    }
    if holdsCountArrays, !table.words.contains(column.name) { return "c.value" }
    return table.words.contains(column.name) ? "w.\"\(name)\"" : "t.\"\(name)\""
  }

  /// The rows of all runs with the names of runs and words, as a table of a query.
  var source: String {
    guard isCompact else { return "\"\(table.name)\"" }
    let names = table.columns.map { column in
      column.name == "run_id" ? "r.run_id" : "\(expression(column)) AS \"\(column.storedName)\""
    }
    if holdsCountArrays {
      return
        "(SELECT \(names.joined(separator: ", ")) FROM \(rowsOfCounts) JOIN run_numbers AS r ON r.run = t.run "
        + "JOIN \"\(wordTable)\" AS w ON w.key = c.key + 1 WHERE c.value <> 0)"
    }
    let joined = words.isEmpty ? "" : " JOIN \"\(wordTable)\" AS w ON w.key = t.words"
    return
      "(SELECT \(names.joined(separator: ", ")) FROM run_numbers AS r JOIN \"\(table.name)\" AS t ON t.run = r.run"
      + "\(joined))"
  }
}
