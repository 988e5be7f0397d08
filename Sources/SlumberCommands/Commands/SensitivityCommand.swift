import Basics
import OutputAnalysis
import Studies
import StudyReports

enum SensitivityCommand {
  static let specification = CommandSpecification(
    name: "sensitivity", arguments: "STUDY", argumentCount: 1...1,
    summary: "Tests whether a study's comparisons depend on assumed parameters.",
    example: "slumber sensitivity scenarios/quickstart.yaml --quick --against immediate --to sensitivity",
    options: """
      \(DeviceSelection.pointOptions)
      \(SensitivitySides.options)
      --quick | vary parameters one at a time, then pairs of influential ones, then locate sign changes
      --metric NAME | use this metric instead of the metrics of the study's front (may be repeated)
      --over PREFIX | vary only parameters whose name begins with PREFIX (default: all assumptions) \
      (may be repeated)
      --points N | with --quick: then run N random parameter sets, to estimate how often signs hold
      --within FOLDER | with --points: use the plausible sets of a `slumber fit` instead of random sets
      --trajectories N | without --quick: run N screening trajectories (default: up to \
      \(SensitivityAllowance.usualTrajectories), minimum \(SensitivityAllowance.fewestTrajectories))
      --shares N | without --quick: then compute Sobol' indices of up to \(SharesDesign.mostFactors) \
      assumptions from N rows
      --grades D|CD | treat parameters of these grades as assumptions (default: D)
      --replications N | run N replications per parameter set (default: enough for \
      \(SensitivityRequest.phones) devices, minimum \(SignShare.fewestForInterval))
      --budget MINUTES | limit the time on two cores; 0: no limit (default: \(SensitivityRequest.fullBudget); \
      with --quick \(SensitivityRequest.quickBudget))
      --to FOLDER | write tables (CSV, JSON), figures (SVG), and finished runs into this folder
      --shard I/N | without --quick: run only shard I of N; `slumber merge` joins the shards
      --jobs --progress
      --json | print the whole output as JSON
      --allow-commands
      \(ExperimentRun.options("sensitivity", hasFolder: true))
      --csv --markdown --legend
      \(StudyOptions.options)
      """,
    refusals: [
      .excluding("--quick", ["--trajectories", "--shares"]),
      .needing("--quick", ["--points", "--within"], "needs `--quick`"),
      .excluding(
        "--shard", ["--quick"],
        because: "its bisection needs the result of each point before it knows the next"),
      .excluding(
        "--shard", ["--shares"], because: "they are of the assumptions that the whole screening finds"),
      .needing("--points", ["--within"], "needs `--points N`"),
    ] + ExperimentRun.refusals, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    if try arguments.shard() != nil, arguments.value("--budget") != "0" {
      throw UsageError(
        "`--shard` needs `--budget 0`, because a time limit cuts the search differently on each machine")
    }
    return arguments.has("--quick") ? try QuickSearch.run(arguments) : try Screening.run(arguments)
  }
}

