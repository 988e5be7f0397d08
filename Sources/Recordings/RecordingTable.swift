import Basics
import ModelParameters

/// The tables of a recording's folder besides its trace: each column is written and read here and nowhere else.
/// An empty field is an unknown value. Times are Unix seconds to the millisecond.
package struct RecordingTable<Row: Sendable>: Sendable {
  package struct Column: Sendable {
    let name: String
    let expected: String
    let text: @Sendable (Row) -> String
    /// Puts a text that is not empty into a row; false where it is no such value.
    let read: @Sendable (inout Row, String) -> Bool
    var isRequired = false
  }

  let columns: [Column]
  let empty: Row
  /// Whether columns may be missing and stand in any order, as in files that other programs write.
  let isOpen: Bool
  /// The property of a row that keeps its line in the file.
  let line: Column.Path<Int>?

  package init(columns: [Column], empty: Row, isOpen: Bool = false) {
    (self.columns, self.empty, self.isOpen, line) = (columns, empty, isOpen, nil)
  }

  /// An open table, whose rows keep their lines.
  package init(columns: [Column], empty: Row, line: Column.Path<Int>) {
    (self.columns, self.empty, isOpen, self.line) = (columns, empty, true, line)
  }

  package static var sizeLimit: Int { 256 << 20 }

  package func text(_ rows: [Row]) -> String {
    var text = columns.map(\.name).joined(separator: ",") + "\n"
    for row in rows {
      text += columns.map { CSVRecords.escaped($0.text(row).escapingControlsInLines) }.joined(separator: ",")
      text += "\n"
    }
    return text
  }

  package func read(name: String, _ bytes: [UInt8]) throws(RowErrors) -> [Row] {
    func failure(_ line: Int, _ place: String, _ found: String, _ expected: String) -> RowErrors {
      RowErrors(file: name, errors: [RowError(line: line, place: place, found: found, expected: expected)])
    }
    let source: SourceText
    do throws(SourceText.Problem) { source = try SourceText(bytes, limit: Self.sizeLimit) } catch {
      switch error {
      case .tooLarge: throw failure(0, "file", "more than \(Self.sizeLimit) bytes", "at most 256 MiB")
      case .noText(let line): throw failure(line, "", "bytes that are not text", "a table encoded as UTF-8")
      }
    }
    var records = CSVRecords(source)
    let head = records.next()?.fields
    let found = (head ?? []).map { title in columns.first { $0.name == title } }
    let isComplete =
      isOpen
      ? columns.allSatisfy { !$0.isRequired || head?.contains($0.name) == true }
        && Set(head ?? []).count == head?.count
      : head == columns.map(\.name)
    guard isComplete else {
      let names = columns.filter { !isOpen || $0.isRequired }.map(\.name).joined(separator: ",")
      let missing = columns.filter { isOpen && $0.isRequired && head?.contains($0.name) == false }
      let words = missing.map { "`\($0.name)`" }.joined(separator: ", ")
      throw failure(
        1, "header",
        head == nil ? "an empty file" : missing.isEmpty ? "another header" : "no column \(words)",
        isOpen ? "columns `\(names)`, each once" : "`\(names)`")
    }
    var rows: [Row] = []
    var errors: [RowError] = []
    while let record = records.next() {
      guard record.fields.count == found.count else {
        errors.append(
          RowError(
            line: record.line, place: "row", found: CountText.text(record.fields.count, "field"),
            expected: CountText.text(found.count, "field")))
        continue
      }
      var row = empty
      if let line { row[keyPath: line] = record.line }
      for case (let column?, let field) in zip(found, record.fields)
      where field.isEmpty ? column.isRequired : !column.read(&row, field) {
        let shown = field.isEmpty ? "an empty cell" : "`\(field.prefix(40).escapingControls)`"
        errors.append(
          RowError(line: record.line, place: column.name, found: shown, expected: column.expected))
      }
      rows.append(row)
    }
    errors = records.errors + errors
    guard errors.isEmpty else { throw RowErrors(file: name, errors: errors.sorted { $0.line < $1.line }) }
    return rows
  }
}

extension RecordingTable.Column {
  package typealias Path<Value> = any WritableKeyPath<Row, Value> & Sendable

  package static func name(_ name: String, _ path: Path<String>, isRequired: Bool = false) -> Self {
    Self(
      name: name, expected: isRequired ? "a text" : "a text, or an empty cell", text: { $0[keyPath: path] },
      read: {
        $0[keyPath: path] = $1
        return true
      }, isRequired: isRequired)
  }

  package static func number(
    _ name: String, _ path: Path<Double?>, expecting expected: String = "a number, or an empty cell",
    _ range: ClosedRange<Double> = -1e15...1e15, isTime: Bool = false, isWhole: Bool = false,
    isRequired: Bool = false
  ) -> Self {
    Self(
      name: name, expected: expected,
      text: {
        $0[keyPath: path].map { ShortestNumber.text(isTime ? ($0 * 1000).rounded() / 1000 : $0) } ?? ""
      },
      read: { row, text in
        guard let value = Quantity.number(text), range.contains(value), !isWhole || value == value.rounded()
        else { return false }
        row[keyPath: path] = value
        return true
      }, isRequired: isRequired)
  }

  /// Unix seconds, or a time of ISO 8601, whose distance from UTC is kept, too.
  package static func instant(_ name: String, _ path: Path<Double?>, offset: Path<Int>) -> Self {
    Self(
      name: name, expected: "Unix seconds, or a time with its zone, such as `2026-02-02T10:00:00Z`",
      text: { $0[keyPath: path].map(ShortestNumber.text) ?? "" },
      read: { row, text in
        let time = ISOTime(text)
        guard let seconds = time?.unix ?? Quantity.number(text), (0...1e11).contains(seconds) else {
          return false
        }
        row[keyPath: path] = seconds
        row[keyPath: offset] = time?.offset ?? 0
        return true
      }, isRequired: true)
  }

