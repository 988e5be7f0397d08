import Foundation

/// A table of golden values: a CSV file of the folder `Tests/Goldens`.
///
/// Each row is either computed by the tests of one target, or listed with a reason in `not-used.txt`. The rows
/// of a table belong to the target of its file, or to the one of the longest stem that begins their name.
public struct GoldenTable: Sendable {
  /// The tables, in the order of their names.
  public static let files = [
    "compare.csv", "distributions.csv", "doe.csv", "opchar.csv", "output_analysis.csv", "rng.csv",
    "simcheck.csv",
  ]

  /// Which test target computes the rows whose name begins with a stem.
  static let owners: [String: [(stem: String, target: String)]] = [
    "compare.csv": [("", "OutputAnalysisTests")],
    "distributions.csv": [("", "RandomStreamsTests")],
    "doe.csv": [("", "OutputAnalysisTests")],
    "opchar.csv": [("", "OutputAnalysisTests")],
    "output_analysis.csv": [("", "OutputAnalysisTests")],
    "rng.csv": [("", "RandomStreamsTests")],
    "simcheck.csv": [
      ("aoi_", "EventSimulationTests"), ("token_bucket_", "BackgroundExecutionTests"),
      ("mm1_rho0.5_", "PhoneSimulationTests"),
    ],
  ]

  public let file: String
  public let rows: [GoldenRow]

  /// Reads a table.
  public init(_ file: String, in folder: URL = GoldenTable.folder) throws {
    self.file = file
    let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    let records = CSVRecords.read(text)
    guard records.first?.prefix(5) == ["name", "inputs", "expected", "tolerance", "tol_kind"] else {
      throw GoldenError(
        message: "\(file): the columns do not begin with name, inputs, expected, tolerance, tol_kind")
    }
    rows = try records.dropFirst().map { fields in
      guard fields.count == records[0].count else {
        throw GoldenError(message: "\(file): the row of \(fields[0]) has \(fields.count) fields")
      }
      return try GoldenRow(
        name: fields[0], inputs: fields[1], expected: fields[2], tolerance: fields[3], kind: fields[4])
    }
  }

  /// The folder of the tables and of the data that rows name.
  public static let folder = PackageRoot.file("Tests/Goldens")

  /// The target that computes a row; nil if none says so.
  func owner(of name: String) -> String? {
    (Self.owners[file] ?? []).filter { name.hasPrefix($0.stem) }.max { $0.stem.count < $1.stem.count }?.target
  }

  /// A column of numbers of a data file that rows name.
  public static func column(_ name: some StringProtocol, of file: String) throws -> [Double] {
    let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
    let records = CSVRecords.read(text)
    guard let place = records.first?.firstIndex(of: String(name)) else {
      throw GoldenError(message: "\(file) has no column \(name)")
    }
    return try records.dropFirst().map { fields in
      guard let value = Double(fields[place]) else {
        throw GoldenError(message: "\(file): `\(fields[place])` in column \(name) is no number")
      }
      return value
    }
  }
}
