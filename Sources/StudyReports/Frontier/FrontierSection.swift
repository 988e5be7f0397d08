import Basics
import OutputAnalysis
import ResultsStore

/// The fronts of a study: one for each pair of metrics, and for each setting that a developer cannot choose.
package struct FrontierSection: Sendable {
  /// One front for each setting, in the order of the study, of the first pair of metrics, then of the next.
  package let fronts: [PolicyFrontier]
  /// The reason why some metrics have no front although several policies have runs; nil if all metrics have fronts.
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
        "no front of \(names.first) and \(names.second): fewer than two feasible policies have values of both metrics"
      )
    }
    self.fronts = fronts
    absence = absences.isEmpty ? nil : absences.joined(separator: "\n")
  }

  package var settings: [String] { fronts.map(\.name).unique }

  private func dominance(at setting: String) -> String {
    let own = fronts.filter { $0.name == setting }
    guard own.count > 1 else { return "" }
    let dominated = own.map { $0.points.filter { $0.dominance == .clearlyDominated }.map(\.label) }
    let everywhere = dominated[0].filter { label in dominated.allSatisfy { $0.contains(label) } }
    let only = zip(own, dominated).map { front, labels in
      "; by \(front.metrics.second.name) only: \(PolicyFrontier.list(labels.filter { !everywhere.contains($0) }))"
    }
    return
      "Clearly dominated on both fronts\(settings.count > 1 ? " at \(setting)" : ""): \(PolicyFrontier.list(everywhere))"
      + only.joined() + ".\n"
  }

  package var text: String { page().text() }

  package func page(units: ShownUnits = ShownUnits()) -> TextPage {
    var page = TextPage()
    for front in fronts { page.add(front.page(isNamed: settings.count > 1, units: units)) }
    if let absence { page.add("\n" + absence) }
    guard !fronts.isEmpty else { return page }
    page.add("\n" + settings.map(dominance).joined())
    page.add(PolicyFrontier.legend)
    page.add(PolicyFrontier.explanation(of: fronts))
    return page
  }

  package var rows: [PolicyFrontier.Row] {
    fronts.flatMap { front in front.points.map { PolicyFrontier.Row(front: front, point: $0) } }
  }

  package var json: JSONValue { .array(fronts.map(\.json)) }
}

package struct FrontierPlan: Sendable {
  package var metrics: [(first: String, second: String)]
  package var reference: FrontierReference?
  /// Factors whose levels are choices on one front; nil for the parameters of policies. The levels of an assumption about the
  /// world are no choices, so each has its own front.
  package var over: [String]?

  package init(
    metrics: [(first: String, second: String)] = DefaultMetrics.fronts, reference: FrontierReference? = nil,
    over: [String]? = nil
  ) { (self.metrics, self.reference, self.over) = (metrics, reference, over) }
}

package struct FrontierReference: Sendable, Hashable {
  package var first, second: Double

  package init(first: Double, second: Double) { (self.first, self.second) = (first, second) }

  /// The point of an option: `20000,24000`, in the units of the metrics; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.filter { $0 != " " })
    }
    guard parts.count == 2, let first = parts[0], let second = parts[1], first > 0, second > 0,
      first.isFinite, second.isFinite
    else { return nil }
    self.init(first: first, second: second)
  }
}

package struct FrontMetrics: Sendable {
  package let first, second: MetricDefinition

  package init(
    _ names: (first: String, second: String), of scope: MetricScope = .population
  ) throws(ComparisonError) {
    first = try MetricCatalogue.comparable(names.first, in: scope, isJudged: true, isPooled: true)
    second = try MetricCatalogue.comparable(names.second, in: scope, isJudged: true, isPooled: true)
    guard names.first != names.second else { throw .frontOfOne(names.first) }
  }

  static func unit(_ metric: MetricDefinition) -> String { metric.unit == "1" ? "share" : metric.unit }
}

extension MetricDefinition {
  /// 1 if lower is better, −1 if higher is better.
  var costSign: Double { polarity == .largerIsBetter ? -1 : 1 }
}

extension ReplicationSample {
  func scaled(by factor: Double) -> ReplicationSample {
    switch self {
    case .values(let values): .values(values.map { $0.map { $0 * factor } })
    case .fractions(let fractions):
      .fractions(fractions.map { $0.map { Fraction($0.numerator * factor, over: $0.denominator) } })
    }
  }
}

package struct FrontHypervolume: Sendable, Record {
  package let reference: FrontierReference
  /// The area, in the unit of the first metric times the unit of the second metric.
  package let estimate: HypervolumeEstimate
  /// The estimate without the variation that all policies share in a replication, for sets of policies on the same devices.
  package let paired: HypervolumeEstimate
  private let units: (first: String, second: String)

  init(
    _ front: EnergyStalenessFrontier, centeredOn base: EnergyStalenessFrontier.Point,
    up reference: FrontierReference, metrics: FrontMetrics, confidence: Double
  ) throws {
    self.reference = reference
    units = (FrontMetrics.unit(metrics.first), FrontMetrics.unit(metrics.second))
    let (first, second) = (
      reference.first * metrics.first.costSign, reference.second * metrics.second.costSign
    )
    estimate = try front.hypervolume(energy: first, staleness: second, confidence: confidence)
    paired = try front.centered(on: base).hypervolume(
      energy: first, staleness: second, confidence: confidence)
  }

  /// `hypervolume 18.3 ± 0.9 kJ/d·h (standard error 0.4, …)`.
  func text(baseline: String) -> String {
    // Joules a day times seconds make large numbers.
    let isLarge = units.first == "J/d" && units.second == "s"
    let (scale, unit) = isLarge ? (1000.0 * 3600, "kJ/d·h") : (1, "\(units.first)·\(units.second)")
    func error(_ value: Double) -> String {
      NumberText.fixed(value / scale, decimals: NumberText.decimals(of: value / scale))
    }
    let text =
      "hypervolume "
      + NumberText.interval(estimate.area / scale, estimate.halfWidth.map { $0 / scale }) + " \(unit)"
    guard let whole = estimate.standardError, let paired = paired.standardError else { return text }
    return text
      + " (standard error \(error(whole)); \(error(paired)) if the reference moves with \(baseline))"
  }

  /// `up to 20000 J/d and 24000 s`.
  var referenceText: String {
    "up to \(PolicyFrontier.mean(reference.first)) \(units.first) and "
      + "\(PolicyFrontier.mean(reference.second)) \(units.second)"
  }

  package static let record: Table<Self> = [
    "reference": \.reference, "unit": { "\($0.units.first)·\($0.units.second)" },
    "area": \.estimate.area, "standard_error": \.estimate.standardError,
    "half_width": \.estimate.halfWidth, "jackknife_area": \.estimate.jackknifeArea,
    "paired_standard_error": \.paired.standardError,
  ]
}

extension FrontierReference: Record {
  package static let record: Table<Self> = ["first": \.first, "second": \.second]
}
