import EventSimulation

/// The bins that a look-ahead covers from an instant on: rule USE-1. They are the same for all apps of a phone, so
/// that they are worked out once for all.
public struct LookaheadWindow: Sendable {
  /// A bin, or a piece of one.
  @usableFromInline struct Part: Sendable {
    /// 0 for a weekday, 1 for a weekend.
    @usableFromInline var type: Int
    /// Its place among the bins of both types.
    @usableFromInline var bin: Int
    /// The covered share of the bin.
    @usableFromInline var covered: Double
  }

  private let binWidth: TimeSpan
  private let lookahead: TimeSpan
  private let bins: Int
  private let firstWeekday: Int
  @usableFromInline private(set) var parts: [Part] = []
  /// Whether the parts are bins of one type that follow each other: mostly a window does not reach past midnight.
  @usableFromInline private(set) var isRun = false
  /// The time of the bin in which the window starts.
  private var firstBin = Instant.zero..<Instant.zero
  /// From where the last part begins to where its bin ends.
  private var lastPart = Instant.zero..<Instant.zero

  init(binWidth: TimeSpan, lookahead: TimeSpan, bins: Int, firstWeekday: Int) {
    self.binWidth = binWidth
    self.lookahead = lookahead
    self.bins = bins
    self.firstWeekday = firstWeekday
  }

  /// The type of the day on which the window begins.
  @usableFromInline private(set) var firstType = 0

  /// Looks ahead from another instant.
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

  private func type(of day: Int) -> Int {
    let weekday = (((day + firstWeekday) % 7) + 7) % 7
    return weekday >= 5 ? 1 : 0
  }
}
