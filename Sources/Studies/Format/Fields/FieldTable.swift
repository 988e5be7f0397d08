import ModelParameters

package struct Field: Sendable {
  package enum Kind: Sendable {
    case text, integer, number, boolean
    /// A number in the unit of a metric, or a percentage of a baseline: `0.02`, `10 %`.
    case margin
    case seed
    /// A number with a unit, such as `15 min`, or a time of day, such as `03:00`.
    case quantity(String, orTime: Bool = false)
    case choice([String])
    /// A constant with its unit, or one probability distribution by name with its parameters.
    case distribution(String)
    case list(of: String)
    case map(String)
    case textOrMap(String)
    case listOfTextOrMap(String)
    case oneOrMore(of: String)
    case wordOrNumber
    /// Any keys; the values are texts, numbers or lists.
    case open
  }
  package let key: String
  package let kind: Kind
  package var isRequired = false
  package let meaning: String
  /// The domain of a number, in the unit of the key; nil for keys that take no number.
  package let domain: ParameterDomain?
  package private(set) var greatestCount = 10_000
  /// The effect of an absent key; nil if the key is required or has no default.
  package private(set) var fallback: Default?
  /// The word that the key takes in place of a quantity, where there is to be none.
  private(set) var noneWord: String?
  /// The words of a choice that also stand in a share such as `20 % per open`, beside a rate such as `3 per day`.
  private(set) var sharedWords: [String] = []
  /// Occurrences a day that such a rate may have.
  static let rates = 0.001...1000

  package enum Default: Sendable, Hashable {
    /// The same study as with this value, as it is written in a file.
    case value(String)
    /// A description, where no single value has the effect.
    case words(String)
  }

  /// Longest time that one piece of work, one mode or one stay can be drawn: a week.
  static let longestDraw = 604_800.0

  static let seedDomain = "a whole number from 0 to \(UInt64.max)"

  /// Reads a row of ``KeyText``: key, kind, default and meaning between bars.
  ///
  /// A number has its bounds behind the kind, a quantity and a distribution their unit before them. Without bounds a number is at
  /// most 1000, a quantity at most the greatest of its unit, and a draw of time at most ``longestDraw``. A default is a value, words
  /// in parentheses, `required`, or `-` for none.
  init(row: Substring) {
    let cells = row.split(separator: " | ", maxSplits: 3).map(String.init)
    (key, meaning) = (cells[0], cells[3])
    switch cells[2] {
    case "-": break
    case "required": isRequired = true
    case let text where text.hasPrefix("("): fallback = .words(String(text.dropFirst().dropLast()))
    case let text: fallback = .value(text)
    }
    var words = cells[1].replacing(",", with: "").split(separator: " ").map(String.init)
    if let place = words.firstIndex(of: "most") {
      greatestCount = Int(words[place + 1]) ?? 0
      words = Array(words[..<(place - 1)])
    }
    var bounds: ClosedRange<Double>?
    if let place = words.firstIndex(where: { $0.contains("…") }) {
      let ends = words.remove(at: place).split(separator: "…").compactMap { Double($0) }
      bounds = ends[0]...ends[1]
    }
    let last = words.last ?? ""
    func greatest(of unit: String) -> Double { (ParameterUnit(rawValue: unit) ?? .none).bounds.upperBound }
    switch words[0] {
    case "integer", "number", "margin", "word":
      let others: [String: Kind] = ["integer": .integer, "margin": .margin, "word": .wordOrNumber]
      kind = others[words[0]] ?? .number
      domain = ParameterDomain(bounds ?? 0...1000, isWhole: words[0] == "integer")
    case "quantity":
      kind = .quantity(words[1], orTime: last == "time")
      if words.count > 2, last != "time" { noneWord = last }
      domain = ParameterDomain(bounds ?? 0...greatest(of: words[1]))
    case "distribution":
      kind = .distribution(words[1])
      // Draws lie within a run, so draws of time end sooner than other times.
      domain = ParameterDomain(bounds ?? 0...(words[1] == "s" ? Self.longestDraw : greatest(of: words[1])))
    default:
      domain = nil
      if words.suffix(2) == ["or", "rate"] {
        words.removeLast(2)
        sharedWords = words.dropFirst(2).filter { $0 != "script" }
      }
      kind =
        switch words.joined(separator: " ") {
        case "text": .text
        case "boolean": .boolean
        case "seed": .seed
        case "open": .open
        case let text where text.hasPrefix("one of "): .choice(Array(words.dropFirst(2)))
        case let text where text.hasPrefix("one or more of "): .oneOrMore(of: String(text.dropFirst(15)))
        case let text where text.hasPrefix("list of texts or maps of "): .listOfTextOrMap(last)
        case let text where text.hasPrefix("list of "): .list(of: String(text.dropFirst(8)))
        case let text where text.hasPrefix("text or map of "): .textOrMap(last)
        case let text where text.hasPrefix("map of "): .map(last)
        case let text: preconditionFailure("`\(text)` is not a key type")
        }
    }
  }
}

