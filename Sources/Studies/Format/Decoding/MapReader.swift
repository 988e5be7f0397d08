import Basics
import EventSimulation
import ModelParameters
import OutputAnalysis
import RandomStreams

/// A mapping of a study with the table of its keys: typed by what is expected, nothing is guessed.
struct MapReader {
  let node: YAMLNode
  let path: String
  let table: FieldTable
  let log: ErrorLog
  /// The app of which the mapping is a part.
  var app: App?
  /// Whether a key that is left out has the value of its default.
  var takesDefaults = true

  /// An app of which parts refer to others.
  struct App {
    let node: YAMLNode
    /// Identifiers of its tasks, once they are read.
    var tasks: [String] = []
  }

  /// Checks that the node is a mapping of known keys with all required ones.
  init(_ node: YAMLNode, _ path: String, _ table: FieldTable, _ log: ErrorLog, app: App? = nil) {
    self.node = node
    self.path = path
    self.table = table
    self.log = log
    self.app = app
    guard let entries = node.entries else {
      log.add(node, path, expected: "a mapping")
      return
    }
    let keys = table.fields.map(\.key)
    let expectedKeys = "one of \(keys.joined(separator: ", "))"
    for entry in entries where !keys.contains(entry.key) {
      var place = entry.value
      (place.line, place.column) = (entry.line, entry.column)
      if table.later.contains(entry.key) {
        log.add(
          place, join(entry.key), found: "`\(entry.key)`",
          expected: "a key of this version: not in this version")
      } else {
        log.add(
          place, log.quotes(place) ? join(entry.key) : path, found: "unknown key `\(entry.key)`",
          expected: expectedKeys, suggestion: NameSuggestion.nearest(to: entry.key, in: keys))
      }
    }
    for field in table.fields where field.isRequired && node[field.key] == nil {
      log.add(node, join(field.key), found: "nothing", expected: field.meaning)
    }
  }

  func join(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
  func has(_ key: String) -> Bool { node[key] != nil }

  func field(_ key: String) -> Field? { table.definition(of: key) }

  /// The text under a key, or its default where that is one word or quantity.
  func value(_ key: String) -> YAMLNode? {
    if let given = node[key] { return given }
    guard takesDefaults, case .value(let text)? = field(key)?.fallback, !text.hasPrefix("[") else {
      return nil
    }
    return node.replaced(by: .scalar(text))
  }

  func text(_ key: String) -> String? {
    guard let value = node[key] else { return nil }
    guard let text = value.text, !text.isEmpty else {
      return log.refuse(value, join(key), expected: "a text")
    }
    // A block of lines ends with a line end that belongs to YAML.
    let line = text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard !line.hasUnsafeCharacters else {
      return log.refuse(value, join(key), expected: "a text on one line without control characters")
    }
    return line
  }

  /// A name, which is shown on terminals, in pictures and in tables.
  func name(_ key: String) -> String? {
    guard let name = text(key), let value = node[key] else { return nil }
    if let expected = NameRule.violation(name) {
      return log.refuse(value, join(key), expected: expected)
    }
    return name
  }

  func choice(_ key: String) -> String? {
    guard let value = value(key), case .choice(let words) = field(key)?.kind else { return nil }
    return word(value, join(key), of: words)
  }

  /// One of some words; nil where the key is absent.
  func word(_ key: String, of words: [String], expected: String? = nil) -> String? {
    node[key].flatMap { word($0, join(key), of: words, expected: expected) }
  }

  func word(_ value: YAMLNode, _ path: String, of words: [String], expected: String? = nil) -> String? {
    if let text = value.text, table.later.contains(text) {
      return log.refuse(value, path, expected: "a word of this version: not in this version")
    }
    guard let text = value.text, words.contains(text) else {
      return log.refuse(
        value, path, expected: expected ?? "one of \(words.joined(separator: ", "))", among: words)
    }
    return text
  }

  /// The set of options whose words a list has; nil where the key is absent.
  func options<Options: OptionSet>(_ key: String, _ options: [(word: String, option: Options)]) -> Options?
  where Options.Element == Options {
    texts(key)?.reduce(into: Options()) { set, element in
      let word = word(element.node, element.path, of: options.map(\.word))
      if let option = options.first(where: { $0.word == word })?.option { set.insert(option) }
    }
  }

  /// The value that is made of the text under a key, or of its default; nil where there is none, or another text was expected.
  func read<Value>(_ key: String, _ expected: @autoclosure () -> String, _ make: (String) -> Value?) -> Value?
  {
    value(key).flatMap { read($0, join(key), expected(), make) }
  }

  func read<Value>(
    _ value: YAMLNode, _ path: String, _ expected: @autoclosure () -> String, _ make: (String) -> Value?
  ) -> Value? {
    value.text.flatMap(make) ?? log.refuse(value, path, expected: expected())
  }

  func boolean(_ key: String) -> Bool? { read(key, "true or false") { Bool($0) } }

  func list(_ key: String) -> [(node: YAMLNode, path: String)]? {
    guard let value = node[key] else { return nil }
    guard let elements = value.elements else {
      return log.refuse(value, join(key), expected: "a list")
    }
    if let limit = field(key)?.greatestCount, elements.count > limit {
      return log.refuse(value, join(key), expected: "at most \(limit) elements")
    }
    return elements.enumerated().map { ($1, "\(join(key))[\($0)]") }
  }

  /// The texts of a list.
  ///
  /// - Parameter areShown: Whether the texts are shown as they are, so that control characters are errors.
  func texts(_ key: String, areShown: Bool = true) -> [(text: String, node: YAMLNode, path: String)]? {
    list(key)?.compactMap { node, path in
      guard let text = node.text, !text.isEmpty else {
        return log.refuse(node, path, expected: "a text")
      }
      guard !areShown || !text.hasUnsafeCharacters else {
        return log.refuse(node, path, expected: "a text on one line without control characters")
      }
      return (text, node, path)
    }
  }

  func oneOrMore(_ key: String) -> [(node: YAMLNode, path: String)] {
    guard let value = node[key] else { return [] }
    if value.elements != nil { return list(key) ?? [] }
    return [(value, join(key))]
  }

  func map(_ key: String) -> MapReader? {
    guard let node = node[key], let table = field(key).flatMap(FieldTable.below) else { return nil }
    return MapReader(node, join(key), table, log, app: app)
  }

  func maps(_ key: String) -> [MapReader] {
    guard let table = field(key).flatMap(FieldTable.below) else { return [] }
    return (list(key) ?? []).map { MapReader($0.node, $0.path, table, log, app: app) }
  }

  /// The value of the mapping under a key; nil where it is absent or wrong.
  func value<Value>(_ key: String, _ mapping: Mapping<Value>, takesDefaults: Bool = true) -> Value? {
    guard var map = map(key) else { return nil }
    map.takesDefaults = takesDefaults
    return mapping.value(of: map)
  }

  /// The name of something of the app.
  func name(_ key: String, of kind: String, among names: [String]) -> String? {
    guard let value = node[key], let name = text(key) else { return nil }
    if names.contains(name) { return name }
    return log.refuse(
      value, join(key), found: "`\(name)`", expected: kind,
      among: names)
  }

  func addMissing(_ key: String, _ expected: String) {
    log.add(node, join(key), found: "nothing", expected: expected)
  }
}
