import Basics
import EventSimulation
import PhoneSimulation

/// Runs, waiting and opens of an app in a local hour of the day, after warm-up.
struct HourOfDay: Sendable, Hashable {
  let hour: Int
  var runs = 0
  /// Summed over series.
  var waiting = TimeSpan.zero
  var opens = 0
  var freshOpens = 0

  /// Nil without opens.
  var freshShare: Double? { opens > 0 ? Double(freshOpens) / Double(opens) : nil }

  /// The hours of a day.
  ///
  /// - Parameter start: Runs and waits before this instant are left out.
  static func all(_ items: [History.Item], _ opens: [OpenObservation], from start: Instant)
    -> [HourOfDay]
  {
    var hours = (0..<24).map { HourOfDay(hour: $0) }
    for launched in items.compactMap(\.launched) where launched >= start {
      hours[Int(launched.timeOfDay.hours)].runs += 1
    }
    for wait in WaitTotals.elapsed(items, from: start) {
      var time = wait.from
      while time < wait.to {
        let hour = Int(time.timeOfDay.hours)
        let next = min(wait.to, .day(time.day, .hours(hour + 1)))
        hours[hour].waiting += next - time
        time = next
      }
    }
    for open in opens {
      let hour = Int(open.time.timeOfDay.hours)
      hours[hour].opens += 1
      if open.isFresh { hours[hour].freshOpens += 1 }
    }
    return hours
  }

  static let table: Table<HourOfDay> = [
    Column("hour", .right, \.hour) { $0.hour < 10 ? "0\($0.hour)" : "\($0.hour)" },
    Column("runs", .right, \.runs),
    Column("waiting", .right, key: "waiting_s", \.waiting.seconds) { TimeWords.span($0.waiting) },
    Column("opens", .right, \.opens),
    Column("fresh", .right, key: "fresh_open_share", \.freshShare) {
      $0.freshShare.map(DigitsText.percent) ?? "-"
    },
  ]
}

extension [OpenObservation] {
  /// The hour with the least share of fresh opens, of the hours with a twentieth of the opens; nil without opens.
  var stalestHour: (hour: Int, share: Double)? {
    HourOfDay.all([], self, from: .zero).filter { $0.opens > 0 && $0.opens * 20 >= count }
      .compactMap { row in row.freshShare.map { (row.hour, $0) } }.min { $0.1 < $1.1 }
  }
}
