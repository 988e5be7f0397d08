import PlainText

/// The tables of an export and the form of their files.
public struct ExportSelection: Hashable, Sendable {
  /// Names of the tables; all tables that have rows if it is empty.
  public var tables: Set<String>
  /// Whether the CSV files are compressed by gzip.
  public var isCompressed: Bool

  public init(tables: Set<String> = [], isCompressed: Bool = false) {
    self.tables = tables
    self.isCompressed = isCompressed
  }

  /// The names of all tables that an export can have.
  public static var names: [String] {
    let made = [ComparisonRow.table.name, EffectRow.table.name, FrontRow.table.name]
    var names = ResultsSchema.stored.map(\.name) + made
    names.insert("summary", at: min(1, names.count))
    return names
  }

  /// Whether a table is asked for.
  public func contains(_ table: String) -> Bool { tables.isEmpty || tables.contains(table) }

  /// The name of the file of a table.
  func file(of table: String) -> String { "\(table).csv" + (isCompressed ? ".gz" : "") }

  /// Names that files of tables have in either form.
  static var knownFiles: [String] { names.flatMap { ["\($0).csv", "\($0).csv.gz"] } }
}
