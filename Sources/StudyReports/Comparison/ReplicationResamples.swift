import OutputAnalysis
import RandomStreams

/// The bootstrap resamples of all estimates of a report: the same for equal numbers of replications, so that
/// differences keep their pairing and no estimate depends on which others are made.
struct ReplicationResamples {
  /// Resamples of a number of replications, from a fixed stream.
  func of(_ replications: Int) -> BootstrapResamples {
    BootstrapResamples(replications: replications) {
      let stream = RandomStream()
      stream.seek(sequential: StreamAddress(seed: 1, replication: 0, device: 0, purpose: .bootstrap))
      return { stream.integer(below: $0) }
    }
  }
}
