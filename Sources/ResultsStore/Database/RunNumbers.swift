/// The whole numbers that stand for runs and for combinations of words in the tables of a file.
///
/// They are read from the file when they are needed first. Whoever begins a transaction in a file that another
/// process has changed, or rolls one back, forgets them.
final class RunNumbers {
  static let creations: KeyValuePairs<String, String> = [
    "run_numbers":
      "CREATE TABLE run_numbers (run_id TEXT NOT NULL PRIMARY KEY, run INTEGER NOT NULL, layout INTEGER) WITHOUT ROWID",
    "metric_layouts":
      "CREATE TABLE metric_layouts (layout INTEGER NOT NULL, words INTEGER NOT NULL, PRIMARY KEY (layout, words)) "
      + "WITHOUT ROWID",
  ]

  /// The words of one table.
  private final class Words {
    var keys: [[CellValue]: Int64] = [:]
    /// The same the other way round.
    var combinations: [Int64: [CellValue]] = [:]
    /// The number that was asked for last.
    var last: Int64 = 0
    var next: Int64
    let insertion: Statement

    init(_ known: [(combination: [CellValue], key: Int64)], insertion: Statement) {
      next = RunNumbers.after(known.map(\.key))
      self.insertion = insertion
      for (combination, key) in known where keys[combination] == nil { add(combination, key) }
    }

    func add(_ combination: [CellValue], _ key: Int64) {
      keys[combination] = key
      combinations[key] = combination
    }
  }

  /// The run asked for last: rows of one run follow one another.
  private var last: (runID: String, number: Int64)?
  /// The number that the next new run gets; nil if it was not read yet.
  private var nextRun: Int64?
  private var words: [String: Words] = [:]
  private var layouts: [[Int64]: Int64]?
  private let action = "store a block"

  /// Forgets all that was read.
  func forget() {
    last = nil
    nextRun = nil
    words = [:]
    layouts = nil
  }

  /// The number of a run, which gets one if it has none.
  func run(_ runID: String, in connection: Connection) throws(ResultsError) -> Int64 {
    if let last, last.runID == runID { return last.number }
    let found = try connection.rows(
      "SELECT run FROM run_numbers WHERE run_id = ?", [.text(runID)], table: "run_numbers"
    ) { $0.integer(0) }
    if let number = found.first {
      last = (runID, number)
      return number
    }
    let number: Int64
    if let nextRun {
      number = nextRun
    } else {
      number = Self.after(
        try connection.rows("SELECT max(run) FROM run_numbers", table: "run_numbers") {
          $0.isMissing(0) ? 0 : $0.integer(0)
        })
    }
    try connection.statement("INSERT INTO run_numbers VALUES (?, ?, NULL)", action: action)
      .run([.text(runID), .integer(number)])
    last = (runID, number)
    nextRun = number &+ 1
    return number
  }

  /// The number of a combination of words, which gets one if it has none.
  func words(_ values: [CellValue], of table: StoredTable, in connection: Connection) throws(ResultsError)
    -> Int64
  {
    let words = try words(of: table, in: connection)
    // Runs have mostly the same rows in the same order, so that numbers follow one another.
    let guess = words.last &+ 1
    if words.combinations[guess] == values {
      words.last = guess
      return guess
    }
    if let key = words.keys[values] {
      words.last = key
      return key
    }
    let key = words.next
    try words.insertion.run([.integer(key)] + values)
    words.add(values, key)
    words.last = key
    words.next = key &+ 1
    return key
  }

  private func words(of table: StoredTable, in connection: Connection) throws(ResultsError) -> Words {
    if let known = words[table.table.name] { return known }
    let columns = table.words
    let names = TableDefinition.list(["key"] + columns.map(\.storedName))
    let found = try connection.rows("SELECT \(names) FROM \"\(table.wordTable)\"", table: table.wordTable) {
      row in
      (combination: columns.indices.map { row.value($0 + 1, columns[$0]) }, key: row.integer(0))
    }
    let read = Words(
      found, insertion: try connection.statement(table.wordInsertion, action: action, table: table.wordTable))
    words[table.table.name] = read
    return read
  }

  /// Says of which metrics a run has rows.
  ///
  /// - Parameter keys: The numbers of their words.
  func setLayout(of runID: String, _ keys: [Int64], in connection: Connection) throws(ResultsError) {
    let keys = keys.sorted()
    if layouts == nil {
      let rows = try connection.rows(
        "SELECT layout, words FROM metric_layouts ORDER BY layout, words", table: "metric_layouts"
      ) { ($0.integer(0), $0.integer(1)) }
      let grouped = Dictionary(grouping: rows, by: \.0).map { (key: $0.value.map(\.1), value: $0.key) }
      layouts = Dictionary(grouped.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
    let layout: Int64
    if let known = layouts?[keys] {
      layout = known
    } else {
      layout = Self.after(layouts.map { Array($0.values) } ?? [])
      let insertion = try connection.statement("INSERT INTO metric_layouts VALUES (?, ?)", action: action)
      for key in keys { try insertion.run([.integer(layout), .integer(key)]) }
      layouts?[keys] = layout
    }
    _ = try run(runID, in: connection)
    try connection.statement("UPDATE run_numbers SET layout = ?2 WHERE run_id = ?1", action: action)
      .run([.text(runID), .integer(layout)])
  }

  /// Says that a run has no metrics.
  func removeLayout(of runID: String, in connection: Connection) throws(ResultsError) {
    try connection.statement("UPDATE run_numbers SET layout = NULL WHERE run_id = ?", action: action)
      .run([.text(runID)])
  }

  /// A number that is not taken. Nobody counts up to the largest.
  private static func after(_ numbers: [Int64]) -> Int64 {
    let largest = numbers.max() ?? 0
    return largest < .max ? largest + 1 : largest
  }
}
