import CElementaryFunctions

/// The elementary functions of the C library, the only place of the package that names them.
///
/// Every function returns the result of the platform's `libm`, to the last bit, `nan` and infinities
/// included.
public enum Elementary {
  @inlinable public static func exp(_ x: Double) -> Double { slumber_exp(x) }
  /// exp(x) − 1, without loss of digits near 0.
  @inlinable public static func expm1(_ x: Double) -> Double { slumber_expm1(x) }
  @inlinable public static func log(_ x: Double) -> Double { slumber_log(x) }
  /// log(1 + x), without loss of digits near 0.
  @inlinable public static func log1p(_ x: Double) -> Double { slumber_log1p(x) }
  @inlinable public static func pow(_ x: Double, _ y: Double) -> Double { slumber_pow(x, y) }
  @inlinable public static func sin(_ x: Double) -> Double { slumber_sin(x) }
  @inlinable public static func cos(_ x: Double) -> Double { slumber_cos(x) }
  @inlinable public static func acos(_ x: Double) -> Double { slumber_acos(x) }
  @inlinable public static func atan2(_ y: Double, _ x: Double) -> Double { slumber_atan2(y, x) }
  @inlinable public static func sinh(_ x: Double) -> Double { slumber_sinh(x) }
  @inlinable public static func cosh(_ x: Double) -> Double { slumber_cosh(x) }
  @inlinable public static func gamma(_ x: Double) -> Double { slumber_gamma(x) }
  /// `x.squareRoot()` without a call in the code around it.
  @inlinable public static func squareRoot(_ x: Double) -> Double { slumber_sqrt(x) }
  /// `Int64(x)` of a number that is known to lie within 64 bits: nothing is asked.
  @inlinable public static func wholePart(_ x: Double) -> Int64 { slumber_whole(x) }
}
