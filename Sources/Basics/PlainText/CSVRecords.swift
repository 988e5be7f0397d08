/// The records of an RFC 4180 file, one after another: commas, fields in double quotes where needed, LF or CR LF.
package struct CSVRecords {
  package struct Record: Hashable {
    /// The first line of the record, from 1.
    package var line: Int
    package var fields: [String]
  }

  package private(set) var errors: [RowError] = []

  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var line = 1

  private static let (quote, comma, lineFeed, carriageReturn) =
    (UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  package init(_ text: SourceText) {
    bytes = text.bytes
    position = text.bytes.startIndex
  }

  /// Returns the next record that is no empty line; nil at the end.
  package mutating func next() -> Record? {
    while position < bytes.endIndex {
      let startLine = line
      var fields: [String] = []
      while true {
        fields.append(field(column: fields.count + 1))
        guard position < bytes.endIndex else { break }
        let separator = bytes[position]
        position += 1
        if separator == Self.comma { continue }
        if separator == Self.carriageReturn, position < bytes.endIndex, bytes[position] == Self.lineFeed {
          position += 1
        }
        line += 1
        break
      }
      if fields.count > 1 || !fields[0].isEmpty { return Record(line: startLine, fields: fields) }
    }
    return nil
  }

  /// The text of the field at `position`, which moves to the separator behind it.
  private mutating func field(column: Int) -> String {
    func isEnd(_ byte: UInt8) -> Bool {
      byte == Self.comma || byte == Self.lineFeed || byte == Self.carriageReturn
    }
    guard position < bytes.endIndex, bytes[position] == Self.quote else {
      let start = position
      while position < bytes.endIndex, !isEnd(bytes[position]) { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
    func note(_ line: Int, _ found: String, _ expected: String) {
      errors.append(RowError(line: line, place: "field \(column)", found: found, expected: expected))
    }
    let startLine = line
    position += 1
    var content: [UInt8] = []
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      if byte == Self.quote {
        if position < bytes.endIndex, bytes[position] == Self.quote {
          content.append(byte)
          position += 1
          continue
        }
        if position < bytes.endIndex, !isEnd(bytes[position]) {
          note(line, "text after a closing quote", "a comma or the end of the line")
          while position < bytes.endIndex, !isEnd(bytes[position]) { position += 1 }
        }
        return String(decoding: content, as: UTF8.self)
      }
      if byte == Self.lineFeed { line += 1 }
      content.append(byte)
    }
    note(startLine, "the end of the file", "a closing quote")
    return String(decoding: content, as: UTF8.self)
  }

  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == quote || $0 == comma || $0 == lineFeed || $0 == carriageReturn })
    else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

public struct RowError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line in the file, from 1, and the column or device; 0 and empty if they are unknown.
  public var line: Int
  public var place: String
  var found: String
  public var expected: String

  package init(line: Int, place: String, found: String, expected: String) {
    (self.line, self.place, self.found, self.expected) = (line, place, found, expected)
  }

  /// `line 7, timestamp: found "noon", expected Unix seconds`.
  public var description: String {
    var text = line > 0 ? "line \(line)" : ""
    if !place.isEmpty { text += (text.isEmpty ? "" : ", ") + place }
    return "\(text): found \(found), expected \(expected)"
  }
}

/// All that is wrong with a file, in the order of its lines.
public struct RowErrors: Error, Hashable, Sendable, CustomStringConvertible {
  var file: String
  /// The first errors, at most ``limit``.
  public var errors: [RowError]
  public var count: Int
  static let limit = 100

  public init(file: String, errors: [RowError]) {
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
