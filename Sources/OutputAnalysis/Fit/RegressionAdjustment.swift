import Basics
import CGSL

/// A posterior distribution by rejection with regression adjustment (Beaumont, Zhang and Balding, "Approximate
/// Bayesian computation in population genetics", Genetics 162, 2002).
///
/// A weighted linear model on the logit scale predicts each parameter from the differences of its statistics from the
/// observed ones. Each point is moved by its predicted difference. The weights are Epanechnikov's, 1 − (d/δ)². A ridge
/// keeps the model stable if statistics depend on each other.
package enum RegressionAdjustment {
  /// Added to the variance of each statistic.
  private static let ridge = 0.01
  /// The distance of coordinates from the ends of the cube on the logit scale.
  private static let edge = 1e-3

  /// Returns the moved points.
  ///
  /// - Parameters:
  ///   - points: The coordinates of accepted points, from 0 to 1.
  ///   - differences: The statistics of each point minus the observed ones, in comparable units.
  ///   - distances: The distance of each point.
  ///   - tolerance: The smallest distance of a point that is not accepted, above 0.
  package static func adjusted(
    _ points: [[Double]], differences: [[Double]], distances: [Double], tolerance: Double
  ) -> WeightedPoints {
    let weights = distances.map { max(1e-6, 1 - ($0 / tolerance) * ($0 / tolerance)) }
    let known = WeightedPoints(points, weights: weights)
    let axes = points[0].count
    let places = points.map { $0.map(logit) }
    guard let slopes = slopes(of: places, differences, known.weights) else { return known }
    let moved = zip(places, differences).map { place, own in
      (0..<axes).map { axis in
        var shift = 0.0
        for column in own.indices { shift += slopes[axis][column] * own[column] }
        return coordinate(place[axis] - shift)
      }
    }
    return WeightedPoints(moved, weights: weights)
  }

  private static func logit(_ coordinate: Double) -> Double {
    let inner = edge + (1 - 2 * edge) * coordinate
    return Elementary.log(inner / (1 - inner))
  }

  private static func coordinate(_ logit: Double) -> Double {
    let inner = 1 / (1 + Elementary.exp(-logit))
    return min(1, max(0, (inner - edge) / (1 - 2 * edge)))
  }

  /// The slopes by axis and statistic; nil if the model has no solution.
  private static func slopes(
    of places: [[Double]], _ statistics: [[Double]], _ weights: [Double]
  ) -> [[Double]]? {
    let columns = statistics[0].count
    let axes = places[0].count
    guard columns > 0, let matrix = gsl_matrix_calloc(columns, columns),
      let right = gsl_vector_alloc(columns), let found = gsl_vector_alloc(columns)
    else { return nil }
    defer {
      gsl_matrix_free(matrix)
      gsl_vector_free(right)
      gsl_vector_free(found)
    }
    func means(_ rows: [[Double]], _ count: Int) -> [Double] {
      (0..<count).map { column in zip(rows, weights).reduce(0) { $0 + $1.0[column] * $1.1 } }
    }
    let (centers, middles) = (means(statistics, columns), means(places, axes))
    var squares = [Double](repeating: 0, count: columns * columns)
    var products = [Double](repeating: 0, count: axes * columns)
    for (row, weight) in weights.enumerated() {
      for column in 0..<columns {
        let part = weight * (statistics[row][column] - centers[column])
        for other in 0...column {
          squares[column * columns + other] += part * (statistics[row][other] - centers[other])
        }
        for axis in 0..<axes {
          products[axis * columns + column] += part * (places[row][axis] - middles[axis])
        }
      }
    }
    for column in 0..<columns {
      for other in 0...column {
        let value = squares[column * columns + other] + (column == other ? ridge : 0)
        gsl_matrix_set(matrix, column, other, value)
        gsl_matrix_set(matrix, other, column, value)
      }
    }
    gsl_set_error_handler_off()
    guard gsl_linalg_cholesky_decomp1(matrix) == 0 else { return nil }
    return (0..<axes).map { axis in
      for column in 0..<columns { gsl_vector_set(right, column, products[axis * columns + column]) }
      gsl_linalg_cholesky_solve(matrix, right, found)
      return (0..<columns).map { gsl_vector_get(found, $0) }
    }
  }
}
