/// One of several distributions, chosen with given weights.
public struct Mixture: Distribution {
  /// The distributions that draws come from, in the order of the weights.
  public let components: [any Distribution]
  /// The weights, normalized to 1.
  public let weights: [Double]
  private let cumulativeWeights: [Double]

  public init(weights: [Double], components: [any Distribution]) throws(DistributionError) {
    let check = ParameterCheck(distribution: "mixture")
    try check.weights(weights, "weights")
    guard components.count == weights.count else {
      throw check.failure(
        "components", "\(components.count) components", "\(weights.count), one for each weight")
    }
    let total = weights.reduce(0, +)
    self.components = components
    self.weights = weights.map { $0 / total }
    cumulativeWeights = CumulativeSums.shares(of: weights)
  }

  /// The first uniform picks the component, which then draws.
  public func sample(_ stream: RandomStream) -> Double {
    components[CumulativeSums.index(of: stream.uniform(), in: cumulativeWeights)].sample(stream)
  }

  public var mean: Double { weighted { $0.mean } }

  /// The weighted mean of the variances, and of the squared distances of the means from the common mean.
  public var variance: Double {
    let center = mean
    return weighted { $0.variance + ($0.mean - center) * ($0.mean - center) }
  }
  public var hasAtoms: Bool { zip(weights, components).contains { $0 > 0 && $1.hasAtoms } }
  public func cumulative(_ x: Double) -> Double { weighted { $0.cumulative(x) } }
  public func survival(_ x: Double) -> Double { weighted { $0.survival(x) } }

  /// The quantile, by search between the quantiles of the components.
  public func quantile(_ p: Double) -> Double {
    let (low, high) = extremes { $0.quantile(p) }
    return Bracketing.quantile(p, low: low, high: high, cumulative: cumulative)
  }

  /// The upper quantile, by search between the upper quantiles of the components; accurate for small q.
  public func upperQuantile(_ q: Double) -> Double {
    let (low, high) = extremes { $0.upperQuantile(q) }
    return Bracketing.quantile(-q, low: low, high: high) { -survival($0) }
  }

  private func extremes(_ quantile: (any Distribution) -> Double) -> (Double, Double) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for (weight, component) in zip(weights, components) where weight > 0 {
      let x = quantile(component)
      (low, high) = (min(low, x), max(high, x))
    }
    return (low, high)
  }

  private func weighted(_ value: (any Distribution) -> Double) -> Double {
    var sum = 0.0
    for (weight, component) in zip(weights, components) where weight > 0 { sum += weight * value(component) }
    return sum
  }

  public var canonicalText: String {
    let texts = components.map(\.canonicalText).joined(separator: ", ")
    return "mixture(weights: \(ShortestNumber.text(weights)), components: [\(texts)])"
  }

  static let entry = DistributionEntry(
    name: "mixture", summary: "One of several distributions, chosen with given weights.",
    parameters: [
      .init("weights", "a list of numbers of at least 0; their sum does not matter", unitFree: true),
      .init("components", "a list of the same length with distributions"),
    ],
    forms: [["weights", "components"]],
    example:
      "mixture(weights: [0.5, 0.5], components: [exponential(mean: 1), lognormal(median: 9, sigma: 0.3)])",
    meanFormula: "sum of weight * mean, weights summing to 1"
  ) { (arguments) throws(DistributionError) in
    try Mixture(weights: arguments.list("weights"), components: arguments.laws["components"] ?? [])
  }
}
