/// One value of a table, as it is stored and exported.
public enum CellValue: Hashable, Sendable {
  case missing
  case text(String)
  case integer(Int64)
  /// Beyond `Int64`: kept as decimal digits.
  case unsigned(UInt64)
  /// A finite number; anything else is refused when it is stored.
  case real(Double)
  case nanojoules(Int64)
  case microseconds(Int64)

  package static func optional(_ value: Double?) -> CellValue { value.map { .real($0) } ?? .missing }
  package static func optional(_ value: Int?) -> CellValue { value.map { .integer(Int64($0)) } ?? .missing }
  /// An empty text stays a text.
  package static func optional(_ value: String?) -> CellValue { value.map { .text($0) } ?? .missing }
}

public struct ColumnDefinition: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case text, integer, unsigned, real, nanojoules, microseconds

    /// Type in the words of Frictionless Table Schema and in SQL, the printed unit, and 0 or an empty text.
    var facts: (schema: String, sql: String, unit: String, zero: CellValue) {
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

  package let name: String
  package let kind: Kind
  /// Unit of the printed value; empty where there is none.
  package let unit: String
  package let definition: String
  package let isRequired: Bool
  package var words: [String]
  package let isExported: Bool
  let isOfCounts: Bool
}

package protocol CellProperty: Sendable {
  static var kind: ColumnDefinition.Kind { get }
  static var isRequired: Bool { get }
  static var words: [String] { get }
  /// The value in a column of a kind: the type's own, or a unit of whole numbers.
  func cell(_ kind: ColumnDefinition.Kind) -> CellValue
  init?(_ cell: CellValue)
}

extension CellProperty {
  package static var isRequired: Bool { true }
  package static var words: [String] { [] }
}

/// CSV, the data package and the stored form are made from it.
public struct Column<Row>: Sendable {
  package let definition: ColumnDefinition
  let read: @Sendable (Row) -> CellValue
  /// Puts a value of the column into a row, false if it is of another kind; nil for a column that is computed from others.
  let write: (@Sendable (inout Row, CellValue) -> Bool)?

  /// - Parameter empty: The value that stands for an empty text; nil where an empty text stands for itself.
  init<Value: CellProperty>(
    _ name: String, unit: String? = nil, _ definition: String, words: [String]? = nil,
    empty: CellValue? = nil, isExported: Bool = true, _ property: any KeyPath<Row, Value> & Sendable
  ) {
    self.definition = ColumnDefinition(
      name: name, kind: Value.kind, unit: unit ?? Value.kind.facts.unit, definition: definition,
      isRequired: Value.isRequired && empty != .missing, words: words ?? Value.words, isExported: isExported,
      isOfCounts: Value.self == Int.self)
    read = { row in
      let cell = row[keyPath: property].cell(Value.kind)
      if let empty, cell == .text("") { return empty }
      return cell
    }
    guard let found = property as? WritableKeyPath<Row, Value> else {
      write = nil
      return
    }
    // A key path never changes.
    nonisolated(unsafe) let writable = found
    write = { row, cell in
      guard let value = Value(cell == empty ? .text("") : cell) else { return false }
      row[keyPath: writable] = value
      return true
    }
  }

  init(
    _ name: String, _ kind: ColumnDefinition.Kind, unit: String? = nil, _ definition: String,
    isRequired: Bool = true, read: @escaping @Sendable (Row) -> CellValue
  ) {
    self.definition = ColumnDefinition(
      name: name, kind: kind, unit: unit ?? kind.facts.unit, definition: definition, isRequired: isRequired,
      words: [], isExported: true, isOfCounts: false)
    self.read = read
    write = nil
  }

  init(
    _ definition: ColumnDefinition, read: @escaping @Sendable (Row) -> CellValue,
    write: (@Sendable (inout Row, CellValue) -> Bool)?
  ) {
    (self.definition, self.read, self.write) = (definition, read, write)
  }

  /// The same column of a row that has this one as a member.
  func of<Outer>(_ member: any KeyPath<Outer, Row> & Sendable) -> Column<Outer> {
    Column<Outer>(definition, read: { [read] in read($0[keyPath: member]) }, write: nil)
  }
}

extension String: CellProperty {
  package static var kind: ColumnDefinition.Kind { .text }
  package func cell(_ kind: ColumnDefinition.Kind) -> CellValue { .text(self) }
  package init?(_ cell: CellValue) {
    guard case .text(let text) = cell else { return nil }
    self = text
  }
}

extension Int64: CellProperty {
  package static var kind: ColumnDefinition.Kind { .integer }
  package func cell(_ kind: ColumnDefinition.Kind) -> CellValue {
    switch kind {
    case .nanojoules: .nanojoules(self)
    case .microseconds: .microseconds(self)
    case .text, .integer, .unsigned, .real: .integer(self)
    }
  }
  package init?(_ cell: CellValue) {
    switch cell {
    case .integer(let number), .nanojoules(let number), .microseconds(let number): self = number
    case .missing, .text, .unsigned, .real: return nil
    }
  }
}

/// At least 0: all are counts, or places from 0 on.
extension Int: CellProperty {
  package static var kind: ColumnDefinition.Kind { .integer }
  package func cell(_ kind: ColumnDefinition.Kind) -> CellValue { .integer(Int64(self)) }
  package init?(_ cell: CellValue) {
    guard case .integer(let number) = cell, number >= 0 else { return nil }
    self = Int(number)
  }
}

extension UInt64: CellProperty {
  package static var kind: ColumnDefinition.Kind { .unsigned }
  package func cell(_ kind: ColumnDefinition.Kind) -> CellValue { .unsigned(self) }
  package init?(_ cell: CellValue) {
    guard case .unsigned(let number) = cell else { return nil }
    self = number
  }
}

extension Double: CellProperty {
  package static var kind: ColumnDefinition.Kind { .real }
  package func cell(_ kind: ColumnDefinition.Kind) -> CellValue { .real(self) }
  package init?(_ cell: CellValue) {
    guard case .real(let number) = cell else { return nil }
    self = number
  }
}

/// 1 for true and 0 for false.
extension Bool: CellProperty {
  package static var kind: ColumnDefinition.Kind { .integer }
  package func cell(_ kind: ColumnDefinition.Kind) -> CellValue { .integer(self ? 1 : 0) }
  package init?(_ cell: CellValue) {
    guard case .integer(let number) = cell else { return nil }
    self = number != 0
  }
}

extension Optional: CellProperty where Wrapped: CellProperty {
  package static var kind: ColumnDefinition.Kind { Wrapped.kind }
  package static var isRequired: Bool { false }
  package static var words: [String] { Wrapped.words }
  package func cell(_ kind: ColumnDefinition.Kind) -> CellValue { self?.cell(kind) ?? .missing }
  package init?(_ cell: CellValue) {
    if cell == .missing {
      self = .none
      return
    }
    guard let value = Wrapped(cell) else { return nil }
    self = .some(value)
  }
}

/// An enumeration is one of its words.
extension CellProperty where Self: RawRepresentable & CaseIterable, RawValue == String {
  package static var kind: ColumnDefinition.Kind { .text }
  package static var words: [String] { allCases.map(\.rawValue) }
  package func cell(_ kind: ColumnDefinition.Kind) -> CellValue { .text(rawValue) }
  package init?(_ cell: CellValue) {
    guard case .text(let word) = cell else { return nil }
    self.init(rawValue: word)
  }
}
