/// Bonferroni's method for a family of tests and intervals, so that a claim about the whole family can be made.
///
/// A p-value times the size of the family is at most 1 − c if and only if the interval of its difference, with the confidence that
/// ``singleConfidence(overall:size:)`` gives for c, excludes 0.
public enum MultiplicityAdjustment {
  /// The p-values times the size of the family, at most 1, in the order of the given ones.
  ///
  /// An empty p-value (a deterministic difference) stays empty but counts as a member of the family: the adjustment belongs to the
  /// family as it was stated before looking.
  public static func adjusted(_ pValues: [Double?]) throws(AnalysisError) -> [Double?] {
    for case let value? in pValues where !(0...1).contains(value) {
      throw .probabilityOutsideUnitInterval(value)
    }
    return pValues.map { $0.map { min(1, $0 * Double(pValues.count)) } }
  }

  /// Confidence of each single interval so that all of `size` intervals together have the stated one.
  public static func singleConfidence(overall: Double, size: Int) throws(AnalysisError) -> Double {
    try AnalysisError.requireConfidence(overall)
    return 1 - (1 - overall) / Double(max(1, size))
  }
}
