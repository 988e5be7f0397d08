import OutputAnalysis
import ResultsStore

/// The effects of factors in a space-filling design, in which no two points differ in one factor only: standardized regression
/// coefficients.
///
/// A coefficient is the change of the metric, in its standard deviations over the points, for one standard deviation of the
/// factor. Read it only where the linear model explains most of the variance (Saltelli et al., "Global Sensitivity Analysis: The
/// Primer", 2008, section 1.2.5).
struct FactorRegression {
  static let levelText = "all levels"

  let design: FactorDesign
  let plan: ComparisonPlan

  func rows() throws(AnalysisError) -> [EffectRow] {
    let factors = design.factors.filter { $0.levels.count > 1 && !design.followsAnother($0) }
    var rows: [EffectRow] = []
    for arm in design.arms {
      for (definition, _, _) in FactorEffects.metrics(plan) {
        for policy in design.policies {
          let own = factors.filter { design.policies(of: $0).contains(policy) }
          rows += try self.rows(definition, policy, arm, own)
        }
      }
    }
    return rows
  }

  private func rows(
    _ metric: MetricDefinition, _ policy: String, _ arm: String, _ factors: [FactorDesign.Factor]
  ) throws(AnalysisError) -> [EffectRow] {
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
      let level = FactorLevel(name: factors[place].name, value: Self.levelText)
      var row = EffectRow(
        arm: arm, policy: policy, metric: metric.name, unit: "1",
        factor: .init(level: level, first: FactorLevel(name: level.name, value: "-")),
        judged: JudgedDifference(replicationsUsed: replications), isRegression: true)
      if let coefficients = found.standardized, let errors = found.standardizedErrors {
        (row.estimate, row.halfWidth) = (coefficients[place], reach * errors[place])
      }
      row.judged.notes.append(share ?? "the metric is the same at all points")
      row.judged.notes += design.companions(of: factors[place])
      return row
    }
  }
}

extension FactorDesign {
  /// Whether effects are coefficients of a regression: all factors are numbers, at least one has more than two levels, and no
  /// two points differ in one factor only.
  var isSpaceFilling: Bool {
    let varied = factors.filter { $0.levels.count > 1 && !followsAnother($0) }
    return varied.count > 1 && varied.contains { $0.levels.count > 2 }
      && varied.allSatisfy { $0.levels.allSatisfy { $0.number != nil } && !hasPairs($0) }
  }

  func companions(of factor: Factor) -> [String] {
    let others = factors.filter { $0.name != factor.name && movesWith($0, factor) }
    return others.isEmpty ? [] : ["together with \(others.map(\.name).joined(separator: ", "))"]
  }

  /// Whether an earlier factor moves with this one, so that nothing tells their effects apart.
  func followsAnother(_ factor: Factor) -> Bool {
    for other in factors {
      if other.name == factor.name { return false }
      if movesWith(other, factor) { return true }
    }
    return false
  }
}
