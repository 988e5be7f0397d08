import JSON
import OutputAnalysis
import PlainText
import ResultsStore
import StudyFormat
import StudyMetrics
import StudyReports

/// `slumber compare`: the policies beside the baseline, from the stored runs.
enum CompareCommand {
  static let specification = CommandSpecification(
    name: "compare", arguments: "RESULTS", argumentCount: 1...1,
    summary: "Compares the policies of a results file with the baseline.",
    example: "slumber compare quickstart.results.sqlite --svg comparison.svg",
    options: [
      .value("--baseline", "POLICY", "policy that the others are compared with"),
      .value("--metric", "NAME", "show this metric; `slumber metrics` lists them", repeatable: true),
      .value("--confidence", "C", "confidence of intervals, 0.95 by default"),
      .value("--reference", "X,Y", "print the hypervolume of the front up to this point, in the units of its metrics"),
      .value(
        "--frontier-over", "FACTOR", "levels of this factor are choices on one front", repeatable: true),
      .value("--svg", "FILE", "draw the front"),
      .flag("--json", "the comparison as JSON"),
    ], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let results = try ResultsFile.open(arguments.arguments[0])
    let plan = try plan(arguments, results)
    let metrics = arguments.all("--metric")
    for metric in metrics where MetricCatalogue.metric(metric) == nil {
      let hint =
        NameSuggestion.nearest(to: metric, in: MetricCatalogue.names).map { "; did you mean `\($0)`?" } ?? ""
      throw UsageError(description: "there is no metric `\(metric)`\(hint)", command: "compare")
    }
    let report: ComparisonReport
    do {
      report = try ComparisonReport(
        results, plan: plan, metrics: metrics, policies: PolicyFacts(arguments.policies),
        frontier: try frontierPlan(arguments))
    } catch ComparisonError.unknownFactor(let name, let known) {
      throw UsageError(
        description: "\(ComparisonError.unknownFactor(name, known: known))", command: "compare")
    }
    Terminal.out(arguments.has("--json") ? report.json.text() : report.text)
    if let path = arguments.value("--svg") {
      guard let front = report.frontier?.fronts.first else {
        throw CommandFailure(
          description: "the results hold no two policies whose front could be drawn")
      }
      let plot = FrontierPlot(front, title: report.question.isEmpty ? report.study : report.question)
      try OutputFile.write(plot.svg, to: path)
      Terminal.error("picture: \(path)")
    }
    let counts = try results.counts()
    return counts.failed > 0 ? .someRunsFailed : .done
  }

  /// What stands on the front, and up to where its hypervolume counts.
  static func frontierPlan(_ arguments: ParsedArguments) throws -> FrontierPlan {
    var plan = FrontierPlan()
    if let text = arguments.value("--reference") {
      guard let reference = FrontierReference(text) else {
        throw UsageError(
          description: "`--reference` was given `\(text)`, expected two positive numbers, in the units of the "
            + "metrics of the front, such as `20000,24000`", command: "compare")
      }
      plan.reference = reference
    }
    let factors = arguments.all("--frontier-over")
    if !factors.isEmpty { plan.over = factors }
    return plan
  }

  /// The study's own plan with the options over it.
  static func plan(_ arguments: ParsedArguments, _ results: ResultsFile) throws -> ComparisonPlan {
    let section = try ComparisonSection(effectiveStudy: try results.study().effectiveStudy)
    var plan = ComparisonPlan(section)
    if let baseline = arguments.value("--baseline") { plan.baseline = baseline }
    if let confidence = try arguments.number("--confidence", between: 0.5, and: 1) {
      plan.confidence = confidence
    }
    return plan
  }
}
