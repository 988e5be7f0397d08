import Basics
import CSQLite

/// It may have been made by anybody: nothing but its tables is used, no view, trigger or function of its schema, and neither a
/// journal nor a log beside it.
final class SourceDatabase {
  let name: String
  private let handle: OpaquePointer
  private var columns: [String: Set<String>] = [:]
  private var rowCount = 0

  static let rowLimit = 5_000_000

  init(_ path: String, name: String) throws(RecordingError) {
    self.name = name
    var opened: OpaquePointer?
    let place = path.utf8.map { "%" + $0.text(digits: 2, radix: 16) }
    let code = sqlite3_open_v2(
      "file:\(place.joined())?immutable=1", &opened,
      SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw .init(name, found: String(cString: sqlite3_errstr(code)), expected: "a file that can be read")
    }
    handle = opened
    slumber_sqlite3_distrust(handle, 16 << 20)
    sqlite3_exec(handle, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", nil, nil, nil)
    var tables: [String] = []
    try each(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND upper(sql) LIKE 'CREATE TABLE%'", "schema"
    ) { row in if let name = row.text(0) { tables.append(name) } }
    for table in tables {
      var names = Set<String>()
      try each("PRAGMA table_info(\(Self.quoted(table)))", "schema") { row in
        if let name = row.text(1) { names.insert(name) }
      }
      columns[table] = names
    }
  }

  deinit { sqlite3_close_v2(handle) }

  func has(_ table: String, _ column: String? = nil) -> Bool {
    columns[table].map { names in column.map(names.contains) ?? true } ?? false
  }

  /// Reads the rows of a table in the order in which they were written; a column that the table lacks is empty in all of them.
  func read(_ table: String, _ names: [String], _ body: (Row) -> Void) throws(RecordingError) {
    guard let known = columns[table] else { return }
    let list = names.map { known.contains($0) ? Self.quoted($0) : "NULL" }.joined(separator: ", ")
    try each("SELECT \(list) FROM \(Self.quoted(table)) NOT INDEXED", "table `\(table)`", body)
  }

  private func each(_ sql: String, _ place: String, _ body: (Row) -> Void) throws(RecordingError) {
    func failure() -> RecordingError {
      .init(
        name, place: place, found: String(cString: sqlite3_errmsg(handle)),
        expected: "a database without damage")
    }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw failure()
    }
    defer { sqlite3_finalize(statement) }
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw failure() }
      rowCount += 1
      guard rowCount <= Self.rowLimit else {
        throw .init(
          name, place: place, found: "more than \(Self.rowLimit) rows in all",
          expected: "at most \(Self.rowLimit) rows")
      }
      body(Row(statement: statement))
    }
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// The row at which a query stands. A value of another kind than is asked for is none.
  struct Row {
    fileprivate let statement: OpaquePointer

    func number(_ column: Int32) -> Double? {
      let type = sqlite3_column_type(statement, column)
      guard type == SQLITE_INTEGER || type == SQLITE_FLOAT else { return nil }
      let number = sqlite3_column_double(statement, column)
      return abs(number) <= 1e15 ? number : nil
    }

    /// Unix seconds from 1970 to 2100; nil for any other number.
    func time(_ column: Int32) -> Double? {
      number(column).flatMap { (0...4_102_444_800).contains($0) ? $0 : nil }
    }

    func integer(_ column: Int32) -> Int? { number(column).flatMap { Int(exactly: $0.rounded()) } }
    func flag(_ column: Int32) -> Bool? { number(column).map { $0 != 0 } }

    func text(_ column: Int32) -> String? {
      guard sqlite3_column_type(statement, column) == SQLITE_TEXT,
        let bytes = sqlite3_column_text(statement, column)
      else { return nil }
      let count = Int(sqlite3_column_bytes(statement, column))
      return String(validating: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
  }
}
