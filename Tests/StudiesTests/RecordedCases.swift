import Foundation
import TestSupport
import Testing

/// The cases of a text file, each with an answer that `RECORD_SNAPSHOTS=1` records anew.
///
/// A case begins with `# ` and its title. Lines that begin with `+ ` are its input; the lines after them are its answer.
struct RecordedCases {
  private let path: String
  private let cases: [String]

  /// - Parameter path: The path of the file from the root of the package.
  init(_ path: String) throws {
    self.path = path
    let text = try PackageRoot.text(path)
    cases = ("\n" + text).components(separatedBy: "\n# ").dropFirst().map(Self.trimmed)
  }

  private static func trimmed(_ text: String) -> String {
    String(text.reversed().drop(while: \.isNewline).reversed())
  }

  var titles: [String] { cases.map { String($0.prefix { !$0.isNewline }) } }

  /// Expects every case to have its answer.
  ///
  /// - Parameter answer: Returns the lines of the answer to the title and the lines of the input.
  func expect(_ answer: (_ title: String, _ input: [String]) throws -> [String]) throws {
    let found = try cases.map { text in
      let given = text.split(separator: "\n").enumerated().filter { $0 == 0 || $1.hasPrefix("+ ") }
        .map { String($1) }
      let answer = try answer(given[0], given.dropFirst().map { String($0.dropFirst(2)) })
      return (given + answer).joined(separator: "\n")
    }
    _ = try Snapshot.recorded(path, replacedBy: found.map { "# \($0)\n" }.joined(separator: "\n"))
    let expected = Snapshot.areRecorded ? found : cases
    for (found, expected) in zip(found, expected) { #expect(found == expected) }
  }
}
