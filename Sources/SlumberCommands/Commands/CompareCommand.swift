import Basics
import OutputAnalysis
import ResultsStore
import SchedulingPolicies
import Studies
import StudyReports

enum CompareCommand {
  static let specification = CommandSpecification(
    name: "compare", arguments: "RESULTS", argumentCount: 1...1,
    summary: "Compares the policies of a results file with the baseline.",
    example: "slumber compare quickstart.results.sqlite --svg comparison.svg",
    options: """
      --baseline POLICY | compare the policies with this baseline
      --metric NAME | show this metric; `slumber metrics` lists the names (may be repeated)
      --app ID | compare the metrics of this app instead of the population's
      --confidence C | set the confidence of intervals (default: 0.95)
      --interactions | show the interaction of each pair of factors
      --front X,Y | show the front of two metrics (default: energy against staleness and fresh opens)
      --reference X,Y | print the hypervolume of the front up to this point
      --frontier-over FACTOR | treat the levels of this factor as choices on one front (may be repeated)
      --svg FILE | plot the fronts, one row per design point
      --point NAME|LEVELS | with --svg: plot this design point, such as "FACTOR=LEVEL;FACTOR=LEVEL" \
      (default: all)
      --svg-title TEXT | set the title of the figure (default: the study's question)
      --svg-size WIDTHxHEIGHT | set the size of each front's plot in pixels
      --svg-axes X,Y | name the axes of the first pair of metrics (default: metrics and units)
      --robust FOLDER | add a robustness column from a folder of `slumber sensitivity --quick --points N` \
      (may be repeated)
      --json | print the comparison as JSON
      --matrix METRIC | print only the verdicts on this metric, by design point and policy
      --csv --markdown --latex --legend
      """,
    refusals: [
      .excluding(
        "--matrix",
        ["--metric", "--interactions", "--front", "--reference", "--frontier-over", "--svg", "--json"],
        because: "the matrix is the only table"),
      .needing("--svg", ["--svg-title", "--svg-size", "--svg-axes", "--point"], "needs `--svg FILE`"),
    ], run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let metrics = arguments.all("--metric")
    for metric in metrics { _ = try MetricSelection.metric(metric) }
    let results = try ResultsFile.open(arguments.arguments[0])
    let plan = try plan(arguments, results)
    // `--metric` shows tables of these metrics and no front, so that options of the front need a picture beside it.
    if arguments.has("--metric"), !arguments.has("--svg") {
      try arguments.refuse(["--front", "--reference", "--frontier-over"]) {
        "`--metric` and `\($0)` exclude each other: with `--metric` there is no front, unless `--svg` draws one"
      }
    }
    let picture = try picture(arguments)
    var report: ComparisonReport
    do {
      report = try ComparisonReport(
        results, plan: plan, metrics: metrics, policies: PolicyFacts(arguments.policies),
        frontier: try frontierPlan(arguments, results))
    } catch let error as ComparisonError where error.isUsage { throw UsageError("\(error)") }
    report.isForPrograms = try OutputForm(arguments) == .csv
    report.robustness = try robustness(arguments, of: try results.study())
    if arguments.has("--interactions") {
      guard let effects = report.effects, effects.families.contains(where: { $0.factors.count > 1 }) else {
        throw UsageError(
          "`--interactions` needs a policy with two factors that affect it; the results contain no such policy"
        )
      }
      report.showsInteractions = true
    }
    if let metric = arguments.value("--matrix") {
      guard report.matrixMetrics.contains(metric) else {
        let known = report.matrixMetrics.joined(separator: ", ")
        throw UsageError(
          known.isEmpty
            ? "`--matrix` needs results of two policies, found one"
            : "`--matrix` was given `\(metric)`, expected a metric with verdicts: \(known). "
              + "Name other metrics under `compare.metrics` in the study")
      }
      try Terminal.show(report.matrix(of: metric), arguments)
      return try results.endOfCommand()
    }
    try Terminal.show(report.page, json: report.json, arguments)
    if let path = arguments.value("--svg") {
      let title = arguments.value("--svg-title") ?? (report.question.isEmpty ? report.study : report.question)
      let setting = try arguments.value("--point").flatMap { text in
        try report.frontier.map { try DeviceSelection.setting(text, among: $0.settings) }
      }
      guard let section = report.frontier,
        let svg = FrontierPlot.svg(
          of: section, at: setting, title: title, size: picture.size, axisNames: picture.axisNames)
      else {
        throw CommandFailure(
          "a front needs two policies with values of both metrics; the results contain fewer")
      }
      try OutputFile.write(svg, to: path, as: "figure")
    }
    return try results.counts().failed > 0 ? .someRunsFailed : .done
  }

  private static func picture(
    _ arguments: ParsedArguments
  ) throws -> (size: PictureSize?, axisNames: (x: String, y: String)?) {
    var size: PictureSize?
    if let text = arguments.value("--svg-size") {
      let least = PictureSize.least
      let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      guard sides.count == 2, let width = sides[0], let height = sides[1],
        (least.width...10_000).contains(width), (least.height...10_000).contains(height)
      else {
        throw UsageError(
          "`--svg-size` was given `\(text)`, expected WIDTHxHEIGHT from \(least.width)x\(least.height) to "
            + "10000x10000")
      }
      size = PictureSize(width: width, height: height)
    }
    guard let text = arguments.value("--svg-axes") else { return (size, nil) }
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.count == 2, names.allSatisfy({ !$0.isEmpty }) else {
      throw UsageError("`--svg-axes` was given `\(text)`, expected two names with a comma between them")
    }
    return (size, (names[0], names[1]))
  }

