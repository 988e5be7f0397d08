import EventSimulation
import ModelParameters

/// Estimates how likely the user opens each of some apps soon: rule USE-1 as the definitions settle it.
///
/// For each app, day type (weekday, weekend), and bin, the predictor keeps the exponentially weighted share
/// of days with at least one launch. Today does not count before it has ended. The same bin of all apps is
/// stored together, because a policy reads a few bins of many apps at one instant.
public struct UsagePredictor: Sendable {
  let binWidth, lookahead: TimeSpan
  let decay: Double
  @usableFromInline let prior: Double
  let bins, firstWeekday: Int
  @usableFromInline let appCount: Int
  /// Decayed days with a launch per day type, bin and app, and decayed days per day type.
  private var launches: [Double]
  @usableFromInline private(set) var days: [Double] = [0, 0]
  /// Launch shares per day type, bin and app.
  @usableFromInline private(set) var shares: [Double]
  /// Per bin and app.
  private var launchedToday: [Bool]

  /// - Parameter firstWeekday: Day of the week of day 0, 0 for Monday.
  public init(_ parameters: ParameterSet, firstWeekday: Int = 0, appCount: Int = 1) {
    self.firstWeekday = firstWeekday
    self.appCount = appCount
    binWidth = parameters.span("usage.binWidth")
    lookahead = parameters.span("usage.lookahead")
    let halfLife = parameters.span("usage.halfLife").days
    decay = halfLife > 0 ? binaryPower(-1 / halfLife) : 0
    prior = parameters.number("usage.prior")
    bins = Int((TimeSpan.day.microseconds + binWidth.microseconds - 1) / binWidth.microseconds)
    launches = Array(repeating: 0, count: 2 * bins * appCount)
    shares = launches
    launchedToday = Array(repeating: false, count: bins * appCount)
  }

  /// Notes that the user opened an app; only the bin of the launch instant counts.
  public mutating func noteLaunch(_ app: Int, at now: Instant) {
    launchedToday[Int(now.timeOfDay.microseconds / binWidth.microseconds) * appCount + app] = true
  }

  /// Ends a local day. Days with more than 12 h powered off are skipped, but time passes for the memory.
  public mutating func endDay(isWeekend: Bool, counts: Bool) {
    for index in launches.indices { launches[index] *= decay }
    days[0] *= decay
    days[1] *= decay
    if counts {
      let type = isWeekend ? 1 : 0
      days[type] += 1
      let first = type * launchedToday.count
      for index in launchedToday.indices where launchedToday[index] { launches[first + index] += 1 }
    }
    for type in 0...1 where days[type] > 0 {
      let first = type * launchedToday.count
      for index in first..<first + launchedToday.count { shares[index] = launches[index] / days[type] }
    }
    for index in launchedToday.indices { launchedToday[index] = false }
  }

  /// Probability that the user opens an app in a look-ahead: `1 − Π(1 − f·share)` over the bins, `f` being the covered
  /// part of a bin. Inlined: a call would copy predictor and window, which is one of the same parameters, for each app.
  @inlinable @inline(__always) public func likelihood(_ app: Int, in window: LookaheadWindow) -> Double {
    guard days[window.firstType] > 0 else { return prior }
    var none = 1.0
    if window.isRun {
      // All parts are of the first one's type, which has been looked at.
      var index = window.parts[0].bin * appCount + app
      for part in window.parts {
        none *= 1 - part.covered * shares[index]
        index += appCount
      }
      return 1 - none
    }
    for part in window.parts where days[part.type] > 0 {
      none *= 1 - part.covered * shares[part.bin * appCount + app]
    }
    return 1 - none
  }

  public var lookaheadWindow: LookaheadWindow {
    LookaheadWindow(binWidth: binWidth, lookahead: lookahead, bins: bins, firstWeekday: firstWeekday)
  }

  /// Predicted number of opens of an app between two times of day of a day type, for usage-weighted refills.
  public func expectedOpens(_ app: Int, from: TimeSpan, to: TimeSpan, isWeekend: Bool) -> Double {
    let type = isWeekend ? 1 : 0
    guard days[type] > 0 else { return 0 }
    var sum = 0.0
    for bin in 0..<bins {
      let start = binWidth * Int64(bin)
      let overlap = min(to, start + binWidth) - max(from, start)
      if overlap > .zero { sum += shares[(type * bins + bin) * appCount + app] * (overlap / binWidth) }
    }
    return sum
  }
}

/// The number of opens of each app by the user on the last seven ended local days, without days before the
/// start: rules USE-5 and BUD-7.
public struct RecentOpens: Sendable {
  /// Opens by app, of today and of the days before, the oldest of which is written over next.
  private var today: [Int]
  private var ended: [[Int]]
  private var oldest = 0
  /// Opens of each app on the ended days, and of all apps.
  public private(set) var counts: [Int]
  public private(set) var sum = 0

  public init(appCount: Int) {
    counts = Array(repeating: 0, count: appCount)
    today = counts
    ended = Array(repeating: counts, count: 7)
  }

