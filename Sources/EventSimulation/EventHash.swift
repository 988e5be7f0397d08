/// A running 64-bit hash over a sequence of integers that shows whether two runs are equal.
///
/// The hash depends only on the values and their order, not on the platform, the process, or the seeds of the
/// standard library. It does not protect against manipulation.
public struct EventHash: Hashable, Sendable {
  @usableFromInline var state: UInt64

  @inlinable public init() { state = 0x9E37_79B9_7F4A_7C15 }

  /// Takes in one more integer.
  @inlinable public mutating func combine(_ integer: UInt64) {
    // One full-width multiplication, folded: every bit of the old state and of the integer reaches both halves.
    let product = (state ^ integer).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    state = (product.high ^ product.low) &+ 0x9E37_79B9_7F4A_7C15
  }

  /// Takes in a pair of integers for the price of one; not the same as taking in one after the other.
  @inlinable public mutating func combine(_ first: UInt64, _ second: UInt64) {
    let product = (state ^ first).multipliedFullWidth(by: second ^ 0xD6E8_FEB8_6659_FD93)
    state = (product.high ^ product.low) &+ 0x9E37_79B9_7F4A_7C15
  }

  /// The hash of what was taken in so far, with the bits of the state mixed once more (SplitMix64).
  @inlinable public var value: UInt64 {
    var z = state
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }
}
