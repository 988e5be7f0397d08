import Basics
import OutputAnalysis
import ResultsStore
import Studies
import StudyReports

/// `slumber run --precision`: replications until the differences of policies are known well enough.
struct PrecisionRun: Method {
  private let plan: PrecisionPlan
  private let file: StudyFile
  /// The judgment of the last whole stage, and its replications.
  private var judgment: PrecisionCheck?
  private var replications = 0
  private var outcome: SequentialRun.Outcome?

  static func run(_ arguments: ParsedArguments, _ file: StudyFile, _ stages: SequentialRun) throws -> ExitCode
  {
    var method = PrecisionRun(plan: try plan(arguments, file), file: file)
    let runsNothing = arguments.has("--plan")
    let outcome = try stages.run(
      &method, isFresh: arguments.has("--fresh"), runsNothing: runsNothing)
    method.outcome = outcome
    let report = method.findings()
    guard !runsNothing else {
      try Terminal.show(report.page, json: report.json, arguments)
      return .done
    }
    guard let results = outcome.results else { return .failed }
    return try RunCommand.finish(
      results, arguments, file, isInterrupted: outcome.end == .interrupted,
      appendix: (report.page, "precision", report.json))
  }

  private init(plan: PrecisionPlan, file: StudyFile) { (self.plan, self.file) = (plan, file) }

  mutating func next(_ found: PointResults) throws -> [Point] {
    guard let stored = found.stored else { return points(plan.checkpoints.first ?? plan.limit) }
    let check = try PrecisionCheck(
      stored.file, runIDs: Set(stored.plan.entries.map(\.planned.runID)), plan: plan)
    guard !check.judged.isEmpty else {
      throw CommandFailure(
        "no run has a value of \(check.withoutValues.map { "`\($0)`" }.joined(separator: ", ")), "
          + "so no number of replications makes a difference precise")
    }
    judgment = check
    replications = 1 + (stored.plan.entries.map(\.planned.replication).max() ?? -1)
    Terminal.note(
      "\(replications) replications: \(check.judged.count - check.open.count) of \(check.judged.count) half-widths small enough"
    )
    guard !check.isPrecise, let next = plan.checkpoints.first(where: { $0 > replications }) else { return [] }
    return points(next)
  }

  private func points(_ replications: Int) -> [Point] {
    file.points.map { Point($0, policies: $0.study.policies, replications: 0..<replications) }
  }

  func findings() -> PrecisionReport {
    let asked = outcome?.replications ?? 0
    let state: PrecisionReport.State =
      switch outcome?.end {
      case nil, .enough?: judgment?.isPrecise == true ? .precise : .limit
      case .missing(let runs)?: .next(replications: asked, missingRuns: runs)
      case .interrupted?: .incomplete(replications: asked, failedRuns: 0)
      case .failed(let runs)?: .incomplete(replications: asked, failedRuns: runs)
      }
    let runs = outcome?.plan.entries.filter { $0.planned.replication < replications } ?? []
    return PrecisionReport(
      plan: plan, state: state, replications: replications, cost: PrecisionReport.Cost(runs, of: file),
      check: judgment)
  }

  private static func plan(_ arguments: ParsedArguments, _ file: StudyFile) throws -> PrecisionPlan {
    let section = file.study.comparison
    var comparison = ComparisonPlan(section)
    if let names = try MetricSelection.names(arguments) {
      for name in names where MetricCatalogue.metric(name)?.polarity == nil {
        throw UsageError("\(ComparisonError.noPolarity(name))")
      }
      comparison.metrics =
        ComparisonPlan(
          baseline: section.baseline,
          metrics: names.map { name in (name, section.metrics.first { $0.name == name }?.margin) },
          confidence: section.confidence
        ).metrics
    }
    let labels = file.study.policies.map(\.label)
    guard labels.count > 1 else {
      throw UsageError("`--precision` needs two policies, found `\(labels.joined())` alone")
    }
    if let baseline = section.baseline, !labels.contains(baseline) {
      throw CommandFailure("\(ComparisonError.unknownBaseline(baseline, known: labels))")
    }
    let rule = try arguments.number("--precision", between: 0, and: 1).map {
      try RelativePrecisionRule(relativeError: $0)
    }
    return PrecisionPlan(
      comparison, target: rule.map { .relative($0) } ?? .margin,
      limit: try SequentialOptions.limit(arguments, file))
  }
}

extension PrecisionReport.Cost {
  init(_ entries: [RunPlan.Entry], of file: StudyFile) {
    self.init(
      runs: entries.count,
      deviceDays: entries.reduce(0) { sum, entry in
        sum + Double(entry.planned.devicesExpected) * file.points[entry.point].study.exactHorizonDays
      })
  }
}
