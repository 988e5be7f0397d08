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

  /// The field of a value: 1 and 0 for true and false, and the elements of a list as one text.
  init(_ json: JSONValue) {
    switch json {
    case .null: self = .missing
    case .boolean(let flag): self = .integer(flag ? 1 : 0)
    case .integer(let number): self = .integer(number)
    case .unsigned(let number): self = .unsigned(number)
    case .number(let number): self = .real(number)
    case .literal, .string, .object: self = .text(json.cell)
    case .array(let elements): self = .text(elements.map(\.cell).joined(separator: "; "))
    }
  }

  package var json: JSONValue {
    switch self {
    case .missing: .null
    case .text(let text): .string(text)
    case .integer(let number), .nanojoules(let number), .microseconds(let number): .integer(number)
    case .unsigned(let number): .unsigned(number)
    case .real(let number): .number(number)
    }
  }
}

package protocol CellProperty: JSONConvertible, Sendable {
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

extension JSONConvertible where Self: RawRepresentable, RawValue == String {
  package var json: JSONValue { .string(rawValue) }
}
