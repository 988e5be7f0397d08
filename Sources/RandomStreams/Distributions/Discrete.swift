/// Listed values with weights, drawn from an alias table.
public struct Discrete: Distribution, Equatable {
  /// The values, increasing, and their probabilities.
  public let values, probabilities: [Double]
  private let table: AliasTable
  private let sums: [Double]

  /// Strictly increasing values, at least one, each with a weight of at least 0; weights need not add up to 1.
  public init(values: [Double], weights: [Double]) throws(DistributionError) {
    let check = ParameterCheck(distribution: "discrete")
    try check.strictlyIncreasing(values, "values")
    try check.weights(weights, "weights")
    if values.count != weights.count {
      throw check.failure("weights", "\(weights.count) weights", "\(values.count), one for each value")
    }
    self.values = values
    let total = weights.reduce(0, +)
    probabilities = weights.map { $0 / total }
    table = try AliasTable(weights: weights)
    sums = CumulativeSums.shares(of: weights)
  }

  /// One uniform, through the alias table.
  public func sample(_ stream: RandomStream) -> Double { values[stream.index(table)] }
  public var mean: Double { zip(probabilities, values).reduce(0) { $0 + $1.0 * $1.1 } }

  public var variance: Double {
    let center = mean
    return zip(probabilities, values).reduce(0) { $0 + $1.0 * ($1.1 - center) * ($1.1 - center) }
  }
  public var hasAtoms: Bool { true }

  /// P(X = x).
  public func probability(_ x: Double) -> Double {
    let index = CumulativeSums.index(of: x, in: values)
    return values[index] == x ? probabilities[index] : 0
  }

  public func cumulative(_ x: Double) -> Double {
    if x < values[0] { return 0 }
    if x >= values[values.count - 1] { return 1 }
    let index = CumulativeSums.index(of: x, in: values)
    return values[index] == x ? sums[index] : index == 0 ? 0 : sums[index - 1]
  }
  public func quantile(_ p: Double) -> Double { values[CumulativeSums.index(of: p, in: sums)] }

  public var canonicalText: String {
    "discrete(values: \(ShortestNumber.text(values)), weights: \(ShortestNumber.text(probabilities)))"
  }

  static let entry = DistributionEntry(
    name: "discrete", summary: "Listed values with weights.",
    parameters: [
      .init("values", "a list of increasing values"),
      .init(
        "weights", "a list of the same length with numbers of at least 0; their sum does not matter",
        unitFree: true),
    ],
    forms: [["values", "weights"]], example: "discrete(values: [1, 2, 5], weights: [0.5, 0.25, 0.25])",
    meanFormula: "sum of weight * value, weights summing to 1"
  ) { (arguments) throws(DistributionError) in
    try Discrete(values: arguments.list("values"), weights: arguments.list("weights"))
  }
}

/// Draws of an index with given weights in constant time: every column has the same mass and holds at most two indices.
/// With whole weights whose sum times their count stays below 2^53 the table is exact. **Source**: Vose, 1991.
public struct AliasTable: Sendable, Equatable {
  /// The share of a column that stays with its own index.
  @usableFromInline let thresholds: [Double]
  /// The outcome that has the rest of the column.
  @usableFromInline let aliases: [Int]
  /// Per column the mass that stays, in units of the weights times their count.
  let masses: [Double]
  /// The mass of a column: the sum of the weights.
  let columnMass: Double

  /// The number of indices.
  @inlinable public var count: Int { thresholds.count }

  /// A table of weights that are not negative and have a positive, finite sum.
  public init(weights: [Double]) throws(DistributionError) {
    try ParameterCheck(distribution: "alias table").weights(weights, "weights")
    let total = weights.reduce(0, +)
    var masses = weights.map { $0 * Double(weights.count) }
    var aliases = Array(weights.indices)
    var small = weights.indices.filter { masses[$0] < total }
    var large = weights.indices.filter { masses[$0] >= total }
    while let donor = large.last, let taker = small.popLast() {
      aliases[taker] = donor
      masses[donor] -= total - masses[taker]
      if masses[donor] < total {
        large.removeLast()
        small.append(donor)
      }
    }
    // The columns left over differ from full ones by rounding only.
    for column in large + small { masses[column] = total }
    (self.masses, self.aliases) = (masses, aliases)
    columnMass = total
    thresholds = masses.map { $0 / total }
  }

  /// The index at `u` in [0, 1).
  @inlinable public func index(at u: Double) -> Int {
    let scaled = u * Double(thresholds.count)
    let column = Swift.min(Int(scaled), thresholds.count - 1)
    return scaled - Double(column) < thresholds[column] ? column : aliases[column]
  }

  /// The probabilities that the table realizes; the weights over their sum up to rounding.
  public var probabilities: [Double] {
    var sums = [Double](repeating: 0, count: count)
    for column in masses.indices {
      sums[column] += masses[column]
      sums[aliases[column]] += columnMass - masses[column]
    }
    return sums.map { $0 / (columnMass * Double(count)) }
  }
}
