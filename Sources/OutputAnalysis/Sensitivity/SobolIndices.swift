import CGSL

/// First-order and total shares of a response's variance by factor, from two sets of points and their mixtures.
///
/// The first-order index is the share of the variance that vanishes once a factor is known (Saltelli et al.,
/// "Variance based sensitivity analysis of model output", Computer Physics Communications 181, 2010). The
/// total index is the share that remains if all factors but this one are known (Jansen, Computer Physics
/// Communications 117, 1999).
public struct SobolIndices: Hashable, Sendable {
  /// The indices, by factor.
  public let first, total: [Double]
  public let variance: Double

  /// Estimates the indices from the responses at both sets of points and, by factor, at the points of the first set with that
  /// factor from the second; nil where the response does not vary. `picks` are the places to use, as in a bootstrap.
  public init?(a: [Double], b: [Double], mixed: [[Double]], picks: [Int]? = nil) {
    let picks = picks ?? Array(a.indices)
    let moments = Moments(finite: [a, b].flatMap { values in picks.map { values[$0] } })
    guard moments.count > 0, moments.sumOfSquaredDeviations > 0 else { return nil }
    let variance = moments.sumOfSquaredDeviations / Double(moments.count)
    let count = Double(picks.count)
    first = mixed.map { own in
      picks.reduce(0) { $0 + b[$1] * (own[$1] - a[$1]) } / count / variance
    }
    total = mixed.map { own in
      picks.reduce(0) { $0 + (a[$1] - own[$1]) * (a[$1] - own[$1]) } / (2 * count) / variance
    }
    self.variance = variance
  }

  /// The two sets of N = 2ᵐ − 1 quasi-random points, with two coordinates per factor; nil if the library has
  /// no such sequence.
  public static func points(factors: Int, count: Int) -> (a: [[Double]], b: [[Double]])? {
    guard let sequence = SobolSequence(dimension: 2 * factors) else { return nil }
    let points = (0..<count).map { _ in sequence.next() }
    return (points.map { Array($0[..<factors]) }, points.map { Array($0[factors...]) })
  }

  /// The points of the first set with one factor from the second.
  public static func mixed(_ a: [[Double]], _ b: [[Double]], factor: Int) -> [[Double]] {
    zip(a, b).map { first, second in
      var point = first
      point[factor] = second[factor]
      return point
    }
  }
}

/// The Sobol' sequence of the GNU Scientific Library, which fills the unit cube more evenly than random points.
///
/// The sequence begins after the point at 0: take its first 2ᵐ − 1 points without omissions. The direction
/// numbers are from Bratley and Fox ("Algorithm 659", ACM Transactions on Mathematical Software 14, 1988).
public final class SobolSequence {
  public static let dimensionLimit = 40

  private let dimension: Int
  private let generator: UnsafeMutablePointer<gsl_qrng>

  /// Begins a sequence; nil where the number of coordinates is not from 1 to ``dimensionLimit``.
  public init?(dimension: Int) {
    guard (1...Self.dimensionLimit).contains(dimension),
      let generator = gsl_qrng_alloc(slumber_gsl_qrng_sobol(), UInt32(dimension))
    else { return nil }
    (self.dimension, self.generator) = (dimension, generator)
  }

  deinit { gsl_qrng_free(generator) }

  /// The next point, each coordinate strictly between 0 and 1.
  public func next() -> [Double] {
    var point = [Double](repeating: 0, count: dimension)
    gsl_qrng_get(generator, &point)
    return point
  }
}

/// The elementary effects of a factor along trajectories that change one factor at a step.
///
/// A large mean of the absolute effects (μ*: Campolongo, Cariboni and Saltelli, Environmental Modelling &
/// Software 22, 2007) shows that a factor matters. A large deviation (σ) shows that its effect is nonlinear
/// or depends on other factors (Morris, "Factorial sampling plans for preliminary computational experiments",
/// Technometrics 33, 1991).
public struct ElementaryEffects: Hashable, Sendable {
  /// Levels of the grid on each axis that trajectories go through.
  public static let levels = 4
  /// Length of a step, p / (2 (p − 1)): with it all levels are as likely.
  public static let step = Double(levels) / Double(2 * (levels - 1))

  /// Change of the response for a step of one unit, in the order of trajectories.
  public private(set) var values: [Double] = []

  public init() {}
  public mutating func add(step: Double, response: Double) { values.append(response / step) }
  public var mean: Double? { values.isEmpty ? nil : values.reduce(0, +) / Double(values.count) }

  public var meanSize: Double? {
    values.isEmpty ? nil : values.reduce(0) { $0 + abs($1) } / Double(values.count)
  }

  public var standardDeviation: Double? { (try? Moments(values))?.standardDeviation }
}

/// The share of the variance of a response that one parameter explains by itself: the correlation ratio over ten equal
/// parts of the range of the parameter, less its expected value for a parameter without an effect (Kelley, "An unbiased
/// correlation ratio measure", PNAS 21, 1935).
package enum ExplainedShare {
  private static let parts = 10

  /// - Parameter coordinates: The positions of the parameter in its range, from 0 to 1, by response.
  package static func of(_ responses: [Double], by coordinates: [Double]) -> Double {
    var groups = [Moments](repeating: Moments(), count: parts)
    for (response, coordinate) in zip(responses, coordinates) {
      groups[min(parts - 1, Int(coordinate * Double(parts)))].add(response)
    }
    let total = groups.reduce(into: Moments()) { $0.merge($1) }
    let known = groups.count { $0.count > 0 }
    let freedom = Double(total.count - known)
    guard total.sumOfSquaredDeviations > 0, freedom > 0 else { return 0 }
    let within = groups.reduce(0) { $0 + $1.sumOfSquaredDeviations }
    let unexplained = (within / freedom) / (total.sumOfSquaredDeviations / Double(total.count - 1))
    return max(0, 1 - unexplained)
  }
}
