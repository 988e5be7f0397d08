import EventSimulation
import PhoneSimulation
import Workload

/// Waiting time of several series by reason.
///
/// The time of a series counts once: where several of its items wait at once, as the files of a batch do, for the one
/// that has waited longest.
struct WaitTotals {
  private(set) var total: Int64 = 0
  private var times: [BlockingSet: Int64] = [:]

  /// - Parameter start: Waiting before this instant is left out.
  init(_ histories: [ItemHistory], from start: Instant = .zero) {
    for wait in Self.elapsed(histories, from: start) {
      total += (wait.to - wait.from).microseconds
      times[wait.reasons, default: 0] += (wait.to - wait.from).microseconds
    }
  }

  /// The waiting of items of one device in spans of which no two of a series overlap.
  static func elapsed(_ histories: [ItemHistory], from start: Instant) -> [BlockedInterval] {
    var covered: [DeclaredSeries: Instant] = [:]
    var found: [BlockedInterval] = []
    for history in histories.sorted(by: { ($0.chainOpen, $0.item) < ($1.chainOpen, $1.item) }) {
      let series = DeclaredSeries.of(history)
      for var wait in history.waits {
        wait.from = max(wait.from, covered[series] ?? start)
        guard wait.to > wait.from else { continue }
        covered[series] = wait.to
        found.append(wait)
      }
    }
    return found
  }

  mutating func merge(_ other: WaitTotals) {
    total += other.total
    times.merge(other.times) { $0 + $1 }
  }

  /// The time of each set of reasons, longest first.
  var shares: [BlockedShareOfSet] {
    times.map { BlockedShareOfSet(reasons: $0.key, time: .microseconds($0.value)) }.sorted {
      $0.time == $1.time ? $0.reasons.rawValue < $1.reasons.rawValue : $0.time > $1.time
    }
  }

  /// The time in which a reason took part, alone or together with others, longest first.
  var byReason: [(reason: BlockingReason, time: TimeSpan)] {
    var sums: [BlockingReason: Int64] = [:]
    for (reasons, time) in times { for reason in reasons.reasons { sums[reason, default: 0] += time } }
    return sums.map { ($0.key, TimeSpan.microseconds($0.value)) }.sorted {
      $0.1 == $1.1 ? $0.0.rawValue < $1.0.rawValue : $0.1 > $1.1
    }
  }

  /// The share of all waiting, 0 to 1; 0 without any.
  func share(of time: TimeSpan) -> Double { total > 0 ? Double(time.microseconds) / Double(total) : 0 }

  /// The reason with the most time, and its share of all waiting; joint time counts for the first of its reasons.
  var mostBlocking: (reason: BlockingReason, share: Double)? {
    var byFirst: [BlockingReason: Int64] = [:]
    for (reasons, time) in times { if let first = reasons.first { byFirst[first, default: 0] += time } }
    let best = byFirst.max {
      $0.value == $1.value ? $0.key.rawValue > $1.key.rawValue : $0.value < $1.value
    }
    guard let best, total > 0 else { return nil }
    return (best.key, Double(best.value) / Double(total))
  }
}

/// Runs and waiting of an app by local hour of day, after warm-up.
struct HourHistogram: Sendable, Hashable {
  /// Runs that started in each hour, from 0 to 23.
  var runs = Array(repeating: 0, count: 24)
  /// Waiting in each hour, summed over series.
  var waiting = Array(repeating: TimeSpan.zero, count: 24)

  /// - Parameter start: What lies before this instant is left out.
  init(_ histories: [ItemHistory], from start: Instant) {
    for history in histories {
      if let launched = history.launched, launched >= start { runs[Self.hour(launched)] += 1 }
    }
    for wait in WaitTotals.elapsed(histories, from: start) {
      var time = wait.from
      while time < wait.to {
        let hour = Self.hour(time)
        let next = min(wait.to, .day(time.day, .hours(hour + 1)))
        waiting[hour] += next - time
        time = next
      }
    }
  }

  private static func hour(_ time: Instant) -> Int {
    Int(time.timeOfDay.microseconds / TimeSpan.hour.microseconds)
  }
}
