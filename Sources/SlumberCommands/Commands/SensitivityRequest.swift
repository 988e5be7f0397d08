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
  let jobs: Int
  let style: ProgressReporter.Style
  /// A folder that can be written; nil for none.
  let folder: String?
  private let catalogue: PolicyCatalogue
  let box: SensitivityBox

  init(_ arguments: ParsedArguments, budget defaultBudget: Int) throws {
    let asked = try arguments.integer("--replications", atLeast: 2)
    budget = try arguments.integer("--budget", atLeast: 0) ?? defaultBudget
    jobs = try Host.workers(arguments)
    style = try ProgressReporter.style(arguments)
    let grades = try Self.grades(arguments)
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
      point, policies: policies, grades: grades, patterns: arguments.all("--over"), catalogue: catalogue)
    guard !box.factors.isEmpty else {
      let over = arguments.all("--over").map { "--over `\($0)`" }.joined(separator: ", ")
      throw CommandFailure(
        "found no assumption to vary\(over.isEmpty ? "" : " by \(over)"), expected parameters of grade "
          + "\(grades.map(\.rawValue).sorted().joined(separator: " or ")) that the study `\(point.study.name)` depends on; "
          + "`slumber parameters` shows all", code: over.isEmpty ? .failed : .usage)
    }
    folder = arguments.value("--to")
    if let folder {
      try FilePlace.makeFolder(folder)
      // A search takes minutes: none of them is lost to a place that cannot be written.
      guard FilePlace.isWritableFolder(folder) else {
        throw CommandFailure("`\(folder)` is no folder that can be written, expected one for `--to`")
      }
    }
  }

  var comparisons: Int { metrics.count * (policies.count - 1) }

  func runner(_ box: SensitivityBox, devices: Int) -> SensitivityRunner {
    SensitivityRunner(
      file, point: point, box: box, policies: policies, replications: replications, devices: devices,
      metrics: metrics, catalogue: catalogue)
  }

  func journal(shard: Shard? = nil) throws -> SensitivityJournal? {
    guard let folder else { return nil }
    let journal = try SensitivityJournal(folder: folder, shard: shard)
    if journal.count > 0 { Terminal.note("`\(folder)` holds \(journal.count) finished runs") }
    return journal
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

  func run(_ batch: SensitivityBatch) throws -> SensitivityResults {
    let progress = ProgressReporter(total: batch.deviceDays, style: style)
    defer { progress.finish() }
    return try batch.run(
      jobs: jobs, shouldStop: { Interruption.isRequested }, progress: { progress.update($0) })
  }

  var interruption: String {
    folder.map { "interrupted; the same command goes on with the finished runs in `\($0)`" }
      ?? "interrupted; nothing is stored: with --to FOLDER finished runs are kept"
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
    if let folder {
      for table in report.files { try OutputFile.write(table.bytes, to: "\(folder)/\(table.name)") }
      try OutputFile.write(json.text() + "\n", to: "\(folder)/\(name)")
    }
    try Terminal.show(report.page, json: json, arguments)
    return report.failures.isEmpty ? .done : .someRunsFailed
  }

  private static func grades(_ arguments: ParsedArguments) throws -> Set<EvidenceGrade> {
    switch arguments.value("--grades") {
    case nil, "D": [.d]
    case "CD": [.c, .d]
    case let other?: throw UsageError("`--grades` was given `\(other)`, expected D or CD")
    }
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
