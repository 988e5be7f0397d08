import EventSimulation
import ModelParameters
import PlainText
import Workload

/// A file of events of real phones, or of an exported timeline.
///
/// Columns `device_id,timestamp,utc_offset_s,event_type,app,value` and optionally `value2`; rows of a device in
/// order of time. Reading checks every row; cleaning is left to ``TraceReplay``.
public struct TraceFile: Sendable {
  /// The file as it was named.
  public let name: String
  /// In the order of their first rows.
  public let devices: [TraceDevice]

  /// The columns that every trace has.
  public static let columns = ["device_id", "timestamp", "utc_offset_s", "event_type", "app", "value"]

  /// Largest trace in bytes, and most rows.
  public static let sizeLimit = 256 << 20
  static let rowLimit = 5_000_000

  private let places: [String: Int]

  /// Reads a file.
  ///
  /// - Throws: ``TraceErrors`` with all that is wrong.
  public init(path: String) throws(TraceErrors) {
    let bytes: [UInt8]
    do {
      bytes = try TextFile.read(path, limit: Self.sizeLimit)
    } catch {
      throw TraceErrors(
        file: path,
        errors: [TraceError(line: 0, place: "file", found: error.reason, expected: "a readable trace")])
    }
    try self.init(name: path, bytes: bytes)
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: ``TraceErrors`` with all that is wrong.
  public init(name: String, bytes: [UInt8]) throws(TraceErrors) {
    self.name = name
    var csv: CSVRecords
    do throws(SourceText.Problem) {
      csv = CSVRecords(try SourceText(bytes, limit: Self.sizeLimit))
    } catch {
      throw TraceErrors(file: name, errors: [Self.error(error)])
    }
    var reader = TraceRowReader()
    if let header = csv.next() {
      reader.readHeader(header)
    } else {
      reader.errors.append(
        TraceError(
          line: 1, place: "header", found: "nothing", expected: "`\(Self.columns.joined(separator: ","))`"))
    }
    var rows = 0
    while reader.width > 0, let record = csv.next() {
      rows += 1
      guard rows <= Self.rowLimit else {
        reader.errors.append(
          TraceError(
            line: record.line, place: "row", found: "more than \(Self.rowLimit) rows",
            expected: "at most \(Self.rowLimit)"))
        break
      }
      reader.read(record)
    }
    if reader.width > 0, rows == 0 {
      reader.errors.append(
        TraceError(line: 1, place: "row", found: "no row", expected: "rows of at least one device"))
    }
    let errors = csv.errors + reader.errors
    guard errors.isEmpty else {
      throw TraceErrors(file: name, errors: errors.sorted { $0.line < $1.line })
    }
    devices = reader.devices
    places = reader.indexByID
  }

  private static func error(_ problem: SourceText.Problem) -> TraceError {
    switch problem {
    case .tooLarge:
      TraceError(
        line: 0, place: "file", found: "more than \(sizeLimit) bytes", expected: "a trace of at most 256 MiB")
    case .noText(let line):
      TraceError(
        line: line, place: "", found: "bytes that are no text", expected: "a trace encoded as UTF-8")
    }
  }

  /// The device of that name.
  public func device(_ id: String) -> TraceDevice? { places[id].map { devices[$0] } }
}
