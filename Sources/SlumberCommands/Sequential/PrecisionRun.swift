import Basics
import OutputAnalysis
import ResultsStore
import Studies
import StudyReports

/// `slumber run --precision`: replications until the differences of policies are known well enough.
enum PrecisionRun {
  static func run(_ arguments: ParsedArguments, _ file: StudyFile, _ stages: SequentialRun) throws -> ExitCode
  {
    let plan = try plan(arguments, file)
    let runsNothing = arguments.has("--plan")
    let checkpoints = plan.checkpoints
    let first = ReplicationDemand(checkpoints.first ?? plan.limit, of: file)
    // The judgment of the last whole stage, and its replications.
    var judgment: PrecisionCheck?
    var replications = 0
    let outcome = try stages.run(from: first, isFresh: arguments.has("--fresh"), runsNothing: runsNothing) {
      demand, runs, results in
      let check = try PrecisionCheck(results, runIDs: Set(runs.entries.map(\.planned.runID)), plan: plan)
      guard !check.judged.isEmpty else {
        throw CommandFailure(
          "no run has a value of \(check.withoutValues.map { "`\($0)`" }.joined(separator: ", ")), "
            + "so no number of replications makes a difference precise")
      }
      (judgment, replications) = (check, demand.most)
      Terminal.note(
        "\(demand.most) replications: \(check.judged.count - check.open.count) of \(check.judged.count) half-widths small enough"
      )
      guard !check.isPrecise, let next = checkpoints.first(where: { $0 > demand.most }) else { return nil }
      return ReplicationDemand(next, of: file)
    }
    let asked = outcome.demand.most
    let state: PrecisionReport.State =
      switch outcome.end {
      case .enough: judgment?.isPrecise == true ? .precise : .limit
      case .missing(let runs): .next(replications: asked, missingRuns: runs)
      case .interrupted: .incomplete(replications: asked, failedRuns: 0)
      case .failed(let runs): .incomplete(replications: asked, failedRuns: runs)
      }
    let report = PrecisionReport(
      plan: plan, state: state, replications: replications,
      cost: PrecisionReport.Cost(
        outcome.plan.entries.filter { $0.planned.replication < replications }, of: file), check: judgment)
    guard !runsNothing else {
      try Terminal.show(report.page, json: report.json, arguments)
      return .done
    }
    guard let results = outcome.results else { return .failed }
    return try RunCommand.finish(
      results, arguments, file, isInterrupted: outcome.end == .interrupted,
      appendix: (report.page, "precision", report.json))
  }

  static func plan(_ arguments: ParsedArguments, _ file: StudyFile) throws -> PrecisionPlan {
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
      try RelativePrecisionRule(relativeError: $0, confidence: section.confidence)
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
