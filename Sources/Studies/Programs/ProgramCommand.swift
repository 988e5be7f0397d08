import Basics

/// The description of a policy or app program in a study.
package struct ProgramCommand: Sendable, Hashable {
  package enum Role: String, Sendable, Hashable { case policy, app }

  package struct Word: Sendable, Hashable {
    package var text: String
    /// The SHA-256 of the file that the word names, relative to the folder; nil if it does not name a file.
    package var digest: String?
    /// The program that is started instead, where it has a path.
    package var path: String?

    package init(_ text: String, digest: String? = nil) {
      self.text = text
      self.digest = digest
    }
  }
  package var role = Role.policy
  package var label: String
  package var words: [Word]
  /// The working folder of the program, which is the folder of the study file.
  package var folder = "."
  /// The settings that the study has for this program alone, as one JSON object on one line.
  package var settings = "{}"
  package var state: PolicyState?
  /// Whether the program learns, and is asked for its state in the end.
  var isTraining = false
  /// Longest wait for a reply, in seconds.
  package var replyLimit = Self.defaultReplyLimit
  /// Longest wait for the program to be loaded and to answer the first message, in seconds: interpreters load slowly.
  var startLimit = 60.0

  /// A thousand times what a decision takes, and soon enough to notice that nothing comes.
  static let defaultReplyLimit = 5.0
  /// An app may compute for long, and a busy machine must not change a result.
  static let defaultAppLimit = 120.0

  /// The text that identifies the program in digests: its words, the contents of the files that they name, its settings,
  /// and its state. The folder and the limit cannot change a result.
  package var canonicalText: String {
    let command = words.map { "\($0.text)#\($0.digest ?? "")" }.joined(separator: " ")
    let state = state.map { "|state=\($0.digest)" } ?? ""
    return "\(command)|\(settings)\(state)"
  }

  var text: String { words.map(\.text).joined(separator: " ") }

  /// A time limit with its unit, to append to a text; empty without a limit.
  static func text(within seconds: Double) -> String {
    guard seconds.isFinite else { return "" }
    let whole = Int(exactly: seconds).map(String.init)
    return " within \(whole ?? "\(seconds)") s"
  }
}

/// The state that a program has learned in training, as it is handed over in `hello`.
package struct PolicyState: Sendable, Hashable {
  /// One JSON value on one line.
  package let text: String
  /// SHA-256 of the file that holds it, in hexadecimal digits.
  package let digest: String

  /// Longest text of a state, 1 MiB, in a file and in a reply.
  static let sizeLimit = ProgramProcess.lineLimit

  package init(path: String) throws(PolicyStateError) {
    let bytes: [UInt8]
    do {
      bytes = try TextFile.read(path, limit: Self.sizeLimit)
    } catch {
      throw PolicyStateError(found: error.found)
    }
    try self.init(bytes, digest: SHA256.hexadecimal(bytes))
  }

  /// Reads the contents of a file: one JSON value, on any number of lines.
  package init(_ bytes: [UInt8], digest: String) throws(PolicyStateError) {
    guard bytes.count <= Self.sizeLimit else {
      throw PolicyStateError(found: "more than \(Self.sizeLimit) bytes")
    }
    do {
      text = try JSONParser.value(ofText: bytes, limits: .state).text(.oneLine)
    } catch {
      throw PolicyStateError(found: "invalid JSON (byte \(error.column) should be \(error.expected))")
    }
    self.digest = digest
  }
}

package struct PolicyStateError: Error, Hashable, Sendable {
  package var found: String

  package static let expected = "a state: one JSON value in at most \(PolicyState.sizeLimit) bytes"
}

extension JSONParser.Limits {
  /// The limits of a state, which may have a name for each app of a large study.
  static let state = JSONParser.Limits(depth: 32, members: 4096, numberLength: 400)
}
