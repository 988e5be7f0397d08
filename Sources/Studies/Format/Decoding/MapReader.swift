import Basics
import EventSimulation
import ModelParameters

/// A mapping of a study with the table of its keys: typed by what is expected, nothing is guessed.
struct MapReader {
  let place: Place
  let table: FieldTable
  let log: ErrorLog
  var app: App?
  /// Whether a key that is left out has the value of its default.
  var takesDefaults = true

  struct App {
    let node: YAMLNode
    /// Identifiers of its tasks, once they are read.
    var tasks: [String] = []
  }

  var node: YAMLNode { place.node }

  init(_ place: Place, _ table: FieldTable, _ log: ErrorLog, app: App? = nil) {
    (self.place, self.table, self.log, self.app) = (place, table, log, app)
    guard let entries = node.entries else {
      log.add(place, expected: "a mapping")
      return
    }
    let keys = table.fields.map(\.key)
    let expectedKeys = "one of \(keys.joined(separator: ", "))"
    for entry in entries where !keys.contains(entry.key) {
      let at = Place(entry.atKey, place.at(entry.key).path)
      if table.later.contains(entry.key) {
        log.add(
          at, found: "`\(entry.key)`", expected: "a key of this version; it is planned for a later version")
      } else {
        log.add(
          log.quotes(at.node) ? at : Place(at.node, place.path), found: "unknown key `\(entry.key)`",
          expected: expectedKeys, suggestion: NameSuggestion.nearest(to: entry.key, in: keys))
      }
    }
    for field in table.fields where field.isRequired && node[field.key] == nil {
      addMissing(field.key, field.meaning)
    }
  }

  func has(_ key: String) -> Bool { node[key] != nil }

  func field(_ key: String) -> Field? { table.definition(of: key) }

  // MARK: Errors

  func add(_ key: String, found: String? = nil, expected: String, among names: [String] = []) {
    log.add(place.at(key), found: found, expected: expected, among: names)
  }

  func refuse<Value>(
    _ key: String, found: String? = nil, expected: String, among names: [String] = []
  ) -> Value? {
    log.refuse(place.at(key), found: found, expected: expected, among: names)
  }

  func addMissing(_ key: String, _ expected: String) {
    log.add(Place(node, place.at(key).path), found: "", expected: expected)
  }

  // MARK: Texts and words

  /// The text under a key, or its default where that is one word or quantity.
  func value(_ key: String) -> Place? {
    if let given = place[key] { return given }
    guard takesDefaults, case .value(let text)? = field(key)?.fallback, !text.hasPrefix("[") else {
      return nil
    }
    return Place(node.replaced(by: .scalar(text)), place.at(key).path)
  }

  func text(_ key: String) -> String? {
    guard let value = place[key] else { return nil }
    guard let text = value.text, !text.isEmpty else { return log.refuse(value, expected: "a text") }
    // A block of lines ends with a line end that belongs to YAML.
    let line = text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard !line.hasUnsafeCharacters else {
      return log.refuse(value, expected: "a text on one line without control characters")
    }
    return line
  }

  func name(_ key: String) -> String? {
    guard let name = text(key) else { return nil }
    if let expected = NameRule.violation(name) { return refuse(key, expected: expected) }
    return name
  }

  func choice(_ key: String) -> String? {
    guard let value = value(key), case .choice(let words) = field(key)?.kind else { return nil }
    return word(value, of: words)
  }

  func word(_ key: String, of words: [String], expected: String? = nil) -> String? {
    place[key].flatMap { word($0, of: words, expected: expected) }
  }

  func word(_ value: Place, of words: [String], expected: String? = nil) -> String? {
    if let text = value.text, table.later.contains(text) {
      return log.refuse(value, expected: "a value of this version; it is planned for a later version")
    }
    guard let text = value.text, words.contains(text) else {
      return log.refuse(value, expected: expected ?? "one of \(words.joined(separator: ", "))", among: words)
    }
    return text
  }

  func options<Options: OptionSet>(_ key: String, _ options: [(word: String, option: Options)]) -> Options?
  where Options.Element == Options {
    texts(key)?.reduce(into: Options()) { set, element in
      let word = word(element, of: options.map(\.word))
      if let option = options.first(where: { $0.word == word })?.option { set.insert(option) }
    }
  }

  /// The value that is made of the text under a key, or of its default; nil where there is none, or another text was expected.
  func read<Value>(_ key: String, _ expected: @autoclosure () -> String, _ make: (String) -> Value?) -> Value?
  {
    value(key).flatMap { read($0, expected(), make) }
  }

  func read<Value>(
    _ value: Place, _ expected: @autoclosure () -> String, _ make: (String) -> Value?
  ) -> Value? {
    value.text.flatMap(make) ?? log.refuse(value, expected: expected())
  }

  func boolean(_ key: String) -> Bool? { read(key, "true or false") { Bool($0) } }

  func name(_ key: String, of kind: String, among names: [String]) -> String? {
    guard let name = text(key) else { return nil }
    return names.contains(name) ? name : refuse(key, found: "`\(name)`", expected: kind, among: names)
  }

  // MARK: Lists and mappings

  func list(_ key: String) -> [Place]? {
    guard let value = place[key] else { return nil }
    guard let elements = value.node.elements else { return log.refuse(value, expected: "a list") }
    if let limit = field(key)?.greatestCount, elements.count > limit {
      return log.refuse(value, expected: "at most \(limit) elements")
    }
    return value.elements
  }

  /// The places of a list that hold texts.
  ///
  /// - Parameter areShown: Whether the texts are shown as they are, so that control characters are errors.
  func texts(_ key: String, areShown: Bool = true) -> [Place]? {
    list(key)?.compactMap { element in
      guard let text = element.text, !text.isEmpty else { return log.refuse(element, expected: "a text") }
      guard !areShown || !text.hasUnsafeCharacters else {
        return log.refuse(element, expected: "a text on one line without control characters")
      }
      return element
    }
  }

  func oneOrMore(_ key: String) -> [Place] {
    guard let value = place[key] else { return [] }
    return value.node.elements == nil ? [value] : list(key) ?? []
  }

  func map(_ key: String) -> MapReader? {
    guard let value = place[key], let table = field(key).flatMap(FieldTable.below) else { return nil }
    return MapReader(value, table, log, app: app)
  }

  func maps(_ key: String) -> [MapReader] {
    guard let table = field(key).flatMap(FieldTable.below) else { return [] }
    return (list(key) ?? []).map { MapReader($0, table, log, app: app) }
  }

  func value<Value>(_ key: String, _ mapping: Mapping<Value>, takesDefaults: Bool = true) -> Value? {
    guard var map = map(key) else { return nil }
    map.takesDefaults = takesDefaults
    return mapping.value(of: map)
  }
}
