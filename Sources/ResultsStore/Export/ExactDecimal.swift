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

  /// Appends the digits of a whole number.
  static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest != 0
    bytes[start...].reverse()
  }

  /// Joules from whole nanojoules: 1 500 000 000 is `1.5`.
  package static func joules(_ nanojoules: Int64) -> String {
    var bytes: [UInt8] = []
    append(nanojoules, digits: 9, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
