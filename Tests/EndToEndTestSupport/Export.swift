import Foundation
import TestSupport

/// The files of an export.
public struct Export: Sendable {
  public var files: [String: Data]

  public init(files: [String: Data]) { self.files = files }

  /// All that does not depend on when and where the runs were done.
  public var reproducible: [String: Data] { files.filter { $0.key != "provenance.csv" } }

  /// Names of files that differ from another export's, where the runs were done left aside.
  public func differences(from other: Export) -> [String] {
    Set(reproducible.keys).union(other.reproducible.keys).filter { files[$0] != other.files[$0] }.sorted()
  }

  /// Rows of a table by column.
  public func rows(_ name: String) throws -> [[String: String]] {
    var records = CSVRecords.read(String(decoding: try file(name), as: UTF8.self))
    let header = records.removeFirst()
    return records.map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }

  public func header(_ name: String) throws -> [String] {
    CSVRecords.read(String(decoding: try file(name), as: UTF8.self))[0]
  }

  public func json(_ name: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: try file(name)) as? [String: Any] ?? [:]
  }

  private func file(_ name: String) throws -> Data {
    guard let data = files[name] else { throw MissingFile(name: name) }
    return data
  }
}

/// A file that an export lacks.
public struct MissingFile: Error {
  public var name: String
}

public enum Decimal9 {
  /// Billionths in a decimal with at most nine digits after its point; nil for any other text.
  public static func billionths(_ text: String?) -> Int64? {
    guard let text else { return nil }
    let isNegative = text.hasPrefix("-")
    let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Int64(parts[0]) else { return nil }
    let digits = parts.count == 2 ? parts[1] : ""
    guard digits.count <= 9, digits.allSatisfy(\.isNumber) else { return nil }
    let fraction = Int64(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
    return (whole * 1_000_000_000 + fraction) * (isNegative ? -1 : 1)
  }
}
