import EventSimulation
import ModelParameters
import RandomStreams
import Workload

/// The clock by which a user is active: operational time Λ(t) = ∫ g(day) s(h) dt, in days of activity.
///
/// **Idea** What is a renewal or Poisson process in operational time has the right hours in wall-clock time.
/// **Parameters** The profile `user.hourProfile`, moved by the user's phase; at night multiplied by the user's floor;
/// at weekends late by `user.weekendShift` before noon; each kind of day renormalized to 1. The rate is constant within
/// quarters of an hour. Day factors multiply whole days. During the user's sleep (`user.sleep…`), which moves with the
/// phase, activity has a small factor.
/// **Known weakness** Phase and hours of sleep do not vary from day to day, and apps have no hours of their own.
package struct ActivityClock: Sendable {
  package static let bins = 96
  static let binSeconds = 900.0

  /// Share of a day's activity per quarter of an hour.
  package private(set) var weekday: [Double]
  package private(set) var weekend: [Double]
  /// The factors of the days from day 0; 1 for a day without a factor.
  package var dayFactors: [Double] = []
  var firstWeekday = 0
  var days: Int

  package init(
    phaseHours: Double, nightFloor: Double, sleepHours: Double, parameters: ParameterSet, context: DrawContext
  ) {
    let profile = parameters.numbers("user.hourProfile")
    let floorUntil = parameters.number("user.nightFloorUntil")
    let shift = parameters.number("user.weekendShift")
    let shiftUntil = parameters.number("user.weekendShiftUntil")
    let sleepStart = parameters.number("user.sleepStart")
    let sleepActivity = parameters.number("user.sleepActivity")
    func shape(weekend: Bool) -> [Double] {
      let base = HourProfile(profile)
      let hours = (0..<24).map { hour -> Double in
        let late = weekend && Double(hour) < shiftUntil ? shift : 0
        let mass = base.mass(from: Double(hour) - late, to: Double(hour + 1) - late)
        return Double(hour) < floorUntil ? mass * nightFloor : mass
      }
      let own = HourProfile(hours)
      let sleep = sleepHours > 0 ? min(24, sleepHours + (weekend ? shift : 0)) : 0
      let masses = (0..<Self.bins).map { bin in
        let (from, to) = (Double(bin) / 4 - phaseHours, Double(bin + 1) / 4 - phaseHours)
        let asleep = 4 * Self.overlap(from, to, sleepStart, sleepStart + sleep)
        return own.mass(from: from, to: to) * (1 - asleep * (1 - sleepActivity))
      }
      let total = masses.reduce(0, +)
      return masses.map { total > 0 ? $0 / total : 1 / Double(Self.bins) }
    }
    (weekday, weekend) = (shape(weekend: false), shape(weekend: true))
    (firstWeekday, days) = (context.firstWeekday, context.days)
  }

  /// The hours of a time span of less than a day that lie in a daily one.
  private static func overlap(_ from: Double, _ to: Double, _ start: Double, _ end: Double) -> Double {
    let day = 24 * ((from - start) / 24).rounded(.down)
    return [day, day + 24].reduce(0) { $0 + max(0, min(to, end + $1) - max(from, start + $1)) }
  }

  /// The clock of somebody who is evenly active in one interval of every day.
  package init(awake: DailyInterval, context: DrawContext) {
    let (start, length) = (awake.start.hours, awake.length.hours)
    let masses = (0..<Self.bins).map { bin in
      let (from, to) = (Double(bin) / 4, Double(bin + 1) / 4)
      return [0.0, 24.0].reduce(0) { sum, lap in
        sum + max(0, min(to + lap, start + length) - max(from + lap, start)) / length
      }
    }
    (weekday, weekend) = (masses, masses)
    (firstWeekday, days) = (context.firstWeekday, context.days)
  }

  func masses(of day: Int) -> [Double] { (((day + firstWeekday) % 7) + 7) % 7 >= 5 ? weekend : weekday }
  func factor(of day: Int) -> Double { dayFactors.indices.contains(day) ? dayFactors[day] : 1 }

  /// Whether the user is awake at an instant: the activity is at least a twentieth of an even one.
  func isAwake(at time: Instant) -> Bool {
    let bin = min(Self.bins - 1, Int(time.timeOfDay.seconds / Self.binSeconds))
    return masses(of: time.day)[bin] * Double(Self.bins) >= 0.05
  }

  /// The wall-clock time `amount` of operational time after `seconds`; nil beyond the last day.
  package func advance(from seconds: Double, by amount: Double) -> Double? {
    var (position, remaining) = (seconds, amount)
    var day = Int(seconds / 86_400)
    var bin = min(Self.bins - 1, Int((seconds - Double(day) * 86_400) / Self.binSeconds))
    while day < days {
      let (masses, factor) = (masses(of: day), factor(of: day))
      while bin < Self.bins {
        let rate = masses[bin] * factor / Self.binSeconds
        let binEnd = Double(day) * 86_400 + Double(bin + 1) * Self.binSeconds
        let available = rate * (binEnd - position)
        if available >= remaining, rate > 0 { return position + remaining / rate }
        remaining -= available
        position = binEnd
        bin += 1
      }
      bin = 0
      day += 1
    }
    return nil
  }

  /// The wall-clock time `amount` seconds after `seconds`, where each second counts 1 + `activityFactor` × the activity
  /// relative to an even one. Goes on beyond the last day.
  func advance(from seconds: Double, bySeconds amount: Double, activityFactor: Double) -> Double {
    guard activityFactor > 0 else { return seconds + amount }
    var (position, remaining) = (seconds, amount)
    while true {
      let bin = (position / Self.binSeconds).rounded(.down)
      let day = Int(bin) / Self.bins
      let mass = masses(of: day)[Int(bin) - day * Self.bins]
      let rate = 1 + activityFactor * mass * Double(Self.bins)
      let end = (bin + 1) * Self.binSeconds
      if rate * (end - position) >= remaining { return position + remaining / rate }
      remaining -= rate * (end - position)
      position = end
    }
  }

  /// The times of a Poisson process in operational time; each is drawn when it is asked for.
  func arrivals(_ stream: RandomStream, perDay: Double) -> some Sequence<Double> {
    sequence(state: 0.0) { position in
      let next = advance(from: position, by: stream.exponential(mean: 1 / perDay))
      position = next ?? position
      return next
    }
  }

  /// The time of a day at which the share `u` of its activity has passed.
  package func time(day: Int, quantile u: Double) -> Double {
    var remaining = u
    let masses = masses(of: day)
    for (bin, mass) in masses.enumerated() {
      if mass > remaining { return Double(day) * 86_400 + (Double(bin) + remaining / mass) * Self.binSeconds }
      remaining -= mass
    }
    return Double(day + 1) * 86_400
  }

  /// The factor that turns the mean length of sessions, in s, into operational time.
  var meanRateInSessions: Double {
    func moment(_ masses: [Double]) -> Double { masses.reduce(0) { $0 + $1 * $1 } / Self.binSeconds }
    return (5 * moment(weekday) + 2 * moment(weekend)) / 7
  }
}

/// A periodic density over the hours of a day, constant within hours, normalized to 1.
struct HourProfile {
  private var sums: [Double] = [0]

  init(_ hours: [Double]) {
    let total = hours.reduce(0, +)
    for hour in hours { sums.append((sums.last ?? 0) + (total > 0 ? hour / total : 1 / Double(hours.count))) }
  }

  func mass(from: Double, to: Double) -> Double { cumulative(to) - cumulative(from) }

  private func cumulative(_ hour: Double) -> Double {
    let day = (hour / 24).rounded(.down)
    let ofDay = hour - 24 * day
    let index = min(23, Int(ofDay))
    return day + sums[index] + (sums[index + 1] - sums[index]) * (ofDay - Double(index))
  }
}
