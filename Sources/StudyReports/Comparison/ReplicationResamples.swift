import OutputAnalysis
import RandomStreams

/// The bootstrap resamples of all estimates of a report: the same for equal numbers of replications, so that
/// differences keep their pairing and no estimate depends on which others are made.
struct ReplicationResamples {
  /// The quantiles of a report: that of a policy is asked for by itself and by each difference.
  private final class Quantiles {
    struct Question: Hashable {
      var probability: Double
      var replications: [DeviceValues]
    }
    var known: [Question: DeviceQuantile] = [:]
  }
  private let quantiles = Quantiles()

  /// Resamples of a number of replications, from a fixed stream.
  func of(_ replications: Int) -> BootstrapResamples {
    BootstrapResamples(replications: replications) {
      let stream = RandomStream()
      stream.seek(sequential: StreamAddress(seed: 1, replication: 0, device: 0, purpose: .bootstrap))
      return { stream.integer(below: $0) }
    }
  }

  /// A quantile of the devices of some replications.
  func quantile(
    _ probability: Double, of replications: [DeviceValues]
  ) throws(AnalysisError) -> DeviceQuantile {
    let question = Quantiles.Question(probability: probability, replications: replications)
    if let known = quantiles.known[question] { return known }
    let quantile = try DeviceQuantile(probability, of: replications, resamples: of(replications.count))
    quantiles.known[question] = quantile
    return quantile
  }
}
