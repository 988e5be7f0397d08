import Basics

/// A file of events of real phones, or of an exported timeline.
///
/// The columns are `device_id,timestamp,utc_offset_s,event_type,app,value` and optionally `value2`; the rows
/// of a device are in order of time. Reading checks every row; ``TraceReplay`` cleans them.
public struct TraceFile: Sendable {
  /// The devices, in the order of their first rows.
  public let devices: [TraceDevice]

  static let columns = ["device_id", "timestamp", "utc_offset_s", "event_type", "app", "value"]

  static let sizeLimit = 256 << 20
  static let rowLimit = 5_000_000

  private let places: [String: Int]

  public init(name: String, bytes: [UInt8]) throws(RowErrors) {
    var csv: CSVRecords
    do throws(SourceText.Problem) {
      csv = CSVRecords(try SourceText(bytes, limit: Self.sizeLimit))
    } catch {
      throw RowErrors(file: name, errors: [Self.error(error)])
    }
    var reader = TraceRowReader()
    if let header = csv.next() {
      reader.readHeader(header)
    } else {
      reader.fail(1, "header", "an empty file", "`\(Self.columns.joined(separator: ","))`")
    }
    var rows = 0
    while reader.width > 0, let record = csv.next() {
      rows += 1
      guard rows <= Self.rowLimit else {
        reader.fail(record.line, "row", "more than \(Self.rowLimit) rows", "at most \(Self.rowLimit)")
        break
      }
      reader.read(record)
    }
    if reader.width > 0, rows == 0 { reader.fail(1, "row", "no row", "rows of at least one device") }
    let errors = csv.errors + reader.errors
    guard errors.isEmpty else { throw RowErrors(file: name, errors: errors.sorted { $0.line < $1.line }) }
    devices = reader.devices
    places = reader.indexByID
  }

  private static func error(_ problem: SourceText.Problem) -> RowError {
    switch problem {
    case .tooLarge:
      RowError(
        line: 0, place: "file", found: "more than \(sizeLimit) bytes", expected: "a trace of at most 256 MiB")
    case .noText(let line):
      RowError(line: line, place: "", found: "bytes that are not text", expected: "a trace encoded as UTF-8")
    }
  }

  public func device(_ id: String) -> TraceDevice? { places[id].map { devices[$0] } }
}

package struct TraceRowReader {
  var errors: [RowError] = []
  /// Number of columns; 0 until a correct header has been read.
  private(set) var width = 0
  private(set) var devices: [TraceDevice] = []
  private(set) var indexByID: [String: Int] = [:]
  private var lastTimestamp: [Int64] = []

  mutating func fail(_ line: Int, _ place: String, _ found: String, _ expected: String) {
    errors.append(RowError(line: line, place: place, found: found, expected: expected))
  }

  mutating func readHeader(_ record: CSVRecords.Record) {
    let columns = TraceFile.columns
    guard record.fields == columns || record.fields == columns + ["value2"] else {
      let expected = "`\(columns.joined(separator: ","))`, optionally with `,value2`"
      return fail(record.line, "header", "another header", expected)
    }
    width = record.fields.count
  }

  mutating func read(_ record: CSVRecords.Record) {
    let before = errors.count
    let fields = record.fields
    guard fields.count == width else {
      return fail(record.line, "row", "\(fields.count) fields", "\(width) fields")
    }
    if fields[0].isEmpty { fail(record.line, "device_id", "an empty cell", "the name of a device") }
    if Self.hasControls(fields[0]) {
      fail(record.line, "device_id", "a control character", "the name of a device")
    }
    let timestamp = Self.microseconds(fields[1])
    if timestamp == nil {
      let expected = "Unix seconds with at most six decimals, such as `1488315824.049`"
      fail(record.line, "timestamp", Self.described(fields[1]), expected)
    }
    let offset = Int(fields[2])
    if offset.map({ (-64_800...64_800).contains($0) }) != true {
      let expected = "whole seconds from -64800 to 64800"
      fail(record.line, "utc_offset_s", Self.described(fields[2]), expected)
    }
    let type = TraceEventType.byName[fields[3]]
    if type == nil {
      fail(record.line, "event_type", Self.described(fields[3]), Self.typeExpectation(fields[3]))
    }
    guard let timestamp, let offset, let type, errors.count == before else { return }

    var row = TraceRow(
      line: record.line, localMicroseconds: timestamp + Int64(offset) * 1_000_000, type: type, app: fields[4],
      value: nil, value2: nil, text: fields[5])
    if let error = row.readValues(fields[5], fields.count > 6 ? fields[6] : "") { errors.append(error) }
    append(row, device: fields[0], timestamp: timestamp, offset: offset)
  }

  private mutating func append(_ row: TraceRow, device: String, timestamp: Int64, offset: Int) {
    let index = indexByID[device] ?? devices.count
    if index == devices.count {
      indexByID[device] = index
      devices.append(TraceDevice(id: device, rows: []))
      lastTimestamp.append(timestamp)
    }
    if timestamp < lastTimestamp[index] {
      let expected = "a time at or after the device's previous row"
      return fail(row.line, "timestamp", "an earlier time", expected)
    }
    lastTimestamp[index] = timestamp
    if devices[index].offsets.last?.seconds != offset {
      devices[index].offsets.append(TraceDevice.Offset(start: timestamp, seconds: offset))
    }
    var row = row
    // A change of the time zone must not turn the order of events round.
    if let last = devices[index].rows.last {
      row.localMicroseconds = max(row.localMicroseconds, last.localMicroseconds)
    }
    devices[index].rows.append(row)
  }

  package static func microseconds(_ text: String) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, (1...12).contains(whole.count),
      parts.allSatisfy({ $0.utf8.allSatisfy { $0 >= 48 && $0 <= 57 } }), let seconds = Int64(whole)
    else { return nil }
    var fraction: Int64 = 0
    if parts.count == 2 {
      guard (1...6).contains(parts[1].count), let digits = Int64(parts[1]) else { return nil }
      fraction = digits
      for _ in parts[1].count..<6 { fraction *= 10 }
    }
    let total = seconds * 1_000_000 + fraction
    return isNegative ? -total : total
  }

  /// Words for the text of a field. It is not quoted: a study can name any file as a trace.
  static func described(_ text: String) -> String { text.isEmpty ? "an empty cell" : "another value" }

  /// Whether a name has characters that steer a terminal.
  private static func hasControls(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  private static func typeExpectation(_ found: String) -> String {
    let names = TraceEventType.all.map(\.name)
    let nearest = names.min { distance($0, found) < distance($1, found) }
    guard let nearest, distance(nearest, found) <= 3 else { return "one of \(names.joined(separator: ", "))" }
    return "an event type; nearest is `\(nearest)`"
  }

  /// Number of insertions, deletions and replacements between two words.
  private static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.utf8), Array(b.utf8.prefix(40)))
    var row = Array(0...b.count)
    for (i, left) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, right) in b.enumerated() {
        let next = min(row[j + 1] + 1, row[j] + 1, diagonal + (left == right ? 0 : 1))
        diagonal = row[j + 1]
        row[j + 1] = next
      }
    }
    return row[b.count]
  }
}
