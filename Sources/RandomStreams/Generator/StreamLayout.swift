/// Layout L1: how an identity is packed into a Philox counter and key.
///
/// The packing is injective, so two identities of one experiment never share a number, whatever the order of
/// work, the count of threads or the shards:
/// key = SplitMix64(seed) output number `group`; counter words = index, purpose (top 8 bits) | attempt (24 bits),
/// device, replication.
public enum StreamLayout {
  /// Attempts that one event can use before it would touch its neighbour.
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
  @inlinable public static func openUnit(_ word: UInt64) -> Double {
    (Double(word >> 12) + 0.5) * 0x1p-52
  }

  /// One of 2^53 equally spaced numbers in [0, 1), chosen by the top bits of `word`.
  @inlinable public static func halfOpenUnit(_ word: UInt64) -> Double {
    Double(word >> 11) * 0x1p-53
  }
}
