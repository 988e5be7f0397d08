import Basics
import CGSL

/// A posterior distribution of each parameter by itself, from draws of the prior and their statistics.
///
/// A linear model on the logit scale predicts each parameter from the differences of the statistics from the observed
/// ones. The points with the predictions nearest to the one for the observations are kept (Fearnhead and Prangle,
/// "Constructing summary statistics for approximate Bayesian computation", Journal of the Royal Statistical Society B
/// 74, 2012). Each of them is moved by the difference of the predictions (Beaumont, Zhang and Balding, "Approximate
/// Bayesian computation in population genetics", Genetics 162, 2002).
package enum RegressionAdjustment {
  /// Added to the variance of each statistic, relative to it.
  private static let ridge = 0.001
  /// The distance of coordinates from the ends of the cube on the logit scale.
  private static let edge = 1e-3

  /// Returns the kept points. Their coordinates belong together within an axis, not across axes.
  ///
  /// - Parameters:
  ///   - points: The coordinates of draws from the prior, from 0 to 1.
  ///   - differences: By point, the statistics minus the observed ones.
  ///   - most: The number of points to keep of each axis; all points if there are fewer.
  package static func posterior(
    _ points: [[Double]], differences: [[Double]], keeping most: Int
  ) -> WeightedPoints {
    let count = min(most, points.count)
    let places = points.map { $0.map(logit) }
    let weights = [Double](repeating: 1, count: count)
    guard let slopes = slopes(of: places, on: differences) else {
      return WeightedPoints(Array(points.prefix(count)), weights: weights)
    }
    let columns = slopes.map { slopes in
      differences.map { own in zip(slopes, own).reduce(0) { $0 + $1.0 * $1.1 } }
    }
    let kept = columns.enumerated().map { axis, shifts in
      shifts.indices.sorted { (abs(shifts[$0]), $0) < (abs(shifts[$1]), $1) }.prefix(count).map {
        coordinate(places[$0][axis] - shifts[$0])
      }
    }
    return WeightedPoints((0..<count).map { point in kept.map { $0[point] } }, weights: weights)
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
  private static func slopes(of places: [[Double]], on statistics: [[Double]]) -> [[Double]]? {
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
      (0..<count).map { column in rows.reduce(0) { $0 + $1[column] } / Double(rows.count) }
    }
    let (centers, middles) = (means(statistics, columns), means(places, axes))
    var squares = [Double](repeating: 0, count: columns * columns)
    var products = [Double](repeating: 0, count: axes * columns)
    for row in statistics.indices {
      let (own, place) = (statistics[row], places[row])
      for column in 0..<columns {
        let part = own[column] - centers[column]
        for other in 0...column { squares[column * columns + other] += part * (own[other] - centers[other]) }
        for axis in 0..<axes { products[axis * columns + column] += part * (place[axis] - middles[axis]) }
      }
    }
    for column in 0..<columns {
      for other in 0...column {
        let square = squares[column * columns + other]
        let value = column == other ? max(square * (1 + ridge), .leastNormalMagnitude) : square
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
