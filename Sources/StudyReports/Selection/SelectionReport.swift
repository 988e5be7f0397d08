import Basics
import OutputAnalysis
import ResultsStore

package struct SelectionPlan: Sendable {
  /// A metric with a fixed denominator and a better direction.
  package let metric: MetricDefinition
  /// δ, the smallest lead that matters, in the unit of the metric, above 0.
  package let difference: Double
  /// The probability of correct selection if the best policy leads by at least δ.
  package let confidence: Double
  package let limit: Int
  package let policies, leftOut: [String]

  package init(
    metric: MetricDefinition, difference: Double, confidence: Double, limit: Int, policies: [String],
    leftOut: [String] = []
  ) {
    (self.metric, self.difference, self.confidence) = (metric, difference, confidence)
    (self.limit, self.policies, self.leftOut) = (limit, policies, leftOut)
  }

  package static var metrics: [MetricDefinition] {
    MetricCatalogue.all.filter {
      $0.hasFixedDenominator && $0.polarity != nil && $0.scopes.contains(.population)
    }
  }

  /// 1 if larger is better, −1 if smaller is better.
  private var sign: Double { metric.polarity == .largerIsBetter ? 1 : -1 }

  package func selection(_ value: (String, Int) -> Double?) throws -> StagedSelection {
    try StagedSelection(
      systems: policies.count, difference: difference, confidence: confidence, limit: limit
    ) { system, replication in value(policies[system], replication).map { sign * $0 } }
  }

  /// The lead of each policy over the best of the others, over the replications that all have; positive is better.
  func leads(_ common: Int, _ value: (String, Int) -> Double?) throws -> [BestComparison.Lead]? {
    guard common >= 2 else { return nil }
    let values = policies.map { policy in (0..<common).compactMap { value(policy, $0).map { sign * $0 } } }
    return try BestComparison(paired: values, confidence: confidence).leads
  }
}

