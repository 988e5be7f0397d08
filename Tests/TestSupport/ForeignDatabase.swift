import CSQLite

/// A SQLite file in the hands of somebody else, who may do anything with it.
public enum ForeignDatabase {
  /// An SQL statement that SQLite refused.
  public struct Refusal: Error, CustomStringConvertible {
    public var description: String
  }

  /// Runs SQL statements on a file.
  public static func execute(_ sql: String, on path: String) throws {
    _ = try rows(sql, of: path)
  }

  /// The rows that statements yield, each value as text; nil for NULL.
  @discardableResult
  public static func rows(_ sql: String, of path: String) throws -> [[String?]] {
    var opened: OpaquePointer?
    defer { sqlite3_close_v2(opened) }
    guard sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, let handle = opened else {
      throw Refusal(description: "\(path) cannot be opened")
    }
    final class Rows { var found: [[String?]] = [] }
    let rows = Rows()
    let code = sqlite3_exec(
      handle, sql,
      { context, count, values, _ in
        guard let context, let values else { return 1 }
        Unmanaged<Rows>.fromOpaque(context).takeUnretainedValue().found.append(
          (0..<Int(count)).map { values[$0].map { String(cString: $0) } })
        return 0
      }, Unmanaged.passUnretained(rows).toOpaque(), nil)
    guard code == SQLITE_OK else { throw Refusal(description: String(cString: sqlite3_errmsg(handle))) }
    return rows.found
  }
}
