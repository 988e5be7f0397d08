import OutputAnalysis

/// Counters and waits of items, summed over devices.
package struct MechanismTotals: Sendable {
  package var submitted: Int64 = 0
  package var launched: Int64 = 0
  package var replaced: Int64 = 0
  package var cancelled: Int64 = 0
  package var rejected: Int64 = 0
  package var coldLaunches: Int64 = 0
  package var completed: Int64 = 0
  package var failed: Int64 = 0
  package var expired: Int64 = 0
  package var killed: Int64 = 0
  package var energy: Int128 = 0
  package var bytesWifi: Int128 = 0
  package var bytesCellular: Int128 = 0
  package var sent: Int64 = 0
  package var delivered: Int64 = 0
  package var coalesced: Int64 = 0
  package var dropped: Int64 = 0
  /// Waits until the launch, and until the successful completion, in seconds.
  package var delays = DelaySketch()
  /// Those of the waits cut off that competing ends have ended: all but the horizon.
  package var competing = QuantileSketch()
  package var completions = DelaySketch()
  /// Times until the end of a run that did not complete successfully; none of these is in ``completions``.
  package var failedRuns = QuantileSketch()

  package init() {}

  package mutating func merge(_ other: MechanismTotals) {
    submitted += other.submitted
    launched += other.launched
    replaced += other.replaced
    cancelled += other.cancelled
    rejected += other.rejected
    coldLaunches += other.coldLaunches
    completed += other.completed
    failed += other.failed
    expired += other.expired
    killed += other.killed
    energy += other.energy
    bytesWifi += other.bytesWifi
    bytesCellular += other.bytesCellular
    sent += other.sent
    delivered += other.delivered
    coalesced += other.coalesced
    dropped += other.dropped
    delays.merge(other.delays)
    competing.merge(other.competing)
    completions.merge(other.completions)
    failedRuns.merge(other.failedRuns)
  }

  /// The share of items that complete successfully by a time in seconds; a lost, cancelled or force-quit wait and a run
  /// that ends otherwise compete with it.
  package func completedShare(by seconds: Double) -> Double? {
    var (ends, others) = (completions, competing)
    ends.merge(DelaySketch(ended: QuantileSketch(), censored: failedRuns))
    others.merge(failedRuns)
    return CumulativeIncidence(ends, competing: others).share(by: seconds)
  }

  /// Items that were wanted to the end: neither replaced by a newer one nor withdrawn.
  package var wanted: Int64 { submitted - replaced - cancelled }
}
