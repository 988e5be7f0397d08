/// CSV text by RFC 4180 with LF line ends, as bytes.
public struct CSVBuffer: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var isAtLineStart = true

  package init() {}

  package mutating func field(_ value: CellValue) {
    if !isAtLineStart { bytes.append(UInt8(ascii: ",")) }
    isAtLineStart = false
    switch value {
    case .missing: break
    case .text(let text): append(text)
    case .integer(let number): ExactDecimal.append(number, digits: 0, to: &bytes)
    case .unsigned(let number): ExactDecimal.append(number, to: &bytes)
    case .real(let number): bytes.append(contentsOf: ShortestNumber.text(number).utf8)
    case .nanojoules(let number): ExactDecimal.append(number, digits: 9, to: &bytes)
    case .microseconds(let number): ExactDecimal.append(number, digits: 6, to: &bytes)
    }
  }

  package mutating func line(_ values: [CellValue]) {
    for value in values { field(value) }
    bytes.append(UInt8(ascii: "\n"))
    isAtLineStart = true
  }

  package mutating func drain() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func append(_ given: String) {
    if appendPlain(given) { return }
    bytes.append(contentsOf: CSVRecords.escaped(given.escapingControlsInLines).utf8)
  }

  /// Adds a text of printable ASCII without a comma or a quote, as most fields are; false for any other.
  private mutating func appendPlain(_ text: String) -> Bool {
    let isDone = text.utf8.withContiguousStorageIfAvailable { characters in
      for byte in characters
      where byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") {
        return false
      }
      bytes.append(contentsOf: characters)
      return true
    }
    return isDone ?? false
  }
}

/// Whole numbers of a small unit as exact decimals of a larger one.
package enum ExactDecimal {
  /// Appends `count / 10^digits` without trailing zeros: 1500 with 3 digits is `1.5`.
  static func append(_ count: Int64, digits: Int, to bytes: inout [UInt8]) {
    if count < 0 { bytes.append(UInt8(ascii: "-")) }
    var scale: UInt64 = 1
    for _ in 0..<digits { scale *= 10 }
    let whole = count.magnitude / scale
    var fraction = count.magnitude % scale
    append(whole, to: &bytes)
    guard fraction != 0 else { return }
    bytes.append(UInt8(ascii: "."))
    while fraction != 0 {
      scale /= 10
      let (digit, rest) = fraction.quotientAndRemainder(dividingBy: scale)
      bytes.append(UInt8(ascii: "0") + UInt8(digit))
      fraction = rest
    }
  }

  static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest != 0
    bytes[start...].reverse()
  }

  package static func joules(_ nanojoules: Int64) -> String {
    var bytes: [UInt8] = []
    append(nanojoules, digits: 9, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
