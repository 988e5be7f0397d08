/// The counter-based generator Philox4x32: a keyed bijection of 128-bit counters.
///
/// **Source**: Salmon, Moraes, Dror, Shaw, *Parallel random numbers: as easy as 1, 2, 3*, SC11; checked against
/// the known answers of Random123 1.14.
public enum Philox4x32 {
  /// The block of a counter under a key: four 32-bit words, r0 in the first element.
  ///
  /// Ten rounds pass every test battery; seven is the least that the authors found to.
  @inlinable
  public static func block(
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
