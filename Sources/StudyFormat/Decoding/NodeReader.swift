import EventSimulation
import ModelParameters
import OutputAnalysis
import PlainText
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
    // A block of lines ends with a line end that belongs to YAML.
    let line = text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard !line.hasUnsafeCharacters else {
      log.add(value, join(key), expected: "a text on one line without control characters")
      return nil
    }
    return line
  }

  /// A name, which is shown on terminals, in pictures and in tables.
  func name(_ key: String) -> String? {
    guard let name = text(key), let value = node[key] else { return nil }
    if let expected = NameRule.violation(name) {
      log.add(value, join(key), expected: expected)
      return nil
    }
    return name
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

  /// The row of a key in the table.
  private func field(_ key: String) -> Field? { table.fields.first { $0.key == key } }

  /// A bare number in the domain of its key.
  func number(_ key: String) -> Double? {
    guard let value = node[key], let domain = field(key)?.domain else { return nil }
    guard let text = value.text, let number = Quantity.number(text), domain.contains(number) else {
      log.add(value, join(key), expected: domain.text(in: .none))
      return nil
    }
    return number
  }

  /// A margin: a bare number in the domain of its key, or a percentage.
  func margin(_ key: String) -> Margin? {
    guard let value = node[key], let domain = field(key)?.domain else { return nil }
    let margin = value.text.flatMap { Margin($0) }
    switch margin {
    case .absolute(let number)? where domain.contains(number): return margin
    case .relative(let share)? where domain.contains(share): return margin
    default:
      log.add(
        value, join(key), expected: "\(domain.text(in: .none)), or a share of the baseline such as `10 %`")
      return nil
    }
  }

  /// A whole number in the domain of its key.
  func integer(_ key: String) -> Int? {
    guard let value = node[key], var domain = field(key)?.domain else { return nil }
    domain.isWhole = true
    guard let text = value.text, let number = Int(text), domain.contains(Double(number)) else {
      log.add(value, join(key), expected: domain.text(in: .none))
      return nil
    }
    return number
  }

  /// A quantity in the domain of its key, in the given unit.
  func quantity(_ key: String, _ unit: ParameterUnit) -> Double? {
    guard let value = node[key], let field = field(key), case .quantity(let word, _) = field.kind,
      let own = ParameterUnit(rawValue: word), let domain = field.domain
    else { return nil }
    return quantity(value, join(key), unit, domain, in: own)?.value(in: unit)
  }

  /// A quantity of the dimension of `unit`, in a domain.
  ///
  /// - Parameter own: The unit of the domain, `unit` if left out.
  func quantity(
    _ value: YAMLNode, _ path: String, _ unit: ParameterUnit, _ domain: ParameterDomain,
    in own: ParameterUnit? = nil
  ) -> Quantity? {
    let own = own ?? unit
    guard let text = value.text else {
      log.add(value, path, expected: unit == .none ? "a number" : "a number with a unit")
      return nil
    }
    do {
      let quantity = try Quantity(parsing: text, expected: unit)
      guard let number = quantity.value(in: own), domain.contains(number) else {
        log.add(value, path, expected: domain.text(in: own))
        return nil
      }
      return quantity
    } catch {
      log.add(value, path, found: "`\(error.found)`", expected: error.expected)
      return nil
    }
  }

  /// Numbers of runs, counted from 1; nil where the key is absent.
  func runNumbers(_ key: String) -> Set<Int>? {
    list(key).map { elements in
      Set(
        elements.compactMap { node, path in
          guard let number = node.text.flatMap({ Int($0) }), (1...1_000_000_000).contains(number) else {
            log.add(node, path, expected: "the number of a run, from 1 to 1000000000")
            return nil
          }
          return number
        })
    }
  }

  func share(_ key: String) -> Double? { quantity(key, .percent).map { $0 / 100 } }
  func span(_ key: String) -> TimeSpan? { quantity(key, .seconds).map { .seconds($0) } }

  /// The elements of a list with their paths.
  func list(_ key: String) -> [(node: YAMLNode, path: String)]? {
    guard let value = node[key] else { return nil }
    guard let elements = value.elements else {
      log.add(value, join(key), expected: "a list")
      return nil
    }
    if let limit = field(key)?.greatestCount, elements.count > limit {
      log.add(value, join(key), expected: "at most \(limit) elements")
      return nil
    }
    return elements.enumerated().map { ($1, "\(join(key))[\($0)]") }
  }

  /// The texts of a list.
  ///
  /// - Parameter areShown: Whether the texts are shown as they are, so that control characters are errors.
  func texts(_ key: String, areShown: Bool = true) -> [(text: String, node: YAMLNode, path: String)]? {
    list(key)?.compactMap { node, path in
      guard let text = node.text, !text.isEmpty else {
        log.add(node, path, expected: "a text")
        return nil
      }
      guard !areShown || !text.hasUnsafeCharacters else {
        log.add(node, path, expected: "a text on one line without control characters")
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

  /// `08:00` or `8:00:30`, with the words that follow in the message.
  func timeOfDay(_ value: YAMLNode, _ path: String, of use: String = "") -> TimeSpan? {
    if let text = value.text, let time = StudyTime.timeOfDay(text) { return time }
    log.add(value, path, expected: "a time of day, such as `08:30`\(use)")
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
  /// Hours, minutes and optional seconds between colons; seconds may have six decimals.
  static func preciseTimeOfDay(_ text: some StringProtocol) -> TimeSpan? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return timeOfDay(text) }
    let (clock, digits) = (parts[0], parts[1])
    guard clock.count(where: { $0 == ":" }) == 2, let whole = timeOfDay(clock),
      (1...6).contains(digits.count),
      digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), var fraction = Int64(digits)
    else { return nil }
    for _ in digits.count..<6 { fraction *= 10 }
    return whole + .microseconds(fraction)
  }

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

  /// `2 d 08:00`, `08:00` on day 0, or a duration; exact to the microsecond.
  public static func instant(_ text: String) -> Instant? {
    let words = text.split(separator: " ")
    if words.count == 1, let time = preciseTimeOfDay(words[0]) { return .zero + time }
    if words.count == 3, words[1] == "d", let day = Int(words[0]), (0...36_500).contains(day),
      let time = preciseTimeOfDay(words[2])
    {
      return .day(day, time)
    }
    guard let quantity = try? Quantity(parsing: text, expected: .seconds), quantity.value >= 0,
      quantity.baseValue < 3.2e9
    else { return nil }
    return .zero + .seconds(quantity.baseValue)
  }
}
