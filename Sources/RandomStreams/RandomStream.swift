internal import CGSL

/// A generator that can be set to any address; one per worker, never shared between threads.
///
/// A stream is a cursor, not an identity. ``seek(event:)`` and ``seek(sequential:)`` cost a few stores, so a
/// model keeps one stream and sets it before each draw or each sequence of draws. It is Philox4x32-10 in the
/// form of a GSL generator.
public final class RandomStream {
  let generator: UnsafeMutablePointer<gsl_rng>
  @usableFromInline let state: UnsafeMutablePointer<StreamState>

  /// A stream at an arbitrary address; seek before drawing.
  public init() {
    guard let generator = gsl_rng_alloc(StreamGenerator.type), let memory = gsl_rng_state(generator) else {
      preconditionFailure("no memory for a random stream")
    }
    self.generator = generator
    state = memory.assumingMemoryBound(to: StreamState.self)
  }

  deinit { gsl_rng_free(generator) }

  /// Goes to the start of a sequential stream, for noise of one device that is drawn in its own order.
  @inlinable public func seek(sequential address: StreamAddress) {
    state.initialize(to: StreamState(sequential: address))
  }

  /// Goes to the draws of one logical event, whose ordinal is the address's index. The event has 2^24 blocks of its
  /// own, so its draws are the same whatever was drawn for the events before it.
  @inline(never) @inlinable public func seek(event address: StreamAddress) {
    state.initialize(to: StreamState(event: address))
  }

  /// The next 32-bit word.
  @inlinable public func nextWord() -> UInt32 { state.pointee.nextWord() }

  /// A number in the open interval (0, 1), from two words.
  @inlinable @inline(__always)
  public func uniform() -> Double { StreamLayout.openUnit(state.pointee.nextPair()) }

  /// The first number of one logical event: that of ``uniform()`` after ``seek(event:)``, for which no stream moves.
  @inlinable @inline(__always) public static func firstUniform(ofEvent address: StreamAddress) -> Double {
    firstUniforms(ofEvent: address).first
  }

  /// The first two numbers of one logical event, in the order in which a stream gives them.
  @inline(never) @inlinable
  public static func firstUniforms(ofEvent address: StreamAddress) -> (first: Double, second: Double) {
    let key = StreamLayout.key(seed: address.seed, group: address.group)
    let block = Philox4x32.block(counter: StreamState.counter(of: address), key0: key.0, key1: key.1)
    return (
      StreamLayout.openUnit(UInt64(block.x) | UInt64(block.y) << 32),
      StreamLayout.openUnit(UInt64(block.z) | UInt64(block.w) << 32)
    )
  }

  /// A number between the bounds, from two words.
  @inlinable public func uniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// True with probability `p`.
  @inlinable public func bernoulli(_ p: Double) -> Bool { uniform() < p }

  /// An integer in 0..<`count`, from one word or, seldom, more. Traps unless 0 < `count` < 2^32.
  @inlinable public func integer(below count: Int) -> Int {
    precondition(count > 0 && count < 1 << 32, "the count of choices lies in 1 to 2^32 - 1")
    // GSL's method: equal cells of the word's range, the remainder rejected.
    let cell = UInt32.max / UInt32(count)
    while true {
      let choice = Int(nextWord() / cell)
      if choice < count { return choice }
    }
  }

  /// The index of a column of the table, from two words.
  @inlinable public func index(_ table: AliasTable) -> Int { table.index(at: uniform()) }
}

/// Variates of the standard laws, by GSL's samplers.
///
/// These are the fast ones; some reject and so use a variable count of words. Where one uniform per variate
/// matters (antithetic or monotone coupling), invert: `distribution.quantile(stream.uniform())`.
extension RandomStream {
  /// An exponential variate; one uniform, by inversion.
  public func exponential(mean: Double) -> Double { gsl_ran_exponential(generator, mean) }

  /// A normal variate, by the ratio of uniforms.
  public func normal(mean: Double = 0, deviation: Double = 1) -> Double {
    mean + gsl_ran_gaussian_ratio_method(generator, deviation)
  }

  /// exp of a normal variate with mean `zeta` and standard deviation `sigma`, by the polar method.
  public func lognormal(zeta: Double, sigma: Double) -> Double { gsl_ran_lognormal(generator, zeta, sigma) }

  /// A gamma variate with mean `shape * scale`, by Marsaglia and Tsang.
  public func gamma(shape: Double, scale: Double) -> Double { gsl_ran_gamma(generator, shape, scale) }

  /// A beta variate with mean a / (a + b).
  public func beta(_ a: Double, _ b: Double) -> Double { gsl_ran_beta(generator, a, b) }

  /// A Weibull variate with P(X > x) = exp(-(x / scale)^shape); one uniform.
  public func weibull(scale: Double, shape: Double) -> Double { gsl_ran_weibull(generator, scale, shape) }

  /// A Poisson count.
  public func poisson(mean: Double) -> Int { Int(gsl_ran_poisson(generator, mean)) }

  /// The number of trials up to and with the first success: 1, 2, ...; one uniform.
  public func geometric(_ p: Double) -> Int { Int(gsl_ran_geometric(generator, p)) }

  /// The number of failures before success number `n`; `n` need not be whole.
  public func negativeBinomial(_ p: Double, _ n: Double) -> Int {
    Int(gsl_ran_negative_binomial(generator, p, n))
  }

  /// Version of the library that turns words into variates.
  public static var libraryVersion: String { String(cString: slumber_gsl_version()) }
}
