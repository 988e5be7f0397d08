import Basics
import Workload

/// The history so far. Until it is finished, times are milliseconds: of a start of the phone while it lasts, of local time
/// afterwards.
struct BatteryHistory {
  var recording = Recording()
  var state = BatteryHistoryState()
  var time = 0.0
  private var year: Int?
  private var month = 0
  /// Where the start of the phone begins that goes on.
  private var first = (events: 0, activities: 0, power: 0)
  private var firstTime: Double?
  private var lastTime = 0.0
  /// Local time where the time of this start is 0; nil as long as no clock has been read.
  private var base: Double?
  private var isClockOfThisStart = false
  /// The end of the start before, in local time.
  private var end: Double?
  private var wasShutDown = false
  private(set) var overflowLines: [Int] = []

  /// Rows of one instant can be out of order by a second or two.
  private static let tolerance = 60_000.0
  private static let longestGap = 366 * 86_400_000.0

  mutating func add(_ row: BatteryHistoryRow, _ lines: TextLines) throws(RecordingError) {
    try setTime(row, lines)
    recording.rowsRead["history", default: 0] += 1
    switch row.contents {
    case .clock(let local, _): setClock(Double(local), row, lines)
    case .start:
      try endStart(lines)
      recording.events.append(.init(time: time, offset: 0, type: .reboot))
    case .shutdown:
      wasShutDown = true
      recording.events.append(.init(time: time, offset: 0, type: .shutdown))
    case .overflow: overflowLines.append(lines.number)
    case .other: break
    case .state(let level, let items): try addState(level, items, lines)
    }
    lastTime = max(lastTime, time)
  }

  private mutating func setTime(_ row: BatteryHistoryRow, _ lines: TextLines) throws(RecordingError) {
    switch row.time {
    case .elapsed(let milliseconds): time = Double(milliseconds)
    case .wall(let month, let day, let milliseconds):
      if case .clock(_, let year) = row.contents {
        self.year = year
      } else if let year, abs(month - self.month) > 6 {
        self.year = year + (month < self.month ? 1 : -1)
      }
      guard let year else {
        throw lines.error(found: "a row before the first clock", expected: "a row `TIME:` with the year")
      }
      self.month = month
      base = 0
      time = Double(BatteryHistoryRow.local(year: year, month, day, milliseconds))
    }
    if firstTime == nil { firstTime = time }
    guard lastTime - time <= Self.tolerance || firstTime == time else {
      throw lines.error(
        found: "a time \(TimeSpanText.text((lastTime - time) / 1000)) before that of a row above",
        expected: "rows in order of time")
    }
  }

  /// While a phone is on, the time since its start is right and its clock may be set: the last clock holds for all of it.
  private mutating func setClock(_ local: Double, _ row: BatteryHistoryRow, _ lines: TextLines) {
    guard case .elapsed = row.time else { return }
    let new = local - time
    if isClockOfThisStart, let base, abs(new - base) > Self.tolerance {
      recording.missing.append(
        "Line \(lines.number): the clock was set \(new > base ? "forward" : "back") by "
          + "\(TimeSpanText.text(abs(new - base) / 1000)); earlier rows since the phone was started are mended by it."
      )
    }
    base = new
    isClockOfThisStart = true
  }

  /// Ends a start of the phone: what went on has ended, and times become local times.
  private mutating func endStart(_ lines: TextLines) throws(RecordingError) {
    defer {
      first = (recording.events.count, recording.activities.count, recording.power.count)
      isClockOfThisStart = false
      wasShutDown = false
      firstTime = time
      lastTime = time
    }
    guard let firstTime, recording.events.count > first.events else { return }
    let now = time
    time = lastTime
    stopAll()
    if !wasShutDown { recording.events.append(.init(time: time, offset: 0, type: .shutdown)) }
    time = now
    try shift(from: firstTime, lines)
  }

  private mutating func shift(from firstTime: Double, _ lines: TextLines) throws(RecordingError) {
    guard var base else {
      throw lines.error(found: "no clock in the rows above", expected: "a row `RESET:TIME:` or `TIME:`")
    }
    if let end {
      let gap = firstTime + base - end
      guard gap >= -Self.tolerance, gap <= Self.longestGap else {
        let span = TimeSpanText.text(abs(gap) / 1000)
        throw lines.error(
          found:
            "a start of the phone above whose clock is \(span) \(gap < 0 ? "behind" : "ahead of") the rows before it",
          expected: "a clock that goes on, at most 366 d later")
      }
      base -= min(0, gap)
    }
    end = lastTime + base
    for index in recording.events.indices[first.events...] { recording.events[index].time += base }
    for index in recording.activities.indices[first.activities...] {
      recording.activities[index].started? += base
    }
    for index in recording.power.indices[first.power...] { recording.power[index].time += base }
  }

  mutating func finish(offset: Int?, _ lines: TextLines) throws(RecordingError) -> Recording {
    guard let firstTime, state.level != nil else {
      throw lines.error(found: "a history without rows", expected: "rows of the history")
    }
    markRunning()
    try shift(from: firstTime, lines)
    let east = Double(offset ?? 0) * 1000
    func mend(_ time: inout Double) { time = (time - east) / 1000 }
    for index in recording.events.indices {
      mend(&recording.events[index].time)
      recording.events[index].offset = offset ?? 0
    }
    for index in recording.power.indices { mend(&recording.power[index].time) }
    for index in recording.activities.indices {
      if var started = recording.activities[index].started {
        mend(&started)
        recording.activities[index].started = started
      }
      nameApp(of: index)
    }
    if offset == nil {
      recording.missing.append("No time zone in the file: local times stand as UTC. A bug report has it.")
    }
    // A phone writes no row while nothing changes, and tells when it is off.
    recording.longestSilence = 86_400
    addMissing()
    return recording
  }
}
