import CSQLite

/// An open SQLite database.
package final class Connection {
  enum Mode { case read, write, create }

  let path: String
  private let handle: OpaquePointer
  private var prepared: [String: Statement] = [:]

  init(path: String, mode: Mode) throws(ResultsError) {
    self.path = path
    let flags =
      switch mode {
      case .read: SQLITE_OPEN_READONLY
      case .write: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw .database(path: path, action: "open it", code: code, message: message)
    }
    handle = opened
    sqlite3_extended_result_codes(handle, 1)
    // A writer waits for a reader that exports at leisure; a reader waits for one transaction.
    sqlite3_busy_timeout(handle, mode == .read ? 10_000 : 600_000)
  }

  deinit {
    prepared.removeAll()
    sqlite3_close_v2(handle)
  }

  func failure(_ code: Int32, _ action: String) -> ResultsError {
    .database(path: path, action: action, code: code, message: String(cString: sqlite3_errmsg(handle)))
  }

  /// Runs statements without parameters.
  package func execute(_ sql: String, action: String) throws(ResultsError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code, action) }
  }

  /// A statement with parameters, kept for the next time.
  package func statement(_ sql: String, action: String) throws(ResultsError) -> Statement {
    if let known = prepared[sql] {
      known.action = action
      return known
    }
    let statement = try freshStatement(sql, action: action)
    prepared[sql] = statement
    return statement
  }

  /// A statement that nobody else steps through.
  func freshStatement(_ sql: String, action: String) throws(ResultsError) -> Statement {
    var pointer: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &pointer, nil)
    guard code == SQLITE_OK, let pointer else { throw failure(code, action) }
    return Statement(pointer, of: self, action: action)
  }

  /// Does all of `body` or nothing of it.
  func transaction(action: String, _ body: () throws(ResultsError) -> Void) throws(ResultsError) {
    try execute("BEGIN IMMEDIATE", action: action)
    do {
      try body()
      try execute("COMMIT", action: action)
    } catch {
      // SQLite may have rolled back by itself, on a full disk for example: then this fails, harmlessly.
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }
}
