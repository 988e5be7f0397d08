import ModelParameters
import OutputAnalysis

extension ExpectationJudge {
  /// Judges whether a quantity rises, or falls, from every level of a factor to the next one, whatever the
  /// levels of the other factors.
  ///
  /// Levels that are all numbers of one dimension ascend; others stand in the order of the study. Each step is
  /// judged by itself, at the confidence of every other inequality.
  func judge(_ expectation: Expectation, along factor: String) -> Judgement {
    var isShown = true
    var greatest: Double?
    var rows: [String] = []
    var sizes: Set<Int> = []
    let levels = Self.ordered(unique(combinations.compactMap { $0.first { $0.name == factor }?.text }))
    for others in unique(combinations.map { $0.filter { $0.name != factor } }) {
      let chosen = levels.compactMap { level in
        combinations.first {
          $0.contains(FactorLevelText(name: factor, text: level)) && others.allSatisfy($0.contains)
        }
      }
      var row = ""
      var previous: ObservedQuantity?
      for combination in chosen {
        let values = values(expectation, combination)
        guard let estimate = values.estimate,
          previous.map({ $0.values.count == values.values.count }) ?? true
        else {
          return .init(expectation, "no value at \(name(combination))")
        }
        if let previous {
          let sign = sign(expectation.relation)
          let step = claim(expectation, sign.claim, values, previous)
          isShown = isShown && step.holds
          greatest = step.pValue.map { max($0, greatest ?? 0) } ?? greatest
          row += " \(step.holds ? sign.symbol : "not \(sign.symbol)") "
        }
        row += Self.short(estimate)
        sizes.insert(values.values.count)
        previous = values
      }
      rows.append(others.isEmpty ? row : "\(row) (\(name(others)))")
    }
    var numbers = "\(factor) \(levels.joined(separator: ", ")): \(rows.joined(separator: ", "))"
    if let size = sizes.max(), size > 1 { numbers += "; over \(size) replications" }
    if let greatest { numbers += "; greatest p \(Self.short(greatest))" }
    return .init(expectation, numbers, holds: isShown && levels.count > 1)
  }

  private func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return elements.filter { seen.insert($0).inserted }
  }

  /// Levels of one dimension by size, as `30 min` before `2 h`; any others as they are.
  static func ordered(_ levels: [String]) -> [String] {
    let quantities = levels.compactMap { FactorLevelText(name: "", text: $0).quantity }
    guard quantities.count == levels.count, Set(quantities.map(\.unit.dimension)).count == 1 else {
      return levels
    }
    return zip(levels, quantities).sorted { $0.1.baseValue < $1.1.baseValue }.map(\.0)
  }
}

struct ObservedQuantity {
  let values: [Double?]
  /// The estimate from all of them: a mean, or a ratio of sums.
  let sample: ReplicationSample

  init(values: [Double?]) {
    self.values = values
    sample = .values(values)
  }

  init(values: [Double?], sample: ReplicationSample) {
    (self.values, self.sample) = (values, sample)
  }

  /// The value in every replication; nil where one of them has none, and without replications.
  var complete: [Double]? {
    let known = values.compactMap { $0 }
    return known.isEmpty || known.count < values.count ? nil : known
  }

  /// The pseudo-values of the estimate; nil where a replication is missing or there is no estimate.
  var pseudoValues: PseudoValues? {
    guard sample.count > 0, (0..<sample.count).allSatisfy(sample.hasEntry),
      let values = try? sample.pseudoValues(), values.estimate != nil
    else { return nil }
    return values
  }

  var estimate: Double? { pseudoValues?.estimate }

  func scaled(by factor: Double) -> ObservedQuantity {
    let scaled: ReplicationSample =
      switch sample {
      case .values(let values): .values(values.map { $0.map { $0 * factor } })
      case .fractions(let fractions):
        .fractions(fractions.map { $0.map { .init($0.numerator * factor, over: $0.denominator) } })
      }
    return ObservedQuantity(values: values.map { $0.map { $0 * factor } }, sample: scaled)
  }
}
