extension Int64 {
  /// The whole number nearest to a number, of two the one farther from zero: what `Int64(value.rounded())` is, without
  /// a call into the library for each of them. Traps where it does not fit.
  @inlinable @inline(__always) public init(nearest value: Double) {
    // The greatest number below one half: the sum with it reaches the next whole number from one half on, and not before.
    // Nothing is compared with the fraction, which is as good as chance: a branch on it would be guessed wrongly every second time.
    self = Int64(value + Double(signOf: value, magnitudeOf: 0x1.fffffffffffffp-2))
  }
}
