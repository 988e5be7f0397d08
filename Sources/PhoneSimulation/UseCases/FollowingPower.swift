import Containers
import DeviceModel
import EventSimulation

/// Powers that have changed by themselves since the last event: the end of the system's wake, stages of radio tails.
extension Phone {
  /// Makes the changes up to an instant; what is recorded of power and level follows each of them.
  @inline(__always)
  mutating func followPower(to now: Instant) {
    if !records.isDisjoint(with: [.timeseries, .use, .power]) {
      followRecordedPower(to: now)
    } else {
      power.followOwnChanges(to: now)
    }
    settleEndedTails(at: now)
  }

  @inline(never)
  private mutating func followRecordedPower(to now: Instant) {
    while power.nextOwnChange <= now {
      let change = power.nextOwnChange
      if !records.isDisjoint(with: [.timeseries, .use]) { sample(before: change) }
      power.advance(to: change)
      if records.contains(.power), change < now { samplePowers(at: change) }
    }
  }
}