  private static func robustness(_ arguments: ParsedArguments, of study: StudyDescription) throws
    -> [SensitivityTable]
  {
    let tables = try arguments.all("--robust").map {
      try SensitivityTable(folder: $0, of: study, needsShares: true)
    }
    guard Set(tables.map(\.isPlausible)).count == tables.count else {
      throw UsageError(
        "`--robust` was given two searches of the same type, expected one over the parameter space and one `--within` a fit"
      )
    }
    return tables
  }

  static func frontierPlan(_ arguments: ParsedArguments, _ results: ResultsFile) throws -> FrontierPlan {
    var plan = FrontierPlan(try ComparisonSection(effectiveStudy: try results.study().effectiveStudy))
    let scope: MetricScope = arguments.value("--app") == nil ? .population : .app
    if let front = try MetricSelection.front(arguments, of: scope) {
      plan.metrics = [(front.first.name, front.second.name)]
    }
    if let text = arguments.value("--reference") {
      guard let reference = FrontierReference(text) else {
        throw UsageError(
          "`--reference` was given `\(text)`, expected two positive numbers, in the units of the "
            + "metrics of the front, such as `20000,24000`")
      }
      plan.reference = reference
    }
    let factors = arguments.all("--frontier-over")
    if !factors.isEmpty { plan.over = factors }
    return plan
  }

  static func plan(_ arguments: ParsedArguments, _ results: ResultsFile) throws -> ComparisonPlan {
    let section = try ComparisonSection(effectiveStudy: try results.study().effectiveStudy)
    var plan = ComparisonPlan(section)
    plan.app = arguments.value("--app")
    if let baseline = arguments.value("--baseline") { plan.baseline = baseline }
    if let confidence = try arguments.number("--confidence", between: 0.5, and: 1) {
      plan.confidence = confidence
    }
    return plan
  }
}

extension FrontierPlan {
  init(_ section: ComparisonSection) {
    self.init()
    if let names = section.front, names.count == 2 { metrics = [(names[0], names[1])] }
  }
}

extension ComparisonPlan {
  init(_ section: ComparisonSection) {
    self.init(
      baseline: section.baseline, metrics: section.metrics.map { ($0.name, $0.margin) },
      confidence: section.confidence, family: section.isOneFamily ? .study : .designPoint)
  }
}

extension PolicyFacts {
  init(_ catalogue: PolicyCatalogue) {
    let entries = catalogue.all.map { policy in
      let startsNothing = policy.name == NeverStart.descriptor.name
      let (usesFuture, names) = (policy.usesFuture, policy.parameterNames)
      return (policy.name, Entry(usesFuture: usesFuture, startsNothing: startsNothing, parameters: names))
    }
    self.init(Dictionary(entries, uniquingKeysWith: { first, _ in first }))
  }
}

/// The metrics that `--metric` names, for commands that compare values of the population.
enum MetricSelection {
  static func names(_ arguments: ParsedArguments) throws -> [String]? {
    let names = arguments.all("--metric")
    for (place, name) in names.enumerated() {
      let metric = try metric(name)
      guard metric.scopes.contains(.population) else {
        throw UsageError(
          "metric `\(name)` is not a metric of the population. `slumber metrics` lists all metrics")
      }
      guard metric.deviceQuantile == nil else {
        throw UsageError("\(ComparisonError.quantileOverDevices(name))")
      }
      if names[..<place].contains(name) { throw UsageError("`--metric` was given `\(name)` twice") }
    }
    return names.isEmpty ? nil : names
  }

  /// The two metrics of `--front`; nil without the option.
  static func front(_ arguments: ParsedArguments, of scope: MetricScope = .population) throws -> FrontMetrics?
  {
    guard let text = arguments.value("--front") else { return nil }
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard names.count == 2 else {
      throw UsageError("`--front` was given `\(text)`, expected two metrics with a comma between them")
    }
    do throws(ComparisonError) { return try FrontMetrics((names[0], names[1]), of: scope) } catch {
      throw UsageError("`--front`: \(error)")
    }
  }

  static func metric(_ name: String) throws -> MetricDefinition {
    guard let metric = MetricCatalogue.metric(name) else {
      throw unknownEntry("metric", name, MetricCatalogue.names)
    }
    return metric
  }
}

extension SensitivityTable {
  /// The table of a search. A table of another study or with other settings is rejected, because its results
  /// depend on devices, days, and parameters.
  init(folder: String, of study: StudyDescription, needsShares: Bool = false) throws {
    let path = "\(folder)/sensitivity.json"
    guard let bytes = try? TextFile.read(path, limit: 1 << 28) else {
      let options = needsShares ? " --points N" : ""
      throw CommandFailure(
        "`\(path)` cannot be read, expected a folder of `slumber sensitivity --quick\(options) --to FOLDER`")
    }
    do { try self.init(json: bytes, needsShares: needsShares) } catch {
      throw CommandFailure("`\(path)`: \(error)")
    }
    guard heading.study == study.name else {
      throw CommandFailure("`\(path)` is of study `\(heading.study)`, expected `\(study.name)`")
    }
    guard heading.studyDigest == study.baseDigest else {
      throw CommandFailure(
        "`\(path)` is of `\(study.name)` with other settings than the results. Run `slumber sensitivity` again with "
          + "the same study and the same --seed, --days, --devices, and --set")
    }
  }
}
