import OutputAnalysis
import ResultsStore

/// The effects of the levels of a study's factors on the judged metrics of each policy.
///
/// The effect of a level is the difference from the first level, with the levels of all other
/// factors pooled: numerators and denominators are added up per replication. The same replications are on both
/// sides, so that common random numbers narrow the interval; levels with other seeds are compared
/// unpaired. All effects of one factor form a family. The interaction of two factors is the difference of two
/// effects: that of a level of the first factor at a level of the second, less that at the first level of the second.
/// All interactions of two factors form a family. The arms of a study are the levels of a factor of their own, which comes first;
/// the effects of all others are told arm by arm. Where not all combinations were run, a level is compared with the first one at
/// the points that differ in the factor only. In a space-filling design, where no points do, effects are coefficients of a
/// regression.
package struct FactorEffects: Sendable {
  package struct Family: Sendable {
    package let factors: [String]
    package let rows: [EffectRow]
  }

  package let plan: ComparisonPlan
  package let families: [Family]
  let isComplete: Bool

  package var rows: [EffectRow] { families.flatMap(\.rows) }

  package init(
    _ runs: [PolicyRun], levels: [String: [FactorLevel]], names: [String: String] = [:],
    armsWithSeed: Set<String> = [], plan: ComparisonPlan = ComparisonPlan()
  ) throws {
    let own = EffectFamilies(design: FactorDesign(runs, levels: levels, names: names), plan: plan)
    self.plan = plan
    isComplete = own.design.isComplete
    let arms = try EffectFamilies.arms(runs, levels, names, armsWithSeed, plan)
    families = try (arms + own.all()).filter { !$0.rows.isEmpty }
  }
}

private struct EffectFamilies {
  typealias Family = FactorEffects.Family
  typealias Factor = FactorDesign.Factor
  /// A row with what its verdict is made from; nil for the first level, which is compared with nothing.
  typealias Candidate = (row: EffectRow, member: VerdictFamily.Member?)

  let design: FactorDesign
  let plan: ComparisonPlan

  /// Metrics of the plan that are no quantiles over devices, which cannot be pooled over levels.
  var metrics: [(definition: MetricDefinition, polarity: Polarity, margin: Margin)] {
    plan.metrics.compactMap { metric in
      guard let definition = MetricCatalogue.metric(metric.name), let polarity = definition.polarity,
        definition.deviceQuantile == nil
      else { return nil }
      return (definition, polarity, metric.margin)
    }
  }

  /// The effects of the arms, with the levels of all factors pooled, and their interactions with factors; empty where there is one.
  static func arms(
    _ runs: [PolicyRun], _ levels: [String: [FactorLevel]], _ names: [String: String],
    _ armsWithSeed: Set<String>, _ plan: ComparisonPlan
  ) throws -> [Family] {
    guard Set(runs.map(\.arm)).count > 1 else { return [] }
    var (runs, levels) = (runs, levels)
    let arms = Dictionary(runs.map { ($0.designPoint, $0.arm) }) { first, _ in first }
    for (point, arm) in arms {
      levels[point] = [FactorLevel(name: Factor.arms, value: arm)] + (levels[point] ?? [])
    }
    for place in runs.indices { runs[place].arm = "" }
    let design = FactorDesign(runs, levels: levels, names: names, armsWithSeed: armsWithSeed)
    let all = EffectFamilies(design: design, plan: plan)
    guard let arm = design.factors.first(where: { $0.name == Factor.arms }) else { return [] }
    let others = design.factors.filter { $0.levels.count > 1 && !design.followsAnother($0) }.dropFirst()
    return try [all.family(arm)] + others.map { try all.family(arm, $0) }
  }

  func all() throws -> [Family] {
    let varied = design.factors.filter { $0.levels.count > 1 }
    if design.isSpaceFilling {
      let rows = try regressionRows()
      return varied.map { factor in
        Family(factors: [factor.name], rows: rows.filter { $0.factor.level.name == factor.name })
      }
    }
    let own = varied.filter { !design.followsAnother($0) }
    return try own.map(family)
      + own.enumerated().flatMap { place, factor in
        try own[(place + 1)...].map { try family(factor, $0) }
      }
  }

