import JSON
import OutputAnalysis
import PlainText
import ResultsStore
import StudyMetrics

/// The fronts of a study: one for all its policies, or one for each setting of what nobody can choose.
public struct FrontierSection: Sendable {
  /// One front for each setting, in the order of the study; empty where there is none.
  public let fronts: [PolicyFrontier]
  /// Why there is no front, although several policies have been run; nil where there is one.
  let absence: String?

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
    let metrics = try FrontMetrics(plan.metrics, of: comparison.scope)
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
    let isAbsent = fronts.isEmpty && labels.count { !policies.usesFuture(name($0)) } > 1
    absence =
      isAbsent
      ? "no front of \(metrics.first.name) and \(metrics.second.name): fewer than two policies that know no future "
        + "have values of both" : nil
  }

  /// Judges the runs of a results file.
  public init(
    _ compared: ComparedRuns, policies: PolicyFacts, comparison: ComparisonPlan,
    plan: FrontierPlan = FrontierPlan()
  ) throws(ComparisonError) {
    try self.init(
      compared.runs, levels: compared.levels, names: compared.names, policies: policies,
      comparison: comparison, plan: plan)
  }

  /// The fronts at the width of a pipe.
  public var text: String { page.text() }

  /// For people; empty for a single policy.
  public var page: TextPage {
    if let absence { return TextPage("\n" + absence) }
    guard !fronts.isEmpty else { return TextPage() }
    var page = TextPage()
    for front in fronts { page.add(front.page(isNamed: fronts.count > 1)) }
    page.addGap()
    page.add(PolicyFrontier.explanation(of: fronts))
    return page
  }

  /// The points of all fronts, as an export holds them.
  public var rows: [FrontRow] { fronts.flatMap(\.rows) }

  /// For programs.
  public var json: JSONValue { .array(fronts.map(\.json)) }
}
