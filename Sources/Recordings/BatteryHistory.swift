import Basics
import Workload

package enum BatteryStatsReader {
  package static func read(_ lines: TextLines) throws(RecordingError) -> Recording {
    var history = BatteryHistory()
    var section = Section.before
    var offset: Int?
    while let line = try lines.next() {
      if section == .inside {
        guard lines.isComplete else {
          throw lines.error(found: "the end of the file within the history", expected: "a complete file")
        }
        // The history ends with an empty line or a title.
        if line.isEmpty || isLetter(line[line.startIndex]) { section = .after }
      }
      switch section {
      case .inside: if let row = try BatteryHistoryRow(line, of: lines) { try history.add(row, lines) }
      case .before where line.starts(with: title): section = .inside
      case .after where line.starts(with: title):
        history.recording.missing.append("Line \(lines.number): slumber ignores a second history.")
      default: if offset == nil, let start = clockStart(line) { offset = Self.offset(line[start...]) }
      }
    }
    switch section {
    case .before:
      throw .init(
        lines.name, found: "no line `Battery History` in \(CountText.text(lines.number, "line"))",
        expected: RecordingFile.expectation)
    case .inside:
      throw lines.error(found: "the end of the file within the history", expected: "a complete file")
    case .after: return try history.finish(offset: offset, lines)
    }
  }

  private enum Section { case before, inside, after }

  private static let title = Array("Battery History".utf8)
  private static let clock = Array("nowRTC=".utf8)

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte & 0xDF || byte == UInt8(ascii: "-")
  }

  private static func clockStart(_ line: ArraySlice<UInt8>) -> Int? {
    let text = line.drop { $0 == UInt8(ascii: " ") }
    return text.starts(with: clock) ? text.startIndex + clock.count : nil
  }

  /// Seconds east of UTC, from `1769870332144=2026-01-31 15:38:52.144`, a clock that a bug report has in both times.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
    let words = String(decoding: text.prefix(64), as: UTF8.self).split { "= -:.".contains($0) }
    let numbers = words.prefix(7).compactMap { Int($0) }
    guard numbers.count == 7, 0..<1 << 50 ~= numbers[0], 1970...2200 ~= numbers[1],
      numbers[2...].allSatisfy({ 0...60 ~= $0 })
    else { return nil }
    let seconds = (numbers[4] * 60 + numbers[5]) * 60 + numbers[6]
    let local = BatteryHistoryRow.local(year: numbers[1], numbers[2], numbers[3], seconds * 1000)
    let difference = Double(local - numbers[0]) / 900_000
    return abs(difference) <= 72 ? Int(difference.rounded()) * 900 : nil
  }
}

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
        found: "a time \(TimeSpanText.text((lastTime - time) / 1000)) earlier than a row above",
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
          + "\(TimeSpanText.text(abs(new - base) / 1000)); slumber corrects earlier rows since the device start."
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
            "a device start above with a clock \(span) \(gap < 0 ? "earlier" : "later") than the rows before it",
          expected: "a clock at most 366 d later")
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
    func mended(_ time: Double) -> Double { (time - east) / 1000 }
    for index in recording.events.indices {
      recording.events[index].time = mended(recording.events[index].time)
      recording.events[index].offset = offset ?? 0
    }
    for index in recording.power.indices { recording.power[index].time = mended(recording.power[index].time) }
    for index in recording.activities.indices {
      recording.activities[index].started = recording.activities[index].started.map(mended)
      nameApp(of: index)
    }
    if offset == nil {
      recording.missing.append(
        "The file has no time zone, so local times are treated as UTC. A full bug report contains the time zone."
      )
    }
    // A phone writes no row while nothing changes, and tells when it is off.
    recording.longestSilence = 86_400
    addMissing()
    return recording
  }
}
