import EventSimulation
import OutputAnalysis
import PhoneSimulation
import ResultsStore
import StudyReports

/// Compares the expectations of a study with the results of its runs.
///
/// Counts and quantities of `observe` are compared exactly in every replication. Metrics are decided by one-sided paired tests over the
/// replications, at the confidence 0.999. Ratios of sums are tested by their jackknife pseudo-values. In a study with factors an
/// expectation applies to every combination of levels.
package struct ExpectationJudge {
  package typealias Verdict = ClaimDecision.Verdict

  package struct Judgment: Sendable {
    package var expectation: Expectation
    package var verdict: Verdict
    package var numbers: String

    package var holds: Bool { verdict == .holds }

    init(_ expectation: Expectation, _ numbers: String, _ verdict: Verdict = .contradicted) {
      (self.expectation, self.verdict, self.numbers) = (expectation, verdict, numbers)
    }
  }

  package static let rule =
    "For metrics, slumber tests the difference with a one-sided 99.9 % confidence bound. It compares counts, observations, "
    + "findings, and times exactly in each replication."

  struct Cell: Hashable {
    var arm, policy: String
    var levels: [FactorLevelText]
  }
  private var runs: [Cell: [JudgedRun]] = [:]
  private let study: Study
  private let arms: [String]
  private let points: [[FactorLevelText]]
  let combinations: [[FactorLevelText]]

  /// The replications that a study of one replication needs so that its metrics can be judged; nil for its own number.
  package static func replications(_ file: StudyFile) -> Int? {
    let judgesMetrics = file.points.contains { $0.study.expectations.contains(where: \.judgesMetric) }
    return file.study.replications == 1 && judgesMetrics ? 2 : nil
  }

  package init(_ file: StudyFile) {
    study = file.study
    arms = file.points.map(\.arm).unique
    points = file.points.map(\.levels)
    combinations = file.points.filter { [arms] in $0.arm == arms[0] }.map(\.levels)
  }

  package mutating func add(_ run: StudyRunner.Finished) {
    let planned = run.entry.planned
    let cell = Cell(arm: planned.arm, policy: planned.policy, levels: points[planned.designPointOrder])
    let isExtra = planned.replication >= study.replications
    runs[cell, default: []].append(JudgedRun(run, isExtra: isExtra))
  }

  package func judge() -> [Judgment] {
    study.expectations.filter { $0.relation != .observed }.map(judge)
  }

  private func judge(_ expectation: Expectation) -> Judgment {
    if case .levels(let factor) = expectation.side { return judge(expectation, along: factor) }
    let judgments = combinations.map { judge(expectation, at: $0) }
    let place =
      judgments.firstIndex { $0.verdict == .contradicted } ?? judgments.firstIndex { !$0.holds } ?? 0
    var judgment = judgments[place]
    if combinations.count > 1 {
      judgment.numbers += " (\(name(combinations[place])), one of \(combinations.count) points)"
    }
    return judgment
  }

  private func judge(_ expectation: Expectation, at levels: [FactorLevelText]) -> Judgment {
    let left = values(expectation, levels)
    switch expectation.side {
    case .levels(let factor): return judge(expectation, along: factor)
    case .times(let times, let within): return judge(expectation, at: levels, times, within: within)
    case .observed: return .init(expectation, "compared with draws", .holds)
    case _ where !left.hasValue: return .init(expectation, "no value", expectation.withoutValue)
    case .number(let number):
      guard case .finding = expectation.quantity else {
        let right = left.values.map { _ in number * expectation.factor }
        return compare(expectation, left, ObservedQuantity(values: right))
      }
      var judgment = compare(expectation, left, ObservedQuantity(values: left.values.map { _ in number }))
      judgment.numbers = findings(expectation, levels)
      return judgment
    case .numbers(let low, let high):
      let zero = ObservedQuantity(values: left.values.map { _ in 0 })
      let decision = decide(expectation, [(.atLeast, low), (.atMost, high)], left, zero)
      return .init(
        expectation, "\(text(left, expectation)) in \(low)…\(high)\(decision.words)\(replications(left))",
        decision.verdict)
    case .other(let arm, let policy):
      var counterpart = expectation
      counterpart.arm = arm ?? expectation.arm
      counterpart.policy = policy ?? expectation.policy
      let other = values(counterpart, levels)
      return other.values.count == left.values.count && other.hasValue
        ? compare(expectation, left, other.scaled(by: expectation.factor))
        : .init(expectation, "\(text(left, expectation)) against a missing value", expectation.withoutValue)
    }
  }

  private func compare(
    _ expectation: Expectation, _ left: ObservedQuantity, _ right: ObservedQuantity
  ) -> Judgment {
    let relation = expectation.relation
    var (detail, decision) = ("", Decision(verdict: .contradicted))
    switch relation {
    case .equals:
      let isEqual = left.complete.map { $0 == right.complete } ?? false
      decision =
        isEqual
        ? Decision(verdict: .holds) : decide(expectation, [(.atLeast, 0), (.atMost, 0)], left, right)
    case .between, .increasesWith, .decreasesWith, .at, .observed: break
    case .equivalentTo:
      let margin = expectation.margin ?? 0
      decision = decide(expectation, [(.atLeast, -margin), (.atMost, margin)], left, right)
      detail = " ± \(margin)"
    case .lessThan, .atMost, .greaterThan, .atLeast:
      decision = decide(expectation, [(sign(relation).claim, 0)], left, right)
    }
    let numbers =
      "\(text(left, expectation)) \(sign(relation).symbol) \(text(right, expectation))\(detail)\(decision.words)"
    return .init(expectation, numbers + replications(left), decision.verdict)
  }

  struct Decision {
    var verdict: Verdict
    var pValue: Double?
    var needed: (total: Int, isLowerBound: Bool)?

    /// The p-value of a test, and the replications that would decide it.
    var words: String {
      var parts: [String] = []
      if let pValue { parts.append("p \(pValue < 0.001 ? "< 0.001" : NumberText.short(pValue))") }
      if let needed {
        parts.append(
          "\(needed.isLowerBound ? "more than" : "about") \(needed.total) replications would decide it")
      }
      return parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
    }
  }

  /// Decides the claim that a difference lies within limits: exactly in every replication, or by the bounds of the estimates.
  func decide(
    _ expectation: Expectation, _ limits: [ClaimDecision.Limit], _ left: ObservedQuantity,
    _ right: ObservedQuantity
  ) -> Decision {
    if case .metric = expectation.quantity {
      guard let own = left.pseudoValues, let other = right.pseudoValues,
        let difference = try? own.minus(other),
        let decision = try? ClaimDecision(difference, limits)
      else { return Decision(verdict: .undecided) }
      let needed = decision.needed.map { (difference.count + $0.added, $0.isLowerBound) }
      return Decision(verdict: decision.verdict, pValue: decision.pValue, needed: needed)
    }
    guard let own = left.complete, let other = right.complete else { return Decision(verdict: .contradicted) }
    let holds = zip(own, other).allSatisfy { a, b in
      limits.allSatisfy { limit in
        switch limit.claim {
        case .less: a < b + limit.value
        case .atMost: a <= b + limit.value
        case .greater: a > b + limit.value
        case .atLeast: a >= b + limit.value
        }
      }
    }
    return Decision(verdict: holds ? .holds : .contradicted)
  }

  /// The mistakes in all replications: `taskEnded (BAD-6) 107 times`.
  private func findings(_ expectation: Expectation, _ levels: [FactorLevelText]) -> String {
    let sums = data(expectation, levels).reduce(into: [:]) { sums, run in
      sums.merge(study.findings(of: expectation, in: run), uniquingKeysWith: +)
    }
    let words = AppFindingKind.allCases.compactMap { kind in
      sums[kind].map {
        "\(kind.rawValue)\(kind.rule.isEmpty ? "" : " (\(kind.rule))") \(DigitsText.times($0))"
      }
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
    return (runs[cell] ?? []).filter { !$0.isExtra || expectation.judgesMetric }
      .sorted { $0.replication < $1.replication }
  }

  private func judge(
    _ expectation: Expectation, at levels: [FactorLevelText], _ times: [Instant], within: TimeSpan
  ) -> Judgment {
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
    return .init(expectation, "at \(words)", .holds)
  }

  func values(_ expectation: Expectation, _ levels: [FactorLevelText]) -> ObservedQuantity {
    study.quantity(of: expectation, in: data(expectation, levels))
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
    let short = NumberText.short(value)
    if case .event = expectation.quantity { return "\(short) \(short == "1" ? "time" : "times")" }
    let unit = expectation.quantity.unit
    return unit == "1" ? short : "\(short) \(unit)"
  }

  /// The replications of an estimate that differs between them, in words; nothing where it is the same in all.
  private func replications(_ quantity: ObservedQuantity) -> String {
    Set(quantity.values).count > 1 ? ", over \(quantity.values.count) replications" : ""
  }
}
