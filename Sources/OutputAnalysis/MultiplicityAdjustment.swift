/// Adjusts the p-values of a family of tests, so that a claim about the whole family can be made.
///
/// An empty p-value (a deterministic difference) stays empty but counts as a member of the family: the
/// adjustment belongs to the family as it was stated before looking.
public enum MultiplicityAdjustment: String, Hashable, Sendable, CaseIterable {
  /// Times the size of the family; what the simultaneous intervals use.
  case bonferroni
  /// Step-down Bonferroni: never weaker than it, and under any dependence.
  case holm
  /// Step-up; needs independence or positive dependence.
  case hochberg
  /// False discovery rate under independence or positive dependence.
  case benjaminiHochberg
  /// False discovery rate under any dependence.
  case benjaminiYekutieli

  /// Adjusted p-values in the order of the given ones, at most 1.
  public func adjust(_ pValues: [Double?]) throws(AnalysisError) -> [Double?] {
    let size = pValues.count
    var known: [(index: Int, p: Double)] = []
    for (index, value) in pValues.enumerated() {
      guard let value else { continue }
      guard value >= 0, value <= 1 else { throw .probabilityOutsideUnitInterval(value) }
      known.append((index, value))
    }
    known.sort { ($0.p, $0.index) < ($1.p, $1.index) }

    let harmonic = size == 0 ? 0 : (1...size).reduce(0.0) { $0 + 1 / Double($1) }
    /// Factor of the p-value of rank 1, 2, … from below.
    func factor(rank: Int) -> Double {
      switch self {
      case .bonferroni: Double(size)
      case .holm, .hochberg: Double(size - rank + 1)
      case .benjaminiHochberg: Double(size) / Double(rank)
      case .benjaminiYekutieli: harmonic * Double(size) / Double(rank)
      }
    }
    var adjusted = [Double?](repeating: nil, count: size)
    switch self {
    case .bonferroni, .holm:
      var largest = 0.0
      for (position, test) in known.enumerated() {
        largest = max(largest, min(1, test.p * factor(rank: position + 1)))
        adjusted[test.index] = self == .holm ? largest : min(1, test.p * Double(size))
      }
    case .hochberg, .benjaminiHochberg, .benjaminiYekutieli:
      var smallest = 1.0
      for (position, test) in known.enumerated().reversed() {
        // Empty p-values count as certain, so known ones take the highest ranks.
        smallest = min(smallest, test.p * factor(rank: position + 1 + size - known.count))
        adjusted[test.index] = smallest
      }
    }
    return adjusted
  }

  /// Confidence of each single interval so that all of `size` intervals together have the stated one.
  public static func singleConfidence(overall: Double, size: Int) throws(AnalysisError) -> Double {
    try AnalysisError.requireConfidence(overall)
    return 1 - (1 - overall) / Double(max(1, size))
  }
}