/// The keys of one kind of mapping, written once in ``KeyText``: decoding, errors, schema and documentation read them.
package struct FieldTable: Sendable {
  package let name: String
  package private(set) var fields: [Field]
  let later: [String]

  package static let all: [FieldTable] = tables(
    [KeyText.fleet, KeyText.apps, KeyText.design, KeyText.modes].joined(separator: "\n"))

  /// A line `# name` begins a table; `; later: ` and keys of later versions may follow.
  private static func tables(_ text: String) -> [FieldTable] {
    var tables: [FieldTable] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") {
        let parts = line.dropFirst(2).split(separator: "; later: ").map(String.init)
        tables.append(FieldTable(name: parts[0], fields: [], later: Array(parts.dropFirst())))
      } else {
        tables[tables.count - 1].fields.append(Field(row: line))
      }
    }
    return tables
  }

  package static let study = of("study")

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  package static func named(_ name: String) -> FieldTable? { byName[name] }

  static func of(_ name: String) -> FieldTable {
    guard let table = byName[name] else { preconditionFailure("no keys of `\(name)`") }
    return table
  }

  /// Tables behind the names of lists that stand for a word.
  static let lists = ["archetypes": "archetype", "charging": "dailySpan", "network": "networkSpan"]

  /// The table of the keys below a key, in its mapping or in the elements of its list; nil if there are no
  /// such keys.
  package static func below(_ field: Field) -> FieldTable? {
    switch field.kind {
    case .list(let name), .map(let name), .textOrMap(let name), .listOfTextOrMap(let name):
      named(lists[name] ?? name)
    default: nil
    }
  }

  package func definition(of key: String) -> Field? { fields.first { $0.key == key } }

  package enum Found: Sendable {
    /// A key, and the keys before it.
    case field(Field, path: [String])
    /// A step that does not exist, and the table in which it was sought.
    case missing(step: String, in: FieldTable, path: [String])
  }

  /// Follows a path such as `apps.tasks.earliestBegin`; indices in brackets and ids of list elements are ignored.
  package static func find(_ path: String) -> Found {
    let steps = path.split(separator: ".").map { step in String(step.prefix { $0 != "[" }) }
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
        return .missing(
          step: steps[index + 1], in: FieldTable(name: step, fields: [], later: []), path: walked)
      }
      table = next
    }
    guard let last else { return .missing(step: path, in: .study, path: []) }
    return .field(last, path: walked)
  }
}

extension Field {
  /// Examples of what a key may have one or more of.
  private static let examples = [
    "soft gate": "[energyBudget, rateLimit]", "condition": "score.thresholdEnd <= score.thresholdStart",
    "time": "1 d 08:00", "number": "1",
  ]

  private var words: (kind: String, value: String) {
    switch kind {
    case .text: ("text", "name")
    case .integer: ("whole number", ParameterDefinition.text(max(1, domain?.least ?? 1)))
    case .seed: (Field.seedDomain, "1")
    case .number: ("number", ParameterDefinition.text(min(1, domain?.greatest ?? 1)))
    case .boolean: ("true or false", "true")
    case .margin:
      ("number in the metric's unit, percentage of the baseline or of the battery per day, or factor", "10 %")
    case .quantity(let unit, let orTime):
      ("quantity, such as 10 \(unit)" + (orTime ? ", or time of day, such as \"03:00\"" : ""), "10 \(unit)")
    case .choice(let words) where !sharedWords.isEmpty:
      (
        "one of \(words.joined(separator: ", ")), or a rate such as `3 per day`, or a share such as "
          + "`20 % per \(sharedWords[0])`", words[0]
      )
    case .choice(let words): ("one of \(words.joined(separator: ", "))", words[0])
    case .distribution(let unit):
      ("quantity or distribution, in units such as \(unit)", "{lognormal: {median: 10 \(unit), sigma: 0.6}}")
    case .list(let name): ("list of \(name)", "[…]")
    case .map(let name): ("mapping of \(name)", "{…}")
    case .textOrMap(let name): ("word, or \(name)", "{…}")
    case .listOfTextOrMap(let name): ("list of words or of \(name)", "[…]")
    case .oneOrMore(let name): ("\(name), or a list of them", Self.examples[name] ?? name)
    case .wordOrNumber: ("word, number, true or false", "on")
    case .open: ("free keys", "{…}")
    }
  }

  package var kindText: String { words.kind }

  /// The domain of the number in words; nil for keys without a number.
  package var domainText: String? {
    switch kind {
    case .quantity(let unit, _), .distribution(let unit):
      domain?.text(in: ParameterUnit(rawValue: unit) ?? .none)
    default: domain?.text(in: .none)
    }
  }

  package var defaultText: String {
    switch fallback {
    case .value(let text), .words(let text): text
    case nil: isRequired ? "required" : "none"
    }
  }

  package var example: String {
    if case .value(let value) = fallback, value != "[]", value != "\"\"" { return "\(key): \(value)" }
    return "\(key): \(words.value)"
  }
}
