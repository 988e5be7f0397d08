/// Reads one line of JSON, strictly: no comments, no trailing commas, no names given twice.
public struct JSONParser {
  public struct Failure: Error, Hashable {
    /// Byte of the line, from 1.
    public var column: Int
    public var expected: String
  }

  public struct Limits: Sendable {
    /// Objects and lists that are open at once.
    public var depth: Int
    public var members, numberLength: Int

    public init(depth: Int, members: Int, numberLength: Int) {
      (self.depth, self.members, self.numberLength) = (depth, members, numberLength)
    }

    /// The limits of a message between programs, which no useful message comes near.
    public static let message = Limits(depth: 32, members: 64, numberLength: 400)
    /// The limits of a study, and of what a command has written.
    package static let study = Limits(depth: 64, members: 10_000, numberLength: 400)
  }

  private let bytes: ArraySlice<UInt8>
  private var next: Int
  private let limits: Limits
  private var depth = 0
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private init(_ bytes: ArraySlice<UInt8>, _ limits: Limits) {
    (self.limits, self.bytes) = (limits, bytes)
    next = bytes.startIndex
  }

  /// The only value in a line, which may have blanks around it.
  public static func value(
    of line: ArraySlice<UInt8>, limits: Limits = .message
  ) throws(Failure) -> JSONValue {
    var parser = JSONParser(line, limits)
    let value = try parser.value()
    parser.skipBlanks()
    guard parser.byte == nil else { throw parser.failure("the end of the line") }
    return value
  }

  /// The only value in a text. Its line ends stand between values: in a string they have to be escaped.
  package static func value(
    ofText bytes: some Sequence<UInt8>, limits: Limits = .study
  ) throws(Failure) -> JSONValue {
    try value(of: bytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }[...], limits: limits)
  }

  private var byte: UInt8? { next < bytes.endIndex ? bytes[next] : nil }

  /// At the next byte, or where what is wrong begins.
  private func failure(_ expected: String, at place: Int? = nil) -> Failure {
    Failure(column: (place ?? next) - bytes.startIndex + 1, expected: expected)
  }

  private mutating func skipBlanks() {
    while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0D { next += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character) else { return false }
    next += 1
    return true
  }

  private mutating func value() throws(Failure) -> JSONValue {
    skipBlanks()
    switch byte {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || Self.digits.contains(byte): return try number()
    default: throw failure("a value")
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(Failure) -> JSONValue {
    guard bytes[next...].starts(with: word.utf8) else { throw failure("a value") }
    next += word.utf8.count
    return value
  }

  private mutating func object() throws(Failure) -> JSONValue {
    try open()
    var members: [JSONValue.Member] = []
    skipBlanks()
    if take("}") { return close(.object(members)) }
    while true {
      skipBlanks()
      guard byte == UInt8(ascii: "\"") else { throw failure("a name in double quotes") }
      let start = next
      let name = try string()
      if members.contains(where: { $0.name == name }) { throw failure("each name once", at: start) }
      guard members.count < limits.members else {
        throw failure("at most \(limits.members) names", at: start)
      }
      skipBlanks()
      guard take(":") else { throw failure("`:`") }
      members.append(JSONValue.Member(name, try value()))
      skipBlanks()
      if take("}") { return close(.object(members)) }
      guard take(",") else { throw failure("`,` or `}`") }
    }
  }

  private mutating func array() throws(Failure) -> JSONValue {
    try open()
    var elements: [JSONValue] = []
    skipBlanks()
    if take("]") { return close(.array(elements)) }
    while true {
      elements.append(try value())
      skipBlanks()
      if take("]") { return close(.array(elements)) }
      guard take(",") else { throw failure("`,` or `]`") }
    }
  }

  private mutating func open() throws(Failure) {
    guard depth < limits.depth else { throw failure("at most \(limits.depth) levels") }
    depth += 1
    next += 1
  }

  private mutating func close(_ value: JSONValue) -> JSONValue {
    depth -= 1
    return value
  }

  private mutating func number() throws(Failure) -> JSONValue {
    let start = next
    _ = take("-")
    let firstDigit = next
    let digits = skipDigits()
    guard digits == 1 || digits > 1 && bytes[firstDigit] != UInt8(ascii: "0") else {
      throw failure("a number", at: start)
    }
    var isWhole = true
    if take(".") {
      isWhole = false
      guard skipDigits() > 0 else { throw failure("a digit") }
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      guard skipDigits() > 0 else { throw failure("a digit") }
    }
    guard next - start <= limits.numberLength else {
      throw failure("a number of at most \(limits.numberLength) characters", at: start)
    }
    let text = String(decoding: bytes[start..<next], as: UTF8.self)
    if isWhole, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else {
      throw failure("a number that a double can hold", at: start)
    }
    return .number(value)
  }

  private mutating func skipDigits() -> Int {
    let start = next
    while let byte, Self.digits.contains(byte) { next += 1 }
    return next - start
  }

  private mutating func string() throws(Failure) -> String {
    next += 1
    let start = next
    // Most texts are names without escapes and are taken as they stand.
    while let byte, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { next += 1 }
    if byte == UInt8(ascii: "\""), let text = String(validating: bytes[start..<next], as: UTF8.self) {
      next += 1
      return text
    }
    var text = Array(bytes[start..<next])
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        next += 1
        guard let result = String(validating: text, as: UTF8.self) else { throw failure("UTF-8", at: start) }
        return result
      case UInt8(ascii: "\\"):
        next += 1
        text.append(contentsOf: try escaped().utf8)
      case 0..<0x20: throw failure("no control character in a text")
      default:
        text.append(byte)
        next += 1
      }
    }
    throw failure("`\"`")
  }

  private mutating func escaped() throws(Failure) -> String {
    guard let byte else { throw failure("an escaped character") }
    next += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(Unicode.Scalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw failure("an escaped character", at: next - 1)
    }
  }

  /// One code unit, or two that make a surrogate pair.
  private mutating func unicodeEscape() throws(Failure) -> String {
    let start = next
    var units = [try codeUnit()]
    if UTF16.isLeadSurrogate(units[0]), take("\\"), take("u") { units.append(try codeUnit()) }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw failure("a Unicode character", at: start)
    }
    return text
  }

  private mutating func codeUnit() throws(Failure) -> UInt16 {
    guard bytes.endIndex - next >= 4 else { throw failure("four hexadecimal digits") }
    var unit: UInt16 = 0
    for byte in bytes[next..<next + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
    }
    next += 4
    return unit
  }
}
