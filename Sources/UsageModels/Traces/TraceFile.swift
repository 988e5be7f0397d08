import Basics
import EventSimulation
import ModelParameters
import Workload

/// A file of events of real phones, or of an exported timeline.
///
/// Columns `device_id,timestamp,utc_offset_s,event_type,app,value` and optionally `value2`; rows of a device in
/// order of time. Reading checks every row; cleaning is left to ``TraceReplay``.
public struct TraceFile: Sendable {
  /// In the order of their first rows.
  public let devices: [TraceDevice]

  static let columns = ["device_id", "timestamp", "utc_offset_s", "event_type", "app", "value"]

  /// Largest trace in bytes, and most rows.
  static let sizeLimit = 256 << 20
  static let rowLimit = 5_000_000

  private let places: [String: Int]

  public init(name: String, bytes: [UInt8]) throws(TraceErrors) {
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

  public func device(_ id: String) -> TraceDevice? { places[id].map { devices[$0] } }
}

public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Line in the file, from 1; 0 where no line can be named.
  public var line: Int
  /// Column of the file or device, empty where none can be named.
  public var place: String
  var found: String
  public var expected: String

  /// `line 7, timestamp: found "noon", expected Unix seconds`.
  public var description: String {
    var text = line > 0 ? "line \(line)" : ""
    if !place.isEmpty { text += (text.isEmpty ? "" : ", ") + place }
    return "\(text): found \(found), expected \(expected)"
  }
}

/// All that is wrong with a file, in the order of its lines.
public struct TraceErrors: Error, Hashable, Sendable, CustomStringConvertible {
  var file: String
  /// The first errors, at most ``limit``.
  public var errors: [TraceError]
  public var count: Int
  static let limit = 100

  public init(file: String, errors: [TraceError]) {
    self.file = file
    self.errors = Array(errors.prefix(Self.limit))
    count = errors.count
  }

  public var description: String {
    var lines = errors.map { "\(file): \($0)" }
    if count > errors.count { lines.append("\(file): and \(count - errors.count) more") }
    return lines.joined(separator: "\n")
  }
}
