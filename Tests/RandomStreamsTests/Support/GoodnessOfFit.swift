import Foundation
import RandomStreams

/// Statistics of fit and their critical values, at the budget of the whole suite: false alarms with probability
/// 1e-6, shared by 500 tests.
enum GoodnessOfFit {
  /// The false-alarm probability of one test.
  static let alpha = 2e-9
  /// The two-sided normal quantile of `alpha`, rounded up.
  static let z = 6.0

  /// Kolmogorov's distance between a sample and a continuous law.
  static func kolmogorov(_ sample: [Double], _ law: any Distribution) -> Double {
    let sorted = sample.sorted()
    let n = Double(sorted.count)
    var distance = 0.0
    for (index, x) in sorted.enumerated() {
      let p = law.cumulative(x)
      distance = max(distance, p - Double(index) / n, Double(index + 1) / n - p)
    }
    return distance
  }

  /// The critical value of Kolmogorov's two-sided distance, from Birnbaum and Tingey's exact one-sided tail.
  ///
  /// Twice the one-sided tail counts samples that exceed on both sides twice; that is mended by its limit.
  static func kolmogorovCritical(count: Int, alpha: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let both = 2 * exp(-8 * Double(count) * middle * middle)
      if 2 * oneSidedTail(count, middle) - both > alpha { low = middle } else { high = middle }
    }
    return high
  }

  /// P(D+ >= d) for a sample of n, by Birnbaum and Tingey's sum.
  private static func oneSidedTail(_ count: Int, _ d: Double) -> Double {
    let n = Double(count)
    var sum = 0.0
    for j in 0...Int(n * (1 - d)) {
      let share = d + Double(j) / n
      let left = 1 - share
      if left <= 0 { continue }
      let choose = lgamma(n + 1) - lgamma(Double(j) + 1) - lgamma(n - Double(j) + 1)
      sum += exp(choose + (n - Double(j)) * log(left) + Double(j - 1) * log(share))
    }
    return d * sum
  }

  static func chiSquare(observed: [Int], expected: [Double]) -> Double {
    zip(observed, expected).reduce(0) { $0 + (Double($1.0) - $1.1) * (Double($1.0) - $1.1) / $1.1 }
  }
  static func chiSquareTail(_ statistic: Double, degrees: Int) throws -> Double {
    try Gamma(shape: Double(degrees) / 2, scale: 2).survival(statistic)
  }
  static func chiSquareCritical(degrees: Int, alpha: Double) throws -> Double {
    try Gamma(shape: Double(degrees) / 2, scale: 2).upperQuantile(alpha)
  }

  /// Fisher's index: chi-square on count - 1 degrees of freedom for Poisson counts.
  static func dispersion(_ counts: [Double]) -> Double {
    let mean = counts.reduce(0, +) / Double(counts.count)
    return counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / mean
  }
}
