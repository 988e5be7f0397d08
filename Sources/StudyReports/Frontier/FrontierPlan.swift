/// The points of the fronts and the reference point of the hypervolume.
package struct FrontierPlan: Sendable {
  /// The metrics of the axes of each front.
  package var metrics: [(first: String, second: String)]
  /// The point up to which the hypervolume of the first front counts; without it there is none.
  package var reference: FrontierReference?
  /// Factors whose levels are choices and stand on one front; nil for the parameters of policies.
  ///
  /// A factor that is an assumption about the world has a front for each of its levels, because nobody can
  /// choose between them.
  package var over: [String]?

  /// Fronts of two metrics each.
  ///
  /// - Parameters:
  ///   - metrics: The metrics of the axes of each front.
  ///   - reference: The point up to which the hypervolume counts; nil for none.
  ///   - over: The factors whose levels stand on one front; nil for the parameters of policies.
  package init(
    metrics: [(first: String, second: String)] = DefaultMetrics.fronts, reference: FrontierReference? = nil,
    over: [String]? = nil
  ) {
    (self.metrics, self.reference, self.over) = (metrics, reference, over)
  }
}
