import Foundation

/// The files of an export.
struct Export {
  var files: [String: Data]

  /// All that does not depend on when and where the runs were done.
  var reproducible: [String: Data] { files.filter { $0.key != "provenance.csv" } }

  /// Names of files that differ from another export's, where the runs were done left aside.
  func differences(from other: Export) -> [String] {
    Set(reproducible.keys).union(other.reproducible.keys).filter { files[$0] != other.files[$0] }.sorted()
  }

  /// Rows of a table by column.
  func rows(_ name: String) throws -> [[String: String]] {
    var records = CSV.records(String(decoding: try file(name), as: UTF8.self))
    let header = records.removeFirst()
    return records.map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }

  func header(_ name: String) throws -> [String] {
    CSV.records(String(decoding: try file(name), as: UTF8.self))[0]
  }

  func json(_ name: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: try file(name)) as? [String: Any] ?? [:]
  }

  private func file(_ name: String) throws -> Data {
    guard let data = files[name] else { throw MissingFile(name: name) }
    return data
  }
}

/// A file that an export lacks.
struct MissingFile: Error {
  var name: String
}

enum CSV {
  /// Records of a text as RFC 4180 has it.
  static func records(_ text: String) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var bytes = Array(text.utf8)[...]
    func close() {
      record.append(String(decoding: field, as: UTF8.self))
      field = []
    }
    while let byte = bytes.popFirst() {
      if isQuoted {
        if byte != UInt8(ascii: "\"") {
          field.append(byte)
        } else if bytes.first == byte {
          field.append(byte)
          bytes.removeFirst()
        } else {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: ","): close()
      case UInt8(ascii: "\r"): break
      case UInt8(ascii: "\n"):
        close()
        records.append(record)
        record = []
      default: field.append(byte)
      }
    }
    if !record.isEmpty || !field.isEmpty {
      close()
      records.append(record)
    }
    return records
  }
}

enum Decimal9 {
  /// Billionths in a decimal with at most nine digits after its point; nil for any other text.
  static func billionths(_ text: String?) -> Int64? {
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
