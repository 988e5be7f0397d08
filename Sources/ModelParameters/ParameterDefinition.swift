/// How far a number may be read as a statement about phones.
public enum EvidenceGrade: String, Sendable, Hashable {
  /// Vendor documentation, measurement or specification.
  case a = "A"
  /// Several independent observations that agree, or derived from A data.
  case b = "B"
  /// One observation, or recalled.
  case c = "C"
  /// Model assumption: no public number exists.
  case d = "D"
}

/// The value of a parameter in the unit of its definition.
public enum ParameterValue: Sendable, Hashable {
  case number(Double)
  case numbers([Double])
  case choice(String)
  case boolean(Bool)
}

/// Spelled out, since reflection takes milliseconds for a set of parameters. Digests of runs hold this text.
extension ParameterValue: CustomStringConvertible {
  /// The case with its value, such as `number(0.5)` or `choice("soft")`.
  public var description: String {
    switch self {
    case .number(let number): "number(\(number))"
    case .numbers(let numbers): "numbers(\(numbers))"
    case .choice(let word): "choice(\(String(reflecting: word)))"
    case .boolean(let flag): "boolean(\(flag))"
    }
  }
}

/// One named number, switch or choice that a model uses.
public struct ParameterDefinition: Sendable, Hashable {
  /// Dotted name, the key in studies: `refresh.minGap`.
  public var name: String
  /// Its meaning in a few words.
  public var meaning: String
  /// Unit of its numbers; `none` for counts, factors, switches and choices.
  public var unit: ParameterUnit
  /// Value where a study does not set the parameter, in ``unit``.
  public var defaultValue: ParameterValue
  /// Smallest and largest sensible value for a sweep; nil for lists, switches and choices.
  public var range: ClosedRange<Double>?
  /// The range of each number of a list; nil for a well-known list (grades A and B) and for a single value.
  public var listRanges: ListRanges?
  /// The possible values of each of its numbers; nil for switches and choices.
  public var domain: ParameterDomain?
  /// The allowed words of a choice.
  public var choices: [String] = []
  /// Grade of the evidence for the default value.
  public var grade: EvidenceGrade
  /// Rules of the specification or models that read it.
  public var rules: String
  /// Source of the number, or the reason for an assumed one.
  public var source: String

  /// A number with a unit. Unless said otherwise it is an assumption: grade D.
  public static func quantity(
    _ name: String, _ meaning: String, _ unit: ParameterUnit, _ value: Double, _ range: ClosedRange<Double>,
    _ grade: EvidenceGrade = .d, rules: String = "", source: String = "assumption",
    domain: ParameterDomain.Rule = .nonNegative
  ) -> ParameterDefinition {
    .init(
      name: name, meaning: meaning, unit: unit, defaultValue: .number(value), range: range,
      domain: ParameterDomain(domain, in: unit), grade: grade, rules: rules, source: source)
  }

  /// A list of numbers of fixed length. One of grade C or D states the ranges of its numbers.
  public static func vector(
    _ name: String, _ meaning: String, _ unit: ParameterUnit, _ values: [Double],
    _ grade: EvidenceGrade, rules: String, source: String, domain: ParameterDomain.Rule = .nonNegative,
    ranges: ListRanges? = nil
  ) -> ParameterDefinition {
    .init(
      name: name, meaning: meaning, unit: unit, defaultValue: .numbers(values), listRanges: ranges,
      domain: ParameterDomain(domain, in: unit), grade: grade, rules: rules,
      source: ranges.map { "\(source); range: \($0.reason)" } ?? source)
  }

  /// One word out of several.
  public static func choice(
    _ name: String, _ meaning: String, _ value: String, of choices: [String], _ grade: EvidenceGrade,
    rules: String, source: String
  ) -> ParameterDefinition {
    .init(
      name: name, meaning: meaning, unit: .none, defaultValue: .choice(value), choices: choices, grade: grade,
      rules: rules, source: source)
  }

  /// A switch.
  public static func boolean(
    _ name: String, _ meaning: String, _ value: Bool, _ grade: EvidenceGrade, rules: String, source: String
  ) -> ParameterDefinition {
    .init(
      name: name, meaning: meaning, unit: .none, defaultValue: .boolean(value), choices: ["true", "false"],
      grade: grade, rules: rules, source: source)
  }

  /// The default as a study would write it: `15 min`, `soft`, `0.5, 0.15`.
  public var defaultText: String { text(of: defaultValue) }

  /// A value as a study would write it.
  public func text(of value: ParameterValue) -> String {
    switch value {
    case .number(let number): Self.text(number) + suffix
    case .numbers(let numbers): numbers.map { Self.text($0) + suffix }.joined(separator: ", ")
    case .choice(let word): word
    case .boolean(let flag): flag ? "true" : "false"
    }
  }

