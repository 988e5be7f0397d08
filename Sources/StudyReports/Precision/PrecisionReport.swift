import Basics
import OutputAnalysis

package struct PrecisionReport: Sendable, Record {
  package enum State: Sendable, Hashable {
    case precise
    case limit
    /// The number of replications that comes next, and its number of missing runs.
    case next(replications: Int, missingRuns: Int)
    /// The run ended before a number of replications was complete: it was interrupted, or some runs failed.
    case incomplete(replications: Int, failedRuns: Int)
  }

  package struct Cost: Sendable, Hashable {
    package var runs: Int
    /// Device-days times policies, warm-up included.
    package var deviceDays: Double
    package init(runs: Int, deviceDays: Double) { (self.runs, self.deviceDays) = (runs, deviceDays) }
  }

  package let plan: PrecisionPlan
  package let state: State
  package let replications: Int
  package let cost: Cost
  package let check: PrecisionCheck?

  package init(plan: PrecisionPlan, state: State, replications: Int, cost: Cost, check: PrecisionCheck?) {
    (self.plan, self.state, self.replications, self.cost) = (plan, state, replications, cost)
    self.check = check
  }

  package var page: TextPage {
    var page = TextPage("Precision: \(plan.words)")
    page.add(outcome)
    guard let check else { return page }
    page.add(
      "cost: \(CountText.text(cost.runs, "run")), \(Int64(cost.deviceDays.rounded())) device-days × policies; checked at "
        + "\(checkpoints.map(String.init).joined(separator: ", ")) replications")
    page.add(table(check))
    if !check.open.isEmpty {
      page.add("\nstill open")
      page.add(TextTable(check.open, differences, indentation: 2))
      page.add(
        [
          "expected":
            "checkpoint with a small enough half-width if the spread does not change; empty if unknown"
        ]
          as Legend)
    }
    for row in check.withoutEstimate {
      page.add(
        (hasPoints ? row.designPoint + ", " : "")
          + "\(row.metric): \(row.policy) or the baseline has no estimate, "
          + "so the difference is unknown")
    }
    for metric in check.withoutValues {
      page.add("\(metric): all runs lack a value, so the metric is not part of the family")
    }
    if check.open.contains(where: { $0.wanted == 0 }) {
      page.add(
        "A wanted half-width of 0 is a share of a baseline of 0, which more replications cannot reach.")
    }
    if check.open.contains(where: { $0.halfWidth == nil }) {
      page.add(
        "A missing half-width belongs to a difference without an interval: its ratio is based on one replication."
      )
    }
    let size = check.rows.count
    page.add(
      "Simultaneous \(NumberText.percent(plan.comparison.confidence)) % confidence intervals (Bonferroni) "
        + (plan.comparison.family == .study
          ? "for the \(CountText.text(size, "difference")) of the whole study."
          : "for the differences within each design point.")
        + " The rule looks at half-widths at fixed numbers of replications, never at the sign of a difference."
    )
    return page
  }

  private var hasPoints: Bool { Set(check?.rows.map(\.designPoint) ?? []).count > 1 }

  private var outcome: String {
    let (open, all) = (check?.open.count ?? 0, check?.judged.count ?? 0)
    let made = CountText.text(replications, "replication")
    switch state {
    case .precise: return "stopped after \(made): all half-widths are small enough (\(all) of \(all))"
    case .limit:
      return "stopped after \(made), the maximum: \(open) of \(all) half-widths are still too large"
    case .next(let next, let missing):
      let why = replications == 0 ? "" : "; \(open) of \(all) half-widths are too large after \(made)"
      return "next: --replications \(next), \(CountText.text(missing, "run")) missing\(why)"
    case .incomplete(let next, let failed):
      let why = failed == 0 ? "the run was interrupted" : "\(CountText.text(failed, "run")) failed"
      return "ended before \(next) replications were complete, because \(why)"
        + (replications == 0 ? "" : "; the tables cover \(made)")
    }
  }

  private var checkpoints: [Int] { plan.checkpoints.filter { $0 <= replications } }

  private func table(_ check: PrecisionCheck) -> TextTable {
    let metrics = plan.comparison.metrics.compactMap { metric in
      let rows = check.judged.filter { $0.metric == metric.name }
      return rows.max { ($0.ratio ?? -1) < ($1.ratio ?? -1) }.map { (rows: rows, widest: $0) }
    }
    return TextTable(
      metrics,
      [
        .page("metric") { MetricCatalogue.marked($0.widest.metric) },
        .page("unit") { MetricCatalogue.metric($0.widest.metric)?.unit ?? "" },
        .page("differences", .right) { String($0.rows.count) },
        .page("small enough", .right) { String($0.rows.count(where: \.isPrecise)) },
        .page("widest", .right) { Self.text($0.widest.halfWidth) },
        .page("wanted there", .right) { Self.text($0.widest.wanted) },
      ], indentation: 2)
  }

  /// The columns of a difference; a page shows unresolved differences only.
  private var differences: Table<PrecisionCheck.Row> {
    [
      Column("design point", .left, key: "design_point", in: hasPoints ? .all : .data, \.designPoint),
      Column("metric", \.metric), Column("policy", \.policy),
      Column("half-width", .right, key: "half_width", \.halfWidth) { Self.text($0.halfWidth) },
      Column("wanted", .right, \.wanted) { Self.text($0.wanted) },
      .json("is_precise", \.isPrecise), .json("has_estimate", \.hasEstimate),
      Column("expected", .right, key: "expected_replications", \.expected),
      .json("replications_used", \.replications),
    ]
  }

  private static func text(_ value: Double?) -> String {
    value.map { NumberText.fixed($0, decimals: NumberText.decimals(of: $0)) } ?? "-"
  }

  /// The name of the state.
  private var word: String { String("\(state)".prefix { $0 != "(" }) }

  private var next: (replications: Int, missingRuns: Int)? {
    if case .next(let replications, let missing) = state { (replications, missing) } else { nil }
  }

  private var relativeError: Double? {
    if case .relative(let rule) = plan.target { rule.relativeError } else { nil }
  }

  package static let record: Table<Self> = [
    "state": \.word, "relative_error": \.relativeError, "confidence": \.plan.comparison.confidence,
    "family": \.plan.comparison.family.rawValue, "replications": \.replications,
    "max_replications": \.plan.limit, "checkpoints": \.checkpoints,
    "next_replications": \.next?.replications, "missing_runs": \.next?.missingRuns,
    "runs": \.cost.runs, "device_days": \.cost.deviceDays,
    "metrics_without_values": { $0.check?.withoutValues ?? [] },
    "differences": { ($0.check?.rows ?? []).json($0.differences) },
  ]
}
