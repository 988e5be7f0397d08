import Basics

package struct StudyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Name of the file as the user gave it, or of the option that the value came from.
  package var file: String
  /// The line, from 1; 0 if the place is the whole file.
  package var line = 0
  /// The column, from 1, in characters; 0 if the place is the whole file.
  package var column = 0
  /// `apps[2].tasks[0].earliestBegin`; empty for the whole file.
  package var keyPath = ""
  /// The value in the file, in words; empty if the file lacks the value.
  package var found: String
  /// The values that would be valid; empty if ``found`` is the whole message.
  package var expected: String
  package var suggestion: String?

  package var description: String {
    // The value of an option mostly is one word.
    let isWholeOption = file.hasPrefix("--") && line == 1 && column == 1
    var text = line > 0 && !isWholeOption ? "\(file):\(line):\(column): " : "\(file): "
    if !keyPath.isEmpty { text += "\(keyPath): " }
    text +=
      expected.isEmpty
      ? found : (found.isEmpty ? "missing; " : "found \(found), ") + "expected \(expected)"
    if let suggestion { text += "; did you mean `\(suggestion)`?" }
    return text.escapingControls
  }
}

extension StudyError {
  init(at place: Place, found: String, expected: String) {
    let node = place.node
    self.init(
      file: node.file, line: node.line, column: node.column, keyPath: place.path, found: found,
      expected: expected)
  }
}

package struct StudyErrors: Error, Hashable, Sendable, CustomStringConvertible {
  package var errors: [StudyError]
  package init(_ errors: [StudyError]) { self.errors = errors }

  /// Whether all errors are in options of the command line, such as `--set`, and not in files.
  package var areOfOptions: Bool { errors.allSatisfy { $0.file.hasPrefix("--") } }

  package static let printed = 100

  package var description: String {
    var lines = errors.prefix(Self.printed).map(\.description)
    if errors.count > Self.printed { lines.append("and \(Self.grouped(errors.count - Self.printed)) more") }
    return lines.joined(separator: "\n")
  }

  private static func grouped(_ number: Int) -> String {
    number < 1000 ? "\(number)" : grouped(number / 1000) + "," + (number % 1000).text(digits: 3)
  }
}

/// Collects the errors of a study while it is read, each once.
///
/// Only the study that the user named is quoted. Of a file that the study names, which may turn out to be any file
/// of the computer, an error gives the place and what was expected.
final class ErrorLog {
  var errors: [StudyError] = []
  /// Errors that were added, repeated ones included.
  private(set) var additions = 0

  /// The file whose text may be quoted; nil where all may.
  private let quotedFile: String?
  private var seen: Set<StudyError> = []
  private var suggestions = 0
  /// Suggestions that are made: each compares a word with all names, which many errors would do for long.
  static let suggestionLimit = 20

  init(quoting file: String? = nil) { quotedFile = file }

  /// Whether the text of a node may stand in a message: it is the study's, or of a flag such as `--set`.
  func quotes(_ node: YAMLNode) -> Bool {
    quotedFile.map { node.file == $0 || node.file.hasPrefix("--") } ?? true
  }

  /// Adds an error in place of a value, with the nearest of some names to what is written.
  func refuse<Value>(
    _ place: Place, found: String? = nil, expected: String, among names: [String] = []
  ) -> Value? {
    add(place, found: found, expected: expected, among: names)
    return nil
  }

  func add(_ place: Place, found: String? = nil, expected: String, among names: [String]) {
    add(
      place, found: found, expected: expected,
      suggestion: place.text.flatMap { NameSuggestion.nearest(to: $0, in: names) })
  }

  func add(
    _ place: Place, found: String? = nil, expected: String,
    suggestion: @autoclosure () -> String? = nil, otherwise hint: @autoclosure () -> String = ""
  ) {
    additions += 1
    let node = place.node
    var error = StudyError(at: place, found: found ?? node.found, expected: expected)
    if !quotes(node) { error.found = Self.unquoted(error.found) ?? node.kind }
    guard seen.insert(error).inserted else { return }
    if suggestions < Self.suggestionLimit, errors.count < StudyErrors.printed {
      error.suggestion = suggestion()
      let words = error.suggestion == nil ? hint() : ""
      error.expected += words
      if error.suggestion != nil || !words.isEmpty { suggestions += 1 }
    }
    errors.append(error)
  }

  private static func unquoted(_ found: String) -> String? {
    guard let first = found.firstIndex(of: "`"), let last = found.lastIndex(of: "`") else { return found }
    var words = found[..<first] + found[found.index(after: last)...]
    while let end = words.first, end == " " || end == "," { words.removeFirst() }
    while words.last == " " { words.removeLast() }
    return words.isEmpty ? nil : String(words)
  }
}
