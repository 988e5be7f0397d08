import Basics

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
        history.recording.missing.append("Line \(lines.number): another history is left out.")
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
