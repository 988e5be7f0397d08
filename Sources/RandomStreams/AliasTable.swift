/// Draws of an index with given weights in constant time.
///
/// Vose's construction: every column has the same mass and holds at most two indices. With whole weights whose
/// sum times their count stays below 2^53 the table is exact. **Source**: Vose, 1991.
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
    // What is left differs from a full column by rounding only.
    for column in large + small { masses[column] = total }
    self.masses = masses
    self.aliases = aliases
    columnMass = total
    thresholds = masses.map { $0 / total }
  }

  /// The index at `u` in [0, 1).
  @inlinable public func index(at u: Double) -> Int {
    let scaled = u * Double(thresholds.count)
    let column = Swift.min(Int(scaled), thresholds.count - 1)
    return scaled - Double(column) < thresholds[column] ? column : aliases[column]
  }

  /// The probabilities that the table realises; the weights over their sum up to rounding.
  public var probabilities: [Double] {
    var sums = [Double](repeating: 0, count: count)
    for column in masses.indices {
      sums[column] += masses[column]
      sums[aliases[column]] += columnMass - masses[column]
    }
    return sums.map { $0 / (columnMass * Double(count)) }
  }
}
