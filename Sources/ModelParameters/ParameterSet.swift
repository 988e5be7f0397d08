import EventSimulation

/// The values of all parameters: the catalogue's defaults with a study's overrides.
public struct ParameterSet: Sendable, Hashable {
  private var overrides: [String: ParameterValue] = [:]
  /// Names that have been set, also to their defaults.
  private var stated: Set<String> = []
  /// Definitions beside the catalogue's, by name.
  private let added: [String: ParameterDefinition]

  /// All defaults, with definitions in addition to the catalog's, such as the parameters of a policy from
  /// outside.
  public init(adding definitions: [ParameterDefinition] = []) {
    added = Dictionary(definitions.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The definition of a name: the catalogue's, or one that was added.
  public func definition(_ name: String) -> ParameterDefinition? {
    ParameterCatalogue.byName[name] ?? added[name]
  }

  /// Every definition: the catalog's in its order, then the added definitions by name.
  public var definitions: [ParameterDefinition] {
    ParameterCatalogue.all + added.values.sorted { $0.name < $1.name }
  }

  /// Names that differ from their default, sorted.
  public var overriddenNames: [String] { overrides.keys.sorted() }

  /// Whether a parameter differs from its default.
  public func isOverridden(_ name: String) -> Bool { overrides[name] != nil }

  /// Whether a parameter has been set, even to its default; values of a device do not count.
  public func isStated(_ name: String) -> Bool { stated.contains(name) }

  /// The value of a defined parameter. Traps on an unknown name, which is an error in the model's code.
  public func value(_ name: String) -> ParameterValue {
    if let value = overrides[name] { return value }
    guard let definition = definition(name) else { preconditionFailure("no parameter is called \(name)") }
    return definition.defaultValue
  }

  /// The number in the unit of its definition.
  public func number(_ name: String) -> Double {
    guard case .number(let number) = value(name) else { preconditionFailure("\(name) is not a number") }
    return number
  }

  /// The number in the base unit: s, J, W, bytes, 1 (for %), 1/s, V, ohm, bit/s.
  public func base(_ name: String) -> Double { number(name) * (definition(name)?.unit.scale ?? 1) }

  /// A whole number.
  public func count(_ name: String) -> Int { Int(number(name)) }

  /// A time, exact in microseconds.
  public func span(_ name: String) -> TimeSpan {
    guard let unit = definition(name)?.unit, unit.dimension == .time else {
      preconditionFailure("\(name) is not a time")
    }
    return TimeSpan(microseconds: Int64((number(name) * unit.scale * 1e6).rounded()))
  }

  /// The numbers of a list, in the unit of its definition. Traps on a parameter that is no list of numbers.
  public func numbers(_ name: String) -> [Double] {
    guard case .numbers(let numbers) = value(name) else { preconditionFailure("\(name) is not a list") }
    return numbers
  }

  /// The word of a choice. Traps on a parameter that is no choice of one word.
  public func choice(_ name: String) -> String {
    guard case .choice(let word) = value(name) else { preconditionFailure("\(name) is not a choice") }
    return word
  }

  /// The position of a switch. Traps on a parameter that is no switch.
  public func boolean(_ name: String) -> Bool {
    guard case .boolean(let flag) = value(name) else { preconditionFailure("\(name) is not a switch") }
    return flag
  }

  /// Sets a value that has been checked already. A value equal to the default is no override.
  public mutating func set(_ name: String, _ value: ParameterValue) {
    stated.insert(name)
    supply(name, value)
  }

  /// Puts another value in the place of a default, which the study has not stated.
  mutating func supply(_ name: String, _ value: ParameterValue) {
    overrides[name] = definition(name)?.defaultValue == value ? nil : value
  }

  /// Sets a parameter from the words of a study: `20 min`, `soft`, `true`, or several numbers.
  public mutating func set(_ name: String, parsing words: [String]) throws(ParameterError) {
    if let removed = ParameterCatalogue.removed[name] { throw .removedName(name, instead: removed) }
    guard let definition = definition(name) else { throw .unknownName(name) }
    set(name, try definition.parse(words))
  }
}

/// Why a parameter cannot be set.
public enum ParameterError: Error, Hashable, Sendable {
  case unknownName(String)
  /// A parameter of an earlier version; `instead` says what replaces it.
  case removedName(String, instead: String)
  case wrongValue(name: String, found: String, expected: String)
}

extension ParameterDefinition {
  /// The value that the words of a study name.
  public func parse(_ words: [String]) throws(ParameterError) -> ParameterValue {
    let found = words.joined(separator: ", ")
    func wrong(_ expected: String) -> ParameterError {
      .wrongValue(name: name, found: found, expected: expected)
    }
    switch defaultValue {
    case .boolean:
      guard words.count == 1, let flag = Bool(words[0]) else { throw wrong("true or false") }
      return .boolean(flag)
    case .choice:
      guard words.count == 1, choices.contains(words[0]) else {
        throw wrong("one of \(choices.joined(separator: ", "))")
      }
      return .choice(words[0])
    case .number:
      guard words.count == 1 else { throw wrong(Quantity.expectation(unit)) }
      return .number(try number(words[0]))
    case .numbers(let defaults):
      guard words.count == defaults.count else { throw wrong("\(defaults.count) numbers") }
      return .numbers(try words.map(number))
    }
  }

  private func number(_ word: String) throws(ParameterError) -> Double {
    let quantity: Quantity
    do {
      quantity = try Quantity(parsing: word, expected: unit)
    } catch {
      throw .wrongValue(name: name, found: error.found, expected: error.expected)
    }
    guard let value = quantity.value(in: unit) else {
      throw .wrongValue(name: name, found: word, expected: Quantity.expectation(unit))
    }
    if let domain, !domain.contains(value) {
      throw .wrongValue(name: name, found: word, expected: domain.text(in: unit))
    }
    return value
  }
}
