import CSQLite

/// A prepared SQL statement.
package final class Statement {
  private let pointer: OpaquePointer
  private unowned let connection: Connection
  /// What the statement is for, in error messages.
  var action: String

  init(_ pointer: OpaquePointer, of connection: Connection, action: String) {
    self.pointer = pointer
    self.connection = connection
    self.action = action
  }

  deinit { sqlite3_finalize(pointer) }

  /// Binds the parameters and runs the statement to its end.
  package func run(_ values: [CellValue] = []) throws(ResultsError) {
    try bind(values)
    while try step() {}
  }

  func bind(_ values: [CellValue]) throws(ResultsError) {
    sqlite3_reset(pointer)
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let code =
        switch value {
        case .missing: sqlite3_bind_null(pointer, place)
        case .text(let text): bind(text, at: place)
        case .unsigned(let number): bind(String(number), at: place)
        case .integer(let number), .nanojoules(let number), .microseconds(let number):
          sqlite3_bind_int64(pointer, place, number)
        case .real(let number): sqlite3_bind_double(pointer, place, number)
        }
      if code != SQLITE_OK { throw connection.failure(code, action) }
    }
  }

  private func bind(_ text: String, at place: Int32) -> Int32 {
    slumber_sqlite3_bind_text(pointer, place, text, Int32(text.utf8.count))
  }

  /// Goes to the next row; false after the last.
  func step() throws(ResultsError) -> Bool {
    let code = sqlite3_step(pointer)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(pointer)
      return false
    default:
      let failure = connection.failure(code, action)
      sqlite3_reset(pointer)
      throw failure
    }
  }

  package func text(_ column: Int) -> String {
    guard let bytes = sqlite3_column_text(pointer, Int32(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(pointer, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(pointer, Int32(column)) }

  func isMissing(_ column: Int) -> Bool {
    sqlite3_column_type(pointer, Int32(column)) == SQLITE_NULL
  }

  func value(_ column: Int, _ kind: ColumnDefinition.Kind) -> CellValue {
    if isMissing(column) { return .missing }
    switch kind {
    case .text: return .text(text(column))
    case .integer: return .integer(integer(column))
    case .unsigned: return UInt64(text(column)).map { .unsigned($0) } ?? .missing
    case .real:
      // Nothing infinite is ever stored; what another program has put there is no value.
      let number = sqlite3_column_double(pointer, Int32(column))
      return number.isFinite ? .real(number) : .missing
    case .nanojoules: return .nanojoules(integer(column))
    case .microseconds: return .microseconds(integer(column))
    }
  }
}
