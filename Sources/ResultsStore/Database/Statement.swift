import Basics
import CSQLite

/// A prepared statement. If a value has an unexpected type, it reads as an empty value, and the error is
/// stored in ``problem``, which the caller throws after the rows.
package final class Statement {
  private let pointer: OpaquePointer
  private unowned let connection: Connection
  private let table: String
  var action: String
  private(set) var problem: String?

  init(_ pointer: OpaquePointer, of connection: Connection, action: String, table: String) {
    (self.pointer, self.connection) = (pointer, connection)
    (self.action, self.table) = (action, table)
  }

  deinit { sqlite3_finalize(pointer) }

  package func run(_ values: [CellValue] = []) throws(ResultsError) {
    try bind(values)
    while try step() {}
  }

  func bind(_ values: [CellValue]) throws(ResultsError) {
    sqlite3_reset(pointer)
    problem = nil
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

  func bind(bytes: [UInt8], at place: Int32) throws(ResultsError) {
    let code = slumber_sqlite3_bind_blob(pointer, place, bytes, Int32(clamping: bytes.count))
    if code != SQLITE_OK { throw connection.failure(code, action) }
  }

  /// Writes the row at which another statement stands.
  func run(copying row: Statement) throws(ResultsError) {
    sqlite3_reset(pointer)
    defer { sqlite3_clear_bindings(pointer) }
    for column in 0..<Int32(row.columnCount) {
      let value = sqlite3_column_value(row.pointer, column)
      // Large bytes are not copied once more: the row lives as long as this takes.
      let code =
        sqlite3_value_type(value) == SQLITE_BLOB
        ? sqlite3_bind_blob(pointer, column + 1, sqlite3_value_blob(value), sqlite3_value_bytes(value), nil)
        : sqlite3_bind_value(pointer, column + 1, value)
      if code != SQLITE_OK { throw connection.failure(code, action) }
    }
    while try step() {}
  }

  /// Ends the row at which it stands, and with it what the connection reads.
  func reset() { sqlite3_reset(pointer) }

  private func bind(_ text: String, at place: Int32) -> Int32 {
    slumber_sqlite3_bind_text(pointer, place, text, Int32(clamping: text.utf8.count))
  }

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

  var columnCount: Int { Int(sqlite3_column_count(pointer)) }

  /// Whether the last columns hold ``StoredBytes`` of these digests, and nothing where there is a dash.
  func lastColumnsAreIntact(_ digests: String) -> Bool {
    let digests = digests.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    return zip(columnCount - digests.count..<columnCount, digests).allSatisfy { column, digest in
      if isMissing(column) || digest == "-" { return isMissing(column) && digest == "-" }
      return StoredBytes.areIntact(
        UnsafeRawBufferPointer(
          start: sqlite3_column_blob(pointer, Int32(column)),
          count: Int(sqlite3_column_bytes(pointer, Int32(column)))), digest: digest)
    }
  }

  func isMissing(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

  package func text(_ column: Int) -> String {
    guard type(column) == SQLITE_TEXT, let bytes = sqlite3_column_text(pointer, Int32(column)) else {
      note(column, expected: "a text")
      return ""
    }
    let buffer = UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(pointer, Int32(column))))
    guard let text = String(validating: buffer, as: UTF8.self) else {
      note(column, expected: "a text", found: "bytes that are not text")
      return ""
    }
    return text
  }

  func optionalText(_ column: Int) -> String? { isMissing(column) ? nil : text(column) }

  func bytes(_ column: Int) -> [UInt8] {
    guard type(column) == SQLITE_BLOB else {
      note(column, expected: "bytes")
      return []
    }
    let count = Int(sqlite3_column_bytes(pointer, Int32(column)))
    return Array(UnsafeRawBufferPointer(start: sqlite3_column_blob(pointer, Int32(column)), count: count))
  }

  package func integer(_ column: Int) -> Int64 {
    guard type(column) == SQLITE_INTEGER else {
      note(column, expected: "a whole number")
      return 0
    }
    return sqlite3_column_int64(pointer, Int32(column))
  }

  func count(_ column: Int) -> Int {
    let number = integer(column)
    guard number >= 0 else {
      note(column, expected: "a whole number of at least 0", found: "\(number)")
      return 0
    }
    return Int(number)
  }

  /// Beyond this no result of a simulation lies, and sums of squares still have a value.
  static let largestReal = 1e100

  func real(_ column: Int) -> Double {
    guard type(column) == SQLITE_FLOAT else {
      note(column, expected: "a number")
      return 0
    }
    let number = sqlite3_column_double(pointer, Int32(column))
    guard abs(number) <= Self.largestReal else {
      note(column, expected: "a number between -1e+100 and 1e+100", found: "\(number)")
      return 0
    }
    return number
  }

  func value(_ column: Int, _ definition: ColumnDefinition) -> CellValue {
    if isMissing(column) {
      if definition.isRequired { note(column, expected: "a value") }
      return .missing
    }
    switch definition.kind {
    case .text:
      let text = text(column)
      if !definition.words.isEmpty, !definition.words.contains(text) {
        let words = definition.words.map { "`\($0)`" }.joined(separator: ", ")
        note(column, expected: "one of \(words)", found: "another word")
      }
      return .text(text)
    case .integer: return .integer(definition.isCount ? Int64(count(column)) : integer(column))
    case .unsigned:
      if let number = UInt64(text(column)) { return .unsigned(number) }
      note(column, expected: "the digits of a whole number of at least 0", found: "another text")
      return .missing
    case .real: return .real(real(column))
    case .nanojoules: return .nanojoules(integer(column))
    case .microseconds: return .microseconds(integer(column))
    }
  }

  private func type(_ column: Int) -> Int32 { sqlite3_column_type(pointer, Int32(column)) }

  private func note(_ column: Int, expected: String, found: String? = nil) {
    guard problem == nil else { return }
    let name = sqlite3_column_name(pointer, Int32(column)).map { String(cString: $0) } ?? "\(column)"
    let kind =
      switch type(column) {
      case SQLITE_NULL: "nothing"
      case SQLITE_INTEGER: "a whole number"
      case SQLITE_FLOAT: "a number"
      case SQLITE_TEXT: "a text"
      default: "\(sqlite3_column_bytes(pointer, Int32(column))) bytes"
      }
    problem = "\(table).\(name): found \(found ?? kind), expected \(expected)"
  }
}
