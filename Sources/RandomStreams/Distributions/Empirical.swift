/// A law given by points of its distribution function, linear between them.
///
/// A first point with positive probability is an atom there.
public struct Empirical: Distribution, Equatable {
  /// The points, increasing.
  public let values: [Double]
  /// P(X <= value) at each point; does not decrease and ends with 1.
  public let cumulativeProbabilities: [Double]

  /// Strictly increasing values, at least one, and P(X <= value) for each of them, without a fall and up to 1.
  public init(values: [Double], cumulative: [Double]) throws(DistributionError) {
    let check = ParameterCheck(distribution: "empirical")
    try check.strictlyIncreasing(values, "values")
    let rises = zip(cumulative, cumulative.dropFirst()).allSatisfy { $0 <= $1 }
    guard rises, cumulative.count == values.count, cumulative.last == 1, (cumulative.first ?? -1) >= 0 else {
      let expected = "\(values.count) probabilities that never fall and end with 1"
      throw check.failure("cumulative", cumulative, expected)
    }
    self.values = values
    cumulativeProbabilities = cumulative
  }

  /// One uniform, by inversion.
  public func sample(_ stream: RandomStream) -> Double { quantile(stream.uniform()) }

  /// The mean, with uniform probability within each segment.
  public var mean: Double { moment { a, b in (a + b) / 2 } }

  /// The variance, with uniform probability within each segment.
  public var variance: Double {
    let center = mean
    return moment { a, b in
      let (a, b) = (a - center, b - center)
      return (a * a + a * b + b * b) / 3
    }
  }
  public var hasAtoms: Bool { cumulativeProbabilities[0] > 0 }

  /// The expectation, from that over a segment between two values.
  private func moment(_ segment: (Double, Double) -> Double) -> Double {
    values.indices.dropFirst().reduce(cumulativeProbabilities[0] * segment(values[0], values[0])) { sum, i in
      let mass = cumulativeProbabilities[i] - cumulativeProbabilities[i - 1]
      return sum + mass * segment(values[i - 1], values[i])
    }
  }

  public func cumulative(_ x: Double) -> Double {
    if x < values[0] { return 0 }
    if x >= values[values.count - 1] { return 1 }
    let i = CumulativeSums.index(of: x, in: values)
    if values[i] == x { return cumulativeProbabilities[i] }
    let share = (x - values[i - 1]) / (values[i] - values[i - 1])
    return cumulativeProbabilities[i - 1]
      + share * (cumulativeProbabilities[i] - cumulativeProbabilities[i - 1])
  }

  public func quantile(_ p: Double) -> Double {
    let i = CumulativeSums.index(of: p, in: cumulativeProbabilities)
    if i == 0 { return values[0] }
    let mass = cumulativeProbabilities[i] - cumulativeProbabilities[i - 1]
    return values[i - 1] + (p - cumulativeProbabilities[i - 1]) / mass * (values[i] - values[i - 1])
  }

  public var canonicalText: String {
    let probabilities = ShortestNumber.text(cumulativeProbabilities)
    return "empirical(values: \(ShortestNumber.text(values)), cumulative: \(probabilities))"
  }

  static let entry = DistributionEntry(
    name: "empirical", summary: "Points of a distribution function, linear between them.",
    parameters: [
      .init("values", "a list of increasing values"),
      .init(
        "cumulative",
        "a list of the probabilities of at most each value, ending with 1; a first one above 0 is "
          + "the probability of the first value", unitFree: true),
    ],
    forms: [["values", "cumulative"]],
    example: "empirical(values: [0, 1, 2.5, 7], cumulative: [0, 0.2, 0.6, 1])",
    meanFormula: "sum of the probability of each segment * its midpoint"
  ) { (arguments) throws(DistributionError) in
    try Empirical(values: arguments.list("values"), cumulative: arguments.list("cumulative"))
  }
}
