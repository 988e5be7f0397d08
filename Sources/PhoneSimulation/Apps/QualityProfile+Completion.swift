import Workload

extension QualityProfile {
  /// The paths on which runs of the app report their completion: an implicit completion misses none.
  var completions: Completions { completionStyle == .implicit ? [.success, .failure, .expiry] : completesOn }

  /// Whether the app learns that a run expires: the cancellation of a closure needs no handler.
  var learnsOfExpiry: Bool { setsExpirationHandler || completionStyle == .implicit }
}
