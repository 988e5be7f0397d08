import JSON
import OutputAnalysis
import ResultsStore

/// The fronts of a study: one for all its policies, or one for each setting of what nobody can choose.
public struct FrontierSection: Sendable {
  public let fronts: [PolicyFrontier]

  /// Judges runs, which stand in the order of the study.
  ///
  /// - Parameters:
  ///   - levels: Factors of each design point.
  ///   - names: What the catalogue calls the policy of each label.
  ///   - policies: Tells which policies use the future, start nothing, or have a factor as their parameter.
  ///   - comparison: Baseline and confidence.
  public init(
    _ runs: [PolicyRun], levels: [String: [FactorLevel]] = [:], names: [String: String] = [:],
    policies: PolicyFacts, comparison: ComparisonPlan = ComparisonPlan(),
    plan: FrontierPlan = FrontierPlan()
  ) throws(ComparisonError) {
    let factors = FrontierCandidates.factors(levels)
    for factor in plan.over ?? [] where !factors.contains(factor) {
      throw .unknownFactor(factor, known: factors)
    }
    let metrics = try FrontMetrics(plan.metrics)
    var labels: [String] = []
    for run in runs where !labels.contains(run.policy) { labels.append(run.policy) }
    func name(_ label: String) -> String { names[label] ?? label }
    let over =
      plan.over
      ?? FrontierCandidates.choices(among: levels, policies: labels.map(name), facts: policies)
    var fronts: [PolicyFrontier] = []
    for group in FrontierCandidates.groups(of: runs, metrics: metrics, levels: levels, over: over) {
      do {
        let front = try PolicyFrontier(
          group, metrics: metrics, baseline: comparison.baseline, confidence: comparison.confidence,
          reference: plan.reference,
          usesFuture: { policies.usesFuture(name($0)) },
          startsNothing: { policies.startsNothing(name($0)) })
        if let front { fronts.append(front) }
      } catch {
        throw .analysis(error)
      }
    }
    self.fronts = fronts
  }

  /// Judges the runs of a results file.
  public init(
    _ file: ResultsFile, policies: PolicyFacts, comparison: ComparisonPlan,
    plan: FrontierPlan = FrontierPlan()
  ) throws {
    let stored = try file.runs()
    try self.init(
      try file.policyRuns(),
      levels: Dictionary(stored.map { ($0.designPoint, $0.factors) }) { first, _ in first },
      names: Dictionary(stored.map { ($0.policy, $0.policyName) }) { first, _ in first },
      policies: policies, comparison: comparison, plan: plan)
  }

  /// For the terminal; empty without a front.
  public var text: String {
    guard !fronts.isEmpty else { return "" }
    var text = ""
    for front in fronts { text += front.text(isNamed: fronts.count > 1) }
    return text + "\n" + PolicyFrontier.explanation(of: fronts)
  }

  /// The points of all fronts, as an export holds them.
  public var rows: [FrontRow] { fronts.flatMap(\.rows) }

  /// For programs.
  public var json: JSONValue { .array(fronts.map(\.json)) }
}
