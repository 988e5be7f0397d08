/// Resamples of replications, drawn with replacement: each names as many replications as there are.
///
/// All policies of a design point use the same resamples, so that a resample holds the same replications of each
/// and differences keep their pairing. Drawn from a stream of its own, they do not depend on what is computed from
/// them, nor in what order.
public struct BootstrapResamples: Hashable, Sendable {
  /// Number of resamples that percentile intervals are taken from.
  public static let standardCount = 2000

  /// Number of replications.
  public let replications: Int
  /// Places of replications, by resample.
  public let picks: [[Int]]

  /// Draws resamples.
  ///
  /// - Parameter choose: Draws an integer from 0 ..< its argument.
  public init(replications: Int, count: Int = standardCount, choose: (Int) -> Int) {
    precondition(replications >= 1 && count >= 1, "a resample names at least one replication")
    self.replications = replications
    picks = (0..<count).map { _ in (0..<replications).map { _ in choose(replications) } }
  }
}
