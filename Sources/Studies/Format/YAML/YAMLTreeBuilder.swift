import CYAML

/// Builds the tree of a document from libyaml's events, within the limits of ``YAMLReader``.
struct YAMLTreeBuilder {
  let file: String
  let quotesKeys: Bool
  /// Errors after which reading went on.
  var errors: [StudyError] = []
  private(set) var root: YAMLNode?
  private(set) var isComplete = false

  /// A list or mapping that is not yet closed.
  private struct OpenCollection {
    let isMapping: Bool
    let line: Int
    let column: Int
    let anchor: String?
    let nodesBefore: Int
    var height = 0
    var elements: [YAMLNode] = []
    var entries: [YAMLEntry] = []
    var keyLines: [String: Int] = [:]
    /// The key whose value comes next.
    var key: YAMLNode?
  }

  /// A value that aliases repeat.
  private struct Anchored {
    let node: YAMLNode
    let nodes: Int
    let height: Int
  }

  private var open: [OpenCollection] = []
  private var anchored: [String: Anchored] = [:]
  private var (nodes, anchors, aliases) = (0, 0, 0)

  init(file: String, quotesKeys: Bool) {
    self.file = file
    self.quotesKeys = quotesKeys
  }

  /// Takes the next event of the stream.
  mutating func handle(_ event: yaml_event_t) throws(StudyError) {
    let line = Int(event.start_mark.line) + 1
    let column = Int(event.start_mark.column) + 1
    switch event.type {
    case YAML_STREAM_END_EVENT: isComplete = true
    case YAML_DOCUMENT_START_EVENT where root != nil:
      throw error(line, 1, "a second document", "one document in a study file")
    case YAML_SEQUENCE_START_EVENT:
      try begin(false, line, column, event.data.sequence_start.anchor)
    case YAML_MAPPING_START_EVENT:
      try begin(true, line, column, event.data.mapping_start.anchor)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: end()
    case YAML_SCALAR_EVENT:
      try count(1, height: 0, line, column)
      let anchor = try anchor(event.data.scalar.anchor, line, column)
      let bytes = UnsafeBufferPointer(start: event.data.scalar.value, count: event.data.scalar.length)
      let node = YAMLNode(
        .scalar(String(decoding: bytes, as: UTF8.self)), file: file, line: line, column: column)
      add(node, height: 0)
      if let anchor { anchored[anchor] = Anchored(node: node, nodes: 1, height: 0) }
    case YAML_ALIAS_EVENT: try alias(event.data.alias.anchor, line, column)
    default: break
    }
  }

  // MARK: Values

  private mutating func begin(
    _ isMapping: Bool, _ line: Int, _ column: Int, _ anchor: UnsafeMutablePointer<UInt8>?
  ) throws(StudyError) {
    let nodesBefore = nodes
    try count(1, height: 0, line, column)
    open.append(
      OpenCollection(
        isMapping: isMapping, line: line, column: column, anchor: try self.anchor(anchor, line, column),
        nodesBefore: nodesBefore))
  }

  private mutating func end() {
    guard let closed = open.popLast() else { return }
    let node = YAMLNode(
      closed.isMapping ? .mapping(closed.entries) : .sequence(closed.elements), file: file,
      line: closed.line, column: closed.column)
    if let anchor = closed.anchor {
      anchored[anchor] = Anchored(node: node, nodes: nodes - closed.nodesBefore, height: closed.height)
    }
    add(node, height: closed.height)
  }

  private mutating func alias(
    _ name: UnsafeMutablePointer<UInt8>, _ line: Int, _ column: Int
  ) throws(StudyError) {
    aliases += 1
    guard aliases <= YAMLReader.aliasLimit else {
      throw error(
        line, column, "more than \(YAMLReader.aliasLimit) aliases", "at most \(YAMLReader.aliasLimit)")
    }
    let name = String(decoding: Self.bytes(of: name), as: UTF8.self)
    if let own = open.first(where: { $0.anchor == name }) { throw endless(own.line, own.column) }
    guard let target = anchored[name] else { throw error(line, column, "undefined alias", "valid YAML") }
    try count(target.nodes, height: target.height, line, column)
    add(target.node, height: target.height)
  }

  /// Gives a value to the list or mapping that it stands in.
  private mutating func add(_ node: YAMLNode, height: Int) {
    guard let last = open.indices.last else {
      root = node
      return
    }
    open[last].height = max(open[last].height, height + 1)
    guard open[last].isMapping else {
      open[last].elements.append(node)
      return
    }
    guard let key = open[last].key else {
      open[last].key = node
      return
    }
    open[last].key = nil
    addEntry(key, node, to: last)
  }

  private mutating func addEntry(_ key: YAMLNode, _ value: YAMLNode, to index: Int) {
    guard let text = key.text else {
      errors.append(error(key.line, key.column, key.found, "a word as a key"))
      return
    }
    if let first = open[index].keyLines[text] {
      var duplicate = error(
        key.line, key.column, "the key a second time", "each key once (first in line \(first))")
      duplicate.keyPath = quotesKeys ? text : ""
      errors.append(duplicate)
      return
    }
    open[index].keyLines[text] = key.line
    open[index].entries.append(YAMLEntry(key: text, line: key.line, column: key.column, value: value))
  }

  // MARK: Limits

  private mutating func count(
    _ number: Int, height: Int, _ line: Int, _ column: Int
  ) throws(StudyError) {
    nodes += number
    guard open.count + height < YAMLReader.depthLimit, nodes < YAMLReader.nodeLimit else {
      throw endless(line, column)
    }
  }

  /// The name of an anchor that a value defines.
  private mutating func anchor(
    _ name: UnsafeMutablePointer<UInt8>?, _ line: Int, _ column: Int
  ) throws(StudyError) -> String? {
    guard let name else { return nil }
    anchors += 1
    guard anchors <= YAMLReader.anchorLimit else {
      throw error(
        line, column, "more than \(YAMLReader.anchorLimit) anchors", "at most \(YAMLReader.anchorLimit)")
    }
    let text = String(decoding: Self.bytes(of: name), as: UTF8.self)
    guard anchored[text] == nil, !open.contains(where: { $0.anchor == text }) else {
      throw error(line, column, "duplicate anchor", "valid YAML")
    }
    return text
  }

  private func endless(_ line: Int, _ column: Int) -> StudyError {
    error(
      line, column, "aliases or nesting without end",
      "at most \(YAMLReader.depthLimit) levels and \(YAMLReader.nodeLimit) values")
  }

  private func error(_ line: Int, _ column: Int, _ found: String, _ expected: String) -> StudyError {
    StudyError(file: file, line: line, column: column, found: found, expected: expected)
  }

  private static func bytes(of name: UnsafeMutablePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var count = 0
    while name[count] != 0 { count += 1 }
    return UnsafeBufferPointer(start: name, count: count)
  }
}
