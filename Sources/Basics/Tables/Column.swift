/// The stored and exported form of a column.
public struct ColumnDefinition: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case text, integer, unsigned, real, nanojoules, microseconds

    /// Type in the words of Frictionless Table Schema and in SQL, the printed unit, and 0 or an empty text.
    package var facts: (schema: String, sql: String, unit: String, zero: CellValue) {
      switch self {
      case .text: ("string", "TEXT", "", .text(""))
      case .integer: ("integer", "INTEGER", "", .integer(0))
      case .unsigned: ("integer", "TEXT", "", .unsigned(0))
      case .real: ("number", "REAL", "", .real(0))
      case .nanojoules: ("number", "INTEGER", "J", .nanojoules(0))
      case .microseconds: ("number", "INTEGER", "s", .microseconds(0))
      }
    }
  }

  package struct Forms: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    package static let page = Forms(rawValue: 1), csv = Forms(rawValue: 2), json = Forms(rawValue: 4)
    package static let data: Forms = [.csv, .json], all: Forms = [.page, .csv, .json]
  }

  package let name: String
  package let kind: Kind
  /// The unit of the printed value; empty for numbers without a unit.
  package let unit: String
  package let definition: String
  package let isRequired: Bool
  package var words: [String]
  package let forms: Forms
  package let isCount: Bool

  package init(
    _ name: String, _ kind: Kind = .text, unit: String? = nil, _ definition: String = "",
    isRequired: Bool = true, words: [String] = [], in forms: Forms = .data, isCount: Bool = false
  ) {
    (self.name, self.kind, self.unit) = (name, kind, unit ?? kind.facts.unit)
    (self.definition, self.isRequired, self.words) = (definition, isRequired, words)
    (self.forms, self.isCount) = (forms, isCount)
  }
}

/// A column of a table, declared once for the cells of pages, fields of CSV, members of JSON, and stored
/// values.
///
/// Its functions read a row and do not have side effects, so that columns can be shared.
package struct Column<Row>: @unchecked Sendable {
  /// The column of a file. Its name is the key of members of JSON, too.
  package let definition: ColumnDefinition
  /// The column of a page.
  let head: TextTable.Column
  package let read: (Row) -> CellValue
  let json: (Row) -> JSONValue
  let text: (Row) -> String
  /// Stores a value of the column in a row, and returns false if the value has another type; nil for a
  /// computed column.
  package let write: ((inout Row, CellValue) -> Bool)?

  /// A column of a file.
  package init(
    _ definition: ColumnDefinition, read: @escaping (Row) -> CellValue, json: ((Row) -> JSONValue)? = nil,
    write: ((inout Row, CellValue) -> Bool)? = nil
  ) {
    (self.definition, self.read, self.write) = (definition, read, write)
    head = TextTable.Column(title: definition.name, alignment: .left)
    self.json = json ?? { read($0).json }
    text = { _ in "" }
  }

  /// A column of the forms that are named.
  ///
  /// - Parameter pageKey: The head in the CSV of a page; nil for the title.
  package init(
    _ title: String, _ alignment: TextTable.Alignment, key: String? = nil, pageKey: String? = nil,
    unit: String = "", in forms: ColumnDefinition.Forms = .all,
    _ value: @escaping (Row) -> any JSONConvertible, text: ((Row) -> String)? = nil
  ) {
    definition = ColumnDefinition(key ?? title, in: forms)
    head = TextTable.Column(title: title, alignment: alignment, unit: unit == "1" ? "" : unit, key: pageKey)
    read = { CellValue(value($0).json) }
    json = { value($0).json }
    self.text = text ?? { value($0).json.cell }
    write = nil
  }

  package init(_ title: String, key: String? = nil, _ value: @escaping (Row) -> any JSONConvertible) {
    self.init(title, .left, key: key, value)
  }

  /// A column of pages.
  package static func page(
    _ title: String, _ alignment: TextTable.Alignment, key: String? = nil, unit: String = "",
    _ text: @escaping (Row) -> String
  ) -> Self { Self(title, alignment, pageKey: key, unit: unit, in: .page, text, text: text) }

  package static func page(
    _ title: String, key: String? = nil, _ text: @escaping (Row) -> String
  ) -> Self { page(title, .left, key: key, text) }

  /// A column of CSV and JSON.
  package static func data(_ name: String, _ value: @escaping (Row) -> any JSONConvertible) -> Self {
    Self(name, .left, in: .data, value)
  }

  package static func json(_ key: String, _ value: @escaping (Row) -> any JSONConvertible) -> Self {
    Self(key, .left, in: .json, value)
  }

  package static func csv(_ name: String, _ value: @escaping (Row) -> any JSONConvertible) -> Self {
    Self(name, .left, in: .csv, value)
  }

  /// - Parameters:
  ///   - kind: nil for the kind of the type.
  ///   - empty: The value that represents an empty text; nil if an empty text is a value.
  package init<Value: CellProperty>(
    _ name: String, as kind: ColumnDefinition.Kind? = nil, unit: String? = nil, _ definition: String,
    words: [String]? = nil, empty: CellValue? = nil, in forms: ColumnDefinition.Forms = .data,
    _ property: KeyPath<Row, Value>
  ) {
    let kind = kind ?? Value.kind
    let definition = ColumnDefinition(
      name, kind, unit: unit, definition, isRequired: Value.isRequired && empty != .missing,
      words: words ?? Value.words, in: forms, isCount: Value.self == Int.self)
    self.init(
      definition,
      read: { row in
        let cell = row[keyPath: property].cell(kind)
        if let empty, cell == .text("") { return empty }
        return cell
      }, json: { $0[keyPath: property].json },
      write: (property as? WritableKeyPath<Row, Value>).map { property in
        { row, cell in
          guard let value = Value(cell == empty ? .text("") : cell) else { return false }
          row[keyPath: property] = value
          return true
        }
      })
  }

  /// The same column of a row that has this one as a part; without a part its cells are empty.
  package func of<Outer>(_ part: @escaping (Outer) -> Row?) -> Column<Outer> {
    Column<Outer>(self, part)
  }

  private init<Part>(_ column: Column<Part>, _ part: @escaping (Row) -> Part?) {
    (definition, head, write) = (column.definition, column.head, nil)
    read = { part($0).map(column.read) ?? .missing }
    json = { part($0).map(column.json) ?? .null }
    text = { part($0).map(column.text) ?? "" }
  }
}
