/// Energies below a nanojoule, as integers.
///
/// A microwatt for a microsecond is a picojoule. What the cell loses is a small part of the load, so it is
/// counted in units of 2^-32 pJ: the loss rate of a segment is rounded by at most 1.2e-10 of the load, once,
/// and everything after that is exact.
enum FixedPointEnergy {
  static let fractionBits: Int128 = 32
  /// Units of 2^-32 pJ in a picojoule.
  static let picojoule: Int64 = 1 << 32
  /// Units of 2^-32 pJ in a nanojoule.
  static let nanojoule: Int64 = 1000 << 32

  /// The product of two numbers that are not negative.
  @inline(__always)
  static func product(_ a: Int64, _ b: Int64) -> Int128 {
    Int128(truncatingIfNeeded: UInt64(bitPattern: a)) &* Int128(truncatingIfNeeded: UInt64(bitPattern: b))
  }

  /// Whole nanojoules of a power over a time, and the picojoules that are left.
  @inline(__always)
  static func nanojoules(
    microwatts: Int64, microseconds: Int64
  ) -> (whole: Int64, picojoules: Int64) {
    let (product, isWide) = microwatts.multipliedReportingOverflow(by: microseconds)
    guard !isWide else {
      let (whole, rest) = (Int128(microwatts) &* Int128(microseconds)).quotientAndRemainder(dividingBy: 1000)
      return (min(.greatestNanojoules, Int64(clamping: whole)), Int64(rest))
    }
    return (product / 1000, product % 1000)
  }

  /// Whole nanojoules in a multiple of units of 2^-32 pJ, and the units that are left, where the product of both is
  /// from 0 to 2^95: its picojoules fit into 64 bits.
  @inline(__always)
  static func small(_ units: Int128, times factor: Int64) -> (whole: Int64, rest: Int64) {
    let product = units &* Int128(truncatingIfNeeded: UInt64(bitPattern: factor))
    let whole = Int64(bitPattern: UInt64(truncatingIfNeeded: product &>> fractionBits) / 1000)
    return (whole, Int64(truncatingIfNeeded: product) &- whole &* nanojoule)
  }

  /// Whole nanojoules in a number of units of 2^-32 pJ, and the units that are left.
  @inline(__always)
  static func nanojoules(inUnits units: Int128) -> (whole: Int64, rest: Int64) {
    let picojoules = units &>> fractionBits
    let small = Int64(truncatingIfNeeded: picojoules)
    // Nearly always true, and much faster to divide.
    let whole = Int128(small) == picojoules ? small / 1000 : Int64(clamping: picojoules / 1000)
    return (whole, Int64(truncatingIfNeeded: units) &- whole &* nanojoule)
  }
}