  private func family(_ factor: Factor, _ other: Factor) throws -> Family {
    Family(
      factors: [factor.name, other.name],
      rows: try judged(
        interactions(of: factor, other), family: "interactions of \(factor.name) and \(other.name)"))
  }

  private func family(_ factor: Factor) throws -> Family {
    Family(factors: [factor.name], rows: try judged(effects(of: factor), family: "effects of \(factor.name)"))
  }

  private func effects(of factor: Factor) throws -> [Candidate] {
    guard let base = factor.levels.first else { return [] }
    var found: [Candidate] = []
    for arm in design.arms {
      var compared: [FactorLevel: Set<String>] = [:]
      for level in factor.levels.dropFirst() {
        compared[level] = design.comparedPoints(level, base, of: factor, arm)
      }
      // The first level is shown at the points at which others are compared with it.
      if compared.count == factor.levels.count - 1 {
        compared[base] = compared.values.reduce(into: []) { $0.formUnion($1) }
      }
      for metric in metrics {
        let name = metric.definition.name
        for policy in design.policies(of: factor) {
          guard let first = try design.sample(name, policy, arm, at: [base]) else { continue }
          for level in factor.levels {
            let kept = compared[level]
            guard let sample = try design.sample(name, policy, arm, at: [level], among: kept),
              let first = kept == nil ? first : try design.sample(name, policy, arm, at: [base], among: kept)
            else { continue }
            var row = try row(metric.definition, policy, arm, sample, first, .init(level: level, first: base))
            if row.unit == "J/d" { row.nominalJoules = design.nominalJoules(policy, arm, at: [level]) }
            if level != base { row.judged.notes += design.companions(of: factor) }
            let member = VerdictFamily.Member(
              factor.isPaired(level, with: base)
                ? .samples(policy: sample, baseline: first) : .unpaired(policy: sample, baseline: first),
              margin: metric.margin, polarity: metric.polarity,
              deviceReplications: design.deviceReplications(policy, arm, at: [level]),
              nominalJoules: design.nominalJoules(policy, arm, at: [base]))
            found.append((row, level == base ? nil : member))
          }
        }
      }
    }
    return found
  }

  private func interactions(of factor: Factor, _ other: Factor) throws -> [Candidate] {
    guard let base = factor.levels.first, let otherBase = other.levels.first else { return [] }
    var found: [Candidate] = []
    let policies = design.policies(of: factor).filter(design.policies(of: other).contains)
    // Without a pairing there is no difference of differences.
    let levels = factor.levels.dropFirst().filter { factor.isPaired($0, with: base) }
    let others = other.levels.dropFirst().filter { other.isPaired($0, with: otherBase) }
    let pairs = levels.flatMap { level in others.map { (level, $0) } }
    for arm in design.arms {
      let crossed = pairs.map { design.crossedPoints(factor, $0, other, $1, arm) }
      for metric in metrics {
        let name = metric.definition.name
        for policy in policies {
          for ((level, second), kept) in zip(pairs, crossed) where !kept.isEmpty {
            guard let both = try design.sample(name, policy, arm, at: [level, second], among: kept),
              let low = try design.sample(name, policy, arm, at: [base, second], among: kept),
              let high = try design.sample(name, policy, arm, at: [level, otherBase], among: kept),
              let neither = try design.sample(name, policy, arm, at: [base, otherBase], among: kept)
            else { continue }
            let row = try row(
              metric.definition, policy, arm, both, neither, .init(level: level, first: base),
              .init(level: second, first: otherBase))
            let member = VerdictFamily.Member(
              .interaction(both, low, high, neither), margin: metric.margin, polarity: metric.polarity,
              deviceReplications: design.deviceReplications(policy, arm, at: [level, second]),
              nominalJoules: design.nominalJoules(policy, arm, at: [base, otherBase]))
            found.append((row, member))
          }
        }
      }
    }
    return found
  }

