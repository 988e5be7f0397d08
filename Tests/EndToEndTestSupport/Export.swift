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

  private func file(_ name: String) throws -> Data {
    guard let data = files[name] else { throw MissingFile(name: name) }
    return data
  }
}

/// A file that an export lacks.
public struct MissingFile: Error {
  public var name: String
}
