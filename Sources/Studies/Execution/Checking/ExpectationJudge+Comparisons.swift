import ModelParameters
import OutputAnalysis
import StudyReports

extension ExpectationJudge {
  /// Judges whether a quantity rises, or falls, from every level of a factor to the next one, whatever the levels of the
  /// other factors. Each step is judged by itself, at the confidence of every other inequality: one that is contradicted
  /// contradicts the trend.
  func judge(_ expectation: Expectation, along factor: String) -> Judgment {
    var whole = Decision(verdict: .holds)
    var rows: [String] = []
    var sizes: Set<Int> = []
    let levels = Self.ordered(combinations.compactMap { $0.first { $0.name == factor } }.unique)
    for others in combinations.map({ $0.filter { $0.name != factor } }).unique {
      let chosen = levels.compactMap { level in
        combinations.first { $0.contains(level) && others.allSatisfy($0.contains) }
      }
      var row = ""
      var previous: ObservedQuantity?
      for combination in chosen {
        let values = values(expectation, combination)
        guard let estimate = values.estimate, previous.map({ $0.values.count == values.values.count }) ?? true
        else { return .init(expectation, "no value at \(name(combination))", expectation.withoutValue) }
        if let previous {
          let sign = sign(expectation.relation)
          let step = decide(expectation, [(sign.claim, 0)], values, previous)
          whole.add(step)
          let marks: [Verdict: String] = [.contradicted: "not ", .undecided: "perhaps "]
          row += " \(marks[step.verdict] ?? "")\(sign.symbol) "
        }
        row += NumberText.short(estimate)
        sizes.insert(values.values.count)
        previous = values
      }
      rows.append(others.isEmpty ? row : "\(row) (\(name(others)))")
    }
    var numbers = "\(factor) \(levels.map(\.text).joined(separator: ", ")): \(rows.joined(separator: ", "))"
    if let size = sizes.max(), size > 1 { numbers += "; over \(size) replications" }
    return .init(expectation, numbers + whole.words, levels.count > 1 ? whole.verdict : .contradicted)
  }

  /// Levels of one dimension by size, as `30 min` before `2 h`; any others as they are.
  static func ordered(_ levels: [FactorLevelText]) -> [FactorLevelText] {
    let quantities = levels.compactMap(\.quantity)
    guard quantities.count == levels.count, Set(quantities.map(\.unit.dimension)).count == 1 else {
      return levels
    }
    return zip(levels, quantities).sorted { $0.1.baseValue < $1.1.baseValue }.map(\.0)
  }
}

extension ExpectationJudge.Decision {
  /// Joins the decision on a further claim: all have to hold.
  fileprivate mutating func add(_ other: Self) {
    if verdict != .contradicted, other.verdict != .holds { verdict = other.verdict }
    pValue = [pValue, other.pValue].compactMap(\.self).max()
    if let more = other.needed, more.total >= needed?.total ?? 0 { needed = more }
  }
}

struct ObservedQuantity {
  let values: [Double?]
  /// By replication, of a ratio of sums; nil for any other quantity, whose estimate is a mean.
  var fractions: [ReplicationSample.Fraction?]?

  /// The value in every replication; nil where one of them has none, and without replications.
  var complete: [Double]? {
    let known = values.compactMap { $0 }
    return known.isEmpty || known.count < values.count ? nil : known
  }

  /// The pseudo-values of the estimate; nil where a replication is missing or there is no estimate.
  var pseudoValues: PseudoValues? {
    let sample = fractions.map(ReplicationSample.fractions) ?? .values(values)
    guard sample.count > 0, (0..<sample.count).allSatisfy(sample.hasEntry),
      let values = try? sample.pseudoValues(), values.estimate != nil
    else { return nil }
    return values
  }

  var estimate: Double? { pseudoValues?.estimate }
  var hasValue: Bool { complete != nil || estimate != nil }

  func scaled(by factor: Double) -> ObservedQuantity {
    let scaled = fractions?.map {
      $0.map { ReplicationSample.Fraction($0.numerator * factor, over: $0.denominator) }
    }
    return ObservedQuantity(values: values.map { $0.map { $0 * factor } }, fractions: scaled)
  }
}

extension PublicObservation {
  /// The values, as `76.6` or `0.77; 0.94`.
  package var valuesText: String { values.map(NumberText.short).joined(separator: "; ") }
  package var bandText: String {
    "\(NumberText.short(band.lowerBound)) to \(NumberText.short(band.upperBound))"
  }
}
