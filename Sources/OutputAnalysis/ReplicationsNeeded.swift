/// How many replications to add until a difference that is unresolved is likely to be resolved.
///
/// With the present difference d and standard deviation s, N replications have the half-width h(N) = t s / √N, t
/// with N − 1 degrees of freedom at the simultaneous level. They resolve the difference where h(N) < |d|, so that
/// the interval excludes 0, or where |d| + h(N) ≤ δ, so that it lies within the margin. The search ends at ten
/// times the present number: beyond it the present d and s say too little.
public struct ReplicationsNeeded: Hashable, Sendable {
  /// Replications to add: at least 1, at most nine times the present number.
  public let added: Int
  /// Whether more than `added` are needed.
  public let isLowerBound: Bool

  /// Plans from the results of at least two replications; nil below.
  ///
  /// - Parameter confidence: Of the single interval.
  public init?(
    count: Int, difference: Double, standardDeviation: Double, margin: Double, confidence: Double
  ) throws(AnalysisError) {
    try AnalysisError.requireConfidence(confidence)
    guard difference.isFinite, standardDeviation.isFinite else { throw .notFinite(index: 0) }
    guard count >= 2 else { return nil }
    func isResolved(_ total: Int) -> Bool {
      let factor = StudentT(degreesOfFreedom: Double(total - 1)).twoSidedFactor(confidence: confidence)
      let halfWidth = factor * standardDeviation / Double(total).squareRoot()
      return halfWidth < abs(difference) || abs(difference) + halfWidth <= margin
    }
    // The half-width falls with the number, so that bisection finds the first one that resolves.
    var (unresolved, last) = (count, 10 * count)
    guard isResolved(last) else {
      (added, isLowerBound) = (last - count, true)
      return
    }
    while last - unresolved > 1 {
      let middle = unresolved + (last - unresolved) / 2
      if isResolved(middle) { last = middle } else { unresolved = middle }
    }
    (added, isLowerBound) = (last - count, false)
  }
}