  /// The range of a sweep, the ranges of a list's numbers in their order, or the categories of a choice.
  public var rangeText: String {
    if let range { return Self.text(range) }
    if let listRanges { return listRanges.ranges.map(Self.text).joined(separator: ", ") }
    return choices.joined(separator: " | ")
  }

  /// Least and greatest value that can be set; empty for switches and choices.
  public var domainText: String { domain.map { "\(Self.text($0.least))–\(Self.text($0.greatest))" } ?? "" }

  /// The range as a sentence has it: `from 5 to 60 min`; empty without one.
  public var rangeWords: String {
    range.map { "from \(Self.text($0.lowerBound)) to \(Self.text($0.upperBound))\(suffix)" } ?? ""
  }

  private static func text(_ range: ClosedRange<Double>) -> String {
    "\(text(range.lowerBound))–\(text(range.upperBound))"
  }

  private var suffix: String { unit == .none ? "" : " \(unit.rawValue)" }

  /// Returns the shortest text of a number, without a decimal point if the number is whole.
  public static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }
}

/// The possible values of a number, both ends included, in the unit of its definition. Within them, sums and
/// products over the longest run fit in 64 bits, and events do not repeat so fast that a run cannot end.
public struct ParameterDomain: Sendable, Hashable {
  /// Smallest and largest value that belong to it.
  public var least, greatest: Double
  /// Whether only whole numbers belong to it.
  public var isWhole: Bool

  public init(_ bounds: ClosedRange<Double>, isWhole: Bool = false) {
    (least, greatest, self.isWhole) = (bounds.lowerBound, bounds.upperBound, isWhole)
  }

  /// Whole numbers from one to another.
  public init(whole bounds: ClosedRange<Int>) {
    self.init(Double(bounds.lowerBound)...Double(bounds.upperBound), isWhole: true)
  }

  /// Whether a value, in the unit of the definition, belongs to it.
  public func contains(_ value: Double) -> Bool {
    (least...greatest).contains(value) && (!isWhole || value == value.rounded())
  }

  /// The domain in words: `from 0 to 100 %`, `a whole number from 1 to 30`.
  public func text(in unit: ParameterUnit) -> String {
    let bounds = "from \(ParameterDefinition.text(least)) to \(ParameterDefinition.text(greatest))"
    if isWhole { return "a whole number \(bounds)" }
    return unit == .none ? "a number \(bounds)" : "\(bounds) \(unit.rawValue)"
  }

  /// The rule that a definition states; with the unit it gives the domain.
  public enum Rule: Sendable, Hashable {
    /// From 0 to the greatest value of the unit.
    case nonNegative
    /// From the least to the greatest value of the unit.
    case positive
    /// From 0 to 1, or from 0 % to 100 %.
    case unitInterval
    case whole(ClosedRange<Int>)
    /// Stated in the unit of the definition.
    case interval(ClosedRange<Double>)
  }

  init(_ rule: Rule, in unit: ParameterUnit) {
    switch rule {
    case .nonNegative: self.init(0...unit.bounds.upperBound)
    case .positive: self.init(unit.bounds)
    case .unitInterval: self.init(0...(unit == .percent ? 100 : 1))
    case .whole(let bounds): self.init(whole: bounds)
    case .interval(let bounds): self.init(bounds)
    }
  }
}

/// The ranges of a list's numbers in a sweep.
public struct ListRanges: Sendable, Hashable {
  /// Smallest and largest sensible value of each number, in the unit of the definition.
  public var ranges: [ClosedRange<Double>]
  /// Whether the numbers are parts of a whole. If some numbers change, the remaining numbers change in
  /// proportion, and the sum is constant.
  public var areShares: Bool
  /// The reason for the ranges in a few words.
  public var reason: String

  /// The list with the numbers at some places replaced. For shares, the remaining numbers are scaled so that
  /// the sum is constant, or get equal parts if they are all 0. Nil if the replaced shares exceed the whole,
  /// or if all shares are replaced and their sum differs from the whole.
  public func replacing(_ values: [Int: Double], of numbers: [Double]) -> [Double]? {
    var result = numbers
    for (place, value) in values { result[place] = value }
    guard areShares else { return result }
    let others = numbers.indices.filter { values[$0] == nil }
    // In the order of places: sums must not depend on the order of a dictionary.
    let total = numbers.reduce(0, +)
    let rest = total - numbers.indices.reduce(0) { $0 + (values[$1] ?? 0) }
    guard rest >= -1e-9 * total, !others.isEmpty || abs(rest) <= 1e-9 * total else { return nil }
    let sum = others.reduce(0) { $0 + numbers[$1] }
    for place in others {
      result[place] = sum > 0 ? numbers[place] * (max(0, rest) / sum) : max(0, rest) / Double(others.count)
    }
    return result
  }
}
