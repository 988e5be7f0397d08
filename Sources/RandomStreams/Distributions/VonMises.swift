import Basics
internal import CGSL

/// A time of day, or any angle, that clusters around one direction.
///
/// The density on the circle is proportional to exp(kappa cos(2 pi (x - mean) / period)). The law lives on the
/// line, on one period around its mean; reduce a draw modulo the period to read it from a clock.
/// **Source**: Best, Fisher, 1979 (sampling); Hill, 1977 (distribution function by backward recursion).
public struct VonMises: Distribution, Equatable {
  /// The mean direction, also the mean on the line, and the concentration: 0 is uniform.
  public let mean, kappa: Double
  /// A full turn in the variate's unit, 2 pi or 24 hours.
  public let period: Double
  /// Ratios I_n(kappa) / I_(n-1)(kappa) of modified Bessel functions for n = 1, 2, ...
  private let ratios: [Double]

  /// The greatest concentration; beyond it the series for the distribution function grows too long.
  public static let greatestKappa = 10_000.0

  public init(mean: Double, kappa: Double, period: Double = 2 * .pi) throws(DistributionError) {
    let check = ParameterCheck(distribution: "vonmises")
    try check.finite(mean, "mean")
    try check.positive(["period": period])
    if !(kappa >= 0 && kappa <= VonMises.greatestKappa) {
      throw check.failure("kappa", kappa, "a number from 0 to \(ShortestNumber.text(VonMises.greatestKappa))")
    }
    (self.mean, self.kappa, self.period) = (mean, kappa, period)
    // I_n / I_0 falls as exp(-n^2 / (2 kappa)), so these terms leave less than rounding.
    let terms = 30 + Int((10 * kappa.squareRoot()).rounded(.up))
    var ratios = [Double](repeating: 0, count: terms)
    var following = 0.0
    for n in stride(from: terms, through: 1, by: -1) {
      following = kappa / (2 * Double(n) + kappa * following)
      ratios[n - 1] = following
    }
    self.ratios = ratios
  }

  /// The length of the mean vector of directions: 0 for the uniform law, near 1 for a sharp cluster.
  public var meanResultantLength: Double {
    withoutGSLAborts { gsl_sf_bessel_I1_scaled(kappa) / gsl_sf_bessel_I0_scaled(kappa) }
  }

  /// Draws by Best and Fisher's rejection from a wrapped Cauchy distribution.
  public func sample(_ stream: RandomStream) -> Double {
    guard kappa > 1e-6 else { return quantile(stream.uniform()) }
    let tau = 1 + (1 + 4 * kappa * kappa).squareRoot()
    let rho = (tau - (2 * tau).squareRoot()) / (2 * kappa)
    let r = (1 + rho * rho) / (2 * rho)
    while true {
      let z = Elementary.cos(.pi * stream.uniform())
      let f = (1 + r * z) / (r + z)
      let c = kappa * (r - f)
      let u = stream.uniform()
      if c * (2 - c) > u || Elementary.log(c / u) + 1 >= c {
        let angle = Elementary.acos(min(max(f, -1), 1))
        return mean + (stream.bernoulli(0.5) ? angle : -angle) * period / (2 * .pi)
      }
    }
  }

  /// The variance on the line, over one period around the mean, by a Fourier series.
  public var variance: Double {
    // Fourier series of x^2 on (-pi, pi) against the law's coefficients I_n / I_0.
    var sum = Double.pi * .pi / 3
    var coefficient = 1.0
    for (index, ratio) in ratios.enumerated() {
      let n = Double(index + 1)
      coefficient *= ratio
      sum += (index % 2 == 0 ? -4 : 4) * coefficient / (n * n)
    }
    return sum * (period / (2 * .pi)) * (period / (2 * .pi))
  }

  public func cumulative(_ x: Double) -> Double {
    let angle = (x - mean) * 2 * .pi / period
    if angle <= -.pi { return 0 }
    if angle >= .pi { return 1 }
    var sum = 0.0
    for n in stride(from: ratios.count, through: 1, by: -1) {
      sum = ratios[n - 1] * (Elementary.sin(Double(n) * angle) / Double(n) + sum)
    }
    return min(max(0.5 + angle / (2 * .pi) + sum / .pi, 0), 1)
  }
  /// P(X > x), by the symmetry around the mean.
  public func survival(_ x: Double) -> Double { cumulative(2 * mean - x) }

  /// The x with P(X <= x) = p, within half a period of the mean, by search.
  public func quantile(_ p: Double) -> Double {
    Bracketing.quantile(p, low: mean - period / 2, high: mean + period / 2, cumulative: cumulative)
  }
  /// The x with P(X > x) = q, by the symmetry around the mean.
  public func upperQuantile(_ q: Double) -> Double { 2 * mean - quantile(q) }

  public var canonicalText: String {
    let turn = period == 2 * .pi ? "" : ", period: \(ShortestNumber.text(period))"
    return "vonmises(mean: \(ShortestNumber.text(mean)), kappa: \(ShortestNumber.text(kappa))\(turn))"
  }

  static let entry = DistributionEntry(
    name: "vonmises", summary: "A time of day, or an angle, that clusters around one direction.",
    parameters: [
      .init("mean", "the mean direction"),
      .init("kappa", "the concentration, from 0 (uniform) to 10000", unitFree: true),
      .init("period", "a full turn, above 0 (default: 2 pi)"),
    ],
    forms: [["mean", "kappa"], ["mean", "kappa", "period"]],
    example: "vonmises(mean: 21, kappa: 1.8, period: 24)", meanFormula: "mean"
  ) { (arguments) throws(DistributionError) in
    try VonMises(
      mean: arguments["mean"], kappa: arguments["kappa"],
      period: arguments.has("period") ? arguments["period"] : 2 * .pi)
  }
}