  public mutating func noteOpen(_ app: Int) { today[app] += 1 }

  public mutating func endDay() {
    for app in counts.indices { counts[app] += today[app] - ended[oldest][app] }
    sum = counts.reduce(0, +)
    ended[oldest] = today
    oldest = (oldest + 1) % ended.count
    for app in today.indices { today[app] = 0 }
  }

  /// The share of an app in all opens, from 0 to 1; 0 without opens.
  public func share(_ app: Int) -> Double { sum > 0 ? Double(counts[app]) / Double(sum) : 0 }
}

/// 2 to the power `exponent` in [-1, 0], by its series; the leaf needs no C library for one constant.
func binaryPower(_ exponent: Double) -> Double {
  let x = exponent * 0.693_147_180_559_945_3
  var term = 1.0
  var sum = 1.0
  for n in 1...24 {
    term *= x / Double(n)
    sum += term
  }
  return sum
}

/// The bins that a look-ahead covers from an instant on: rule USE-1. They are the same for all apps of a phone, so
/// that they are worked out once for all.
public struct LookaheadWindow: Sendable {
  /// A bin, or a piece of one.
  @usableFromInline struct Part: Sendable {
    /// 0 for a weekday, 1 for a weekend.
    @usableFromInline var type: Int
    /// Its place among the bins of both types.
    @usableFromInline var bin: Int
    @usableFromInline var covered: Double
  }

  fileprivate let binWidth, lookahead: TimeSpan
  fileprivate let bins, firstWeekday: Int
  @usableFromInline private(set) var parts: [Part] = []
  /// Whether the parts are bins of one type that follow each other: mostly a window does not reach past midnight.
  @usableFromInline private(set) var isRun = false
  /// The time of the bin in which the window starts.
  fileprivate var firstBin = Instant.zero..<Instant.zero
  /// From where the last part begins to where its bin ends.
  fileprivate var lastPart = Instant.zero..<Instant.zero

  @usableFromInline private(set) var firstType = 0

  public mutating func move(to now: Instant) {
    let end = now + lookahead
    if firstBin.contains(now), firstBin.upperBound < end, lastPart.lowerBound < end,
      end <= lastPart.upperBound
    {
      // The same bins, of which the outer ones are covered otherwise.
      parts[0].covered = (firstBin.upperBound - now) / binWidth
      parts[parts.count - 1].covered = (end - lastPart.lowerBound) / binWidth
    } else {
      lookAhead(from: now, to: end)
    }
  }

  private mutating func lookAhead(from now: Instant, to end: Instant) {
    var count = 0
    var day = now.day
    var midnight = Instant.day(day)
    var bin = Int((now - midnight).microseconds / binWidth.microseconds)
    var from = now
    var type = type(of: day)
    let begin = midnight + binWidth * Int64(bin)
    while true {
      let isLast = bin == bins - 1
      let binEnd = isLast ? midnight + .day : midnight + binWidth * Int64(bin + 1)
      let to = min(end, binEnd)
      let part = Part(type: type, bin: type * bins + bin, covered: (to - from) / binWidth)
      if count < parts.count { parts[count] = part } else { parts.append(part) }
      count += 1
      if count == 1 { firstBin = begin..<binEnd }
      if to == end {
        lastPart = from..<binEnd
        break
      }
      from = to
      bin += 1
      if isLast {
        (day, midnight, bin) = (day + 1, binEnd, 0)
        type = self.type(of: day)
      }
    }
    if count < parts.count { parts.removeLast(parts.count - count) }
    firstType = parts[0].type
    isRun = parts[count - 1].bin - parts[0].bin == count - 1 && parts[count - 1].type == parts[0].type
  }

  private func type(of day: Int) -> Int { (((day + firstWeekday) % 7) + 7) % 7 >= 5 ? 1 : 0 }
}

/// The ended local days on which the user opened an app: rule USE-4.
///
/// Days before the start count as opened for an app that was there, and not for a new app. A day with the
/// phone powered off is a day without an open.
public struct OpenedDays: Sendable, Hashable {
  /// One bit a day, the last ended day lowest.
  private var days: UInt64
  private var isOpenedToday = false
  /// The number of days with an open, today included; large if the app was there before the start.
  public private(set) var total: Int

  /// - Parameter isNew: Whether the app has been installed at the start of the simulation.
  public init(isNew: Bool = false) { (days, total) = isNew ? (0, 0) : (.max, 64) }

  /// Notes that the user opened the app; among the last days, today counts once it has ended.
  public mutating func noteOpen() {
    if !isOpenedToday { total += 1 }
    isOpenedToday = true
  }

  public mutating func endDay() {
    days = days << 1 | (isOpenedToday ? 1 : 0)
    isOpenedToday = false
  }

  /// The number of days with an open among the last ended days, up to 63.
  public func count(ofLast number: Int) -> Int { (days & (1 << UInt64(number) - 1)).nonzeroBitCount }
}
