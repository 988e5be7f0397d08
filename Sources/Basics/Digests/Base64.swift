/// Bytes as text, by RFC 4648.
public enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  public static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      bits <<= 8
      for place in 0..<4 {
        text.append(place <= group.count ? digits[bits >> 26 & 63] : padding)
        bits <<= 6
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a text; nil for a text that ``text(_:)`` does not return.
  public static func bytes(_ text: String) -> [UInt8]? {
    var values = [Int](repeating: -1, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = value }
    var (bytes, bits, count): ([UInt8], Int, Int) = ([], 0, 0)
    for digit in text.utf8.prefix(while: { $0 != padding }) {
      guard values[Int(digit)] >= 0 else { return nil }
      (bits, count) = ((bits << 6 | values[Int(digit)]) & 0xffff, count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(bits >> count & 0xff))
    }
    return Self.text(bytes) == text ? bytes : nil
  }
}
