import OutputAnalysis
import RandomStreams

/// The bootstrap resamples of all estimates of a report: the same for equal numbers of replications, so that
/// differences keep their pairing and no estimate depends on which others are made.
final class ReplicationResamples {
  private var drawn: [Int: BootstrapResamples] = [:]

  /// Resamples of a number of replications, from a fixed stream.
  func of(_ replications: Int) -> BootstrapResamples {
    if let found = drawn[replications] { return found }
    let stream = RandomStream()
    stream.seek(sequential: StreamAddress(seed: 1, replication: 0, device: 0, purpose: .bootstrap))
    let resamples = BootstrapResamples(replications: replications) { stream.integer(below: $0) }
    drawn[replications] = resamples
    return resamples
  }
}