/// The selection of the best policy: its stages, its choice with the guarantee, and comparisons with the best.
package struct SelectionReport: Sendable, Record {
  package enum State: Sendable, Hashable {
    case selected
    /// The maximum number of replications is reached, and several policies remain.
    case limit
    case interrupted
    case failed(Int)
  }

  package struct Row: Sendable, Hashable {
    package let policy: String
    package let replications: Int
    package let leftAfter: Int?
    package let mean: Double?
    package let lead: BestComparison.Lead?
  }

  package let plan: SelectionPlan
  package let state: State
  package let stages: [StagedSelection.Stage]
  package let rows: [Row]
  package let selected: String?
  package let equals: [String]
  package let common: Int
  /// The maximum number of replications that a policy can need; nil before the end of the first stage.
  package let mostNeeded: Int?
  package let cost: PrecisionReport.Cost

  /// - Parameter value: The metric of a policy in a replication; nil for a missing run.
  package init(
    _ selection: StagedSelection, plan: SelectionPlan, state: State, cost: PrecisionReport.Cost,
    value: (String, Int) -> Double?
  ) throws {
    (self.plan, self.state, self.cost) = (plan, state, cost)
    stages = selection.stages
    mostNeeded = selection.mostNeeded
    let common = selection.replicationsDone.min() ?? 0
    self.common = common
    let leads = try plan.leads(common, value)
    rows = try plan.policies.enumerated().map { place, policy in
      let values = (0..<common).compactMap { value(policy, $0) }
      return Row(
        policy: policy, replications: selection.replicationsDone[place],
        leftAfter: selection.stages.first { !$0.survivors.contains(place) }?.replications,
        mean: values.isEmpty ? nil : try Moments(values).mean, lead: leads?[place])
    }
    selected = selection.selected.map { plan.policies[$0] }
    equals =
      selection.selected.map { chosen in
        plan.policies.indices.filter { other in
          let both = min(selection.replicationsDone[chosen], selection.replicationsDone[other])
          return other != chosen
            && (0..<both).allSatisfy { value(plan.policies[other], $0) == value(plan.policies[chosen], $0) }
        }.map { plan.policies[$0] }
      } ?? []
  }

  private var goal: String { plan.metric.polarity == .largerIsBetter ? "highest" : "lowest" }
  private var unit: String { plan.metric.unit == "1" ? "" : " \(plan.metric.unit)" }
  private var margin: String { ShortestNumber.text(plan.difference) + unit }

  package var page: TextPage {
    var page = TextPage(
      "Selection of the policy with the \(goal) \(plan.metric.markedName), δ = \(margin), probability of correct selection "
        + "at least \(NumberText.percent(plan.confidence)) %")
    for policy in plan.leftOut {
      page.add("left out: \(policy), which knows the future, so a device cannot run it")
    }
    page.addGap()
    page.add(TextTable(stages, stageTable, indentation: 2))
    page.addGap()
    for sentence in outcome { page.add(sentence) }
    page.add("cost: \(cost.runs) runs, \(Int64(cost.deviceDays.rounded())) device-days × policies")
    guard rows.contains(where: { $0.lead != nil }) else { return page }
    page.addGap()
    page.add(leadTable)
    page.add(
      [
        "lead":
          "difference from the best of the other policies over the \(common) common replications; positive is better",
        "interval of the lead":
          "simultaneous at \(NumberText.percent(plan.confidence)) % (multiple comparisons with the best, paired, Bonferroni), for "
          + "a fixed number of replications; the guarantee does not depend on it",
        "left after": "number of replications at the elimination of the policy",
      ] as Legend)
    return page
  }

  private var stageTable: Table<StagedSelection.Stage> {
    func names(_ stage: StagedSelection.Stage) -> [String] { stage.survivors.map { plan.policies[$0] } }
    return [
      Column("replications", .right, \.replications),
      Column("still in", .left, key: "still_in", names) { names($0).joined(separator: ", ") },
    ]
  }

  private var outcome: [String] {
    switch state {
    case .selected:
      guard let selected else { return [] }
      var sentences = ["selected: \(selected)"]
      if !equals.isEmpty {
        sentences.append(
          "equal in every replication: \(equals.joined(separator: ", ")); the choice among these policies is arbitrary"
        )
      }
      return sentences + [
        "The selected policy has the \(goal) mean with a probability of at least \(NumberText.percent(plan.confidence)) %, "
          + "if the best policy leads by at least δ. A smaller lead has no guarantee. The procedure assumes nearly normal means of "
          + "replications (Kim and Nelson, common random numbers)."
      ]
    case .limit:
      let left = rows.filter { $0.leftAfter == nil }.map(\.policy)
      return [
        "no selection within \(plan.limit) replications: \(left.joined(separator: ", ")) are still in"
          + (mostNeeded.map { "; at most \($0) replications are needed" } ?? "")
      ]
    case .interrupted: return ["no selection yet: the run was interrupted"]
    case .failed(let runs): return ["no selection: \(CountText.text(runs, "run")) of the next stage failed"]
    }
  }

  private var leadTable: TextTable {
    func text(_ value: Double?, _ row: Row, isSigned: Bool = true) -> String {
      guard let value else { return "-" }
      let width = row.lead.map { max(abs($0.lower), abs($0.upper)) } ?? 0
      let decimals = NumberText.decimals(of: width > 0 ? width : plan.difference, significant: 3)
      return (isSigned && value > 0 ? "+" : "") + NumberText.fixed(value, decimals: decimals)
    }
    return TextTable(
      rows,
      [
        .page("policy", \.policy),
        .page("mean", .right, unit: plan.metric.unit) { text($0.mean, $0, isSigned: false) },
        .page("lead", .right, unit: plan.metric.unit) { text($0.lead?.estimate, $0) },
        .page("interval of the lead", .right, unit: plan.metric.unit) { row in
          row.lead.map { "\(text($0.lower, row)) to \(text($0.upper, row))" } ?? "-"
        },
        .page("replications", .right) { String($0.replications) },
        .page("left after", .right) { $0.leftAfter.map(String.init) ?? "" },
      ], indentation: 2, subject: plan.metric.name)
  }

  /// The name of the state.
  private var word: String { String("\(state)".prefix { $0 != "(" }) }

  package static let record: Table<Self> = [
    "state": \.word, "metric": \.plan.metric.name, "unit": \.plan.metric.unit,
    "polarity": \.plan.metric.polarityWord, "delta": \.plan.difference,
    "probability_of_correct_selection": \.plan.confidence, "selected": \.selected,
    "equal_to_selected": \.equals, "left_out": \.plan.leftOut,
    "stages": { $0.stages.json($0.stageTable) }, "most_replications_needed": \.mostNeeded,
    "runs": \.cost.runs, "device_days": \.cost.deviceDays, "common_replications": \.common,
    "policies": {
      $0.rows.json([
        "policy": \.policy, "replications": \.replications, "left_after": \.leftAfter, "mean": \.mean,
        "lead": \.lead?.estimate, "lead_lower": \.lead?.lower, "lead_upper": \.lead?.upper,
      ])
    },
  ]
}
