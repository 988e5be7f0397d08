import Basics
import CSQLite
import Libc

/// A connection to a SQLite file that is not trusted: triggers and views are disabled, the schema is checked,
/// and contents are limited in size. One thread uses it at a time; ``ResultsFile`` protects it with a lock.
package final class Connection: @unchecked Sendable {
  package enum Mode { case read, write }

  let path: String
  private let handle: OpaquePointer
  private var prepared: [String: Statement] = [:]

  package init(path: String, mode: Mode, name: String? = nil) throws(ResultsError) {
    self.path = name ?? path
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw .database(path: self.path, action: "open it", code: code, message: message)
    }
    handle = opened
    sqlite3_extended_result_codes(handle, 1)
    // A writer waits for a reader that exports at leisure; a reader waits for one transaction.
    let isReader = mode == .read
    sqlite3_busy_timeout(handle, isReader ? 10_000 : 600_000)
    slumber_sqlite3_distrust(handle, 256 << 20)
    try execute(
      "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0" + (isReader ? "; PRAGMA query_only = ON" : ""),
      action: "open it")
  }

  deinit {
    prepared.removeAll()
    sqlite3_close_v2(handle)
  }

  func failure(_ code: Int32, _ action: String) -> ResultsError {
    let message = String(cString: sqlite3_errmsg(handle))
    switch code & 0xff {
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged(path: path, what: "\(message) (SQLite code \(code))")
    case SQLITE_IOERR where isFull(code):
      return .database(
        path: path, action: action, code: SQLITE_FULL, message: String(cString: sqlite3_errstr(SQLITE_FULL)))
    default: return .database(path: path, action: action, code: code, message: message)
    }
  }

  /// Whether writing failed for lack of space. SQLite takes a limit on the size of files for a broken disk.
  private func isFull(_ code: Int32) -> Bool {
    if [ENOSPC, EFBIG, EDQUOT].contains(sqlite3_system_errno(handle)) { return true }
    var limit = rlimit()
    #if canImport(Glibc)
      let isLimited = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
    #else
      let isLimited = getrlimit(RLIMIT_FSIZE, &limit) == 0
    #endif
    return isLimited && limit.rlim_cur != rlim_t.max && code == slumber_sqlite3_write_error
  }

  package func execute(_ sql: String, action: String) throws(ResultsError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code, action) }
  }

  package func statement(
    _ sql: String, action: String, table: String = "results"
  ) throws(ResultsError) -> Statement {
    if let known = prepared[sql] {
      known.action = action
      return known
    }
    let statement = try freshStatement(sql, action: action, table: table)
    prepared[sql] = statement
    return statement
  }

  func freshStatement(
    _ sql: String, action: String, table: String = "results"
  ) throws(ResultsError) -> Statement {
    var pointer: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &pointer, nil)
    guard code == SQLITE_OK, let pointer else { throw failure(code, action) }
    return Statement(pointer, of: self, action: action, table: table)
  }

  func rows<Row>(
    _ sql: String, _ values: [CellValue] = [], table: String = "results", limit: Int = .max,
    _ body: (Statement) -> Row
  ) throws(ResultsError) -> [Row] {
    let statement = try freshStatement(sql, action: "read it", table: table)
    try statement.bind(values)
    var found: [Row] = []
    while try statement.step() {
      let row = body(statement)
      if let problem = statement.problem { throw .damaged(path: path, what: problem) }
      guard found.count < limit else {
        throw .damaged(path: path, what: "table `\(table)` has more than \(limit) rows")
      }
      found.append(row)
    }
    return found
  }

  /// The cells of the rows of a table in the order of the columns.
  /// - Parameter clause: The condition and the order of the rows.
  func cells(
    _ columns: [ColumnDefinition], of table: String, _ clause: String = "", _ values: [CellValue] = [],
    limit: Int = .max
  ) throws(ResultsError) -> [[CellValue]] {
    let names = columns.map(\.name).joined(separator: ", ")
    return try rows("SELECT \(names) FROM \(table) \(clause)", values, table: table, limit: limit) { row in
      columns.indices.map { row.value($0, columns[$0]) }
    }
  }

  func transaction<Result>(
    action: String, _ body: () throws(ResultsError) -> Result
  ) throws(ResultsError) -> Result {
    try execute("BEGIN IMMEDIATE", action: action)
    do {
      let result = try body()
      try execute("COMMIT", action: action)
      return result
    } catch {
      // SQLite may have rolled back by itself, on a full disk for example: then this fails, harmlessly.
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }
}
