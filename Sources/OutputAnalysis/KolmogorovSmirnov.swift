/// How far two samples are from one distribution: the largest difference of their step functions.
///
/// Its interval is the reflected ("basic") bootstrap interval, cut to 0…1: resamples of two samples are farther apart than the
/// samples themselves, and the plain percentiles would call samples of one distribution different.
package struct KolmogorovSmirnov: Sendable, Hashable {
  /// From 0, the same steps, to 1, no overlap.
  package let distance: Double
  /// Of 95 % confidence.
  package let lower, upper: Double

  package enum Verdict: String, Sendable, CaseIterable {
    case inside, outside
    case notDecided = "not decided"
    case tooFew = "too few to tell"
  }

  /// The distance up to which a distribution is the same for practical purposes.
  package static let margin = 0.2
  /// Values that each sample needs for a verdict.
  package static let least = 20

  /// Compares samples of one value at least; nil without. `choose` draws from 0 ..< its argument.
  package init?(
    _ first: [Double], _ second: [Double], resamples: Int = BootstrapResamples.standardCount,
    choose: (Int) -> Int
  ) {
    guard !first.isEmpty, !second.isEmpty else { return nil }
    func resampled(_ values: [Double]) -> [Double] {
      values.map { _ in values[choose(values.count)] }.sorted()
    }
    let found = Self.distance(first.sorted(), second.sorted())
    let drawn = (0..<resamples).map { _ in Self.distance(resampled(first), resampled(second)) }
    guard let ends = try? BootstrapDistribution(drawn)?.interval(confidence: 0.95) else { return nil }
    distance = found
    lower = min(1, max(0, 2 * found - ends.upper))
    upper = min(1, max(0, 2 * found - ends.lower))
  }

  /// The largest difference of two sorted samples' step functions.
  package static func distance(_ first: [Double], _ second: [Double]) -> Double {
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

  package static func verdict(_ first: [Double], _ second: [Double], _ found: KolmogorovSmirnov?) -> Verdict {
    guard first.count >= least, second.count >= least, let found else { return .tooFew }
    if found.upper <= margin { return .inside }
    return found.lower > margin ? .outside : .notDecided
  }
}