  private func row(
    _ metric: MetricDefinition, _ policy: String, _ arm: String, _ sample: ReplicationSample,
    _ first: ReplicationSample, _ side: EffectRow.Side, _ second: EffectRow.Side? = nil
  ) throws -> EffectRow {
    let series = MetricSeries.sample(sample)
    var row = EffectRow(
      arm: arm, policy: policy, metric: metric.name, unit: metric.unit, factor: side, second: second,
      judged: JudgedDifference(replicationsUsed: series.known))
    let estimate = try series.estimate(confidence: plan.confidence, ReplicationResamples())
    (row.estimate, row.halfWidth) = (estimate?.value, estimate?.halfWidth)
    (row.estimateLower, row.estimateUpper) = (estimate?.lower, estimate?.upper)
    row.firstEstimate = try first.pseudoValues().estimate
    row.judged.largerEstimate = [row.firstEstimate, row.estimate].compactMap { $0.map(abs) }.max()
    return row
  }

  private func judged(_ candidates: [Candidate], family name: String) throws -> [EffectRow] {
    let family = try VerdictFamily(candidates.compactMap(\.member), confidence: plan.confidence)
    var outcomes = family.outcomes[...]
    return candidates.map { candidate in
      var row = candidate.row
      if candidate.member != nil, let outcome = outcomes.popFirst() {
        row.judged.judge(outcome, of: family, named: name)
      }
      return row
    }
  }
}

/// The effects of factors in a space-filling design, in which no two points differ in one factor only: standardized regression
/// coefficients.
///
/// A coefficient is the change of the metric, in its standard deviations over the points, for one standard deviation of the
/// factor. Read it only where the linear model explains most of the variance (Saltelli et al., "Global Sensitivity Analysis: The
/// Primer", 2008, section 1.2.5).
extension EffectFamilies {
  func regressionRows() throws -> [EffectRow] {
    let factors = design.factors.filter { $0.levels.count > 1 && !design.followsAnother($0) }
    var rows: [EffectRow] = []
    for arm in design.arms {
      for (definition, _, _) in metrics {
        for policy in design.policies {
          let own = factors.filter { design.policies(of: $0).contains(policy) }
          rows += try regression(definition, policy, arm, own)
        }
      }
    }
    return rows
  }

  private func regression(
    _ metric: MetricDefinition, _ policy: String, _ arm: String, _ factors: [Factor]
  ) throws -> [EffectRow] {
    var points: [[Double]] = []
    var responses: [Double] = []
    var replications = 0
    for levels in design.points(of: policy, arm) {
      let numbers = factors.compactMap { factor in levels.first { $0.name == factor.name }?.number }
      guard numbers.count == factors.count,
        let sample = try design.sample(metric.name, policy, arm, at: levels),
        let estimate = try sample.pseudoValues().estimate
      else { continue }
      points.append(numbers)
      responses.append(estimate)
      replications = max(replications, sample.count)
    }
    let rest = points.count - factors.count - 1
    guard rest > 0, let found = LinearRegression(points: points, responses: responses) else { return [] }
    let reach = StudentT(degreesOfFreedom: Double(rest)).twoSidedFactor(confidence: plan.confidence)
    let share = found.explainedShare.map {
      "the linear model explains \(NumberText.percent($0)) % of the variance over points"
    }
    return factors.indices.map { place in
      let level = FactorLevel(name: factors[place].name, value: "all levels")
      var row = EffectRow(
        arm: arm, policy: policy, metric: metric.name, unit: "1",
        factor: .init(level: level, first: FactorLevel(name: level.name, value: "-")),
        judged: JudgedDifference(replicationsUsed: replications), isRegression: true)
      if let coefficients = found.standardized, let errors = found.standardizedErrors {
        (row.estimate, row.halfWidth) = (coefficients[place], reach * errors[place])
        (row.judged.standardError, row.judged.degreesOfFreedom) = (errors[place], Double(rest))
        row.judged.confidence = plan.confidence
      }
      row.judged.notes.append(share ?? "the metric is the same at all points")
      row.judged.notes += design.companions(of: factors[place])
      return row
    }
  }
}
