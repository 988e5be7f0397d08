/// An error in a trace, with its place.
public struct TraceError: Error, Hashable, Sendable {
  /// Line in the file, from 1; 0 where no line can be named.
  public var line: Int
  /// Column of the file or device, empty where none can be named.
  public var place: String
  /// Description of the wrong text or rows.
  public var found: String
  /// Description of the texts or rows that are allowed.
  public var expected: String

  public init(line: Int, place: String, found: String, expected: String) {
    self.line = line
    self.place = place
    self.found = found
    self.expected = expected
  }
}

extension TraceError: CustomStringConvertible {
  /// `line 7, timestamp: found "noon", expected Unix seconds`.
  public var description: String {
    var text = line > 0 ? "line \(line)" : ""
    if !place.isEmpty { text += (text.isEmpty ? "" : ", ") + place }
    return "\(text): found \(found), expected \(expected)"
  }
}

/// All that is wrong with a file, in the order of its lines.
public struct TraceErrors: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named.
  public var file: String
  /// The first errors, at most ``limit``.
  public var errors: [TraceError]
  /// All errors that were counted.
  public var count: Int
  /// Errors that are kept.
  public static let limit = 100

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
