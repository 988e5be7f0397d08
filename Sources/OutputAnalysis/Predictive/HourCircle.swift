/// The circle of the hours of a day. All hours are in h.
package enum HourCircle {
  /// The same hour from 0 up to 24, without 24.
  package static func wrapped(_ hour: Double) -> Double {
    let rest = hour - (hour / 24).rounded(.down) * 24
    // A number slightly below 0 rounds to 24.
    return rest < 24 ? rest : 0
  }

  /// The distance of two hours along the circle, from 0 to 12 h.
  package static func distance(_ first: Double, _ second: Double) -> Double {
    let rest = wrapped(first - second)
    return min(rest, 24 - rest)
  }

  /// The same hour on the line that begins 12 h before `center`, an hour from 0 up to 24, and ends 12 h after
  /// it.
  package static func placed(_ hour: Double, around center: Double) -> Double {
    let hour = wrapped(hour)
    if hour - center >= 12 { return hour - 24 }
    return hour - center < -12 ? hour + 24 : hour
  }

  /// The circular median: the hour of a sample with the smallest sum of distances to all hours of the sample
  /// (Fisher, "Statistical analysis of circular data", Cambridge 1993, section 2.3.2).
  ///
  /// Hours with equal sums, within a billionth, give the smallest hour.
  ///
  /// - Parameter hours: At least one hour from 0 up to 24, in any order.
  package static func median(_ hours: [Double]) -> Double {
    precondition(!hours.isEmpty, "a median needs at least one hour")
    let sorted = hours.sorted()
    let sums = sorted.map { candidate in sorted.reduce(0) { $0 + distance($1, candidate) } }
    let least = sums.min() ?? 0
    let limit = least + 1e-9 * max(1, least)
    return sorted[sums.firstIndex { $0 <= limit } ?? 0]
  }
}
