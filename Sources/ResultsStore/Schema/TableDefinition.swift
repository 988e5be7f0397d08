/// One table of the results: of the SQLite file, of the CSV files, or of both.
public struct TableDefinition: Hashable, Sendable {
  /// A reference from columns of this table to the key of another.
  public struct ForeignKey: Hashable, Sendable {
    /// Names of the referring columns of this table.
    public let columns: [String]
    /// Name of the other table.
    public let table: String
    public init(_ columns: [String], of table: String) {
      self.columns = columns
      self.table = table
    }
  }

  /// Name of the SQL table; the CSV file is called `NAME.csv`.
  public let name: String
  /// The subject of one row.
  public let definition: String
  /// The columns in their order, those that are not exported included.
  public let columns: [ColumnDefinition]
  /// Names of the columns that identify a row, in the order of rows.
  public let primaryKey: [String]
  /// References to other tables; empty for none.
  public let foreignKeys: [ForeignKey]
  /// Names of columns whose values repeat from row to row, which files store once a combination.
  let words: [String]
  /// Whether a row without any value is not stored, but exported.
  let hasRowsWithoutValue: Bool
  /// Whether a row is nothing but words and how often they occurred, which is never 0.
  let isOfCounts: Bool
  /// Whether its rows belong to runs, whose numbers stand for them in files.
  let isOfRuns: Bool

  /// A table that is not stored by run.
  ///
  /// - Parameters:
  ///   - name: Name of the table; the CSV file is called `NAME.csv`.
  ///   - definition: The subject of one row.
  ///   - primaryKey: Names of the columns that identify a row.
  ///   - foreignKeys: References to other tables.
  ///   - columns: All columns, in their order.
  public init(
    _ name: String, _ definition: String, key primaryKey: [String], references: [ForeignKey] = [],
    columns: [ColumnDefinition]
  ) {
    self.init(
      name, definition, key: primaryKey, references: references, words: [], isOfRuns: false, columns: columns)
  }

  /// A table of rows of runs.
  init(
    _ name: String, _ definition: String, key primaryKey: [String], references: [ForeignKey] = [],
    words: [String], hasRowsWithoutValue: Bool = false, isOfCounts: Bool = false, isOfRuns: Bool = true,
    columns: [ColumnDefinition]
  ) {
    self.words = words
    self.hasRowsWithoutValue = hasRowsWithoutValue
    self.isOfCounts = isOfCounts
    self.isOfRuns = isOfRuns
    self.name = name
    self.definition = definition
    self.primaryKey = primaryKey
    foreignKeys = references
    self.columns = columns
  }

  /// Columns that are exported.
  public var exportedColumns: [ColumnDefinition] { columns.filter(\.isExported) }

  /// The key by the names of the SQLite file.
  var storedKey: [String] { primaryKey.map { storedName($0) } }

  /// The name of a column in the SQLite file.
  func storedName(_ name: String) -> String { columns.first { $0.name == name }?.storedName ?? name }

  static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
}
