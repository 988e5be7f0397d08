import OutputAnalysis

/// The candidates of a front with their two metrics over the replications that all of them have.
struct FrontierSamples {
  /// Candidates that have an estimate of both metrics.
  private(set) var candidates: [FrontierCandidates.Candidate]
  /// Labels of the others.
  private(set) var left: [String] = []
  private(set) var replications: [Int] = []
  private(set) var first: [ReplicationSample] = []
  private(set) var second: [ReplicationSample] = []
  private let metrics: FrontMetrics

  init(_ all: [FrontierCandidates.Candidate], _ metrics: FrontMetrics) {
    candidates = all
    self.metrics = metrics
    // Without a candidate there may be more common replications, but no estimate is lost by that.
    while let label = gather() {
      left.append(label)
      candidates.removeAll { $0.label == label }
    }
  }

  /// Takes the samples of the candidates; returns the first one without an estimate.
  private mutating func gather() -> String? {
    guard let any = candidates.first else { return nil }
    replications = any.values.keys.filter { key in candidates.allSatisfy { $0.values[key] != nil } }.sorted()
    first = candidates.map { candidate in ReplicationSample(replications.map { candidate.values[$0]?.first })
    }
    second = candidates.map { candidate in
      ReplicationSample(replications.map { candidate.values[$0]?.second })
    }
    guard !replications.isEmpty else { return nil }
    let places = Array(replications.indices)
    return candidates.indices.first {
      first[$0].estimate(over: places) == nil || second[$0].estimate(over: places) == nil
    }.map { candidates[$0].label }
  }

  /// The samples in the sense that less is better.
  var costs: [EnergyStalenessFrontier.Point] {
    candidates.indices.map { index in
      EnergyStalenessFrontier.Point(
        candidates[index].label, energy: first[index].scaled(by: metrics.first.costSign),
        staleness: second[index].scaled(by: metrics.second.costSign))
    }
  }

  /// The pseudo-values of both metrics of a candidate, in their units.
  func pseudoValues(
    _ index: Int
  ) throws(AnalysisError) -> (first: PseudoValues, second: PseudoValues) {
    (try first[index].pseudoValues(), try second[index].pseudoValues())
  }
}
