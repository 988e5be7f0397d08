import EventSimulation
import Workload

/// The app visits of a recorded phone.
///
/// A visit ends at the next app that comes to the front, when its app goes to the background, or when the screen
/// goes off or is locked. The app on top while the phone is locked comes to the front when it is unlocked.
struct RecordedVisits {
  struct Visit: Hashable {
    var app: String
    var start: Instant
    var end: Instant
  }

  private(set) var visits: [Visit] = []

  init(_ rows: [TraceRow], _ screen: RecordedScreen) {
    let usable = screen.usableTimes
    var tops: [(time: Instant, app: String?)] = []
    var top: String?
    for row in rows {
      let time = Instant(microseconds: row.localMicroseconds).roundedToMillisecond
      switch row.type {
      case .timeline(.appForeground) where row.app != top: top = row.app
      case .timeline(.appBackground) where row.app == top: top = nil
      default: continue
      }
      tops.append((time, top))
    }
    var next = 0
    var current: String?
    for span in usable {
      while next < tops.count, tops[next].time <= span.start {
        current = tops[next].app
        next += 1
      }
      var begin = span.start
      while next < tops.count, tops[next].time < span.end {
        append(current, begin, tops[next].time)
        (current, begin) = (tops[next].app, tops[next].time)
        next += 1
      }
      append(current, begin, span.end)
    }
  }

  private mutating func append(_ app: String?, _ start: Instant, _ end: Instant) {
    guard let app, start < end else { return }
    visits.append(Visit(app: app, start: start, end: end))
  }

  /// Names by number of visits, most first, equal ones by name.
  var namesByFrequency: [String] {
    var counts: [String: Int] = [:]
    for visit in visits { counts[visit.app, default: 0] += 1 }
    return counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.map(\.key)
  }
}
