import Basics

/// Points of the unit cube with weights: an approximate posterior distribution of parameters.
package struct WeightedPoints: Hashable, Sendable {
  /// The coordinates, from 0 to 1, by point.
  package let points: [[Double]]
  /// The weights, which add up to 1.
  package let weights: [Double]

  /// - Parameter weights: Finite numbers above 0, as many as there are points, at least one.
  package init(_ points: [[Double]], weights: [Double]) {
    let total = weights.reduce(0, +)
    precondition(points.count == weights.count && total > 0, "points need weights above 0")
    (self.points, self.weights) = (points, weights.map { $0 / total })
  }

  /// The number of equally weighted points that are as good: 1 ÷ Σ w² (Kish, "Survey sampling", 1965).
  package var effectiveSize: Double { 1 / weights.reduce(0) { $0 + $1 * $1 } }

  package func mean(_ axis: Int) -> Double {
    zip(points, weights).reduce(0) { $0 + $1.0[axis] * $1.1 }
  }

  package func deviation(_ axis: Int) -> Double {
    let mean = mean(axis)
    return zip(points, weights).reduce(0) { sum, own in
      let distance = own.0[axis] - mean
      return sum + own.1 * distance * distance
    }.squareRoot()
  }

  /// The smallest coordinate with at least this share of the weight at or below it.
  package func quantile(_ share: Double, axis: Int) -> Double {
    let order = points.indices.sorted { points[$0][axis] < points[$1][axis] }
    var below = 0.0
    for place in order {
      below += weights[place]
      if below >= share - 1e-12 { return points[place][axis] }
    }
    return points[order[order.count - 1]][axis]
  }

  /// The share of the weight below a coordinate.
  package func share(below coordinate: Double, axis: Int) -> Double {
    zip(points, weights).reduce(0) { $1.0[axis] < coordinate ? $0 + $1.1 : $0 }
  }

  /// The places of distinct points, drawn by weight one after the other without replacement.
  package static func distinct(_ count: Int, weights: [Double], uniform: () -> Double) -> [Int] {
    // The largest keys log(u) ÷ w are such a draw (Efraimidis and Spirakis, Information Processing Letters 97, 2006).
    let keys = weights.map { Elementary.log(uniform()) / $0 }
    return Array(keys.indices.sorted { (-keys[$0], $0) < (-keys[$1], $1) }.prefix(count))
  }
}

/// The proposals of a round of population Monte Carlo: a point of the round before, moved by normal noise of twice its
/// weighted variance on each axis (Beaumont, Cornuet, Marin and Robert, "Adaptive approximate Bayesian computation",
/// Biometrika 96, 2009).
///
/// An accepted proposal has the weight 1 ÷ ``density(at:)``, because the prior is uniform in the cube.
package struct ProposalKernel: Sendable {
  private let population: WeightedPoints
  private let deviations: [Double]
  /// The sums of the weights up to each point.
  private let cumulative: [Double]

  /// Noise of a coordinate that does not vary among the points.
  private static let least = 1e-3

  package init(_ population: WeightedPoints) {
    self.population = population
    deviations = (population.points.first ?? []).indices.map {
      max(Self.least, population.deviation($0) * 2.0.squareRoot())
    }
    var sum = 0.0
    cumulative = population.weights.map {
      sum += $0
      return sum
    }
  }

  /// Draws a proposal; nil outside of the cube.
  package func proposal(uniform: () -> Double, normal: () -> Double) -> [Double]? {
    let wanted = uniform()
    let place = cumulative.firstIndex { $0 >= wanted } ?? cumulative.count - 1
    let moved = zip(population.points[place], deviations).map { $0 + $1 * normal() }
    return moved.allSatisfy { $0 >= 0 && $0 <= 1 } ? moved : nil
  }

  /// The density of proposals without the part outside of the cube, up to a common factor.
  package func density(at point: [Double]) -> Double {
    zip(population.points, population.weights).reduce(0) { sum, own in
      var exponent = 0.0
      for axis in point.indices {
        let distance = (point[axis] - own.0[axis]) / deviations[axis]
        exponent += distance * distance
      }
      return sum + own.1 * Elementary.exp(-exponent / 2)
    }
  }
}
