import Foundation
import OutputAnalysis
import TestSupport
import Testing

@Suite("Nonlinear least squares")
struct LeastSquaresTests {
  /// Misra1a of the National Institute of Standards and Technology, with its certified values.
  @Test("a certified problem is solved")
  func misra() throws {
    let responses = [
      10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78,
    ]
    let predictors = [
      77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0,
    ]
    let fit = try #require(
      LeastSquares(start: [0.8, 0.9], blocks: Array(0..<14)) { values in
        zip(predictors, responses).map { x, y in 300 * values[0] * -expm1(-0.0005 * values[1] * x) - y }
      })
    holds(fit.hasConverged)
    #expect(abs(fit.values[0] * 300 / 238.94212918 - 1) < 1e-5)
    #expect(abs(fit.values[1] * 0.0005 / 5.5015643181e-4 - 1) < 1e-5)
  }

  @Test("standard errors from blocks cover the truth where residuals of a block go together")
  func blocks() throws {
    var random = SeededGenerator(seed: 11)
    var covered = 0
    for _ in 0..<400 {
      var residuals: [Double] = []
      for _ in 0..<30 {
        // Twelve uniform numbers less six are nearly normal.
        let common = (0..<12).reduce(-6.0) { sum, _ in sum + random.uniform() }
        residuals += (0..<10).map { _ in 2 + common }
      }
      let fit = try #require(
        LeastSquares(start: [0], blocks: (0..<300).map { $0 / 10 }) { values in
          residuals.map { values[0] - $0 }
        })
      if abs(fit.values[0] - 2) < 2.045 * fit.standardErrors[0] { covered += 1 }
    }
    holds((364...396).contains(covered), "\(covered)")
  }

  @Test("what cannot be fitted is no fit, and a value without effect has no error")
  func degenerate() throws {
    #expect(LeastSquares(start: [0, 0], blocks: [0]) { [$0[0]] } == nil)
    #expect(LeastSquares(start: [0], blocks: [0, 1]) { _ in [.nan, 0] } == nil)
    let fit = try #require(
      LeastSquares(start: [1, 1], blocks: [0, 1, 2]) { values in [1.0, 2, 3].map { values[0] - $0 } })
    holds(abs(fit.values[0] - 2) < 1e-6 && fit.standardErrors[0] > 0 && fit.standardErrors[1].isNaN)
  }
}