/// `slumber sensitivity --quick`: varies one parameter at a time, then pairs of influential ones, then
/// locates sign changes.
struct QuickSearch: Method {
  private let request: SensitivityRequest
  private var cut: SensitivityAllowance.Cut
  private var analysis: SensitivityAnalysis
  private var asked: AskedPoints?

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let spread = try arguments.integer("--points", atLeast: 2) ?? 0
    let plausible = try arguments.value("--within").map { try PlausiblePoints(folder: $0) }
    let request = try SensitivityRequest(
      arguments, budget: SensitivityRequest.quickBudget, named: plausible?.names ?? [])
    var search = try QuickSearch(request, spread: spread, plausible)
    Interruption.install()
    if let end = try request.experiment.run(&search), !search.isCutShort() { return end }
    return try request.show(try search.findings(), as: "sensitivity.json", arguments)
  }

  private init(_ request: SensitivityRequest, spread: Int, _ plausible: PlausiblePoints?) throws {
    self.request = request
    cut = .init(box: request.box, devices: request.devices)
    if request.budget > 0 {
      let allowance = try request.allowance(later: spread)
      guard let found = allowance.cut(request.box, devices: request.devices) else { throw request.noTime }
      cut = found
    }
    let drawn: PlausiblePoints?
    do throws(PlausiblePoints.Failure) {
      drawn = try plausible?.drawn(spread, seed: request.point.study.seed)
    } catch { throw CommandFailure("`--within`: \(error)") }
    let within = drawn?.points(in: cut.box) ?? []
    guard within.allSatisfy({ $0 != .base }) else {
      throw CommandFailure("`--within`: \(PlausiblePoints.Failure.nothingInCommon(plausible?.names ?? []))")
    }
    for sentence in cut.sentences { Terminal.note(sentence) }
    analysis = SensitivityAnalysis(
      cut.box, policies: request.sides.names, metrics: request.metrics, spread: spread,
      plausible: within, effectiveSize: plausible?.effectiveSize(of: spread), seed: request.point.study.seed)
  }

  mutating func next(_ found: PointResults) throws -> [Point] {
    if let asked { try analysis.add(request.results(asked.results(found))) }
    while !analysis.next.isEmpty {
      let points = analysis.next
      Terminal.note(
        "\(Self.name(analysis.search.step)): \(CountText.text(points.count, "point")), "
          + "\(points.count * request.runsPerPoint) runs of " + CountText.text(cut.devices, "device"))
      let next = request.asked(points, cut)
      guard next.points.isEmpty else {
        asked = next
        return next.points
      }
      // The study refuses all of them.
      try analysis.add(request.results(next.results(PointResults())))
    }
    return []
  }

  func findings() throws -> SensitivityReport {
    SensitivityReport(analysis, heading: request.heading(cut))
  }

  /// Whether the time is over after at least one whole step. The results of whole steps are then shown.
  private mutating func isCutShort() -> Bool {
    guard !Interruption.isRequested, analysis.search.step > .oneAtATime else { return false }
    let sentence = "Stopped by --budget before all points of the step: \(Self.name(analysis.search.step))."
    Terminal.note(sentence)
    cut.sentences.append(sentence)
    return true
  }

  private static func name(_ step: SensitivitySearch.Step) -> String {
    switch step {
    case .oneAtATime: "one at a time"
    case .corners: "testing pairs of influential parameters"
    case .boundaries: "locating sign changes"
    case .spread, .done: "sampling all parameters with an effect"
    }
  }
}

extension PlausiblePoints {
  init(folder: String) throws {
    let path = "\(folder)/plausible.csv"
    guard let bytes = try? TextFile.read(path, limit: 1 << 28) else {
      throw CommandFailure("`\(path)` cannot be read, expected a folder of `slumber fit STUDY… --to FOLDER`")
    }
    do { try self.init(csv: bytes) } catch { throw CommandFailure("`\(path)`: \(error)") }
  }
}

enum AblateCommand {
  static let specification = CommandSpecification(
    name: "ablate", arguments: "STUDY", argumentCount: 1...1,
    summary: "Measures the effect of each soft gate and of the score.",
    example: "slumber ablate scenarios/quickstart.yaml --policy seven-factor",
    options: """
      \(DeviceSelection.pointOptions)
      --metric NAME | use this metric instead of the default metrics (may be repeated)
      --confidence C | set the simultaneous confidence of all intervals (default: 0.95)
      --replications --jobs --progress
      --json | print the whole output as JSON
      --shard I/N | run only shard I of N; after `slumber merge`, run the command without --shard
      --allow-commands
      \(ExperimentRun.options("ablate"))
      --csv --markdown
      \(StudyOptions.options)
      """,
    refusals: ExperimentRun.refusals, run: run)

  private static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let named = arguments.all("--policy")
    guard named.count <= 1 else { throw UsageError("`ablate` takes one --policy, found \(named.count)") }
    let metrics = try MetricSelection.names(arguments) ?? Ablation.defaultMetrics
    let confidence = try arguments.number("--confidence", between: 0.5, and: 1) ?? 0.95
    let chosen = try arguments.integer("--replications", atLeast: 1)

    let file = try StudyOptions.study(arguments)
    for warning in file.warnings { Terminal.note("warning: \(warning)") }
    let point = try DeviceSelection.designPoint(arguments, file)
    let experiment = try ExperimentRun(arguments, [file])
    let replications = chosen ?? point.study.replications
    var method = AblationMethod(
      file, point, policy: point.study.policies[0], replications: replications, metrics: metrics,
      confidence: confidence)
    Terminal.note(
      "\(method.plan.policy.label): \(method.runCount) runs of "
        + "\(CountText.text(point.study.deviceCount, "device")), for \(method.plan.settings.count) settings in "
        + CountText.text(replications, "replication"))
    Interruption.install()
    if let end = try experiment.run(&method) { return end }
    if let report = try method.findings() {
      try Terminal.show(report.page, json: report.json, arguments)
    } else {
      for failure in method.failures { Terminal.error("slumber: \(failure.label): \(failure.text)") }
    }
    experiment.noteResults()
    return method.failures.isEmpty ? .done : .someRunsFailed
  }
}
