import Basics

/// A file of events of real phones, or of an exported timeline.
///
/// Columns `device_id,timestamp,utc_offset_s,event_type,app,value` and optionally `value2`; rows of a device in
/// order of time. Reading checks every row; cleaning is left to ``TraceReplay``.
public struct TraceFile: Sendable {
  /// In the order of their first rows.
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
      reader.fail(1, "header", "nothing", "`\(Self.columns.joined(separator: ","))`")
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
    guard errors.isEmpty else {
      throw RowErrors(file: name, errors: errors.sorted { $0.line < $1.line })
    }
    devices = reader.devices
    places = reader.indexByID
  }

  private static func error(_ problem: SourceText.Problem) -> RowError {
    switch problem {
    case .tooLarge:
      RowError(
        line: 0, place: "file", found: "more than \(sizeLimit) bytes", expected: "a trace of at most 256 MiB")
    case .noText(let line):
      RowError(
        line: line, place: "", found: "bytes that are no text", expected: "a trace encoded as UTF-8")
    }
  }

  public func device(_ id: String) -> TraceDevice? { places[id].map { devices[$0] } }
}
