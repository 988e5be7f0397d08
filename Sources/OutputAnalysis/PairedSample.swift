/// Two samples over the same replications, of which only complete pairs are used.
///
/// A metric can be empty in a replication (a quantile that was not reached, a ratio without a denominator).
/// Such a replication is left out for both members, and counted.
public struct PairedSample: Hashable, Sendable {
  /// First members of the complete pairs, in the order given.
  public let first: [Double]
  /// Second members of the complete pairs, in the order given.
  public let second: [Double]
  /// Replications of which at least one member is empty.
  public let incomplete: Int

  /// Number of complete pairs.
  public var count: Int { first.count }

  /// The differences `first - second`.
  public var differences: [Double] { zip(first, second).map { $0 - $1 } }

  /// Takes samples that list the same replications in the same order.
  public init(_ first: [Double?], _ second: [Double?]) throws(AnalysisError) {
    guard first.count == second.count else {
      throw .unequalCounts(first: first.count, second: second.count)
    }
    var complete: (first: [Double], second: [Double]) = ([], [])
    for index in first.indices {
      guard let x = first[index], let y = second[index] else { continue }
      guard x.isFinite, y.isFinite else { throw .notFinite(index: index) }
      complete.first.append(x)
      complete.second.append(y)
    }
    self.first = complete.first
    self.second = complete.second
    incomplete = first.count - complete.first.count
  }
}
