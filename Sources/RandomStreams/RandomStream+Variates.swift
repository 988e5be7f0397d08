internal import CGSL

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

  /// A Pareto variate with P(X > x) = (lowerBound / x)^exponent; one uniform.
  public func pareto(exponent: Double, lowerBound: Double) -> Double {
    gsl_ran_pareto(generator, exponent, lowerBound)
  }

  /// A Poisson count.
  public func poisson(mean: Double) -> Int { Int(gsl_ran_poisson(generator, mean)) }

  /// The number of trials up to and with the first success: 1, 2, ...; one uniform.
  public func geometric(_ p: Double) -> Int { Int(gsl_ran_geometric(generator, p)) }

  /// The number of failures before success number `n`; `n` need not be whole.
  public func negativeBinomial(_ p: Double, _ n: Double) -> Int {
    Int(gsl_ran_negative_binomial(generator, p, n))
  }
}
