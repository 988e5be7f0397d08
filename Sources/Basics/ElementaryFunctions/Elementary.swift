import CElementaryFunctions

/// The elementary functions of the C library, the only place of the package that names them.
///
/// Every function returns what the platform's `libm` returns, to the last bit, `nan` and infinities included.
public enum Elementary {
  /// The exponential of `x`.
  @inlinable
  public static func exp(_ x: Double) -> Double { slumber_exp(x) }

  /// The exponential of `x`, less 1, without loss of digits near 0.
  @inlinable
  public static func expm1(_ x: Double) -> Double { slumber_expm1(x) }

  /// The natural logarithm of `x`.
  @inlinable
  public static func log(_ x: Double) -> Double { slumber_log(x) }

  /// The natural logarithm of 1 + `x`, without loss of digits near 0.
  @inlinable
  public static func log1p(_ x: Double) -> Double { slumber_log1p(x) }

  /// `x` to the power of `y`.
  @inlinable
  public static func pow(_ x: Double, _ y: Double) -> Double { slumber_pow(x, y) }

  /// The sine of an angle in radians.
  @inlinable
  public static func sin(_ x: Double) -> Double { slumber_sin(x) }

  /// The cosine of an angle in radians.
  @inlinable
  public static func cos(_ x: Double) -> Double { slumber_cos(x) }

  /// The angle from 0 to π whose cosine is `x`.
  @inlinable
  public static func acos(_ x: Double) -> Double { slumber_acos(x) }

  /// The angle from -π to π of the point (`x`, `y`).
  @inlinable
  public static func atan2(_ y: Double, _ x: Double) -> Double { slumber_atan2(y, x) }

  /// The hyperbolic sine of `x`.
  @inlinable
  public static func sinh(_ x: Double) -> Double { slumber_sinh(x) }

  /// The hyperbolic cosine of `x`.
  @inlinable
  public static func cosh(_ x: Double) -> Double { slumber_cosh(x) }

  /// The square root of `x`, as `x.squareRoot()` has it, without a call in the code around it.
  @inlinable
  public static func squareRoot(_ x: Double) -> Double { slumber_sqrt(x) }

  /// The whole part of a number that is known to lie within 64 bits: what `Int64(x)` is, which asks whether it does.
  @inlinable
  public static func wholePart(_ x: Double) -> Int64 { slumber_whole(x) }

  /// The gamma function of `x`.
  @inlinable
  public static func gamma(_ x: Double) -> Double { slumber_gamma(x) }
}
