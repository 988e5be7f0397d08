/// Writes numbers and texts to bytes, or reads them back in the same order.
///
/// A whole number takes groups of seven bits, the lowest first. The highest bit of a byte says that another byte follows (LEB128,
/// the varint of protocol buffers). Every number has one form only. Reading returns nil at the end of the bytes, and for a
/// form that is never written.
public struct ByteCoder: Sendable {
  public var bytes: [UInt8]
  public var place = 0

  @inlinable
  public init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  @inlinable
  public var isAtEnd: Bool { place == bytes.count }

  @inlinable
  public mutating func append<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends eight bytes, the lowest first.
  @inlinable
  public mutating func append(bits: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
  }

  /// Appends bytes after their number.
  @inlinable
  public mutating func append(counted content: some Collection<UInt8>) {
    append(UInt64(content.count))
    bytes += content
  }

  @inlinable
  public mutating func byte() -> UInt8? {
    guard place < bytes.count else { return nil }
    defer { place += 1 }
    return bytes[place]
  }

  @inlinable
  public mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type) -> Number? {
    var number: Number = 0
    for shift in stride(from: 0, to: Number.bitWidth, by: 7) {
      guard let byte = byte() else { return nil }
      let bits = Number(byte & 0x7F)
      guard (bits << shift) >> shift == bits, shift == 0 || byte != 0 else { return nil }
      number |= bits << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  @inlinable
  public mutating func count(atMost limit: Int) -> Int? {
    number(UInt64.self).flatMap { $0 <= UInt64(limit) ? Int($0) : nil }
  }

  /// Reads eight bytes, the lowest first.
  @inlinable
  public mutating func bits() -> UInt64? {
    guard bytes.count - place >= 8 else { return nil }
    defer { place += 8 }
    return (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
  }

  /// Reads a text of the given length in UTF-8 bytes.
  @inlinable
  public mutating func text(_ length: Int) -> String? {
    guard length <= bytes.count - place else { return nil }
    defer { place += length }
    return String(validating: bytes[place..<place + length], as: UTF8.self)
  }
}

extension FixedWidthInteger where Self: SignedInteger, Magnitude: FixedWidthInteger {
  /// The number as one of at least 0: 2n, or −2n − 1 if it is negative.
  @inlinable
  public var zigzag: Magnitude { Magnitude(truncatingIfNeeded: (self << 1) ^ (self >> (Self.bitWidth - 1))) }

  @inlinable
  public init(zigzag: Magnitude) {
    self = Self(truncatingIfNeeded: zigzag >> 1) ^ (0 &- Self(truncatingIfNeeded: zigzag & 1))
  }
}
