import Foundation

/// Compares rows of golden tables with answers, and finds rows that nothing accounts for.
public struct GoldenCoverage {
  /// Names of rows that are not used, by file, each with the reason.
  public let notUsed: [String: [String: String]]
  private let folder: URL

  /// Reads `not-used.txt`: a line `file: reason`, and below it, indented, the names of the rows.
  public init(in folder: URL = GoldenTable.folder) throws {
    self.folder = folder
    let text = try String(contentsOf: folder.appendingPathComponent("not-used.txt"), encoding: .utf8)
    var notUsed: [String: [String: String]] = [:]
    var heading: (file: String, reason: String)?
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix(" ") {
        let name = line.trimmingCharacters(in: .whitespaces)
        guard let heading, notUsed[heading.file]?[name] == nil else {
          throw GoldenError(message: "not-used.txt: \(name) has no heading or is listed twice")
        }
        notUsed[heading.file, default: [:]][name] = heading.reason
      } else {
        let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2, !parts[1].isEmpty else {
          throw GoldenError(message: "not-used.txt: `\(line)` is no heading; expected `file: reason`")
        }
        heading = (parts[0], parts[1])
      }
    }
    self.notUsed = notUsed
  }

  /// The rows of a table that a test target computes.
  public func rows(of file: String, for target: String) throws -> [GoldenRow] {
    let table = try GoldenTable(file, in: folder)
    return table.rows.filter { notUsed[file]?[$0.name] == nil && table.owner(of: $0.name) == target }
  }

  /// One row that a test takes its expectation from.
  public static func row(_ name: String, of file: String) throws -> GoldenRow {
    guard let row = try GoldenTable(file).rows.first(where: { $0.name == name }) else {
      throw GoldenError(message: "\(file) has no row \(name)")
    }
    return row
  }

  /// Judges every row of a table that belongs to a target.
  ///
  /// - Parameter answer: The code under test; nil for a row that no group of the target computes.
  /// - Returns: The number of rows, and what is wrong with them.
  public func judge(
    _ file: String, for target: String, _ answer: (GoldenRow) throws -> GoldenAnswer?
  ) throws -> (rows: Int, complaints: [String]) {
    let rows = try rows(of: file, for: target)
    let complaints = rows.compactMap { row -> String? in
      do {
        guard let found = try answer(row) else {
          return "\(row.name): no group of \(target) computes it, and not-used.txt does not list it"
        }
        return row.complaint(about: found)
      } catch {
        return "\(row.name): \(error)"
      }
    }
    return (rows.count, complaints)
  }

  /// The defects of a table's accounts as a whole: rows that belong to no target, and names in
  /// `not-used.txt` that the table does not have.
  public func complaints(about file: String) throws -> [String] {
    let table = try GoldenTable(file, in: folder)
    let listed = notUsed[file] ?? [:]
    let unowned = table.rows.filter { listed[$0.name] == nil && table.owner(of: $0.name) == nil }
    let names = Set(table.rows.map(\.name))
    return unowned.map { "\($0.name): in no group and not in not-used.txt" }
      + listed.keys.filter { !names.contains($0) }.sorted().map { "\($0): listed, but no row of \(file)" }
      + (names.count < table.rows.count ? ["\(file): two rows have one name"] : [])
  }
}
