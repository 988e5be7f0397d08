/// What is put on one front, and up to where its hypervolume counts.
public struct FrontierPlan: Sendable, Hashable {
  /// Stated reference point; nil for the rule.
  public var reference: FrontierReference?
  /// Factors whose levels are choices and stand on one front; nil for the parameters of policies.
  ///
  /// A factor that is an assumption about the world has a front for each of its levels, because nobody can
  /// choose between them.
  public var over: [String]?

  public init(reference: FrontierReference? = nil, over: [String]? = nil) {
    (self.reference, self.over) = (reference, over)
  }
}
