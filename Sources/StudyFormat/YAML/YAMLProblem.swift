import CYAML
import PlainText

/// A text that libyaml refuses: the place, and libyaml's words made to follow "found".
struct YAMLProblem {
  /// From 1.
  let line: Int
  let column: Int
  let found: String
  let expected: String

  init(_ parser: yaml_parser_t, text: UnsafeBufferPointer<UInt8>) {
    guard parser.error != YAML_READER_ERROR else {
      // Bytes that are no UTF-8 have been refused; libyaml gives the place as an offset.
      line = SourceText.line(of: parser.problem_offset, in: text)
      column = 1
      found = "a control character"
      expected = "valid YAML"
      return
    }
    line = Int(parser.problem_mark.line) + 1
    column = Int(parser.problem_mark.column) + 1
    if Self.byte(in: text, line: line, column: column) == UInt8(ascii: "\t") {
      found = "a tab"
      expected = "spaces as indentation"
    } else {
      found = Self.wording(parser.problem.map { String(cString: $0) } ?? "a text that cannot be read")
      expected = "valid YAML"
    }
  }

  func error(file: String) -> StudyError {
    StudyError(file: file, line: line, column: column, keyPath: "", found: found, expected: expected)
  }

  private static func wording(_ problem: String) -> String {
    for (start, replacement) in [
      ("found ", ""), ("did not find expected ", "no "), ("could not find expected ", "no "),
    ]
    where problem.hasPrefix(start) {
      return replacement + problem.dropFirst(start.count)
    }
    return problem
  }

  /// The first byte of the character at a place.
  private static func byte(in text: UnsafeBufferPointer<UInt8>, line: Int, column: Int) -> UInt8? {
    var rest = text[...]
    for _ in 1..<line {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      rest = rest[(end + 1)...]
    }
    // Bytes that continue a character begin none.
    return rest.lazy.filter { $0 & 0xC0 != 0x80 }.dropFirst(column - 1).first
  }
}
