import EventSimulation
import OutputAnalysis
import PhoneSimulation
import ResultsStore
import StudyReports

/// Judges what a study expects against what its runs have shown.
///
/// Counts and observations are compared exactly in every replication; metrics are compared by one-sided paired tests
/// over the replications, at the confidence 0.999, and by two one-sided tests for equivalence. Ratios of sums are tested
/// by their jackknife pseudo-values. In a study with factors an expectation speaks of every combination of levels.
package struct ExpectationJudge {
  package struct Judgement: Sendable {
    package var expectation: Expectation
    /// Whether the runs confirm it. False also where the runs do not suffice to tell.
    package var holds: Bool
    package var numbers: String
    /// An observation of phones beside what the runs give; nil for other expectations.
    package var comparison: ObservedComparison?

    init(_ expectation: Expectation, _ numbers: String, holds: Bool = false) {
      (self.expectation, self.holds, self.numbers) = (expectation, holds, numbers)
    }
  }

  struct Cell: Hashable {
    var arm, policy: String
    var levels: [FactorLevelText]
  }
  private var runs: [Cell: [JudgedRun]] = [:]
  private let study: Study
  private let arms: [String]
  private let points: [[FactorLevelText]]
  let combinations: [[FactorLevelText]]
  static let confidence = 0.999

  package init(_ file: StudyFile) {
    study = file.study
    arms = file.points.map(\.arm).unique
    points = file.points.map(\.levels)
    combinations = file.points.filter { [arms] in $0.arm == arms[0] }.map(\.levels)
  }

  package mutating func add(_ run: StudyRunner.Finished) {
    let planned = run.entry.planned
    let cell = Cell(arm: planned.arm, policy: planned.policy, levels: points[planned.designPointOrder])
    runs[cell, default: []].append(JudgedRun(run))
  }

  package func judge() -> [Judgement] {
    study.expectations.flatMap { expectation in
      guard case .observed = expectation.side else { return [judge(expectation)] }
      return combinations.map { judge(expectation, at: $0) }
    }
  }

  private func judge(_ expectation: Expectation) -> Judgement {
    if case .levels(let factor) = expectation.side { return judge(expectation, along: factor) }
    let judgements = combinations.map { judge(expectation, at: $0) }
    let place = judgements.firstIndex { !$0.holds } ?? 0
    var judgement = judgements[place]
    if combinations.count > 1 {
      judgement.numbers += " (\(name(combinations[place])), one of \(combinations.count) points)"
    }
    return judgement
  }

  private func judge(_ expectation: Expectation, at levels: [FactorLevelText]) -> Judgement {
    let left = values(expectation, levels)
    switch expectation.side {
    case .levels(let factor): return judge(expectation, along: factor)
    case .times(let times, let within): return judge(expectation, at: levels, times, within: within)
    case .observed(let seen): return compare(expectation, with: seen, at: levels)
    case _ where !left.hasValue: return .init(expectation, "no value")
    case .number(let number):
      guard case .finding = expectation.quantity else {
        let right = left.values.map { _ in number * expectation.factor }
        return compare(expectation, left, ObservedQuantity(values: right))
      }
      var judgement = compare(expectation, left, ObservedQuantity(values: left.values.map { _ in number }))
      judgement.numbers = findings(expectation, levels)
      return judgement
    case .numbers(let low, let high):
      let holds = left.complete?.allSatisfy { $0 >= low && $0 <= high } ?? false
      return .init(
        expectation, "\(text(left, expectation)) in \(low)…\(high)\(replications(left))", holds: holds)
    case .other(let arm, let policy):
      var counterpart = expectation
      counterpart.arm = arm ?? expectation.arm
      counterpart.policy = policy ?? expectation.policy
      let other = values(counterpart, levels)
      return other.values.count == left.values.count && other.hasValue
        ? compare(expectation, left, other.scaled(by: expectation.factor))
        : .init(expectation, "\(text(left, expectation)) against no value")
    }
  }

  private func compare(
    _ expectation: Expectation, _ left: ObservedQuantity, _ right: ObservedQuantity
  ) -> Judgement {
    let relation = expectation.relation
    var holds = false
    var (detail, end) = ("", replications(left))
    switch relation {
    case .equals: holds = left.complete.map { $0 == right.complete } ?? false
    case .between, .increasesWith, .decreasesWith, .at, .observed: break
    case .equivalentTo:
      let margin = expectation.margin ?? 0
      holds = difference(left, right).flatMap { try? EquivalenceTest($0, margin: margin).holds } ?? false
      detail = " ± \(margin)"
    case .lessThan, .atMost, .greaterThan, .atLeast:
      let claim = claim(expectation, sign(relation).claim, left, right)
      holds = claim.holds
      if let p = claim.pValue {
        detail = " (p \(p < 0.001 ? "< 0.001" : Self.short(p))\(holds ? "" : ", shown below 0.001"))"
      } else if !holds, !end.isEmpty {
        end += ", each of which is judged"
      }
    }
    let numbers =
      "\(text(left, expectation)) \(sign(relation).symbol) \(text(right, expectation))\(detail)\(end)"
    return .init(expectation, numbers, holds: holds)
  }

  private func difference(_ left: ObservedQuantity, _ right: ObservedQuantity) -> PseudoValues? {
    guard let own = left.pseudoValues, let other = right.pseudoValues else { return nil }
    return try? own.minus(other)
  }

  /// Judges an inequality: exactly in every replication, or as a claim about the difference of the estimates.
  func claim(
    _ expectation: Expectation, _ claim: OneSidedTest.Claim, _ left: ObservedQuantity,
    _ right: ObservedQuantity
  ) -> (holds: Bool, pValue: Double?) {
    if case .metric = expectation.quantity, left.values.count > 1 {
      let test = difference(left, right).flatMap {
        try? OneSidedTest($0, is: claim, than: 0, confidence: Self.confidence)
      }
      return (test?.holds ?? false, test?.pValue)
    }
    guard let own = left.complete, let other = right.complete else { return (false, nil) }
    let holds = zip(own, other).allSatisfy { a, b in
      switch claim {
      case .less: a < b
      case .atMost: a <= b
      case .greater: a > b
      case .atLeast: a >= b
      }
    }
    return (holds, nil)
  }

  /// The mistakes in all replications: `seriesEnded (BAD-6) 107 times`.
  private func findings(_ expectation: Expectation, _ levels: [FactorLevelText]) -> String {
    let sums = data(expectation, levels).reduce(into: [:]) { sums, run in
      sums.merge(study.findings(of: expectation, in: run), uniquingKeysWith: +)
    }
    let words = AppFindingKind.allCases.compactMap { kind in
      sums[kind].map { "\(kind.rawValue)\(kind.rule.isEmpty ? "" : " (\(kind.rule))") \(Finding.times($0))" }
    }
    return words.isEmpty ? "no finding" : words.joined(separator: ", ")
  }

  func sign(_ relation: Expectation.Relation) -> (symbol: String, claim: OneSidedTest.Claim) {
    switch relation {
    case .equals: ("=", .atLeast)
    case .lessThan: ("<", .less)
    case .increasesWith: ("<", .greater)
    case .atMost: ("≤", .atMost)
    case .greaterThan: (">", .greater)
    case .decreasesWith: (">", .less)
    case .atLeast: ("≥", .atLeast)
    case .between, .observed: ("in", .atLeast)
    case .equivalentTo: ("≈", .atLeast)
    case .at: ("at", .atLeast)
    }
  }

  private func data(_ expectation: Expectation, _ levels: [FactorLevelText]) -> [JudgedRun] {
    let cell = Cell(
      arm: expectation.arm ?? arms[0], policy: expectation.policy ?? study.policies[0].label, levels: levels)
    return (runs[cell] ?? []).sorted { $0.replication < $1.replication }
  }

  private func judge(
    _ expectation: Expectation, at levels: [FactorLevelText], _ times: [Instant], within: TimeSpan
  ) -> Judgement {
    let data = data(expectation, levels)
    guard let selection = study.selection(of: expectation), !data.isEmpty else {
      return .init(expectation, "no value")
    }
    let words =
      times.map { "\($0)" }.joined(separator: ", ") + " s" + (within > .zero ? " ± \(within) s" : "")
    for run in data {
      if let difference = run.observations.times.difference(selection, from: times, within: within) {
        let place = data.count > 1 ? ", replication \(run.replication)" : ""
        return .init(expectation, "at \(words): \(difference)\(place)")
      }
    }
    return .init(expectation, "at \(words)", holds: true)
  }

  func values(_ expectation: Expectation, _ levels: [FactorLevelText]) -> ObservedQuantity {
    study.quantity(of: expectation, in: data(expectation, levels))
  }

  func isLowerBound(_ expectation: Expectation, _ levels: [FactorLevelText]) -> Bool {
    data(expectation, levels).contains { study.isLowerBound(expectation, in: $0) }
  }

  func name(_ levels: [FactorLevelText]) -> String {
    levels.map { "\($0.name)=\($0.text)" }.joined(separator: " ")
  }

  /// The estimate with its unit; a count of events in times.
  private func text(_ quantity: ObservedQuantity, _ expectation: Expectation) -> String {
    let unique = Set(quantity.values)
    let value: Double? =
      if unique.count == 1, case let value?? = unique.first { value } else { quantity.estimate }
    guard let value else { return "no value" }
    let short = Self.short(value)
    if case .event = expectation.quantity { return "\(short) \(short == "1" ? "time" : "times")" }
    let unit = expectation.quantity.unit
    return unit == "1" ? short : "\(short) \(unit)"
  }

  /// The replications of an estimate that differs between them, in words; nothing where it is the same in all.
  private func replications(_ quantity: ObservedQuantity) -> String {
    Set(quantity.values).count > 1 ? ", over \(quantity.values.count) replications" : ""
  }

  /// Four significant digits.
  static func short(_ value: Double) -> String {
    guard value != 0, value.isFinite else { return value == 0 ? "0" : "\(value)" }
    if value == value.rounded(), abs(value) < 1e9 { return "\(Int64(value))" }
    var scale = 1.0
    while abs(value) * scale < 1000, scale < 1e12 { scale *= 10 }
    while abs(value) * scale >= 10_000, scale > 1e-12 { scale /= 10 }
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
  }
}
