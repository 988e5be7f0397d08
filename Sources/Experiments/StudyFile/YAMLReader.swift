import CYAML

/// Reads a YAML document through libyaml into a tree with places; JSON is accepted as the subset it is.
public enum YAMLReader {
  /// Largest study file in bytes.
  public static let sizeLimit = 4 << 20
  /// Deepest nesting and most nodes after aliases are expanded.
  static let depthLimit = 64
  static let nodeLimit = 200_000

  /// The root of the only document in `bytes`.
  ///
  /// - Throws: ``StudyErrors`` for a file that is empty, too large, not text, not YAML, has several
  ///   documents, duplicate keys, or aliases that expand without end.
  public static func read(_ bytes: [UInt8], file: String) throws(StudyErrors) -> YAMLNode {
    func whole(_ found: String, _ expected: String) -> StudyErrors {
      StudyErrors([StudyError(file: file, line: 0, column: 0, keyPath: "", found: found, expected: expected)])
    }
    guard bytes.count <= sizeLimit else {
      throw whole("more than \(sizeLimit) bytes", "a study file of at most 4 MiB")
    }
    guard !bytes.isEmpty else { throw whole("an empty file", "a study in YAML") }
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
      throw whole("bytes that are no text", "a study in YAML, encoded as UTF-8")
    }
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else { throw whole("no memory", "a study in YAML") }
    defer { yaml_parser_delete(&parser) }
    let result: Result<YAMLNode, StudyErrors> = bytes.withUnsafeBufferPointer { buffer in
      yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
      yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
      return load(&parser, file: file)
    }
    return try result.get()
  }

  /// libyaml's words, made to follow "found".
  private static func wording(_ problem: String) -> String {
    for (start, replacement) in [
      ("found ", ""), ("did not find expected ", "no "), ("could not find expected ", "no "),
    ]
    where problem.hasPrefix(start) {
      return replacement + problem.dropFirst(start.count)
    }
    return problem
  }

  private static func load(
    _ parser: inout yaml_parser_t, file: String
  ) -> Result<YAMLNode, StudyErrors> {
    func failure(_ line: Int, _ column: Int, _ found: String, _ expected: String)
      -> Result<YAMLNode, StudyErrors>
    {
      .failure(
        StudyErrors([
          StudyError(
            file: file, line: line, column: column, keyPath: "", found: found, expected: expected)
        ]))
    }
    var document = yaml_document_t()
    guard yaml_parser_load(&parser, &document) == 1 else {
      let problem = parser.problem.map { String(cString: $0) } ?? "a text that cannot be read"
      return failure(
        Int(parser.problem_mark.line) + 1, Int(parser.problem_mark.column) + 1, wording(problem), "valid YAML"
      )
    }
    defer { yaml_document_delete(&document) }
    guard let root = yaml_document_get_root_node(&document) else {
      return failure(0, 0, "an empty file", "a study in YAML")
    }
    var builder = TreeBuilder(file: file)
    let tree = builder.node(&document, root, depth: 0)
    var next = yaml_document_t()
    if yaml_parser_load(&parser, &next) == 1 {
      defer { yaml_document_delete(&next) }
      if yaml_document_get_root_node(&next) != nil {
        builder.errors.append(
          StudyError(
            file: file, line: Int(next.start_mark.line) + 1, column: 1, keyPath: "",
            found: "a second document", expected: "one document in a study file"))
      }
    }
    return builder.errors.isEmpty ? .success(tree) : .failure(StudyErrors(builder.errors))
  }
}

/// Copies libyaml's document into a tree, expanding aliases within limits.
private struct TreeBuilder {
  let file: String
  var errors: [StudyError] = []
  var nodes = 0

  init(file: String) { self.file = file }

  mutating func node(
    _ document: inout yaml_document_t, _ node: UnsafeMutablePointer<yaml_node_t>, depth: Int
  ) -> YAMLNode {
    let line = Int(node.pointee.start_mark.line) + 1
    let column = Int(node.pointee.start_mark.column) + 1
    nodes += 1
    guard depth < YAMLReader.depthLimit, nodes < YAMLReader.nodeLimit else {
      if errors.count < 1 {
        errors.append(
          StudyError(
            file: file, line: line, column: column, keyPath: "", found: "aliases or nesting without end",
            expected: "at most \(YAMLReader.depthLimit) levels and \(YAMLReader.nodeLimit) values"))
      }
      return YAMLNode(.scalar(""), file: file, line: line, column: column)
    }
    let content: YAMLNode.Content
    switch node.pointee.type {
    case YAML_SEQUENCE_NODE: content = .sequence(elements(&document, node, depth))
    case YAML_MAPPING_NODE: content = .mapping(entries(&document, node, depth))
    default:
      let scalar = node.pointee.data.scalar
      let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      content = .scalar(String(decoding: bytes, as: UTF8.self))
    }
    return YAMLNode(content, file: file, line: line, column: column)
  }

  private mutating func elements(
    _ document: inout yaml_document_t, _ node: UnsafeMutablePointer<yaml_node_t>, _ depth: Int
  ) -> [YAMLNode] {
    var result: [YAMLNode] = []
    let items = node.pointee.data.sequence.items
    var item = items.start
    while item != items.top, let index = item?.pointee {
      guard nodes < YAMLReader.nodeLimit else { break }
      if let child = yaml_document_get_node(&document, index) {
        result.append(self.node(&document, child, depth: depth + 1))
      }
      item = item?.successor()
    }
    return result
  }

  private mutating func entries(
    _ document: inout yaml_document_t, _ node: UnsafeMutablePointer<yaml_node_t>, _ depth: Int
  ) -> [YAMLEntry] {
    var result: [YAMLEntry] = []
    var seen: [String: Int] = [:]
    let pairs = node.pointee.data.mapping.pairs
    var pair = pairs.start
    while pair != pairs.top, let indices = pair?.pointee {
      guard nodes < YAMLReader.nodeLimit else { break }
      if let keyNode = yaml_document_get_node(&document, indices.key),
        let valueNode = yaml_document_get_node(&document, indices.value)
      {
        let key = self.node(&document, keyNode, depth: depth + 1)
        let value = self.node(&document, valueNode, depth: depth + 1)
        if let text = key.text {
          if let first = seen[text] {
            errors.append(
              StudyError(
                file: file, line: key.line, column: key.column, keyPath: text, found: "the key a second time",
                expected: "each key once (first in line \(first))"))
          } else {
            seen[text] = key.line
            result.append(YAMLEntry(key: text, line: key.line, column: key.column, value: value))
          }
        } else {
          errors.append(
            StudyError(
              file: file, line: key.line, column: key.column, keyPath: "", found: key.found,
              expected: "a word as a key"))
        }
      }
      pair = pair?.successor()
    }
    return result
  }
}
