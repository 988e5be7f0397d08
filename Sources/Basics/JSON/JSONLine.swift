/// Writes one line of JSON into bytes that are kept from line to line.
public struct JSONLine {
  public private(set) var bytes: [UInt8] = []
  /// Whether a comma is due before the next name or element.
  private var isFollowing = false

  public init() {}

  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isFollowing = false
  }

  public mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    isFollowing = false
  }

  /// Closes an object with `}` or a list with `]`. The caller closes with the bracket that matches.
  public mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    isFollowing = true
  }

  public mutating func end() {
    bytes.append(UInt8(ascii: "\n"))
    isFollowing = false
  }

  /// A name of the messages, which needs no escapes.
  public mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    isFollowing = false
  }

  /// A name of a member, with escapes where it needs them.
  public mutating func name(quoting name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    isFollowing = false
  }

  /// Text that is JSON already.
  public mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    isFollowing = true
  }

  public mutating func value(_ text: String) {
    separate()
    quote(text)
    isFollowing = true
  }

  public mutating func value(_ flag: Bool) { literal(flag ? "true" : "false") }

  public mutating func value(_ number: Int64) {
    separate()
    isFollowing = true
    // Digits without the detour over a text: most of a line are numbers.
    ExactDecimal.append(number, digits: 0, to: &bytes)
  }

  /// The shortest decimal that reads back as the same number.
  public mutating func value(_ number: Double) {
    // Negative zero is zero.
    literal(number == 0 ? "0.0" : number.isFinite ? "\(number)" : "null")
  }

  public mutating func null() { literal("null") }

  private mutating func separate() {
    if isFollowing { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: bytes += "\\u\(byte.text(digits: 4, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
