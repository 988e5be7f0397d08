/// A JSON value (RFC 8259) whose objects keep the order of their members.
public enum JSONValue: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  case null
  case boolean(Bool)
  /// A whole number; when read, one that was written without fraction and exponent and fits.
  case integer(Int64)
  case unsigned(UInt64)
  /// A finite number.
  case number(Double)
  /// A number, true, false, or null, in the given characters, which are never interpreted.
  case literal(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  public struct Member: Hashable, Sendable {
    /// Name of the member; one that is read is unique in its object.
    public var name: String
    public var value: JSONValue

    public init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
  }

  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  public static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member($0.key, $0.value) })
  }

  public static func count(_ value: Int) -> JSONValue { .integer(Int64(value)) }
  public static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The whole number that this is, also where it was written as `3.6e9`.
  public var wholeNumber: Int64? {
    switch self {
    case .integer(let value): value
    case .unsigned(let value): Int64(exactly: value)
    case .number(let value): Int64(exactly: value)
    case .literal(let text): Int64(text) ?? Double(text).flatMap { Int64(exactly: $0) }
    case .null, .boolean, .string, .array, .object: nil
    }
  }

  /// The number that this is, rounded to a double.
  public var real: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .number(let value): value
    case .literal(let text): Double(text)
    case .null, .boolean, .string, .array, .object: nil
    }
  }

  public var characters: String? { if case .string(let text) = self { text } else { nil } }
  public var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
  public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  public var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  public var isLiteral: Bool {
    switch self {
    case .null, .boolean, .integer, .unsigned, .number, .literal: true
    case .string, .array, .object: false
    }
  }

  /// The value in a table of a page: a text as it is, and an empty text for null.
  var cell: String { characters ?? (self == .null ? "" : text(isPretty: false)) }

  /// The kind of the value, for an error.
  public var kind: String {
    switch self {
    case .null: "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .number(let value): "\(value)"
    case .literal(let text): text
    case .string(let text): "`\(text.prefix(60))`"
    case .array(let elements): "a list of \(elements.count)"
    case .object(let members): "an object of \(members.count)"
    }
  }
}

/// A value that has a form in JSON.
package protocol JSONConvertible {
  var json: JSONValue { get }
}

extension JSONValue: JSONConvertible {
  public var json: JSONValue { self }
}

extension String: JSONConvertible { public var json: JSONValue { .string(self) } }
extension Int: JSONConvertible { public var json: JSONValue { .count(self) } }
extension UInt64: JSONConvertible { public var json: JSONValue { .unsigned(self) } }
extension Int64: JSONConvertible { public var json: JSONValue { .integer(self) } }
extension Double: JSONConvertible { public var json: JSONValue { .number(self) } }
extension Bool: JSONConvertible { public var json: JSONValue { .boolean(self) } }
extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  package var json: JSONValue { self?.json ?? .null }
}
extension Array: JSONConvertible where Element: JSONConvertible {
  package var json: JSONValue { .array(map(\.json)) }
}
