import JSON
import OutputAnalysis
import PlainText
import ResultsStore
import StudyMetrics

/// A comparison as it is shown: with what it rests on, and what is missing.
public struct ComparisonReport: Sendable {
  public var study: String
  public var question: String
  public var counts: RunCounts
  /// Failed runs, with the command that repeats each.
  public var failures: [StoredRun]
  /// Which kinds of events are real, for the first lines.
  public var provenance: [String]
  public var comparison: Comparison
  /// Metrics to show; the ones with a verdict if empty.
  public var metrics: [String] = []
  /// Labels of policies that are told what will happen, for a footnote.
  public var usingFuture: [String] = []
  /// The opens that no policy can reach; nil where nobody has looked.
  var reach: ReachSection?
  /// The fronts of energy against staleness; nil where they are not asked for.
  public var frontier: FrontierSection?

  public init(
    study: String, question: String, counts: RunCounts, failures: [StoredRun], provenance: [String],
    comparison: Comparison, metrics: [String] = []
  ) {
    self.study = study
    self.question = question
    self.counts = counts
    self.failures = failures
    self.provenance = provenance
    self.comparison = comparison
    self.metrics = metrics
  }

  /// Reads everything from a results file.
  ///
  /// - Parameters:
  ///   - policies: Tells which policies use the future.
  ///   - frontier: What stands on the fronts.
  public init(
    _ file: ResultsFile, plan: ComparisonPlan, metrics: [String] = [], policies: PolicyFacts,
    frontier: FrontierPlan = FrontierPlan()
  ) throws {
    for name in metrics {
      guard let metric = MetricCatalogue.metric(name) else { throw ComparisonError.unknownMetric(name) }
      guard metric.scopes.contains(.population) else { throw ComparisonError.notPopulation(name) }
    }
    let study = try file.study()
    let runs = try file.runs()
    self.init(
      study: study.name, question: study.question, counts: try file.counts(),
      failures: runs.filter { $0.status == .failed },
      provenance: SourceSummary.lines(try file.sourceCounts()),
      comparison: try Comparison(try file.policyRuns(), plan: plan), metrics: metrics)
    for run in runs where policies.usesFuture(run.policyName) {
      if !usingFuture.contains(run.policy) { usingFuture.append(run.policy) }
    }
    reach = ReachSection(try file.reachCounts())
    self.frontier = try FrontierSection(file, policies: policies, comparison: plan, plan: frontier)
  }

  /// What has to be said about the comparison as a whole.
  private var remarks: [String] {
    comparison.remarks
      + usingFuture.map { "\($0) uses the future: a heuristic beside the bound, which no phone could run" }
  }

  /// For the terminal.
  public var text: String {
    var text = incompleteness
    for line in provenance { text += line + "\n" }
    text += "\(study): \(question.isEmpty ? "comparison of policies" : question)\n"
    let names = metrics.isEmpty ? comparison.verdictMetrics : metrics
    let points = comparison.designPoints
    for point in points {
      if points.count > 1 { text += "\n\(point)\n" }
      if metrics.isEmpty { text += reach?.text(in: point) ?? "" }
      for name in names { text += table(name, in: point) }
      if metrics.isEmpty { text += RegretSection(comparison).text(in: point) }
    }
    for remark in remarks { text += "\n\(remark)" }
    if !remarks.isEmpty { text += "\n" }
    text += explanation
    // Who asks for certain metrics gets these.
    if metrics.isEmpty, let frontier { text += frontier.text }
    return text
  }

  /// Empty if all runs are done.
  private var incompleteness: String {
    guard counts.missing > 0 || counts.failed > 0 else { return "" }
    var parts: [String] = []
    if counts.failed > 0 { parts.append("\(counts.failed) failed") }
    if counts.missing > 0 { parts.append("\(counts.missing) missing") }
    var text =
      "INCOMPLETE: \(counts.done) of \(counts.expected) runs done, "
      + parts.joined(separator: " and ") + "\n"
    for run in failures.prefix(3) {
      text += "  failed: \(run.policy), replication \(run.replication): \(run.error ?? "")\n"
      if !run.replay.isEmpty { text += "    repeat with: \(run.replay)\n" }
    }
    if failures.count > 3 { text += "  and \(failures.count - 3) more, in runs.csv of an export\n" }
    return text
  }