  package static func time(_ name: String, _ path: Path<Double?>) -> Self {
    number(
      name, path, expecting: "Unix seconds, such as `1488315824.049`, or an empty cell", 0...1e11,
      isTime: true)
  }

  package static func flag(_ name: String, _ path: Path<Bool?>) -> Self {
    Self(
      name: name, expected: "true, false, or an empty cell",
      text: { $0[keyPath: path].map { "\($0)" } ?? "" },
      read: {
        $0[keyPath: path] = Bool($1)
        return $0[keyPath: path] != nil
      })
  }

  package static func word<Word: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Path<Word?>, isRequired: Bool = false
  ) -> Self where Word.RawValue == String {
    let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
    return Self(
      name: name, expected: "one of \(words)" + (isRequired ? "" : ", or an empty cell"),
      text: { $0[keyPath: path]?.rawValue ?? "" },
      read: { row, text in
        guard let word = Word(rawValue: text) else { return false }
        row[keyPath: path] = word
        return true
      }, isRequired: isRequired)
  }
}

/// A row of `activities.csv`: an activity, and the span of the recording in which it falls.
package struct ActivityRow: Sendable, Hashable {
  /// The name of the device in the trace `recording.csv` in the same folder.
  package var device: String
  package var activity: Recording.Activity

  package init(device: String, _ activity: Recording.Activity) {
    (self.device, self.activity) = (device, activity)
  }

  fileprivate var kind: Recording.Activity.Kind? {
    get { activity.kind }
    set { activity.kind = newValue ?? activity.kind }
  }

  fileprivate var priority: Double? {
    get { activity.priority.map(Double.init) }
    set { activity.priority = newValue.map { Int($0) } }
  }

  fileprivate var scores: String {
    activity.scores.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }
}

package let activityTable = RecordingTable<ActivityRow>(
  columns: [
    .name("device_id", \.device, isRequired: true), .word("kind", \.kind, isRequired: true),
    .name("app", \.activity.app), .name("name", \.activity.name), .time("submitted", \.activity.submitted),
    .time("window_start", \.activity.windowStart), .time("window_end", \.activity.windowEnd),
    .time("started", \.activity.started),
    .number(
      "duration_s", \.activity.duration, expecting: "seconds from 0, or an empty cell", 0...1e11, isTime: true
    ),
    .word("outcome", \.activity.outcome), .name("reason", \.activity.reason),
    .flag("requires_power", \.activity.requiresPower), .flag("requires_network", \.activity.requiresNetwork),
    .flag("requires_idle", \.activity.requiresIdle), .flag("discretionary", \.activity.discretionary),
    .number("priority", \.priority, expecting: "a whole number, or an empty cell", isWhole: true),
    .number("bytes_sent", \.activity.bytesSent, expecting: "bytes from 0, or an empty cell", 0...1e15),
    .number(
      "bytes_received", \.activity.bytesReceived, expecting: "bytes from 0, or an empty cell", 0...1e15),
    .number("amount", \.activity.amount),
    RecordingTable.Column(
      name: "scores", expected: "`name=number` separated by spaces, or an empty cell", text: { $0.scores },
      read: { row, text in
        for word in text.split(separator: " ") {
          guard let sign = word.lastIndex(of: "="), sign > word.startIndex,
            let value = Quantity.number(word[word.index(after: sign)...]),
            row.activity.scores.updateValue(value, forKey: String(word[..<sign])) == nil
          else { return false }
        }
        return true
      }),
  ], empty: ActivityRow(device: "", Recording.Activity(.activity)))

/// The columns of `power.csv`, readings of a battery in order of time.
package let powerTable = RecordingTable<Recording.PowerSample>(
  columns: [
    .number("timestamp_s", \.when, expecting: "Unix seconds", 0...1e11, isTime: true, isRequired: true),
    .number("current_ma", \.current), .number("voltage_mv", \.voltage),
    .number("temperature_c", \.temperature), .number("raw_level_pct", \.level),
    .number("remaining_mah", \.charge),
  ], empty: Recording.PowerSample(time: 0))

/// A date and time of ISO 8601 with its zone, such as `2026-02-02T10:00:00Z` or `2026-02-02 10:00:00.5+01:00`.
private struct ISOTime {
  /// Seconds since 1 January 1970, 00:00 UTC.
  let unix: Double
  /// Seconds by which local time is ahead of UTC.
  let offset: Int

  init?(_ text: String) {
    let form = /(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?(Z|[+-]\d\d:?\d\d)/
    guard let match = text.wholeMatch(of: form)?.output, let year = Int(match.1), let month = Int(match.2),
      let day = Int(match.3), let hour = Int(match.4), let minute = Int(match.5),
      let second = Double(match.6 ?? "0"), (1...12).contains(month), hour < 24, minute < 60, second < 61
    else { return nil }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let days = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    guard (1...days).contains(day) else { return nil }
    let zone = match.7.filter(\.isNumber)
    guard zone.isEmpty || zone.count == 4, let number = zone.isEmpty ? 0 : Int(zone) else { return nil }
    offset = (number / 100 * 3600 + number % 100 * 60) * (match.7.hasPrefix("-") ? -1 : 1)
    let midnight = BatteryHistoryRow.local(year: year, month, day, 0) / 1000
    unix = Double(midnight + hour * 3600 + minute * 60 - offset) + second
  }
}
