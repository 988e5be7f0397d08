import JSON

/// The state that a program has learned in training, as it is handed over in `hello`.
public struct PolicyState: Sendable, Hashable {
  /// One JSON value on one line.
  public let text: String
  /// SHA-256 of the file that holds it, in hexadecimal digits.
  public let digest: String

  /// Longest text of a state, 1 MiB, in a file and in a reply.
  public static let sizeLimit = PolicyProcess.lineLimit

  /// Reads the contents of a file.
  ///
  /// - Parameters:
  ///   - bytes: One JSON value, on any number of lines.
  ///   - digest: SHA-256 of the bytes.
  /// - Throws: ``PolicyStateError`` for a text that is too long or no JSON.
  public init(_ bytes: [UInt8], digest: String) throws(PolicyStateError) {
    guard bytes.count <= Self.sizeLimit else {
      throw PolicyStateError(found: "more than \(Self.sizeLimit) bytes")
    }
    // Line ends stand between values alone: in a text they would have to be escaped.
    let line = bytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
    do {
      text = try JSONParser.value(of: line[...], limits: .state).text(.oneLine)
    } catch {
      throw PolicyStateError(found: "no JSON (byte \(error.column) should be \(error.expected))")
    }
    self.digest = digest
  }
}

/// The reason why a file holds no state.
public struct PolicyStateError: Error, Hashable, Sendable {
  /// The description of the contents, for an error.
  public var found: String

  public init(found: String) { self.found = found }

  /// The contents that a file of states has.
  public static let expected = "a state: one JSON value in at most \(PolicyState.sizeLimit) bytes"
}

extension JSONParser.Limits {
  /// The limits of a state, which may have a name for each app of a large study.
  static let state = JSONParser.Limits(depth: 32, members: 4096, numberLength: 400)
}
