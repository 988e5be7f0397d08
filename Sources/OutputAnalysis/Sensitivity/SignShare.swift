import Basics
import CGSL

/// The share of the parameter space in which a noisy response has a given sign, estimated at points of the space.
///
/// The estimate of point i is dᵢ with standard error sᵢ; m and V are the mean and variance of the estimates.
/// The true responses are assumed normal around m with variance τ² = max(0, V − mean of sᵢ²), and each
/// estimate normal around its true response. The true response is then normal with mean m + kᵢ (dᵢ − m) and
/// variance kᵢ sᵢ², where kᵢ = τ² / (τ² + sᵢ²) (Efron and Morris, "Data analysis using Stein's estimator and
/// its generalizations", JASA 70, 1975). The noise-adjusted share is the mean of its probabilities of the
/// sign.
///
/// Its interval is between quantiles over resamples of replications, the same for all points, which also
/// weigh the points by exponential numbers (Rubin, "The Bayesian bootstrap", Annals of Statistics 9, 1981).
/// One more weight represents the unobserved part of the parameter space, with a share from Jeffreys' prior,
/// Beta(½, ½). Without it, points that all have the sign would make the whole space certain.
public struct SignShare: Hashable, Sendable {
  public enum Lack: Hashable, Sendable {
    case replications
    /// The median half-width of the 95 % intervals of the points exceeds the standard deviation over the points. A share needs
    /// about this number of additional replications, or more if `isMore`.
    case phones(replications: Int, isMore: Bool)
  }

  public static let fewestReplications = 5
  public static let fewestForInterval = 10
  private static let confidence = 0.95
  /// The search for the replications that it takes ends at so many times those that there are.
  private static let mostTimes = 100

  public let points: Int
  public let withSign: Int
  /// The noise-adjusted share, from 0 to 1.
  public let noiseAdjusted: Double
  /// The 95 % interval of ``noiseAdjusted``; nil with few replications.
  public let interval: ClosedRange<Double>?
  /// The reason why the numbers are not reliable; nil if there is enough data.
  public let lack: Lack?

  /// Estimates the share from finite values by point, then replication; nil with fewer than two of either, or unequal numbers of
  /// replications. `uniform` draws a number from 0 to 1, both excluded, and `choose` an integer from 0 ..< its argument.
  /// `weight` draws the weight of a point, nil for exponential numbers. Gamma numbers with a shape below 1 count the
  /// points as fewer.
  public init?(
    _ values: [[Double]], isNegative: Bool, resamples: Int = BootstrapResamples.standardCount,
    uniform: () -> Double, weight: (() -> Double)? = nil, choose: (Int) -> Int
  ) {
    guard values.count > 1, let count = values.first?.count, count > 1,
      values.allSatisfy({ $0.count == count }),
      let moments = try? values.map({ try Moments(isNegative ? $0.map { -$0 } : $0) })
    else { return nil }
    let means = moments.map(\.mean)
    let variances = moments.map { $0.sumOfSquaredDeviations / Double(count * (count - 1)) }
    let noiseAdjusted = Self.noiseAdjusted(means, variances, values.map { _ in 1 / Double(values.count) })
    points = values.count
    withSign = means.count { $0 > 0 }
    lack = Self.lack(means, variances, count)
    self.noiseAdjusted = noiseAdjusted
    guard lack == nil, count >= Self.fewestForInterval else {
      interval = nil
      return
    }
    let residuals = zip(values, means).map { own, mean in own.map { (isNegative ? -$0 : $0) - mean } }
    let drawn = (0..<resamples).map { _ in
      var times = [Double](repeating: 0, count: count)
      for _ in 0..<count { times[choose(count)] += 1 }
      var (newMeans, newVariances) = (means, variances)
      for (point, own) in residuals.enumerated() {
        var (sum, squares) = (0.0, 0.0)
        for place in 0..<count {
          let weighted = times[place] * own[place]
          sum += weighted
          squares += weighted * own[place]
        }
        let shift = sum / Double(count)
        newMeans[point] += shift
        newVariances[point] = max(0, squares / Double(count) - shift * shift) / Double(count - 1)
      }
      let weights = means.map { _ in weight?() ?? -Elementary.log(uniform()) }
      let known = weights.reduce(0, +)
      let unseen = -Elementary.log(uniform())
      let cosine = Elementary.cos(2 * .pi * uniform())
      let share = Self.noiseAdjusted(newMeans, newVariances, weights.map { $0 / known })
      return (share * known + cosine * cosine * unseen) / (known + unseen)
    }
    let ends = try? BootstrapDistribution(drawn)?.interval(confidence: Self.confidence)
    // The estimate belongs to its interval, also where all points have the sign.
    interval = ends.map { min($0.lower, noiseAdjusted)...max($0.upper, noiseAdjusted) }
  }

  /// The mean probability of responses above 0; the weights add up to 1.
  private static func noiseAdjusted(_ means: [Double], _ variances: [Double], _ weights: [Double]) -> Double {
    let count = Double(means.count)
    var (center, noise, spread) = (0.0, 0.0, 0.0)
    for place in means.indices {
      center += weights[place] * means[place]
      noise += weights[place] * variances[place]
    }
    for place in means.indices {
      let distance = means[place] - center
      spread += weights[place] * distance * distance
    }
    let between = max(0, spread * count / (count - 1) - noise)
    var share = 0.0
    for (place, variance) in variances.enumerated() {
      let kept = between > 0 ? between / (between + variance) : 0
      let mean = kept == 1 ? means[place] : center + kept * (means[place] - center)
      let isCertain = kept * variance == 0
      let above =
        isCertain ? (mean > 0 ? 1 : 0) : gsl_cdf_ugaussian_P(mean / (kept * variance).squareRoot())
      share += weights[place] * above
    }
    return min(share, 1)
  }

  /// Whether the points differ by more than their noise; the half-width falls with the number of replications.
  private static func lack(_ means: [Double], _ variances: [Double], _ count: Int) -> Lack? {
    guard count >= fewestReplications else { return .replications }
    let spread = (try? Moments(means))?.standardDeviation ?? 0
    let median = (try? SampleQuantile.linear(0.5, of: variances)) ?? 0
    let deviation = (median * Double(count)).squareRoot()
    func exceeds(_ total: Int) -> Bool {
      let factor = StudentT(degreesOfFreedom: Double(total - 1)).twoSidedFactor(confidence: confidence)
      return factor * deviation / Double(total).squareRoot() > spread
    }
    var total = count
    while total < mostTimes * count, exceeds(total) { total += 1 }
    return total == count ? nil : .phones(replications: total - count, isMore: exceeds(total))
  }
}
