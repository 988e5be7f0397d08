/// Resamples of replications, drawn with replacement: each names as many replications as there are.
///
/// All policies of a design point use the same resamples, so that a resample holds the same replications of each
/// and differences keep their pairing. Drawn from a stream of its own, they do not depend on what is computed from
/// them, nor in what order. They are drawn anew each time that they are gone through, because thousands of resamples of
/// thousands of replications would fill the memory.
public struct BootstrapResamples: Sendable {
  /// Number of resamples that percentile intervals are taken from.
  public static let standardCount = 2000

  /// Number of replications.
  public let replications: Int
  /// Number of resamples.
  public let count: Int
  private let chooser: @Sendable () -> ((Int) -> Int)

  /// Names the stream of resamples.
  ///
  /// - Parameter chooser: Makes what draws an integer from 0 ..< its argument; each one that it makes draws the same integers.
  public init(
    replications: Int, count: Int = standardCount, chooser: @escaping @Sendable () -> ((Int) -> Int)
  ) {
    precondition(replications >= 1 && count >= 1, "a resample names at least one replication")
    self.replications = replications
    self.count = count
    self.chooser = chooser
  }

  /// Goes through the resamples in their order.
  ///
  /// - Parameter body: Takes the places of the replications of one.
  public func map<Result>(_ body: ([Int]) -> Result) -> [Result] {
    let choose = chooser()
    var picks = [Int](repeating: 0, count: replications)
    return (0..<count).map { _ in
      for place in picks.indices { picks[place] = choose(replications) }
      return body(picks)
    }
  }
}
