import Basics
import OutputAnalysis
import ResultsStore

package struct ComparisonReport: Sendable, Record {
  package var study, question: String
  package var counts: RunCounts
  package var failures: [StoredRun]
  package var provenance: [String]
  package var comparison: Comparison
  /// Metrics to show; all metrics with a verdict if empty.
  package var metrics: [String] = []
  var usingFuture: [String] = []
  var reach: ReachSection?
  package var frontier: FrontierSection?
  package var effects: FactorEffects?
  package var showsInteractions = false
  /// Whether programs read the tables: times are in seconds, and the page has no answer.
  package var isForPrograms = false
  /// Searches over the parameter space, over plausible sets, or one of each.
  package var robustness: [SensitivityTable] = []
  var plausible: PlausibleDifferences?

  package init(
    study: String, question: String, counts: RunCounts, failures: [StoredRun], provenance: [String],
    comparison: Comparison, metrics: [String] = []
  ) {
    (self.study, self.question, self.counts) = (study, question, counts)
    (self.failures, self.provenance) = (failures, provenance)
    (self.comparison, self.metrics) = (comparison, metrics)
  }

  package init(
    _ file: ResultsFile, plan: ComparisonPlan, metrics: [String] = [], policies: PolicyFacts,
    frontier: FrontierPlan = FrontierPlan()
  ) throws {
    for name in metrics {
      _ = try MetricCatalogue.comparable(name, in: plan.scope, isJudged: false, isPooled: false)
    }
    let study = try file.study()
    // Before slumber reads the runs for the comparison: the commands that repeat them take much room.
    let runs = try file.runs()
    let failures = runs.filter { $0.status == .failed }
    let usingFuture = runs.filter { policies.usesFuture($0.policyName) }.map(\.policy).unique
    let all = try ComparedRuns(file, plan: plan)
    let compared = all.atOwnValues
    self.init(
      study: study.name, question: study.question, counts: try file.counts(), failures: failures,
      provenance: SourceSummary.lines(try file.sourceCounts()),
      comparison: try Comparison(
        compared.runs, plan: plan, devices: compared.devices, levels: compared.levels), metrics: metrics)
    self.usingFuture = usingFuture
    plausible = try PlausibleDifferences(all, plan: plan)
    let effects = try FactorEffects(
      compared.runs, levels: compared.levels, names: compared.names,
      armsWithSeed: StudyDesign.armsWithSeed(study), plan: plan)
    self.effects = effects.families.isEmpty ? nil : effects
    // Opens are counted by device, so the reachable share is known for the population only.
    if plan.app == nil { reach = ReachSection(try file.reachCounts()) }
    self.frontier = try FrontierSection(
      compared.runs, levels: compared.levels, names: compared.names, policies: policies, comparison: plan,
      plan: frontier)
  }

  var remarks: [String] {
    comparison.remarks
      + usingFuture.map {
        "\($0) knows the future: it is a heuristic for reference, and a device cannot run it"
      }
  }

  package var text: String { page.text() }

  var units: ShownUnits {
    isForPrograms ? ShownUnits(keepsSeconds: true) : ShownUnits(comparison)
  }

  package var page: TextPage {
    // A page of certain metrics has no answer and no front.
    var page = heading
    if metrics.isEmpty, !isForPrograms { page.add(answer.page) }
    page.add(details)
    return page
  }

  var heading: TextPage {
    var page = incompleteness
    for line in provenance { page.add(line) }
    page.add("\(study): \(question.isEmpty ? "comparison of policies" : question)")
    if let app = comparison.plan.app { page.add("app \(app)") }
    return page
  }

  /// The tables of the comparison, without the heading and the answer.
  var details: TextPage {
    var page = TextPage()
    let units = units
    if let plausible { page.add(plausible.page(units: units)) }
    if let effectsSection { page.add(effectsSection.page) }
    let names = metrics.isEmpty ? comparison.verdictMetrics : metrics
    let points = comparison.designPoints
    var hasTables = false
    for point in points {
      var own = TextPage()
      for table in names.compactMap({ metricTable($0, in: point, units) }) where !isTold(table) {
        own.add(table.page)
        hasTables = true
      }
      if metrics.isEmpty {
        own.add(RegretSection(comparison).page(in: point, units: units))
        if let line = reach?.text(in: point), !line.isEmpty { own.add("\n\(line)") }
      }
      if points.count > 1, !own.isEmpty { page.add("\n\(point)") }
      page.add(own)
    }
    if !remarks.isEmpty { page.addGap() }
    for remark in remarks { page.add(remark) }
    if hasTables || effects == nil { addExplanation(to: &page) }
    if let sentence = jointSentence(hasTables: hasTables) { page.add(sentence) }
    if metrics.isEmpty, let frontier { page.add(frontier.page(units: units)) }
    return page
  }

  /// Whether a table is one row of a policy alone, which the effects of arms and factors show with its other levels.
  func isTold(_ table: MetricTable) -> Bool {
    table.rows.count == 1
      && effects?.rows.contains { !$0.isRegression && $0.second == nil && $0.metric == table.metric.name }
        ?? false
  }

  var effectsSection: EffectsSection? {
    effects.map {
      EffectsSection(
        effects: $0, hasInteractions: showsInteractions, metrics: metrics, units: units)
    }
  }

  var incompleteness: TextPage {
    guard counts.missing > 0 || counts.failed > 0 else { return TextPage() }
    let parts = [(counts.failed, "failed"), (counts.missing, "missing")].filter { $0.0 > 0 }
    var page = TextPage(
      "INCOMPLETE: \(counts.done) of \(counts.expected) runs done, "
        + parts.map { "\($0.0) \($0.1)" }.joined(separator: " and "))
    for run in failures.prefix(3) {
      page.add("  failed: \(run.policy), replication \(run.replication): \(run.error ?? "")")
      guard !run.replay.isEmpty else { continue }
      page.add("    repeat with:")
      page.add(command: run.replay, indentation: 6)
    }
    if failures.count > 3 { page.add("  and \(failures.count - 3) more, in runs.csv of an export") }
    return page
  }

  func metricTable(_ name: String, in point: String, _ units: ShownUnits) -> MetricTable? {
    guard let metric = MetricCatalogue.metric(name) else { return nil }
    return MetricTable(
      metric: metric, rows: comparison.rows.filter { $0.designPoint == point && $0.metric == name },
      designPoint: comparison.designPoints.count > 1 ? point : nil,
      margin: comparison.plan.metrics.first { $0.name == name }?.margin, robustness: robustness,
      units: units, note: familySentence)
  }

  private func addExplanation(to page: inout TextPage) {
    page.addGap()
    let judged = comparison.rows.filter {
      $0.verdict != nil && (metrics.isEmpty || metrics.contains($0.metric))
    }
    guard !judged.isEmpty else {
      return page.add(
        "Each interval has \(NumberText.percent(comparison.plan.confidence)) % confidence. Metrics without a margin have no "
          + "verdict.\n")
    }
    page.add(VerdictText.legend)
    for table in robustness {
      page.add(
        judged.contains { !table.words(of: $0).isEmpty }
          ? table.legend : "The search over the \(table.whole) covers other verdicts than these tables.")
    }
    page.add(familySentence)
    page.add(
      VerdictText.warnings(
        judged.map { row in
          let place = comparison.families.count > 1 || comparison.designPoints.count > 1
          return (place ? "\(row.metric) at \(row.designPoint)" : row.metric, row.policy, row.warnings)
        }))
  }

  var familySentence: String {
    let confidence = "Simultaneous \(NumberText.percent(comparison.plan.confidence)) % confidence intervals"
    let sizes = Set(comparison.families).sorted().map(String.init)
    let count = sizes.count > 2 ? "\(sizes[0]) to \(sizes[sizes.count - 1])" : sizes.joined(separator: " or ")
    let number = "\(count) \(count == "1" ? "difference" : "differences")"
    let place = comparison.plan.family == .study ? "of the whole study" : "within each design point"
    return "\(confidence) for the \(number) \(place) (Bonferroni)."
  }

  /// A sentence with the number of families on the page and their joint confidence (Bonferroni); nil for one family.
  func jointSentence(hasTables: Bool) -> String? {
    let plan = comparison.plan
    let own = hasTables ? comparison.families.count { $0 > 0 } : 0
    let count = own + (effectsSection?.familyCount ?? 0)
    guard count > 1 else { return nil }
    let joint = NumberText.percent(max(0, 1 - Double(count) * (1 - plan.confidence)))
    let remedy =
      own > 1
      ? " Set `compare.family: study` to make one family of the differences of all design points." : ""
    return
      "The output has \(count) families of intervals, which are simultaneous at \(joint) % confidence or more."
      + remedy + "\n"
  }

  private func json(_ row: ComparisonRow) -> JSONValue {
    .object(ComparisonRow.table.members(row) + robustness.flatMap { $0.members(of: row) })
  }

  private var rows: [ComparisonRow] {
    comparison.rows.filter { metrics.isEmpty || metrics.contains($0.metric) }
  }

  package static let record: Table<Self> = [
    "study": \.study, "question": \.question, "runs": \.counts,
    "failures": { $0.failures.json(["run_id": \.runID, "error": \.error, "replay": \.replay]) },
    "provenance": \.provenance, "app": \.comparison.plan.app,
    "confidence": \.comparison.plan.confidence, "family": \.comparison.plan.family.rawValue,
    "remarks": \.remarks, "effects": { $0.effectsSection?.json ?? [] },
    "plausible": { $0.plausible?.json ?? [] }, "reachability": { $0.reach?.json ?? [] },
    "comparison": { report in report.rows.map(report.json) },
    "regret": { RegretSection($0.comparison).json }, "frontier": { $0.frontier?.json ?? [] },
  ]
}

package enum SourceSummary {
  package static func lines(_ counts: [SourceCount]) -> [String] {
    func kinds(_ source: String) -> String {
      counts.filter { $0.source == source }.map { "\($0.kind) (\(CountText.text($0.devices, "device")))" }
        .joined(separator: ", ")
    }
    let (real, derived, generated) = (kinds("real"), kinds("derived"), kinds("generated"))
    guard !real.isEmpty || !derived.isEmpty else { return [] }
    var lines = ["Real events: \(real.isEmpty ? "none" : real)"]
    if !derived.isEmpty { lines.append("Derived from real events: \(derived)") }
    if !generated.isEmpty { lines.append("Generated: \(generated)") }
    let devices = Dictionary(grouping: counts, by: \.kind).values.map { $0.reduce(0) { $0 + $1.devices } }
      .max()
    lines.append(
      "Intervals cover the generated parts only: \(CountText.text(devices ?? 0, "device")), not a population")
    return lines
  }
}
