import EventSimulation
import ModelParameters
import RandomStreams

/// A mapping of a study with the table of its keys: typed by what is expected, nothing is guessed.
struct MapReader {
  let node: YAMLNode
  let path: String
  let table: FieldTable
  let log: ErrorLog

  /// Checks that the node is a mapping of known keys with all required ones.
  init(_ node: YAMLNode, _ path: String, _ table: FieldTable, _ log: ErrorLog) {
    self.node = node
    self.path = path
    self.table = table
    self.log = log
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

  func text(_ key: String) -> String? {
    guard let value = node[key] else { return nil }
    guard let text = value.text, !text.isEmpty else {
      log.add(value, join(key), expected: "a text")
      return nil
    }
    return text
  }

  func choice(_ key: String) -> String? {
    guard let value = node[key], let field = table.fields.first(where: { $0.key == key }),
      case .choice(let words) = field.kind
    else { return nil }
    return word(value, join(key), of: words)
  }

  func word(_ value: YAMLNode, _ path: String, of words: [String]) -> String? {
    if let text = value.text, table.later.contains(text) {
      log.add(value, path, expected: "a word of this version: not in this version")
      return nil
    }
    guard let text = value.text, words.contains(text) else {
      log.add(
        value, path, expected: "one of \(words.joined(separator: ", "))",
        suggestion: value.text.flatMap { NameSuggestion.nearest(to: $0, in: words) })
      return nil
    }
    return text
  }

  func boolean(_ key: String) -> Bool? {
    guard let value = node[key] else { return nil }
    guard let text = value.text, let flag = Bool(text) else {
      log.add(value, join(key), expected: "true or false")
      return nil
    }
    return flag
  }

  func number(
    _ key: String, in range: ClosedRange<Double> = 0...1e300, _ expected: String = "a number of at least 0"
  )
    -> Double?
  {
    guard let value = node[key] else { return nil }
    guard let text = value.text, let number = Quantity.number(text), range.contains(number) else {
      log.add(value, join(key), expected: expected)
      return nil
    }
    return number
  }

  func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
    guard let value = node[key] else { return nil }
    guard let text = value.text, let number = Int(text), range.contains(number) else {
      log.add(
        value, join(key), expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    return number
  }

  /// A quantity in the given unit.
  func quantity(_ key: String, _ unit: ParameterUnit, in range: ClosedRange<Double> = 0...1e300) -> Double? {
    guard let value = node[key] else { return nil }
    return quantity(value, join(key), unit, in: range)
  }

  func quantity(
    _ value: YAMLNode, _ path: String, _ unit: ParameterUnit, in range: ClosedRange<Double> = 0...1e300
  ) -> Double? {
    guard let text = value.text else {
      log.add(value, path, expected: "a number with a unit")
      return nil
    }
    do {
      let quantity = try Quantity(parsing: text, expected: unit)
      guard let number = quantity.value(in: unit) else { return nil }
      guard range.contains(number) else {
        log.add(value, path, expected: Self.limits(range, unit))
        return nil
      }
      return number
    } catch {
      log.add(value, path, found: "`\(error.found)`", expected: error.expected)
      return nil
    }
  }

  /// The limits of a quantity in words.
  private static func limits(_ range: ClosedRange<Double>, _ unit: ParameterUnit) -> String {
    func number(_ value: Double) -> String {
      value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }
    let low = number(range.lowerBound)
    if range.upperBound >= 1e300 { return "at least \(low) \(unit.rawValue)" }
    return "from \(low) to \(number(range.upperBound)) \(unit.rawValue)"
  }

  func share(_ key: String) -> Double? { quantity(key, .percent, in: 0...100).map { $0 / 100 } }
  func span(_ key: String) -> TimeSpan? { quantity(key, .seconds, in: 0...3.2e9).map { .seconds($0) } }

  /// The elements of a list with their paths.
  func list(_ key: String) -> [(node: YAMLNode, path: String)]? {
    guard let value = node[key] else { return nil }
    guard let elements = value.elements else {
      log.add(value, join(key), expected: "a list")
      return nil
    }
    return elements.enumerated().map { ($1, "\(join(key))[\($0)]") }
  }

  func texts(_ key: String) -> [(text: String, node: YAMLNode, path: String)]? {
    list(key)?.compactMap { node, path in
      guard let text = node.text, !text.isEmpty else {
        log.add(node, path, expected: "a text")
        return nil
      }
      return (text, node, path)
    }
  }

  /// A list, or one value as a list of one.
  func oneOrMore(_ key: String) -> [(node: YAMLNode, path: String)] {
    guard let value = node[key] else { return [] }
    if value.elements != nil { return list(key) ?? [] }
    return [(value, join(key))]
  }

  func map(_ key: String, _ table: FieldTable) -> MapReader? {
    node[key].map { MapReader($0, join(key), table, log) }
  }

  func maps(_ key: String, _ table: FieldTable) -> [MapReader] {
    (list(key) ?? []).map { MapReader($0.node, $0.path, table, log) }
  }

  /// `08:00` or `8:00:30`.
  func timeOfDay(_ value: YAMLNode, _ path: String) -> TimeSpan? {
    if let text = value.text, let time = StudyTime.timeOfDay(text) { return time }
    log.add(value, path, expected: "a time of day, such as `08:30`")
    return nil
  }

  /// `2 d 08:00`: days from the start and a time of day; a duration such as `90 min` counts from the start.
  func instant(_ value: YAMLNode, _ path: String) -> Instant? {
    if let text = value.text, let time = StudyTime.instant(text) { return time }
    log.add(value, path, expected: "an instant, such as `2 d 08:00` or `36 h`")
    return nil
  }
}

/// Times as studies write them.
public enum StudyTime {
  /// Hours, minutes and optional seconds between colons.
  public static func timeOfDay(_ text: some StringProtocol) -> TimeSpan? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, parts.allSatisfy({ $0.count == 1 || $0.count == 2 }) else {
      return nil
    }
    let numbers = parts.compactMap { UInt8($0) }.map(Int.init)
    guard numbers.count == parts.count, numbers[0] < 24, numbers[1] < 60,
      numbers.count == 2 || numbers[2] < 60
    else { return nil }
    return .hours(numbers[0]) + .minutes(numbers[1]) + .seconds(numbers.count == 3 ? numbers[2] : 0)
  }

  /// `2 d 08:00`, `08:00` on day 0, or a duration.
  public static func instant(_ text: String) -> Instant? {
    let words = text.split(separator: " ")
    if words.count == 1, let time = timeOfDay(words[0]) { return .zero + time }
    if words.count == 3, words[1] == "d", let day = Int(words[0]), (0...36_500).contains(day),
      let time = timeOfDay(words[2])
    {
      return .day(day, time)
    }
    guard let quantity = try? Quantity(parsing: text, expected: .seconds), quantity.value >= 0,
      quantity.baseValue < 3.2e9
    else { return nil }
    return .zero + .seconds(quantity.baseValue)
  }
}
