/// The sum of SHA-256 digests as whole numbers modulo 2²⁵⁶: a digest of things in any order.
///
/// Sums of parts add up to the sum of the whole, so that parts can be joined without their contents. It recognizes
/// damage; it does not withstand somebody who looks for other contents of the same sum.
public struct DigestSum: Hashable, Sendable {
  /// The most significant first.
  private var words: [UInt32]

  /// The sum of nothing.
  public init() { words = Array(repeating: 0, count: SHA256.wordCount) }

  /// Reads ``hexadecimal``; nil for anything else than 64 hexadecimal digits.
  public init?(hexadecimal text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 8 * SHA256.wordCount else { return nil }
    words = []
    for start in stride(from: 0, to: digits.count, by: 8) {
      var word: UInt32 = 0
      for digit in digits[start..<start + 8] {
        guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
        word = word << 4 | UInt32(value)
      }
      words.append(word)
    }
  }

  /// Adds the digest of the message that a hash has got so far.
  public mutating func add(_ hash: SHA256) { add(hash.words()) }

  /// Adds another sum.
  public mutating func add(_ other: DigestSum) { add(other.words) }

  private mutating func add(_ other: [UInt32]) {
    var carry: UInt64 = 0
    for place in words.indices.reversed() {
      let sum = UInt64(words[place]) + UInt64(other[place]) + carry
      words[place] = UInt32(truncatingIfNeeded: sum)
      carry = sum >> 32
    }
  }

  /// The sum as 64 hexadecimal digits.
  public var hexadecimal: String { SHA256.hexadecimal(words: words) }
}
