import ModelParameters

/// An assumption of the model that can be another: a number of grade C or D, a number of such a list, or a word.
package struct AssumedFactor: Hashable, Sendable {
  /// Something that it can be.
  package enum Level: Hashable, Sendable {
    /// In the unit of the parameter.
    case number(Double)
    case word(String)
  }

  /// The parameter.
  package var definition: ParameterDefinition
  /// The place of the number in a list; nil where the parameter is one number or word.
  package var place: Int?
  /// Its value in the study.
  package var base: Level
  /// Smallest and largest value; nil for words.
  package var range: ClosedRange<Double>?

  /// The name in tables: that of the parameter, for a list with the place: `charge.holdLength[0]`.
  package var name: String { place.map { "\(definition.name)[\($0)]" } ?? definition.name }

  /// The levels to try beside ``base``: both ends of the range, or every other word.
  package var ends: [Level] {
    guard let range else {
      return definition.choices.map { Level.word($0) }.filter { $0 != base }
    }
    var ends = [Level.number(range.lowerBound)]
    if range.upperBound > range.lowerBound { ends.append(.number(range.upperBound)) }
    return ends.filter { $0 != base }
  }

  /// A level as text, with its unit.
  package func text(_ level: Level) -> String {
    switch level {
    case .word(let word): word
    case .number(let number): definition.text(of: .number(number))
    }
  }

  /// The number of a level; nil for words.
  package func number(_ level: Level) -> Double? {
    if case .number(let number) = level { number } else { nil }
  }

  /// The level at a number, which is rounded where only whole numbers are possible.
  package func level(at number: Double) -> Level {
    .number(definition.domain?.isWhole == true ? number.rounded() : number)
  }

  /// The assumptions that a parameter makes: one, or as many as its list has numbers that vary.
  ///
  /// - Parameter value: Its value in the study.
  package static func factors(of definition: ParameterDefinition, at value: ParameterValue) -> [AssumedFactor]
  {
    switch value {
    case .number(let number):
      guard let range = definition.range else { return [] }
      return [AssumedFactor(definition: definition, base: .number(number), range: range)]
    case .numbers(let numbers):
      let ranges = definition.listRanges?.ranges ?? []
      return zip(numbers, ranges).enumerated().filter { $1.1.lowerBound < $1.1.upperBound }.map {
        AssumedFactor(definition: definition, place: $0, base: .number($1.0), range: $1.1)
      }
    case .boolean(let flag):
      return [AssumedFactor(definition: definition, base: .word("\(flag)"))]
    case .choice(let word): return [AssumedFactor(definition: definition, base: .word(word))]
    // No list of words is an assumption.
    case .choices: return []
    }
  }
}
