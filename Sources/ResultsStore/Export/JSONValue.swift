import PlainText

/// A JSON value whose objects keep the order of their members.
public enum JSONValue: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  case null
  case boolean(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  /// A finite number.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A member of an object.
  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSONValue
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// An object from names and values in their order.
  public static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member($0.key, $0.value) })
  }

  public static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
  public static func optional(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
  public static func optional(_ value: Int?) -> JSONValue { value.map { .integer(Int64($0)) } ?? .null }
  public static func optional(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }

  /// The text, with two spaces of indentation and a line end, or on one line without.
  public func text(isPretty: Bool = true) -> String {
    var text = ""
    write(to: &text, indent: isPretty ? 0 : nil)
    if isPretty { text += "\n" }
    return text
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .unsigned(let value): text += String(value)
    case .number(let value): text += ShortestNumber.text(value)
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      Self.write(values, "[", "]", to: &text, indent: indent) { $0.write(to: &$1, indent: $2) }
    case .object(let members):
      Self.write(members, "{", "}", to: &text, indent: indent) { member, text, indent in
        Self.write(member.name, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ open: String, _ close: String, to text: inout String, indent: Int?,
    _ body: (Element, inout String, Int?) -> Void
  ) {
    text += open
    let inner = indent.map { $0 + 2 }
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      body(element, &text, inner)
    }
    if let indent, !elements.isEmpty { text += "\n" + String(repeating: " ", count: indent) }
    text += close
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isUnsafeToShow:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
