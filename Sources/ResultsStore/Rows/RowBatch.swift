import Digests

/// Rows of one table that hold each combination of words once.
///
/// A worker makes it, so that whoever inserts the rows looks up combinations and no row's words.
struct RowBatch: Sendable {
  let table: TableDefinition
  /// The combinations of words.
  private(set) var words: [[CellValue]] = []
  /// For each row the place of its words among the combinations; nothing for a table without words.
  private(set) var places: [Int] = []
  /// The other values but the run's, row after row.
  private(set) var plain: [CellValue] = []
  let count: Int

  /// Number of values of a row in ``plain``.
  let plainCount: Int

  init<Row>(_ rows: [Row], _ rowTable: Table<Row>, _ table: TableDefinition) {
    self.table = table
    count = rows.count
    let columns = table.columns
    let wordColumns = columns.indices.filter { table.words.contains(columns[$0].name) }
    let plainColumns = columns.indices.dropFirst().filter { !table.words.contains(columns[$0].name) }
    plainCount = plainColumns.count
    plain.reserveCapacity(count * plainCount)
    var known: [[CellValue]: Int] = [:]
    // By combination the one that came after it last time: devices have mostly the same in the same order.
    var following: [Int] = []
    for row in rows {
      let values = rowTable.cells(row)
      for column in plainColumns { plain.append(values[column]) }
      if wordColumns.isEmpty { continue }
      let last = places.last
      if let guess = last.map({ following[$0] }), guess < words.count,
        wordColumns.indices.allSatisfy({ words[guess][$0] == values[wordColumns[$0]] })
      {
        places.append(guess)
        continue
      }
      let combination = wordColumns.map { values[$0] }
      let place = known[combination] ?? words.count
      if place == words.count {
        known[combination] = place
        words.append(combination)
        following.append(.max)
      }
      if let last { following[last] = place }
      places.append(place)
    }
  }

  /// Inserts the rows into a file of the present format.
  func insert(of runID: String, in connection: Connection, _ action: String) throws(ResultsError) {
    guard count > 0 else { return }
    let stored = StoredTable(table)
    let statement = try connection.statement(stored.insertion, action: action, table: table.name)
    var keys: [CellValue] = []
    for combination in words {
      keys.append(.integer(try connection.numbers.words(combination, of: stored, in: connection)))
    }
    let run = CellValue.integer(try connection.numbers.run(runID, in: connection))
    var values: [CellValue] = []
    for row in 0..<count {
      values.removeAll(keepingCapacity: true)
      values.append(run)
      if !places.isEmpty { values.append(keys[places[row]]) }
      values.append(contentsOf: plain[row * plainCount..<(row + 1) * plainCount])
      try statement.run(values)
    }
  }
}

/// The rows of a part as a worker prepares them, so that nobody waits for it while the part is stored.
struct PreparedRows: Sendable {
  /// The digest of the rows of devices.
  var rows: DigestSum
  /// The digest of the rows and sums of the part, or of all rows of a run that it is whole.
  var digest: String
  /// The rows of devices.
  var batches: [RowBatch]
}
