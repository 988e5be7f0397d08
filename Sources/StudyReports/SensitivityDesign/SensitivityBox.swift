import Basics
import ModelParameters

/// The assumptions that a study rests on, each with its range: together the box in which its verdicts are tried.
package struct SensitivityBox: Hashable, Sendable {
  package struct Absence: Hashable, Sendable {
    package var count: Int
    package var reason: String
  }

  package private(set) var factors: [AssumedFactor]
  package private(set) var absences: [Absence]
  private var grounds: [Ground]
  /// The grounds that differ in a parameter of a condition; the other ones allow the same points.
  private var judges: [Ground]
  private let conditions: [Condition]

  /// A condition on several parameters, with the names of the parameters without the place in a list.
  private struct Condition: Hashable {
    var constraint: ParameterConstraint
    var parameters: [String]

    init(_ constraint: ParameterConstraint) {
      self.constraint = constraint
      parameters = constraint.names.map { String($0.prefix { $0 != "[" }) }
    }
  }

  /// Values from which a study moves, and names of parameters that stay in it.
  private struct Ground: Hashable {
    var parameters: ParameterSet
    var fixed: Set<String> = []
  }

  /// - Parameters:
  ///   - patterns: Beginnings of the names of the parameters to vary; empty for all.
  ///   - named: Assumptions that count whatever their grade is.
  package init(
    _ parameters: ParameterSet, grades: Set<EvidenceGrade>, patterns: [String] = [], named: [String] = [],
    constraints: [ParameterConstraint] = ParameterCatalogue.constraints,
    reasonToLeaveOut: (ParameterDefinition) -> String?
  ) {
    var factors: [AssumedFactor] = []
    var reasons: [String] = []
    let namedParameters = Set(named.map { $0.prefix { $0 != "[" } })
    for definition in parameters.definitions {
      let isGraded = grades.contains(definition.grade)
      guard isGraded || namedParameters.contains(definition.name[...]) else { continue }
      let reason =
        patterns.isEmpty || patterns.contains { definition.name.hasPrefix($0) }
        ? reasonToLeaveOut(definition) : "not named by --over"
      if let reason {
        reasons.append(reason)
        continue
      }
      factors += AssumedFactor.factors(of: definition, at: parameters.value(definition.name))
        .filter { isGraded || named.contains($0.name) }
    }
    self.factors = factors
    absences = reasons.unique.map { own in Absence(count: reasons.count { $0 == own }, reason: own) }
    grounds = [Ground(parameters: parameters)]
    judges = []
    conditions = constraints.map(Condition.init)
  }

  /// The box of all assumptions of boxes of single studies, at least one. A point inside is inside for each study.
  package init(joining boxes: [SensitivityBox]) {
    self = boxes[0]
    let order = Dictionary(
      uniqueKeysWithValues: grounds[0].parameters.definitions.enumerated().map { ($1.name, $0) })
    factors = boxes.flatMap(\.factors).unique.sorted { one, other in
      func key(_ factor: AssumedFactor) -> (Int, Int) {
        (order[factor.definition.name] ?? order.count, factor.place ?? 0)
      }
      return key(one) < key(other)
    }
    let names = Set(factors.map(\.definition.name))
    absences = []
    grounds = boxes.map { box in
      var ground = box.grounds[0]
      ground.fixed = names.subtracting(box.factors.map(\.definition.name))
      return ground
    }
    let shared = Set(conditions.flatMap(\.parameters)).union(
      factors.filter { $0.definition.listRanges?.areShares == true }.map(\.definition.name))
    var known: Set<[String]> = []
    judges = grounds.filter { ground in
      let values = shared.sorted().map { name in
        "\(ground.fixed.contains(name)) \(ground.parameters.definition(name).map { _ in ground.parameters.value(name) }.map { "\($0)" } ?? "")"
      }
      return known.insert(values).inserted
    }
  }

  package func study(_ place: Int) -> SensitivityBox {
    var box = self
    (box.grounds, box.judges) = ([grounds[place]], [])
    return box
  }

  /// The part of a point that moves in the study of a box, which is the whole point but for one of several that were joined.
  package func moving(_ point: SensitivityPoint) -> SensitivityPoint { moving(point, on: grounds[0]) }

  private func moving(_ point: SensitivityPoint, on ground: Ground) -> SensitivityPoint {
    SensitivityPoint(point.moves.filter { !ground.fixed.contains(factors[$0.factor].definition.name) })
  }

  package func keeping(_ kept: Set<AssumedFactor>, reason: String) -> SensitivityBox {
    var box = self
    box.factors = factors.filter(kept.contains)
    // A list of which some numbers are kept is not left out.
    let names = Set(kept.map(\.definition.name))
    let count = Set(factors.map(\.definition.name)).subtracting(names).count
    if count > 0 { box.absences.append(Absence(count: count, reason: reason)) }
    return box
  }

  /// The parameters that differ at a point from the study, with their values there, by name; nil for a point outside of
  /// the box: it breaks a condition on several parameters, or its shares are more than the whole.
  package func values(at point: SensitivityPoint) -> [(name: String, value: ParameterValue)]? {
    for ground in judges where values(at: moving(point, on: ground), ground.parameters) == nil {
      return nil
    }
    return values(at: moving(point), grounds[0].parameters)
  }

  private func values(
    at point: SensitivityPoint, _ parameters: ParameterSet
  ) -> [(name: String, value: ParameterValue)]? {
    var changed: [String: ParameterValue] = [:]
    var places: [String: [Int: Double]] = [:]
    for move in point.moves {
      let factor = factors[move.factor]
      let name = factor.definition.name
      switch (move.level, factor.place) {
      case (.number(let number), let place?): places[name, default: [:]][place] = number
      case (.number(let number), nil): changed[name] = .number(number)
      case (.word(let word), _):
        if case .boolean = factor.definition.defaultValue {
          changed[name] = .boolean(word == "true")
        } else {
          changed[name] = .choice(word)
        }
      }
    }
    for (name, values) in places {
      guard let list = parameters.definition(name)?.listRanges,
        let numbers = list.replacing(values, of: parameters.numbers(name))
      else { return nil }
      changed[name] = .numbers(numbers)
    }
    guard isAllowed(changed, parameters) else { return nil }
    return changed.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  /// The part of a point on which timelines depend: points that have it in common have the same timelines.
  package func timelinePart(of point: SensitivityPoint) -> SensitivityPoint {
    SensitivityPoint(
      point.moves.filter { ParameterCatalogue.entersTimeline(factors[$0.factor].definition.name) })
  }

  /// Places of assumptions that conditions on several parameters tie together; each group can be asked by itself
  /// whether a point is inside of the box.
  package var linkedFactors: [[Int]] {
    var group = Array(factors.indices)
    func join(_ members: [Int]) {
      guard let first = members.first else { return }
      for member in members.dropFirst() where group[member] != group[first] {
        let old = group[member]
        for place in group.indices where group[place] == old { group[place] = group[first] }
      }
    }
    for constraint in conditions.map(\.constraint) {
      let names = Set(constraint.names)
      join(factors.indices.filter { names.contains(factors[$0].name) })
    }
    return Dictionary(grouping: factors.indices) { group[$0] }.values.map { $0.sorted() }
      .sorted { $0[0] < $1[0] }
  }

  /// The groups of ``linkedFactors`` that a condition or a whole of shares can put outside of the parameter space.
  package var constrainedGroups: [[Int]] {
    let names = Set(conditions.flatMap(\.constraint.names))
    return linkedFactors.filter { group in
      group.contains {
        names.contains(factors[$0].name) || factors[$0].definition.listRanges?.areShares == true
      }
    }
  }

  /// A point in words: `score.thresholdStart = 0.6, score.thresholdEnd = 0.5`.
  package func text(_ point: SensitivityPoint) -> String {
    guard !point.moves.isEmpty else { return "the defaults" }
    return point.moves.map { "\(factors[$0.factor].name) = \(factors[$0.factor].text($0.level))" }
      .joined(separator: ", ")
  }

  /// Whether all conditions hold. One that the study itself breaks, or that no changed parameter is part of, is not judged.
  private func isAllowed(_ changed: [String: ParameterValue], _ parameters: ParameterSet) -> Bool {
    conditions.allSatisfy { condition in
      guard condition.parameters.contains(where: { changed[$0] != nil }) else { return true }
      func numbers(_ value: (String) -> ParameterValue) -> [Double] {
        zip(condition.constraint.names, condition.parameters).compactMap { full, name in
          switch value(name) {
          case .number(let number): number
          case .numbers(let numbers):
            Int(full.dropFirst(name.count + 1).dropLast()).flatMap {
              numbers.indices.contains($0) ? numbers[$0] : nil
            }
          case .choice, .boolean: nil
          }
        }
      }
      guard condition.constraint.holds(numbers { parameters.value($0) }) else { return true }
      return condition.constraint.holds(numbers { changed[$0] ?? parameters.value($0) })
    }
  }

  /// Places of assumptions without those shares of a whole of which another is named before.
  func firstOfWholes(_ places: [Int]) -> [Int] {
    var wholes: Set<String> = []
    return places.filter {
      let definition = factors[$0].definition
      return definition.listRanges?.areShares != true || wholes.insert(definition.name).inserted
    }
  }

  func movingShares(inTurn number: Int) -> Set<Int> {
    var moving = Set(factors.indices)
    let shares = factors.indices.filter { factors[$0].definition.listRanges?.areShares == true }
    for members in Dictionary(grouping: shares, by: { factors[$0].definition.name }).values {
      moving.subtract(members)
      moving.insert(members.sorted()[number % members.count])
    }
    return moving
  }
}

/// An assumption of the model that can be another: a number of grade C or D, a number of such a list, or a word.
package struct AssumedFactor: Hashable, Sendable {
  package enum Level: Hashable, Sendable, JSONConvertible {
    /// A number in the unit of the parameter.
    case number(Double)
    case word(String)

    package var json: JSONValue {
      switch self {
      case .number(let number): .number(number)
      case .word(let word): .string(word)
      }
    }
  }

  package var definition: ParameterDefinition
  /// The place of the number in a list; nil where the parameter is one number or word.
  package var place: Int?
  package var base: Level
  /// Smallest and largest value; nil for words.
  package var range: ClosedRange<Double>?

  /// The name in tables: the parameter's name, with the place for a list: `charge.holdLength[0]`.
  package var name: String { place.map { "\(definition.name)[\($0)]" } ?? definition.name }

  /// The levels to try other than ``base``: both ends of the range, or every other category.
  package var ends: [Level] {
    guard let range else { return definition.choices.map { Level.word($0) }.filter { $0 != base } }
    var ends = [Level.number(range.lowerBound)]
    if range.upperBound > range.lowerBound { ends.append(.number(range.upperBound)) }
    return ends.filter { $0 != base }
  }

  package func text(_ level: Level) -> String {
    switch level {
    case .word(let word): word
    case .number(let number): definition.text(of: .number(number))
    }
  }

  package func number(_ level: Level) -> Double? {
    if case .number(let number) = level { number } else { nil }
  }

  package var hasNumbers: Bool { range != nil || isSwitch }

  private var isSwitch: Bool { if case .boolean = definition.defaultValue { true } else { false } }

  /// The level at a number, which is rounded where only whole numbers are possible. A switch is false at 0.
  package func level(at number: Double) -> Level {
    if isSwitch { return .word("\(number != 0)") }
    return .number(definition.domain?.isWhole == true ? number.rounded() : number)
  }

  /// The level at a share of the range from 0 to 1; of words, which are in the order of the catalogue, the one in whose equal
  /// part of 0 to 1 the share lies.
  package func level(share: Double) -> Level {
    if let range { return level(at: range.lowerBound + share * (range.upperBound - range.lowerBound)) }
    let words = definition.choices
    guard !words.isEmpty else { return base }
    // A third of three words is the second one, although no binary number is a third.
    let place = Int((share * Double(words.count) + 1e-9).rounded(.down))
    return .word(words[min(words.count - 1, max(0, place))])
  }

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
    case .boolean(let flag): return [AssumedFactor(definition: definition, base: .word("\(flag)"))]
    case .choice(let word): return [AssumedFactor(definition: definition, base: .word(word))]
    }
  }
}

package struct SensitivityPoint: Hashable, Sendable {
  package struct Move: Hashable, Sendable {
    package var factor: Int
    package var level: AssumedFactor.Level
  }

  /// The moves by factor, at most one each; empty for the defaults.
  package var moves: [Move]

  package static let base = SensitivityPoint([])

  package init(_ moves: [Move]) { self.moves = moves.sorted { $0.factor < $1.factor } }

  package func moving(_ factor: Int, to level: AssumedFactor.Level) -> SensitivityPoint {
    SensitivityPoint(moves.filter { $0.factor != factor } + [Move(factor: factor, level: level)])
  }
}
