import Basics
import CYAML

/// Reads a YAML document through libyaml into a tree with places; JSON is accepted as the subset it is.
///
/// The document is read event by event. Nesting, values, anchors and aliases are counted as they come, so that no
/// file takes more time or memory than its size and the limits allow.
package enum YAMLReader {
  package static let sizeLimit = 4 << 20
  /// Deepest nesting and most nodes after aliases are expanded.
  static let depthLimit = 64
  static let nodeLimit = 200_000
  static let anchorLimit = 1000
  static let aliasLimit = 10_000
  /// Most `%TAG` lines, which libyaml compares with one another.
  static let tagLimit = 100

  /// The root of the only document in `bytes`.
  ///
  /// - Parameter quotesKeys: Whether errors may quote keys of the document.
  package static func read(
    _ bytes: [UInt8], file: String, quotesKeys: Bool = true
  ) throws(StudyErrors) -> YAMLNode {
    func failure(_ line: Int, _ found: String, _ expected: String) -> StudyErrors {
      let error = StudyError(file: file, line: line, column: min(line, 1), found: found, expected: expected)
      return StudyErrors([error])
    }
    let text: ArraySlice<UInt8>
    do throws(SourceText.Problem) {
      text = try SourceText(bytes, limit: sizeLimit, allowsNull: false).bytes
    } catch {
      switch error {
      case .tooLarge: throw failure(0, "more than \(sizeLimit) bytes", "a study file of at most 4 MiB")
      case .noText(let line):
        throw failure(line, "bytes that are not text", "a study in YAML, encoded as UTF-8")
      }
    }
    guard !text.isEmpty else { throw failure(1, "an empty file", "a study in YAML") }
    if let line = lineBeyondTagLimit(text) {
      throw failure(line, "more than \(tagLimit) `%TAG` lines", "at most \(tagLimit)")
    }
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else { throw failure(0, "no memory", "a study in YAML") }
    defer { yaml_parser_delete(&parser) }
    var builder = YAMLTreeBuilder(file: file, quotesKeys: quotesKeys)
    text.withUnsafeBufferPointer { buffer in
      yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
      yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
      do throws(StudyError) {
        while !builder.isComplete {
          var event = yaml_event_t()
          guard yaml_parser_parse(&parser, &event) == 1 else {
            throw StudyError(parser, text: buffer, file: file)
          }
          defer { yaml_event_delete(&event) }
          try builder.handle(event)
        }
      } catch {
        builder.errors.append(error)
      }
    }
    guard builder.errors.isEmpty else { throw StudyErrors(builder.errors) }
    guard let root = builder.root else { throw failure(1, "an empty file", "a study in YAML") }
    return root
  }

  private static func lineBeyondTagLimit(_ text: ArraySlice<UInt8>) -> Int? {
    var (line, tags, startsLine) = (1, 0, true)
    for (index, byte) in zip(text.indices, text) {
      if startsLine, byte == UInt8(ascii: "%"), text[index...].starts(with: "%TAG".utf8) {
        tags += 1
        if tags > tagLimit { return line }
      }
      startsLine = byte == UInt8(ascii: "\n")
      if startsLine { line += 1 }
    }
    return nil
  }
}

extension StudyError {
  /// A text that libyaml refuses: the place, and libyaml's words made to follow "found".
  fileprivate init(_ parser: yaml_parser_t, text: UnsafeBufferPointer<UInt8>, file: String) {
    guard parser.error != YAML_READER_ERROR else {
      // Bytes that are no UTF-8 have been refused; libyaml gives the place as an offset.
      let line = SourceText.line(of: parser.problem_offset, in: text)
      self.init(file: file, line: line, column: 1, found: "a control character", expected: "valid YAML")
      return
    }
    let (line, column) = (Int(parser.problem_mark.line) + 1, Int(parser.problem_mark.column) + 1)
    let byte = Self.byte(in: text, line: line, column: column)
    let isTab = byte == UInt8(ascii: "\t")
    let problem = parser.problem.map { String(cString: $0) } ?? "unreadable text"
    self.init(
      file: file, line: line, column: column, found: isTab ? "a tab" : Self.wording(problem),
      expected: isTab
        ? "spaces as indentation"
        : byte == UInt8(ascii: "[") ? "valid YAML: quotes around a path with `[`" : "valid YAML")
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
