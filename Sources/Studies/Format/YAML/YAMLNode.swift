package struct YAMLNode: Sendable, Hashable {
  package indirect enum Content: Sendable, Hashable {
    case scalar(String)
    case sequence([YAMLNode])
    case mapping([YAMLEntry])
  }
  package var content: Content
  package var file: String
  package var line: Int
  package var column: Int

  package init(_ content: Content, file: String, line: Int, column: Int) {
    self.content = content
    self.file = file
    self.line = line
    self.column = column
  }

  package var text: String? { if case .scalar(let text) = content { text } else { nil } }
  package var entries: [YAMLEntry]? { if case .mapping(let entries) = content { entries } else { nil } }
  package var elements: [YAMLNode]? { if case .sequence(let elements) = content { elements } else { nil } }

  package subscript(key: String) -> YAMLNode? { entries?.first { $0.key == key }?.value }

  package var found: String {
    switch content {
    case .scalar(let text): text.isEmpty ? "an empty value" : "`\(text.prefix(60))`"
    case .sequence(let elements): "a list of \(elements.count)"
    case .mapping(let entries): "a mapping of \(entries.count)"
    }
  }

  var kind: String {
    if let text { text.isEmpty ? "an empty value" : "another value" } else { found }
  }

  /// The tree with sorted keys and without places, for digests.
  package var canonicalText: String {
    switch content {
    case .scalar(let text):
      return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    case .sequence(let elements): return "[" + elements.map(\.canonicalText).joined(separator: ",") + "]"
    case .mapping(let entries):
      let parts = entries.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value.canonicalText)" }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }

  package mutating func set(_ key: String, _ value: YAMLNode?) {
    guard var entries else { return }
    let index = entries.firstIndex { $0.key == key }
    if let value {
      let entry = YAMLEntry(key: key, line: value.line, column: value.column, value: value)
      if let index { entries[index] = entry } else { entries.append(entry) }
    } else if let index {
      entries.remove(at: index)
    }
    content = .mapping(entries)
  }

  mutating func remove(_ key: String, in owner: String) {
    guard var node = self[owner] else { return }
    node.set(key, nil)
    set(owner, node)
  }

  func replaced(by content: Content) -> YAMLNode { YAMLNode(content, file: file, line: line, column: column) }

  /// This tree laid over `base`: mappings merge key by key, everything else replaces.
  package func merged(over base: YAMLNode) -> YAMLNode {
    guard let own = entries, var entries = base.entries else { return self }
    var places: [String: Int] = [:]
    for (place, entry) in entries.enumerated() { places[entry.key] = place }
    for var entry in own {
      let place = places[entry.key]
      if let place { entry.value = entry.value.merged(over: entries[place].value) }
      (entry.line, entry.column) = (entry.value.line, entry.value.column)
      if let place { entries[place] = entry } else { entries.append(entry) }
    }
    return replaced(by: .mapping(entries))
  }
}

package struct YAMLEntry: Sendable, Hashable {
  package var key: String
  package var line: Int
  package var column: Int
  package var value: YAMLNode

  /// The value, standing where its key does.
  var atKey: YAMLNode { YAMLNode(value.content, file: value.file, line: line, column: column) }
}

struct Place {
  let node: YAMLNode
  /// `apps[2].tasks[0].earliestBegin`; empty for the whole study.
  let path: String

  init(_ node: YAMLNode, _ path: String) { (self.node, self.path) = (node, path) }

  var text: String? { node.text }

  subscript(key: String) -> Place? { node[key] == nil ? nil : at(key) }

  /// The place of a key; one that is left out stands at its mapping.
  func at(_ key: String) -> Place { Place(node[key] ?? node, path.isEmpty ? key : "\(path).\(key)") }

  func text(_ key: String) -> String? { node[key]?.text }

  var elements: [Place] { (node.elements ?? []).enumerated().map { Place($1, "\(path)[\($0)]") } }

  func elements(_ key: String) -> [Place] { self[key]?.elements ?? [] }
}
