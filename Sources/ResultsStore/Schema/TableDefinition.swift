/// One table of the results: of the SQLite file, of the CSV files, or of both.
public struct TableDefinition: Hashable, Sendable {
  /// A reference from columns of this table to the key of another.
  public struct ForeignKey: Hashable, Sendable {
    public let columns: [String]
    public let table: String
    public init(_ columns: [String], of table: String) {
      self.columns = columns
      self.table = table
    }
  }

  /// Name of the SQL table; the CSV file is called `NAME.csv`.
  public let name: String
  /// What one row stands for.
  public let definition: String
  public let columns: [ColumnDefinition]
  /// Names of the columns that identify a row, in the order of rows.
  public let primaryKey: [String]
  public let foreignKeys: [ForeignKey]

  public init(
    _ name: String, _ definition: String, key primaryKey: [String], references: [ForeignKey] = [],
    columns: [ColumnDefinition]
  ) {
    self.name = name
    self.definition = definition
    self.primaryKey = primaryKey
    foreignKeys = references
    self.columns = columns
  }

  /// Columns that are exported.
  public var exportedColumns: [ColumnDefinition] { columns.filter(\.isExported) }

  /// The SQL that makes the table in a file of a format.
  func creation(format: Int32) -> String {
    let lines =
      columns.filter { $0.since <= format }.map(\.declaration) + ["PRIMARY KEY (\(Self.list(storedKey)))"]
    return "CREATE TABLE \"\(name)\" (\n  \(lines.joined(separator: ",\n  "))\n) WITHOUT ROWID"
  }

  package var insertion: String {
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    return "INSERT INTO \"\(name)\" (\(Self.list(columns.map(\.storedName)))) VALUES (\(places))"
  }

  /// Reads the rows of one run, all columns, in the order of the key; columns that the file's format lacks are
  /// empty.
  ///
  /// - Parameter ofDevices: Whether only rows of devices from a second to below a third parameter are read.
  func selectionOfRun(format: Int32, ofDevices: Bool = false) -> String {
    let names = columns.map { $0.since <= format ? "\"\($0.storedName)\"" : "NULL AS \"\($0.storedName)\"" }
    return "SELECT \(names.joined(separator: ", ")) FROM \"\(name)\" WHERE run_id = ?1"
      + (ofDevices ? " AND device >= ?2 AND device < ?3" : "") + " ORDER BY \(Self.list(storedKey))"
  }

  /// Removes a run's rows of devices from a second to below a third parameter.
  var deletionOfDevices: String {
    "DELETE FROM \"\(name)\" WHERE run_id = ?1 AND device >= ?2 AND device < ?3"
  }

  /// The key by the names of the SQLite file.
  var storedKey: [String] {
    primaryKey.map { key in columns.first { $0.name == key }?.storedName ?? key }
  }

  static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
}
