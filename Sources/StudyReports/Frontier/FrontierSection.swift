import Basics
import OutputAnalysis
import ResultsStore

/// The fronts of a study: for each pair of metrics one of all its policies, or one for each setting of what nobody can choose.
package struct FrontierSection: Sendable {
  /// One front for each setting, in the order of the study, of the first pair of metrics, then of the next; empty where there is
  /// none.
  package let fronts: [PolicyFrontier]
  /// Why there is no front of some metrics, although several policies have been run; nil where there is one of all.
  let absence: String?

  package init(
    _ runs: [PolicyRun], levels: [String: [FactorLevel]] = [:], names: [String: String] = [:],
    policies: PolicyFacts, comparison: ComparisonPlan = ComparisonPlan(), plan: FrontierPlan = FrontierPlan()
  ) throws {
    let factors = FrontierCandidates.factors(levels)
    for factor in plan.over ?? [] where !factors.contains(factor) {
      throw ComparisonError.unknownFactor(factor, known: factors)
    }
    let labels = runs.map(\.policy).unique
    func name(_ label: String) -> String { names[label] ?? label }
    let over =
      plan.over ?? FrontierCandidates.choices(among: levels, policies: labels.map(name), facts: policies)
    let hasSeveral = labels.count { !policies.usesFuture(name($0)) } > 1
    var (fronts, absences): ([PolicyFrontier], [String]) = ([], [])
    for (place, names) in plan.metrics.enumerated() {
      let metrics = try FrontMetrics(names, of: comparison.scope)
      let before = fronts.count
      for group in FrontierCandidates.groups(of: runs, metrics: metrics, levels: levels, over: over) {
        let front = try PolicyFrontier(
          group, metrics: metrics, baseline: comparison.baseline, confidence: comparison.confidence,
          reference: place == 0 ? plan.reference : nil, usesFuture: { policies.usesFuture(name($0)) },
          startsNothing: { policies.startsNothing(name($0)) })

        if let front { fronts.append(front) }
      }
      guard fronts.count == before, hasSeveral else { continue }
      absences.append(
        "no front of \(names.first) and \(names.second): fewer than two policies that know no future have values of both"
      )
    }
    self.fronts = fronts
    absence = absences.isEmpty ? nil : absences.joined(separator: "\n")
  }

  func fronts(ofSettings most: Int) -> [PolicyFrontier] {
    let names = settings.prefix(most)
    return fronts.filter { names.contains($0.name) }
  }

  var settings: [String] { fronts.map(\.name).unique }

  private func dominance(at setting: String) -> String {
    let own = fronts.filter { $0.name == setting }
    guard own.count > 1 else { return "" }
    let dominated = own.map { $0.points.filter { $0.standing == .clearlyDominated }.map(\.label) }
    let everywhere = dominated[0].filter { label in dominated.allSatisfy { $0.contains(label) } }
    func list(_ labels: [String]) -> String { labels.isEmpty ? "none" : labels.joined(separator: ", ") }
    let only = zip(own, dominated).map { front, labels in
      "; by \(front.metrics.second.name) only: \(list(labels.filter { !everywhere.contains($0) }))"
    }
    return
      "Clearly dominated on both fronts\(settings.count > 1 ? " at \(setting)" : ""): \(list(everywhere))"
      + only.joined() + ".\n"
  }

  package var text: String { page.text() }

  package var page: TextPage {
    var page = TextPage()
    for front in fronts { page.add(front.page(isNamed: settings.count > 1)) }
    if let absence { page.add("\n" + absence) }
    guard !fronts.isEmpty else { return page }
    page.add("\n" + explanation)
    return page
  }

  var explanation: String { settings.map(dominance).joined() + PolicyFrontier.explanation(of: fronts) }

  package var rows: [FrontRow] { fronts.flatMap(\.rows) }

  package var json: JSONValue { .array(fronts.map(\.json)) }
}
