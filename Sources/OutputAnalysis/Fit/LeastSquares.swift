import CGSL

/// The values that minimize the sum of squared residuals, found by GSL's trust-region method from a start.
public struct LeastSquares: Sendable {
  /// The values, in the order of the start.
  public let values: [Double]
  /// The standard errors, which are valid if residuals of one block depend on each other; NaN for a value
  /// that does not affect any residual.
  public let standardErrors: [Double]
  public let hasConverged: Bool

  /// Fits; nil with fewer residuals than values, or where the residuals at the start are no numbers.
  ///
  /// - Parameters:
  ///   - start: The values to begin with, of the size of 1 each: their steps are judged alike.
  ///   - blocks: The number of the block of each residual; of one block, residuals may depend on each other.
  ///   - residuals: As many as there are blocks, for values.
  public init?(
    start: [Double], blocks: [Int], iterations: Int = 100, residuals: ([Double]) -> [Double]
  ) {
    let (rows, columns) = (blocks.count, start.count)
    guard columns > 0, rows >= columns, residuals(start).allSatisfy(\.isFinite) else { return nil }
    // The default ends the process.
    gsl_set_error_handler_off()
    // GSL calls back within this scope only.
    let answer = withoutActuallyEscaping(residuals) { residuals in
      Self.solve(Problem(residuals), rows: rows, start: start, iterations: iterations)
    }
    guard let answer else { return nil }
    (values, hasConverged) = (answer.values, answer.hasConverged)
    standardErrors = Self.errors(answer, blocks: blocks)
  }

  private final class Problem {
    let residuals: ([Double]) -> [Double]

    init(_ residuals: @escaping ([Double]) -> [Double]) { self.residuals = residuals }
  }

  private struct Answer {
    var values: [Double]
    var hasConverged: Bool
    /// By row.
    var jacobian: [[Double]]
    var residuals: [Double]
    /// The inverse of the product of the Jacobian with itself.
    var covariance: [[Double]]
  }

  private static func solve(
    _ problem: Problem, rows: Int, start: [Double], iterations: Int
  ) -> Answer? {
    let columns = start.count
    var settings = gsl_multifit_nlinear_default_parameters()
    guard let first = gsl_vector_alloc(columns), let covariance = gsl_matrix_alloc(columns, columns),
      let workspace = gsl_multifit_nlinear_alloc(slumber_gsl_nlinear_trust(), &settings, rows, columns)
    else { return nil }
    defer {
      gsl_vector_free(first)
      gsl_matrix_free(covariance)
      gsl_multifit_nlinear_free(workspace)
    }
    for (place, value) in start.enumerated() { gsl_vector_set(first, place, value) }
    var system = gsl_multifit_nlinear_fdf()
    system.f = { values, problem, found in
      guard let values, let problem, let found else { return Int32(GSL_EFAULT) }
      let numbers = (0..<values.pointee.size).map { gsl_vector_get(values, $0) }
      let residuals = Unmanaged<Problem>.fromOpaque(problem).takeUnretainedValue().residuals(numbers)
      for (place, residual) in residuals.enumerated() {
        guard residual.isFinite else { return Int32(GSL_EBADFUNC) }
        gsl_vector_set(found, place, residual)
      }
      return 0
    }
    (system.n, system.p) = (rows, columns)
    return withExtendedLifetime(problem) { () -> Answer? in
      system.params = Unmanaged.passUnretained(problem).toOpaque()
      guard gsl_multifit_nlinear_init(first, &system, workspace) == 0 else { return nil }
      var reason: Int32 = 0
      let status = gsl_multifit_nlinear_driver(iterations, 1e-8, 1e-8, 0, nil, nil, &reason, workspace)
      guard let found = gsl_multifit_nlinear_position(workspace),
        let jacobian = gsl_multifit_nlinear_jac(workspace),
        let residuals = gsl_multifit_nlinear_residual(workspace),
        gsl_multifit_nlinear_covar(jacobian, 1e-12, covariance) == 0
      else { return nil }
      return Answer(
        values: (0..<columns).map { gsl_vector_get(found, $0) }, hasConverged: status == 0,
        jacobian: (0..<rows).map { row in (0..<columns).map { gsl_matrix_get(jacobian, row, $0) } },
        residuals: (0..<rows).map { gsl_vector_get(residuals, $0) },
        covariance: (0..<columns).map { row in (0..<columns).map { gsl_matrix_get(covariance, row, $0) } })
    }
  }

  /// The sandwich of sums over blocks between the inverses: each block counts as one observation.
  private static func errors(_ answer: Answer, blocks: [Int]) -> [Double] {
    let columns = answer.values.count
    var scores: [Int: [Double]] = [:]
    for (row, block) in blocks.enumerated() {
      var score = scores[block] ?? Array(repeating: 0, count: columns)
      for column in 0..<columns { score[column] += answer.jacobian[row][column] * answer.residuals[row] }
      scores[block] = score
    }
    // In the order of blocks: sums must not depend on the order of a dictionary.
    let sums = scores.sorted { $0.key < $1.key }.map(\.value)
    let count = Double(sums.count)
    return (0..<columns).map { column in
      let row = answer.covariance[column]
      guard row[column] > 0, count > 1 else { return .nan }
      let square = sums.reduce(0.0) { sum, score in
        let part = zip(row, score).reduce(0) { $0 + $1.0 * $1.1 }
        return sum + part * part
      }
      return (square * count / (count - 1)).squareRoot()
    }
  }
}
