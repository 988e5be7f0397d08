/// How surely one point is better than another in both of two objectives, of which less is better.
public enum Dominance: String, Hashable, Sendable, CaseIterable {
  /// Shown: no more of both objectives, and less of one.
  case clear
  /// The means say so, but chance could have.
  case probable
  /// The means do not say so, and it is not refuted either.
  case unresolved
  /// Refuted: shown to have more of one objective.
  case refuted
}
