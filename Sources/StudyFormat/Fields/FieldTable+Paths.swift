import ModelParameters

/// Finding the tables and keys of study files by path.
extension FieldTable {
  /// Tables behind the names of lists that stand for a word.
  static let lists = ["archetypes": "archetype", "charging": "dailySpan", "network": "networkSpan"]

  /// The table below a key, if it has one: that of its mapping or of the elements of its list.
  public static func below(_ field: Field) -> FieldTable? {
    switch field.kind {
    case .list(let name), .map(let name), .textOrMap(let name), .listOfTextOrMap(let name):
      named(lists[name] ?? name)
    default: nil
    }
  }

  /// The table of that name.
  public static func named(_ name: String) -> FieldTable? { all.first { $0.name == name } }

  /// The key of that name.
  public func definition(of key: String) -> Field? { fields.first { $0.key == key } }

  /// The result of following a path of keys from the top of a study.
  public enum Found: Sendable {
    /// A key, and the keys before it.
    case field(Field, path: [String])
    /// A step that does not exist, and the table in which it was sought.
    case missing(step: String, in: FieldTable, path: [String])
  }

  /// Follows a path such as `apps.tasks.floor`; indices in brackets and the ids of list elements are left out.
  public static func find(_ path: String) -> Found {
    let steps = path.split(separator: ".").map { step in
      String(step.prefix { $0 != "[" })
    }
    var table = FieldTable.study
    var walked: [String] = []
    var last: Field?
    for (index, step) in steps.enumerated() {
      guard let field = table.definition(of: step) else {
        return .missing(step: step, in: table, path: walked)
      }
      walked.append(step)
      last = field
      guard index + 1 < steps.count else { break }
      guard let next = below(field) else {
        return .missing(step: steps[index + 1], in: FieldTable(step, []), path: walked)
      }
      table = next
    }
    guard let last else { return .missing(step: path, in: .study, path: []) }
    return .field(last, path: walked)
  }
}

extension Field {
  /// The kind of value in words.
  public var kindText: String {
    switch kind {
    case .text: "text"
    case .integer: "whole number"
    case .seed: Field.seedDomain
    case .number: "number"
    case .boolean: "true or false"
    case .margin: "number in the metric's unit, or percentage of the baseline"
    case .quantity(let unit, let orTime):
      "quantity, such as \(Field.quantity(unit))" + (orTime ? ", or time of day, such as \"03:00\"" : "")
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    case .distribution(let unit): "quantity or distribution, in units such as \(unit)"
    case .list(let name): "list of \(name)"
    case .map(let name): "mapping of \(name)"
    case .textOrMap(let name): "word, or \(name)"
    case .listOfTextOrMap(let name): "list of words or of \(name)"
    case .oneOrMore(let name): "\(name), or a list of them"
    case .wordOrNumber: "word, number, true or false"
    case .open: "free keys"
    }
  }

  /// The domain of its number in words; nil for keys that take none.
  public var domainText: String? {
    guard let domain else { return nil }
    return switch kind {
    case .quantity(let unit, _), .distribution(let unit):
      domain.text(in: ParameterUnit(rawValue: unit) ?? .none)
    default: domain.text(in: .none)
    }
  }

  /// The effect of leaving it out, in words.
  public var defaultText: String {
    switch fallback {
    case .value(let value): value
    case .words(let words): words
    case nil: isRequired ? "required" : "none"
    }
  }

  /// A line of a study file with this key.
  public var example: String {
    if case .value(let value) = fallback, value != "[]", value != "\"\"" { return "\(key): \(value)" }
    let value =
      switch kind {
      case .text: "name"
      case .integer, .seed: ParameterDefinition.text(max(1, domain?.least ?? 1))
      case .number: ParameterDefinition.text(min(1, domain?.greatest ?? 1))
      case .boolean: "true"
      case .margin: "10 %"
      case .quantity(let unit, _): Field.quantity(unit)
      case .choice(let words): words[0]
      case .distribution(let unit): "{lognormal: {median: \(Field.quantity(unit)), sigma: 0.6}}"
      case .list, .listOfTextOrMap: "[…]"
      case .map, .textOrMap, .open: "{…}"
      case .oneOrMore(let name): name
      case .wordOrNumber: "on"
      }
    return "\(key): \(value)"
  }

  private static func quantity(_ unit: String) -> String { "10 \(unit)" }
}
