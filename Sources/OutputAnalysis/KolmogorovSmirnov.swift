/// How far two samples of pairs are from one distribution: the largest difference of their step functions.
///
/// Pairs are resampled. Resamples are farther apart than the samples themselves: the interval ends where the plain percentile
/// interval does, and begins where the reflected one does, so that neither end claims too much.
package struct KolmogorovSmirnov: Sendable, Hashable {
  /// The distance between two distributions, from 0 (the same steps) to 1 (no overlap).
  package let distance: Double
  /// The bounds of the interval with 95 % confidence.
  package let lower, upper: Double

  package enum Verdict: String, Sendable, CaseIterable {
    case inside, outside
    case notDecided = "not decided"
    case tooFew = "too few to tell"
    /// One side has no waits of its own.
    case startsOnly = "starts only"
  }

  /// The largest distance between distributions that are the same for practical purposes.
  package static let margin = 0.2
  /// Values that each sample needs for a verdict.
  package static let least = 20

  /// Compares the values on both sides of pairs, where there are any; nil without a value on either side. `choose` draws from
  /// 0 ..< its argument.
  package init?(
    _ pairs: [(first: Double?, second: Double?)], resamples: Int = BootstrapResamples.standardCount,
    choose: (Int) -> Int
  ) {
    func between(_ pairs: [(first: Double?, second: Double?)]) -> Double {
      Self.distance(pairs.compactMap(\.first).sorted(), pairs.compactMap(\.second).sorted())
    }
    guard pairs.contains(where: { $0.first != nil }), pairs.contains(where: { $0.second != nil }) else {
      return nil
    }
    let found = between(pairs)
    let drawn = (0..<resamples).map { _ in between(pairs.map { _ in pairs[choose(pairs.count)] }) }
    guard let ends = try? BootstrapDistribution(drawn)?.interval(confidence: 0.95) else { return nil }
    distance = found
    lower = min(found, max(0, 2 * found - ends.upper))
    upper = max(found, ends.upper)
  }

  /// The largest difference of two sorted samples' step functions; 1 where one sample is empty.
  package static func distance(_ first: [Double], _ second: [Double]) -> Double {
    if first.isEmpty || second.isEmpty { return first.isEmpty && second.isEmpty ? 0 : 1 }
    var (i, j, greatest) = (0, 0, 0.0)
    while i < first.count, j < second.count {
      let value = min(first[i], second[j])
      while i < first.count, first[i] == value { i += 1 }
      while j < second.count, second[j] == value { j += 1 }
      let shares = (Double(i) / Double(first.count), Double(j) / Double(second.count))
      greatest = max(greatest, abs(shares.0 - shares.1))
    }
    return greatest
  }

  package static func verdict(_ found: KolmogorovSmirnov?, of counts: (first: Int, second: Int)) -> Verdict {
    guard min(counts.first, counts.second) >= least, let found else { return .tooFew }
    if found.upper <= margin { return .inside }
    return found.lower > margin ? .outside : .notDecided
  }
}