  private func table(_ name: String, in point: String) -> String {
    let rows = comparison.rows.filter { $0.designPoint == point && $0.metric == name }
    guard let first = rows.first, let metric = MetricCatalogue.metric(name) else { return "" }
    let hasVerdict = rows.contains { $0.verdict != nil }
    let hasNeed = rows.contains { ($0.replicationsStillNeeded ?? 0) > 0 }
    let hasNote = rows.contains { !$0.notes.isEmpty }
    var columns: [(String, TextTable.Alignment)] = [
      ("policy", .left), ("mean", .right), ("minus \(first.baseline)", .right),
    ]
    if hasVerdict { columns += [("p (Holm)", .right), ("verdict", .left)] }
    if hasNeed { columns.append(("needed", .right)) }
    if hasNote { columns.append(("note", .left)) }
    var table = TextTable(columns.map { (title: $0.0, alignment: $0.1) }, indentation: 2)
    for row in rows {
      let isBaseline = row.policy == row.baseline
      var cells = [
        row.policy, NumberText.interval(row.mean, row.halfWidth),
        isBaseline
          ? "baseline" : NumberText.interval(row.difference, row.differenceHalfWidth, isSigned: true),
      ]
      if hasVerdict { cells += [NumberText.probability(row.holmPValue), row.verdict ?? ""] }
      if hasNeed {
        cells.append(row.replicationsStillNeeded.map { $0 > 0 ? "+\($0)" : "" } ?? "")
      }
      if hasNote { cells.append(row.notes.joined(separator: "; ")) }
      table.add(cells)
    }
    return "\n\(name)\(heading(metric, rows))\n" + table.text
  }

  /// Unit, direction, margin and number of replications.
  private func heading(_ metric: MetricDefinition, _ rows: [ComparisonRow]) -> String {
    var parts: [String] = metric.unit == "1" ? [] : [metric.unit]
    switch metric.polarity {
    case .smallerIsBetter: parts.append("lower is better")
    case .largerIsBetter: parts.append("higher is better")
    case nil: break
    }
    if let margin = rows.compactMap(\.margin).first {
      parts.append(
        "margin \(NumberText.fixed(margin, decimals: NumberText.decimals(of: margin, significant: 2)))")
    }
    let used = rows.map(\.replicationsUsed).max() ?? 0
    parts.append("\(used) \(used == 1 ? "replication" : "replications")")
    return ": " + parts.joined(separator: ", ")
  }

  private var explanation: String {
    guard comparison.rows.contains(where: { $0.verdict != nil }) else { return "" }
    let confidence = NumberText.percent(comparison.plan.confidence)
    let hasNeed = comparison.rows.contains { ($0.replicationsStillNeeded ?? 0) > 0 }
    return
      (comparison.rows.contains { $0.verdict == Verdict.same.rawValue }
      ? "\nsame: equal in every replication;" : "")
      + "\nbetter, worse: the interval excludes 0; equivalent: it lies within the margin; unresolved: neither.\n"
      + "These intervals hold together at \(confidence) % confidence"
      + (hasNeed
        ? "; needed: replications to add until the half-width is\nwithin the margin.\n" : ".\n")
  }

  /// For programs.
  public var json: JSONValue {
    let names = Set(metrics)
    let rows = comparison.rows.filter { names.isEmpty || names.contains($0.metric) }
    return .members([
      "study": .string(study), "question": .string(question),
      "runs": .members([
        "expected": .integer(Int64(counts.expected)), "done": .integer(Int64(counts.done)),
        "failed": .integer(Int64(counts.failed)), "missing": .integer(Int64(counts.missing)),
      ]),
      "failures": .array(
        failures.map { run in
          .members([
            "run_id": .string(run.runID), "error": .optional(run.error), "replay": .string(run.replay),
          ])
        }),
      "provenance": .strings(provenance),
      "confidence": .number(comparison.plan.confidence),
      "remarks": .strings(remarks),
      "reach": reach?.json ?? .array([]),
      "comparison": .array(rows.map(\.json)),
      "regret": RegretSection(comparison).json,
      "frontier": frontier?.json ?? .array([]),
    ])
  }
}

extension ComparisonRow {
  /// The row by the names of its columns.
  var json: JSONValue {
    .members([
      "design_point": .string(designPoint), "arm": .string(arm), "metric": .string(metric),
      "unit": .string(unit), "policy": .string(policy), "mean": .optional(mean),
      "half_width": .optional(halfWidth), "baseline": .string(baseline), "difference": .optional(difference),
      "difference_half_width": .optional(differenceHalfWidth), "interval": .optional(interval),
      "p_holm": .optional(holmPValue), "correlation": .optional(correlation), "verdict": .optional(verdict),
      "margin": .optional(margin), "replications_used": .integer(Int64(replicationsUsed)),
      "replications_needed": .optional(replicationsStillNeeded), "notes": .strings(notes),
    ])
  }
}
