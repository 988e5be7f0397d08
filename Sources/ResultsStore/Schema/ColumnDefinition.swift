/// One column of a table: the only place where its name, type, unit and meaning are written down.
///
/// The SQL schema, the CSV headers and the data package are made from it.
public struct ColumnDefinition: Hashable, Sendable {
  /// How a value is stored and printed.
  public enum Kind: Hashable, Sendable {
    case text, integer, unsigned, real
    /// Stored as whole nanojoules, printed as joules.
    case nanojoules
    /// Stored as whole microseconds, printed as seconds.
    case microseconds
  }

  /// Name in CSV files.
  public let name: String
  /// The type of the values, which is the same in all rows.
  public let kind: Kind
  /// Unit of the printed value; empty where there is none.
  public let unit: String
  /// The meaning of the value.
  public let definition: String
  /// Whether every row has a value.
  public let isRequired: Bool
  /// The words that occur, for columns with a fixed vocabulary.
  public let words: [String]
  /// Whether the column is exported; bookkeeping of the file is not.
  public let isExported: Bool

  public init(
    _ name: String, _ kind: Kind, unit: String = "", _ definition: String, isRequired: Bool = true,
    words: [String] = [], isExported: Bool = true
  ) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.definition = definition
    self.isRequired = isRequired
    self.words = words
    self.isExported = isExported
  }

  /// The column with one more word.
  func adding(_ word: String) -> ColumnDefinition {
    ColumnDefinition(
      name, kind, unit: unit, definition, isRequired: isRequired, words: words + [word],
      isExported: isExported)
  }

  /// Name in the SQLite file, whose integers have smaller units: `energy_j` is kept as `energy_nj`.
  public var storedName: String {
    switch kind {
    case .nanojoules: name.hasSuffix("_j") ? name.dropLast(2) + "_nj" : name + "_nj"
    case .microseconds: name.hasSuffix("_s") ? name.dropLast(2) + "_us" : name + "_us"
    case .text, .integer, .unsigned, .real: name
    }
  }

  /// SQL declaration.
  var declaration: String {
    let type =
      switch kind {
      case .text, .unsigned: "TEXT"
      case .integer, .nanojoules, .microseconds: "INTEGER"
      case .real: "REAL"
      }
    return "\"\(storedName)\" \(type)" + (isRequired ? " NOT NULL" : "")
  }

  /// Type in the words of Frictionless Table Schema.
  var tableSchemaType: String {
    switch kind {
    case .text: "string"
    case .integer, .unsigned: "integer"
    case .real, .nanojoules, .microseconds: "number"
    }
  }
}
