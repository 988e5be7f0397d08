import CYAML

/// Builds the tree of a document from libyaml's events, within the limits of ``YAMLReader``.
struct YAMLTreeBuilder {
  let file: String
  let quotesKeys: Bool
  /// Errors after which reading went on.
  var errors: [StudyError] = []
  private(set) var root: YAMLNode?
  private(set) var isComplete = false

  private struct OpenCollection {
    /// The node so far without its content.
    var node: YAMLNode
    let isMapping: Bool
    let anchor: String?
    let nodesBefore: Int
    var height = 0
    var elements: [YAMLNode] = []
    var entries: [YAMLEntry] = []
    var keyLines: [String: Int] = [:]
    /// The key whose value comes next.
    var key: YAMLNode?
  }

  private var open: [OpenCollection] = []
  private var anchored: [String: (node: YAMLNode, nodes: Int, height: Int)] = [:]
  private var (nodes, anchors, aliases) = (0, 0, 0)

  init(file: String, quotesKeys: Bool) { (self.file, self.quotesKeys) = (file, quotesKeys) }

  mutating func handle(_ event: yaml_event_t) throws(StudyError) {
    var node = YAMLNode(
      .scalar(""), file: file, line: Int(event.start_mark.line) + 1, column: Int(event.start_mark.column) + 1)
    switch event.type {
    case YAML_STREAM_END_EVENT: isComplete = true
    case YAML_DOCUMENT_START_EVENT where root != nil:
      node.column = 1
      throw error(node, "a second document", "one document in a study file")
    case YAML_SEQUENCE_START_EVENT: try begin(node, isMapping: false, event.data.sequence_start.anchor)
    case YAML_MAPPING_START_EVENT: try begin(node, isMapping: true, event.data.mapping_start.anchor)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: end()
    case YAML_SCALAR_EVENT:
      try count(1, height: 0, node)
      let anchor = try anchor(event.data.scalar.anchor, node)
      let bytes = UnsafeBufferPointer(start: event.data.scalar.value, count: event.data.scalar.length)
      node.content = .scalar(String(decoding: bytes, as: UTF8.self))
      add(node, height: 0)
      if let anchor { anchored[anchor] = (node, 1, 0) }
    case YAML_ALIAS_EVENT: try alias(event.data.alias.anchor, node)
    default: break
    }
  }

  // MARK: Values

  private mutating func begin(
    _ node: YAMLNode, isMapping: Bool, _ anchor: UnsafeMutablePointer<UInt8>?
  ) throws(StudyError) {
    let nodesBefore = nodes
    try count(1, height: 0, node)
    open.append(
      OpenCollection(
        node: node, isMapping: isMapping, anchor: try self.anchor(anchor, node), nodesBefore: nodesBefore))
  }

  private mutating func end() {
    guard var closed = open.popLast() else { return }
    closed.node.content = closed.isMapping ? .mapping(closed.entries) : .sequence(closed.elements)
    if let anchor = closed.anchor {
      anchored[anchor] = (closed.node, nodes - closed.nodesBefore, closed.height)
    }
    add(closed.node, height: closed.height)
  }

  private mutating func alias(_ name: UnsafeMutablePointer<UInt8>, _ place: YAMLNode) throws(StudyError) {
    aliases += 1
    guard aliases <= YAMLReader.aliasLimit else { throw tooMany("aliases", YAMLReader.aliasLimit, place) }
    let name = String(cString: name)
    if let own = open.first(where: { $0.anchor == name }) { throw endless(own.node) }
    guard let target = anchored[name] else { throw error(place, "undefined alias", "valid YAML") }
    try count(target.nodes, height: target.height, place)
    add(target.node, height: target.height)
  }

  /// Gives a value to the list or mapping that it stands in.
  private mutating func add(_ node: YAMLNode, height: Int) {
    guard let last = open.indices.last else {
      root = node
      return
    }
    open[last].height = max(open[last].height, height + 1)
    if !open[last].isMapping {
      open[last].elements.append(node)
    } else if let key = open[last].key {
      open[last].key = nil
      addEntry(key, node, to: last)
    } else {
      open[last].key = node
    }
  }

  private mutating func addEntry(_ key: YAMLNode, _ value: YAMLNode, to index: Int) {
    guard let text = key.text else {
      errors.append(error(key, key.found, "a single word as a key"))
      return
    }
    if let first = open[index].keyLines[text] {
      var duplicate = error(key, "the key again", "each key once (first in line \(first))")
      duplicate.keyPath = quotesKeys ? text : ""
      errors.append(duplicate)
      return
    }
    open[index].keyLines[text] = key.line
    open[index].entries.append(YAMLEntry(key: text, line: key.line, column: key.column, value: value))
  }

  // MARK: Limits

  private mutating func count(_ number: Int, height: Int, _ place: YAMLNode) throws(StudyError) {
    nodes += number
    guard open.count + height < YAMLReader.depthLimit, nodes < YAMLReader.nodeLimit else {
      throw endless(place)
    }
  }

  private mutating func anchor(
    _ name: UnsafeMutablePointer<UInt8>?, _ place: YAMLNode
  ) throws(StudyError) -> String? {
    guard let name else { return nil }
    anchors += 1
    guard anchors <= YAMLReader.anchorLimit else { throw tooMany("anchors", YAMLReader.anchorLimit, place) }
    let text = String(cString: name)
    guard anchored[text] == nil, !open.contains(where: { $0.anchor == text }) else {
      throw error(place, "duplicate anchor", "valid YAML")
    }
    return text
  }

  private func tooMany(_ what: String, _ limit: Int, _ place: YAMLNode) -> StudyError {
    error(place, "more than \(limit) \(what)", "at most \(limit)")
  }

  private func endless(_ place: YAMLNode) -> StudyError {
    error(
      place, "endless aliases or nesting",
      "at most \(YAMLReader.depthLimit) levels and \(YAMLReader.nodeLimit) values")
  }

  private func error(_ place: YAMLNode, _ found: String, _ expected: String) -> StudyError {
    StudyError(at: Place(place, ""), found: found, expected: expected)
  }
}
