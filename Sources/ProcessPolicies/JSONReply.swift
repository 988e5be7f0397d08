/// A value of a process's reply (RFC 8259).
enum JSONReply: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A number that was written without fraction and exponent and fits.
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONReply])
  case object([Member])

  struct Member: Hashable, Sendable {
    var name: String
    var value: JSONReply
  }

  /// The value of a member, for an object that has it.
  subscript(name: String) -> JSONReply? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The whole number that this is, also where it was written as `3.6e9`.
  var wholeNumber: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    case .null, .boolean, .string, .array, .object: nil
    }
  }

  var real: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .boolean, .string, .array, .object: nil
    }
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }
  var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
  var elements: [JSONReply]? { if case .array(let elements) = self { elements } else { nil } }
  var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// What it is, for an error.
  var kind: String {
    switch self {
    case .null: "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let text): "`\(text.prefix(60))`"
    case .array(let elements): "a list of \(elements.count)"
    case .object(let members): "an object of \(members.count)"
    }
  }
}
