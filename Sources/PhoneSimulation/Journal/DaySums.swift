import EventSimulation
import Workload

/// The sums of each local day of a device, from day 0 on.
///
/// They show how long the start of a run differs from its later days, so that nothing here depends on the end of
/// warm-up. Over the days after a warm-up of whole days they add up to what metrics count.
struct DaySums: Sendable {
  /// Energies since the start, in nanojoules.
  struct Energies {
    var device: Int64 = 0
    var discretionaryBattery: Int64 = 0
  }

  private(set) var days: [DayCounters<Int64>] = []
  private let last: Int
  private var read = Energies()
  private var readAt = Instant.zero

  init(end: Instant) { last = max(0, (end - .tick).day) }

  /// The place of the day of an instant; the end of the horizon belongs to its last day.
  private mutating func place(_ now: Instant) -> Int {
    let day = min(max(0, now.day), last)
    while days.count <= day { days.append(DayCounters()) }
    return day
  }

  mutating func end(with energies: Energies, at now: Instant) {
    guard now > readAt else { return }
    let day = place(readAt)
    days[day][.length] += (now - readAt).microseconds
    days[day][.energy] &+= energies.device &- read.device
    days[day][.discretionaryBattery] &+= energies.discretionaryBattery &- read.discretionaryBattery
    (read, readAt) = (energies, now)
  }

  mutating func count(_ open: OpenObservation, at now: Instant) {
    guard open.reach == .reachable else { return }
    let day = place(now)
    days[day][.reachableOpens] += 1
    if open.isFresh { days[day][.freshReachableOpens] += 1 }
    days[day][.reachableStaleness] += open.staleness.microseconds
  }

  mutating func count(_ step: ItemTransition, ofRequestFrom submitted: Instant) {
    switch step {
    case .submitted: days[place(submitted)][.processingWanted] += 1
    case .replaced, .cancelled: days[place(submitted)][.processingWanted] -= 1
    case .aborted(let event, _): if event != .failed { days[place(submitted)][.processingWanted] -= 1 }
    case .completed(true): days[place(submitted)][.processingCompleted] += 1
    case .completed(false), .failed, .launched, .expired, .killed: break
    }
  }
}
