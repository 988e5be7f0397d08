/// A node of a study's document tree, with its place in the file.
public struct YAMLNode: Sendable, Hashable {
  /// The text of a scalar, the elements of a sequence, or the entries of a mapping in their order.
  public indirect enum Content: Sendable, Hashable {
    case scalar(String)
    case sequence([YAMLNode])
    case mapping([YAMLEntry])
  }
  /// The value at this place of the document.
  public var content: Content
  /// Name of the file, or of the option, that the node was read from.
  public var file: String
  /// From 1.
  public var line: Int
  /// From 1.
  public var column: Int

  public init(_ content: Content, file: String, line: Int, column: Int) {
    self.content = content
    self.file = file
    self.line = line
    self.column = column
  }

  /// The text of a scalar.
  public var text: String? { if case .scalar(let text) = content { text } else { nil } }
  /// The entries of a mapping.
  public var entries: [YAMLEntry]? { if case .mapping(let entries) = content { entries } else { nil } }
  /// The elements of a sequence.
  public var elements: [YAMLNode]? { if case .sequence(let elements) = content { elements } else { nil } }

  /// The value of a key, for a mapping that has it.
  public subscript(key: String) -> YAMLNode? { entries?.first { $0.key == key }?.value }

  /// The description of the node in an error.
  public var found: String {
    switch content {
    case .scalar(let text): text.isEmpty ? "nothing" : "`\(text.prefix(60))`"
    case .sequence(let elements): "a list of \(elements.count)"
    case .mapping(let entries): "a mapping of \(entries.count)"
    }
  }

  /// The description of the node without its text.
  var kind: String {
    if let text { text.isEmpty ? "nothing" : "another value" } else { found }
  }

  /// The tree with sorted keys and without places, for digests.
  public var canonicalText: String {
    switch content {
    case .scalar(let text):
      return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    case .sequence(let elements): return "[" + elements.map(\.canonicalText).joined(separator: ",") + "]"
    case .mapping(let entries):
      let parts = entries.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value.canonicalText)" }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }

  /// Replaces or adds the value of a key in a mapping.
  public mutating func set(_ key: String, _ value: YAMLNode?) {
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

  /// This tree laid over `base`: mappings merge key by key, everything else replaces.
  public func merged(over base: YAMLNode) -> YAMLNode {
    guard let own = entries, var entries = base.entries else { return self }
    var places: [String: Int] = [:]
    for (place, entry) in entries.enumerated() { places[entry.key] = place }
    for var entry in own {
      if let place = places[entry.key] {
        entry.value = entry.value.merged(over: entries[place].value)
        (entry.line, entry.column) = (entry.value.line, entry.value.column)
        entries[place] = entry
      } else {
        (entry.line, entry.column) = (entry.value.line, entry.value.column)
        entries.append(entry)
      }
    }
    return YAMLNode(.mapping(entries), file: file, line: line, column: column)
  }
}

/// A key with its value and place.
public struct YAMLEntry: Sendable, Hashable {
  /// The key, unique in its mapping.
  public var key: String
  /// Line of the key, from 1.
  public var line: Int
  /// Column of the key, from 1.
  public var column: Int
  /// The value of the key, with a place of its own.
  public var value: YAMLNode

  public init(key: String, line: Int, column: Int, value: YAMLNode) {
    self.key = key
    self.line = line
    self.column = column
    self.value = value
  }
}
