/// Layout L1: how an identity is packed into a Philox counter and key.
///
/// The packing is injective, so two identities never share a number: key = SplitMix64(seed) output number `group`;
/// counter words = index, purpose (top 8 bits) | attempt (24 bits), device, replication.
public enum StreamLayout {
  /// Attempts that one event can use before it would touch its neighbor.
  public static let attemptsPerEvent = 1 << 24

  /// The key words of a seed and a group of streams, low word first.
  @inlinable public static func key(seed: UInt64, group: UInt64) -> (UInt32, UInt32) {
    let key = SplitMix64.output(group, seed: seed)
    return (UInt32(truncatingIfNeeded: key), UInt32(truncatingIfNeeded: key >> 32))
  }

  /// The counter of one block.
  @inlinable public static func counter(
    index: UInt32, purpose: UInt8, attempt: UInt32 = 0, device: UInt32, replication: UInt32
  ) -> SIMD4<UInt32> {
    SIMD4(index, UInt32(purpose) << 24 | (attempt & 0xFF_FFFF), device, replication)
  }

  /// The midpoint in (0, 1) of one of 2^52 equal cells, chosen by the top bits of `word`; never 0 or 1.
  @inlinable public static func openUnit(_ word: UInt64) -> Double { (Double(word >> 12) + 0.5) * 0x1p-52 }

  /// One of 2^53 equally spaced numbers in [0, 1), chosen by the top bits of `word`.
  @inlinable public static func halfOpenUnit(_ word: UInt64) -> Double { Double(word >> 11) * 0x1p-53 }
}

/// The identity of a random stream or of one event's draws, which ``StreamLayout`` packs.
public struct StreamAddress: Hashable, Sendable {
  /// The study's seed.
  public var seed: UInt64
  /// 0 for what belongs to the device; ``StreamAddress/group(of:)`` for what belongs to an app.
  public var group: UInt64
  /// Numbers of the replication and of the device in its fleet, from 0.
  public var replication, device: UInt32
  /// The use of the numbers; each has its own streams.
  public var purpose: StreamPurpose
  /// Ordinal of the logical event, or the first block of a sequential stream.
  public var index: UInt32

  public init(
    seed: UInt64, group: UInt64 = 0, replication: Int, device: Int, purpose: StreamPurpose, index: Int = 0
  ) {
    (self.seed, self.group) = (seed, group)
    self.replication = UInt32(truncatingIfNeeded: replication)
    self.device = UInt32(truncatingIfNeeded: device)
    self.purpose = purpose
    self.index = UInt32(truncatingIfNeeded: index)
  }

  /// The group of a named owner: 1 + FNV-1a-32 of its UTF-8 bytes.
  public static func group(of name: String) -> UInt64 {
    var hash: UInt32 = 2_166_136_261
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return 1 + UInt64(hash)
  }
}

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

/// The counter-based generator Philox4x32: a keyed bijection of 128-bit counters.
///
/// **Source**: Salmon, Moraes, Dror, Shaw, *Parallel random numbers: as easy as 1, 2, 3*, SC11; checked against
/// the known answers of Random123 1.14.
public enum Philox4x32 {
  /// The block of a counter under a key: four 32-bit words, r0 in the first element.
  ///
  /// Ten rounds pass every test battery; seven is the least that the authors found to.
  @inlinable public static func block(
    counter: SIMD4<UInt32>, key0: UInt32, key1: UInt32, rounds: Int = 10
  ) -> SIMD4<UInt32> {
    var (c0, c1, c2, c3) = (counter.x, counter.y, counter.z, counter.w)
    var (k0, k1) = (key0, key1)
    for _ in 0..<rounds {
      let even = UInt64(c0) &* 0xD251_1F53
      let odd = UInt64(c2) &* 0xCD9E_8D57
      c0 = UInt32(truncatingIfNeeded: odd >> 32) ^ c1 ^ k0
      c1 = UInt32(truncatingIfNeeded: odd)
      c2 = UInt32(truncatingIfNeeded: even >> 32) ^ c3 ^ k1
      c3 = UInt32(truncatingIfNeeded: even)
      k0 = k0 &+ 0x9E37_79B9
      k1 = k1 &+ 0xBB67_AE85
    }
    return SIMD4(c0, c1, c2, c3)
  }
}
