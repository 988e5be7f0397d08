import CGSL

/// A linear model of a response, fitted by least squares through a singular value decomposition.
public struct LinearRegression: Hashable, Sendable {
  /// The constant and then a coefficient for each factor.
  public let coefficients: [Double]
  /// Share of the response's variance that the model explains; empty where the response does not vary.
  public let explainedShare: Double?
  /// Coefficients in standard deviations of the response for one of the factor, without the constant, and their standard
  /// errors; empty where the response does not vary. Read them only where ``explainedShare`` is high.
  public let standardized, standardizedErrors: [Double]?

  /// Fits the model; nil with fewer points than coefficients and one.
  public init?(points: [[Double]], responses: [Double]) {
    let rows = points.count
    let columns = (points.first?.count ?? 0) + 1
    guard rows > columns, responses.count == rows, let matrix = gsl_matrix_alloc(rows, columns),
      let response = gsl_vector_alloc(rows), let found = gsl_vector_alloc(columns),
      let covariance = gsl_matrix_alloc(columns, columns),
      let workspace = gsl_multifit_linear_alloc(rows, columns)
    else { return nil }
    defer {
      gsl_matrix_free(matrix)
      gsl_vector_free(response)
      gsl_vector_free(found)
      gsl_matrix_free(covariance)
      gsl_multifit_linear_free(workspace)
    }
    for row in 0..<rows {
      gsl_matrix_set(matrix, row, 0, 1)
      for column in 1..<columns { gsl_matrix_set(matrix, row, column, points[row][column - 1]) }
      gsl_vector_set(response, row, responses[row])
    }
    var residual = 0.0
    guard gsl_multifit_linear(matrix, response, found, covariance, &residual, workspace) == 0,
      let total = try? Moments(responses)
    else { return nil }
    let coefficients = (0..<columns).map { gsl_vector_get(found, $0) }
    let errors = (0..<columns).map { max(0, gsl_matrix_get(covariance, $0, $0)).squareRoot() }
    self.coefficients = coefficients
    guard total.sumOfSquaredDeviations > 0, let spread = total.standardDeviation else {
      (explainedShare, standardized, standardizedErrors) = (nil, nil, nil)
      return
    }
    explainedShare = 1 - residual / total.sumOfSquaredDeviations
    let scales = (1..<columns).map { column in
      ((try? Moments(points.map { $0[column - 1] }))?.standardDeviation ?? 0) / spread
    }
    standardized = zip(coefficients.dropFirst(), scales).map { $0 * $1 }
    standardizedErrors = zip(errors.dropFirst(), scales).map { $0 * $1 }
  }
}
