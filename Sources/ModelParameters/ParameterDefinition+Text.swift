extension ParameterDefinition {
  /// The default as a study would write it: `15 min`, `soft`, `0.5, 0.15`.
  public var defaultText: String { text(of: defaultValue) }

  /// A value as a study would write it.
  public func text(of value: ParameterValue) -> String {
    switch value {
    case .number(let number): Self.text(number) + suffix
    case .numbers(let numbers): numbers.map { Self.text($0) + suffix }.joined(separator: ", ")
    case .choice(let word): word
    case .choices(let words): words.joined(separator: ", ")
    case .boolean(let flag): flag ? "true" : "false"
    }
  }

  /// The range of a sweep, those of a list's numbers in their order, or the words of a choice.
  public var rangeText: String {
    if let range { return Self.text(range) }
    if let listRanges { return listRanges.ranges.map(Self.text).joined(separator: ", ") }
    return choices.joined(separator: " | ")
  }

  /// Least and greatest value that can be set; empty for switches and choices.
  public var domainText: String {
    domain.map { "\(Self.text($0.least))–\(Self.text($0.greatest))" } ?? ""
  }

  /// The range as a sentence has it: `from 5 to 60 min`; empty without one.
  public var rangeWords: String {
    range.map { "from \(Self.text($0.lowerBound)) to \(Self.text($0.upperBound))\(suffix)" } ?? ""
  }

  private static func text(_ range: ClosedRange<Double>) -> String {
    "\(text(range.lowerBound))–\(text(range.upperBound))"
  }

  private var suffix: String { unit == .none ? "" : " \(unit.rawValue)" }

  /// Without a decimal point where none is needed.
  public static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }
}
