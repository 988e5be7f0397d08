extension Int64 {
  /// The whole number nearest to a number, of two the one farther from zero: what `Int64(value.rounded())` is, without
  /// a call into the library for each of them. Traps where it does not fit.
  @inlinable @inline(__always)
  public init(nearest value: Double) {
    let whole = Int64(value)
    // Exact: a number that is not whole is so small that it has a difference of fewer bits.
    let rest = value - Double(whole)
    self = rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
  }
}
