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
    // A pair of 64-bit lanes takes both products of a round at once, of the lower halves. The key stands in the upper
    // halves, where its sums wrap as those of 32 bits.
    let multipliers = SIMD2<UInt64>(0xD251_1F53, 0xCD9E_8D57)
    let bump = SIMD2<UInt64>(0x9E37_79B9 << 32, 0xBB67_AE85 << 32)
    var pairs = unsafeBitCast(counter, to: SIMD2<UInt64>.self)
    var key = SIMD2(UInt64(key0) << 32, UInt64(key1) << 32)
    for _ in 0..<rounds {
      let products = unsafeBitCast((pairs & 0xFFFF_FFFF) &* multipliers, to: SIMD4<UInt32>.self)
      // The products change places, and each its halves; the new lower ones take in the words that had no product.
      let swapped = SIMD4(products.w, products.z, products.y, products.x)
      pairs = unsafeBitCast(swapped, to: SIMD2<UInt64>.self) ^ ((pairs ^ key) &>> 32)
      key = key &+ bump
    }
    return unsafeBitCast(pairs, to: SIMD4<UInt32>.self)
  }
}
