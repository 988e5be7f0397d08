internal import CGSL

/// The quantiles of the standard normal law.
enum NormalQuantile {
  /// The x with P(X <= x) = p, for 0 < p < 1, with GSL's own bits. Whoever calls has switched GSL's aborts off.
  ///
  /// Nearly every draw of a model lies in the middle, where the quantile is a ratio of two polynomials: GSL copies their
  /// coefficients and loops over them at each call, here they stand written out in the same order. **Source**: Wichura,
  /// *The percentage points of the normal distribution*, Applied Statistics 37 (1988), algorithm AS 241.
  @inline(__always)
  static func at(_ p: Double) -> Double {
    let q = p - 0.5
    guard abs(q) <= 0.425 else { return gsl_cdf_ugaussian_Pinv(p) }
    let r = 0.180625 - q * q
    var above = 2509.0809287301226727 * r + 33430.575583588128105
    above = above * r + 67265.770927008700853
    above = above * r + 45921.953931549871457
    above = above * r + 13731.693765509461125
    above = above * r + 1971.5909503065514427
    above = above * r + 133.14166789178437745
    above = above * r + 3.387132872796366608
    var below = 5226.495278852854561 * r + 28729.085735721942674
    below = below * r + 39307.89580009271061
    below = below * r + 21213.794301586595867
    below = below * r + 5394.1960214247511077
    below = below * r + 687.1870074920579083
    below = below * r + 42.313330701600911252
    below = below * r + 1
    return q * (above / below)
  }
}
