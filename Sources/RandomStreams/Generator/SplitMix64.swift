/// The generator SplitMix64, used to turn a study's seed into Philox keys.
///
/// **Source**: Steele, Lea, Flood, *Fast splittable pseudorandom number generators*, OOPSLA 2014.
public struct SplitMix64: Sendable {
  /// 2^64 divided by the golden ratio, made odd: the step from one output's state to the next.
  @usableFromInline static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  @usableFromInline var state: UInt64

  /// A generator that starts at a seed, which may be any 64-bit number.
  @inlinable public init(seed: UInt64) { state = seed }

  /// The next output.
  @inlinable public mutating func next() -> UInt64 {
    state &+= SplitMix64.increment
    return SplitMix64.mix(state)
  }

  /// Output number `ordinal` (from 0) of the generator seeded with `seed`, without the ones before it.
  @inlinable public static func output(_ ordinal: UInt64, seed: UInt64) -> UInt64 {
    mix(seed &+ (ordinal &+ 1) &* increment)
  }

  /// A bijection of the 64-bit words: distinct states never give equal outputs.
  @inlinable static func mix(_ word: UInt64) -> UInt64 {
    var z = word
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
