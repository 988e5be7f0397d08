/// Inserts rows into one table of a file of the present format.
struct RowInsertion {
  private let table: StoredTable
  private let connection: Connection
  private let statement: Statement
  /// Places of the words among the columns, and of what is neither the run nor a word.
  private let words: [Int]
  private let plain: [Int]
  /// The metrics of which the run has rows.
  private var layout: [Int64] = []
  /// The counts of the run, of a table that has them in one value.
  private var counts = CountArray()
  private var runID = ""

  init(_ definition: TableDefinition, in connection: Connection, _ action: String) throws(ResultsError) {
    table = StoredTable(definition)
    self.connection = connection
    statement = try connection.statement(table.insertion, action: action, table: definition.name)
    words = definition.columns.indices.filter { definition.words.contains(definition.columns[$0].name) }
    plain = definition.columns.indices.dropFirst().filter {
      !definition.words.contains(definition.columns[$0].name)
    }
  }

  /// Inserts a row of a run; those of one run follow one another.
  ///
  /// - Parameter values: One value a column, in the order of the table's columns.
  mutating func insert(_ values: [CellValue]) throws(ResultsError) {
    guard table.isCompact, case .text(let runID) = values[0] else { return try statement.run(values) }
    if !self.runID.isEmpty, runID != self.runID { try finish() }
    self.runID = runID
    var stored: [CellValue] = [.integer(try connection.numbers.run(runID, in: connection))]
    stored.reserveCapacity(plain.count + 2)
    if !words.isEmpty {
      let key = try connection.numbers.words(words.map { values[$0] }, of: table, in: connection)
      if table.holdsCountArrays { return try add(values[plain[0]], at: key) }
      stored.append(.integer(key))
      if table.table.hasRowsWithoutValue { layout.append(key) }
    }
    for place in plain { stored.append(values[place]) }
    if table.table.hasRowsWithoutValue {
      if stored.dropFirst(2).allSatisfy({ $0 == .missing }) { return }
      stored[2] = Self.beyondRatio(stored[2], stored[3], stored[4])
    }
    try statement.run(stored)
  }

  /// Ends the rows of a run.
  mutating func finish() throws(ResultsError) {
    if table.isCompact, table.table.hasRowsWithoutValue, !runID.isEmpty {
      try connection.numbers.setLayout(of: runID, layout, in: connection)
    }
    if !counts.isEmpty {
      try statement.run([.integer(try connection.numbers.run(runID, in: connection)), .text(counts.text)])
    }
    layout = []
    counts = CountArray()
    runID = ""
  }

  private mutating func add(_ count: CellValue, at key: Int64) throws(ResultsError) {
    guard case .integer(let count) = count else { return }
    guard counts.set(key, to: count) else {
      throw .damaged(
        path: connection.path, what: "`\(table.wordTable)` has numbers beyond any that are given")
    }
  }

  /// The value of a metric as it is stored: nothing where it is the ratio of numerator and denominator.
  private static func beyondRatio(
    _ value: CellValue, _ numerator: CellValue, _ denominator: CellValue
  ) -> CellValue {
    guard case .real(let value) = value, case .real(let numerator) = numerator,
      case .real(let denominator) = denominator, denominator > 0, numerator / denominator == value
    else { return value }
    return .missing
  }
}
