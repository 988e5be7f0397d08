import Basics
import ModelParameters
import OutputAnalysis
import SchedulingPolicies
import Studies
import StudyReports

struct SensitivityRequest {
  /// Time on two processors in minutes, without `--budget`.
  static let quickBudget = 10
  static let fullBudget = 60
  /// Phones of each point without `--replications`, in fleets of so many without `--devices`: more replications of fewer phones tell
  /// as much with narrower intervals, and from ten on a share of points has one.
  static let phones = 100
  static let fleet = 10

  let file: StudyFile
  let point: DesignPoint
  let metrics: [String]
  /// Labels, the baseline first.
  let policies: [String]
  let replications: Int
  /// Devices of each run, before any are cut; at most those of the study.
  let devices: Int
  /// Minutes; 0 for any time.
  let budget: Int
  let search: SearchRun
  private let catalogue: PolicyCatalogue
  let box: SensitivityBox

  /// - Parameter named: Assumptions that count whatever their grade is.
  init(_ arguments: ParsedArguments, budget defaultBudget: Int, named: [String] = []) throws {
    let asked = try arguments.integer("--replications", atLeast: 2)
    budget = try arguments.integer("--budget", atLeast: 0) ?? defaultBudget
    search = try SearchRun(arguments)
    let grades = try SearchRun.grades(arguments)
    let chosenMetrics = try MetricSelection.names(arguments)
    catalogue = arguments.policies
    file = try StudyOptions.study(arguments)
    for warning in file.warnings { Terminal.note("warning: \(warning)") }
    point = try DeviceSelection.designPoint(arguments, file)
    // Recorded phones are a fleet as they are.
    let isWhole = arguments.has("--devices") || point.study.trace != nil
    devices = isWhole ? point.study.deviceCount : min(point.study.deviceCount, Self.fleet)
    replications = asked ?? max(SignShare.fewestForInterval, (Self.phones + devices - 1) / devices)
    let usual = DefaultMetrics.front
    metrics = chosenMetrics ?? point.study.comparison.front ?? [usual.first, usual.second]
    policies = try Self.policies(arguments, point.study)
    box = SensitivityBox(
      point, policies: policies, grades: grades, patterns: arguments.all("--over"), named: named,
      catalogue: catalogue)
    guard !box.factors.isEmpty else {
      let over = arguments.all("--over").map { "--over `\($0)`" }.joined(separator: ", ")
      throw CommandFailure(
        "found no assumption to vary\(over.isEmpty ? "" : " by \(over)"), expected parameters of grade "
          + "\(grades.map(\.rawValue).sorted().joined(separator: " or ")) that the study `\(point.study.name)` depends on; "
          + "`slumber parameters` shows all", code: over.isEmpty ? .failed : .usage)
    }
    try search.makeFolder()
  }

  var comparisons: Int { metrics.count * (policies.count - 1) }

  func runner(_ box: SensitivityBox, devices: Int) -> SensitivityRunner {
    SensitivityRunner(
      file, point: point, box: box, policies: policies, replications: replications, devices: devices,
      numbers: .metrics(andSubstitutes: metrics), catalogue: catalogue)
  }

  /// - Parameter later: Points beside those that the search begins with.
  func allowance(later: Int) throws -> SensitivityAllowance {
    let runner = runner(box, devices: devices)
    let base = runner.base
    let sample = try CostSample.measure(base, BlockPlan(base, RunPlan(base, command: "").entries))
    let seconds = sample.map { $0.seconds * base.study.exactHorizonDays / max(1, $0.deviceDays) }
    return SensitivityAllowance(
      minutes: budget, secondsPerRun: seconds ?? CostSample.longest, comparisons: comparisons,
      runsPerPoint: policies.count * replications, spread: later)
  }

  var noTime: CommandFailure {
    CommandFailure(
      "found no time for a single assumption within \(budget) minutes, expected fewer days or replications, one "
        + "policy to compare (--against), or a larger --budget")
  }

  func heading(_ cut: SensitivityAllowance.Cut) -> SearchHeading {
    SearchHeading(
      study: point.study.name, studyDigest: file.baseDigest, designPoint: point.name, devices: cut.devices,
      studyDevices: devices, replications: replications, cuts: cut.sentences, notVaried: cut.names)
  }

  func show(_ report: some SearchReport, as name: String, _ arguments: ParsedArguments) throws -> ExitCode {
    for failure in report.failures.prefix(3) {
      Terminal.error("slumber: \(report.box.text(failure.point)): \(failure.text)")
    }
    let json = report.json
    try search.store(report.files, json, as: name)
    try Terminal.show(report.page, json: json, arguments)
    return report.failures.isEmpty ? .done : .someRunsFailed
  }

  private static func policies(_ arguments: ParsedArguments, _ study: Study) throws -> [String] {
    let labels = study.policies.map(\.label)
    let baseline = study.comparison.baseline ?? labels[0]
    let named = arguments.all("--against")
    for (place, name) in named.enumerated() {
      guard labels.contains(name), name != baseline else {
        let others = labels.filter { $0 != baseline }.joined(separator: ", ")
        throw UsageError(
          "`--against` was given `\(name)`, expected a policy of the study other than its baseline "
            + "`\(baseline)`: \(others.isEmpty ? "it has none, add one with --policy" : others)")
      }
      if named[..<place].contains(name) { throw UsageError("`--against` was given `\(name)` twice") }
    }
    let others = named.isEmpty ? labels.filter { $0 != baseline } : named
    guard !others.isEmpty else {
      throw CommandFailure("found one policy, expected at least two to compare: name each with --policy NAME")
    }
    return [baseline] + others
  }
}
