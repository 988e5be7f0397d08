import OutputAnalysis

/// The differences that have to be known well enough before replications stop, and how well.
///
/// The rule looks at half-widths only, never at the sign of a difference: a rule that stops when a difference is
/// significant finds differences where there are none.
package struct PrecisionPlan: Sendable, Hashable {
  /// The largest half-width that a difference may have.
  package enum Target: Sendable, Hashable {
    /// The margin of its metric.
    case margin
    /// R / (1 + R) of the baseline's estimate.
    case relative(RelativePrecisionRule)
  }

  /// The rule for the largest half-width.
  package let target: Target
  /// The most replications that are made.
  package let limit: Int
  /// The family of differences whose intervals are simultaneous. The margins of its metrics are the half-widths that
  /// are asked for.
  package let comparison: ComparisonPlan

  /// - Parameters:
  ///   - comparison: Metrics with their margins, baseline, confidence and family.
  ///   - limit: At least 1.
  package init(_ comparison: ComparisonPlan, target: Target, limit: Int) {
    var comparison = comparison
    if case .relative(let rule) = target {
      for place in comparison.metrics.indices {
        comparison.metrics[place].margin = .relative(rule.threshold)
      }
    }
    self.comparison = comparison
    self.target = target
    self.limit = max(1, limit)
  }

  /// Numbers of replications at which the rule is asked; the last one is the limit.
  package var checkpoints: [Int] { RelativePrecisionRule.checkpoints(endingAt: limit) }

  /// The target in words.
  var words: String {
    switch target {
    case .margin: "half-widths of all differences at most their margins"
    case .relative(let rule):
      "half-widths of all differences at most R / (1 + R) of the baseline's estimate, R = "
        + "\(NumberText.percent(rule.relativeError)) %"
    }
  }
}
