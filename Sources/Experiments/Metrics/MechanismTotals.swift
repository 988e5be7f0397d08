import EventSimulation
import OutputAnalysis
import PhoneSimulation

/// Counters and waits of items, summed over devices.
struct MechanismTotals: Sendable {
  var submitted: Int64 = 0
  var launched: Int64 = 0
  var replaced: Int64 = 0
  var cancelled: Int64 = 0
  var rejected: Int64 = 0
  var coldLaunches: Int64 = 0
  var completed: Int64 = 0
  var failed: Int64 = 0
  var expired: Int64 = 0
  var killed: Int64 = 0
  var energy: Int128 = 0
  var bytesWifi: Int128 = 0
  var bytesCellular: Int128 = 0
  var sent: Int64 = 0
  var delivered: Int64 = 0
  var coalesced: Int64 = 0
  var dropped: Int64 = 0
  /// Waits until the launch, and until the successful completion, in seconds.
  var delays = DelaySketch()
  var completions = DelaySketch()

  mutating func add(_ result: MechanismResult) {
    submitted += result.submitted
    launched += result.launched
    replaced += result.replaced
    cancelled += result.cancelled
    rejected += result.rejected
    coldLaunches += result.coldLaunches
    completed += result.completedSuccess
    failed += result.completedFailure
    expired += result.expired
    killed += result.killed
    energy += Int128(result.runEnergy)
    bytesWifi += Int128(result.bytesWifi)
    bytesCellular += Int128(result.bytesCellular)
    sent += result.sent
    delivered += result.delivered
    coalesced += result.coalesced
    dropped += result.dropped
    for delay in result.delays {
      delays.add(delay.length.seconds, isCensored: delay.isCensored)
      // What was never launched was not completed either, for at least as long.
      if delay.isCensored { completions.add(delay.length.seconds, isCensored: true) }
    }
    for time in result.completionTimes {
      completions.add(time.length.seconds, isCensored: time.isCensored)
    }
  }

  mutating func merge(_ other: MechanismTotals) {
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
    completions.merge(other.completions)
  }

  /// Items that were wanted to the end: neither replaced by a newer one nor withdrawn.
  var wanted: Int64 { submitted - replaced - cancelled }
}
