/// Collects the errors of a study while it is read, each once.
///
/// Only the study that the user named is quoted. Of a file that the study names, which may turn out to be any file
/// of the computer, an error gives the place and what was expected.
final class ErrorLog {
  var errors: [StudyError] = []
  /// Calls of ``add(_:_:found:expected:suggestion:)``, repeated errors included.
  private(set) var additions = 0

  /// The file whose text may be quoted; nil where all may.
  private let quotedFile: String?
  private var seen: Set<StudyError> = []
  private var suggestions = 0
  /// Suggestions that are made. Each compares a word with all names, so that none is looked for after the errors
  /// that are printed.
  static let suggestionLimit = 20

  init(quoting file: String? = nil) { quotedFile = file }

  /// Whether the text of a node may stand in a message: it is the study's, or of a flag such as `--set`.
  func quotes(_ node: YAMLNode) -> Bool {
    quotedFile.map { node.file == $0 || node.file.hasPrefix("--") } ?? true
  }

  func add(
    _ node: YAMLNode, _ path: String, found: String? = nil, expected: String,
    suggestion: @autoclosure () -> String? = nil, otherwise hint: @autoclosure () -> String = ""
  ) {
    additions += 1
    var error = StudyError(
      file: node.file, line: node.line, column: node.column, keyPath: path, found: found ?? node.found,
      expected: expected)
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

  /// The words about a quotation without the quotation itself; nil where there are none.
  private static func unquoted(_ found: String) -> String? {
    guard let first = found.firstIndex(of: "`"), let last = found.lastIndex(of: "`") else { return found }
    var words = found[..<first] + found[found.index(after: last)...]
    while let end = words.first, end == " " || end == "," { words.removeFirst() }
    while words.last == " " { words.removeLast() }
    return words.isEmpty ? nil : String(words)
  }
}
