import EventSimulation
import ModelParameters
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

  /// Reads a file.
  ///
  /// - Throws: ``TraceErrors`` with all that is wrong.
  public init(path: String) throws(TraceErrors) {
    switch TextFile.read(path) {
    case .success(let bytes): try self.init(name: path, bytes: bytes)
    case .failure(let error):
      throw TraceErrors(
        file: path,
        errors: [TraceError(line: 0, place: "file", found: error.reason, expected: "a readable trace")])
    }
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: ``TraceErrors`` with all that is wrong.
  public init(name: String, bytes: [UInt8]) throws(TraceErrors) {
    self.name = name
    let csv = CSVRecords(bytes)
    var reader = TraceRowReader()
    reader.errors = csv.errors
    if let header = csv.records.first {
      reader.readHeader(header)
    } else {
      reader.errors.append(
        TraceError(
          line: 1, place: "header", found: "nothing", expected: "`\(Self.columns.joined(separator: ","))`"))
    }
    if reader.width > 0 {
      for record in csv.records.dropFirst() { reader.read(record) }
    }
    guard reader.errors.isEmpty else {
      throw TraceErrors(file: name, errors: reader.errors.sorted { $0.line < $1.line })
    }
    devices = reader.devices
  }

  /// The device of that name.
  public func device(_ id: String) -> TraceDevice? { devices.first { $0.id == id } }
}
