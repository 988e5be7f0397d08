import Basics
import OutputAnalysis
import ResultsStore
import SchedulingPolicies
import Studies
import StudyReports

struct SensitivityRequest {
  /// Time on two cores in minutes, without `--budget`.
  static let quickBudget = 10
  static let fullBudget = 60
  /// The default number of devices per point, and the default number of devices per replication. More
  /// replications with fewer devices give narrower intervals, and at least ten replications are needed for
  /// the interval of a share of points.
  static let phones = 100
  static let fleet = 10

  let file: StudyFile
  let point: DesignPoint
  let metrics: [String]
  let sides: SensitivitySides
  let replications: Int
  /// The number of devices of each run before cuts, at most the study's number of devices.
  let devices: Int
  /// The time limit in minutes; 0 for no limit.
  let budget: Int
  let experiment: ExperimentRun
  private let catalogue: PolicyCatalogue
  let box: SensitivityBox

  /// - Parameter named: Assumptions that count with any grade.
  init(_ arguments: ParsedArguments, budget defaultBudget: Int, named: [String] = []) throws {
    let asked = try arguments.integer("--replications", atLeast: 2)
    budget = try arguments.integer("--budget", atLeast: 0) ?? defaultBudget
    let grades = try ExperimentRun.grades(arguments)
    let chosenMetrics = try MetricSelection.names(arguments)
    catalogue = arguments.policies
    file = try StudyOptions.study(arguments)
    experiment = try ExperimentRun(arguments, [file], minutes: budget)
    for warning in file.warnings { Terminal.note("warning: \(warning)") }
    point = try DeviceSelection.designPoint(arguments, file)
    // Recorded phones are a fleet as they are.
    let isWhole = arguments.has("--devices") || point.study.trace != nil
    devices = isWhole ? point.study.deviceCount : min(point.study.deviceCount, Self.fleet)
    replications = asked ?? max(SignShare.fewestForInterval, (Self.phones + devices - 1) / devices)
    let usual = DefaultMetrics.front
    metrics = chosenMetrics ?? point.study.comparison.front ?? [usual.first, usual.second]
    sides = try SensitivitySides(arguments, file, point)
    let own = catalogue
    box = sides.box { side in
      SensitivityBox(
        side.point, policies: side.policies, grades: grades, patterns: arguments.all("--over"), named: named,
        catalogue: own)
    }
    guard !box.factors.isEmpty else {
      let over = arguments.all("--over").map { "--over `\($0)`" }.joined(separator: ", ")
      throw CommandFailure(
        "the study `\(point.study.name)` depends on no parameter of grade "
          + "\(grades.map(\.rawValue).sorted().joined(separator: " or "))\(over.isEmpty ? "" : " with \(over)"). "
          + "`slumber parameters` lists all parameters", code: over.isEmpty ? .failed : .usage)
    }
    try experiment.makeFolder()
  }

  var comparisons: Int { metrics.count * (sides.names.count - 1) }
  var runsPerPoint: Int { sides.names.count * replications }

  private func situations(_ box: SensitivityBox, devices: Int) -> [Situation] {
    sides.all.enumerated().map { place, side in
      Situation(
        file, at: side.point, box: sides.all.count > 1 ? box.study(place) : box, policies: side.policies,
        devices: devices, numbers: .metrics(andSubstitutes: metrics), catalogue: catalogue, number: place)
    }
  }

  func asked(
    _ points: [SensitivityPoint], _ cut: SensitivityAllowance.Cut, replications chosen: Range<Int>? = nil
  ) -> AskedPoints {
    AskedPoints(
      points, in: situations(cut.box, devices: cut.devices), replications: chosen ?? 0..<replications)
  }

  /// The results of all sides together; the runs of each point have the names that are compared.
  func results(_ bySide: [SensitivityResults]) -> SensitivityResults {
    var results = SensitivityResults(runs: bySide[0].runs.map { _ in [] })
    for (side, found) in zip(sides.all, bySide) {
      for (point, runs) in found.runs.enumerated() {
        results.runs[point] += runs.map { run in
          var run = run
          if let place = side.policies.firstIndex(of: run.policy) { run.policy = side.names[place] }
          return run
        }
      }
      results.failures += found.failures
    }
    return results
  }

  /// - Parameter later: The number of points in addition to the first points of the search.
  func allowance(later: Int) throws -> SensitivityAllowance {
    // The side that takes longest stands for all.
    let all = situations(box, devices: devices)
    let seconds = try all.map { try $0.secondsPerRun(within: CostSample.longest / Double(all.count)) }
    return SensitivityAllowance(
      minutes: budget, secondsPerRun: seconds.max() ?? CostSample.longest, comparisons: comparisons,
      runsPerPoint: runsPerPoint, spread: later)
  }

  var noTime: CommandFailure {
    CommandFailure(
      "\(budget) minutes are too short to vary one assumption. Use fewer days or replications, compare one "
        + "policy (--against), or raise --budget")
  }

  func heading(_ cut: SensitivityAllowance.Cut) -> SearchHeading {
    let place = sides.factor.map { factor in
      "\(point.name), \(factor == "arms" ? "arms" : "levels of \(factor)") under \(sides.all[0].policies[0])"
    }
    return SearchHeading(
      study: point.study.name, studyDigest: file.baseDigest, designPoint: place ?? point.name,
      devices: cut.devices, studyDevices: devices, replications: replications, cuts: cut.sentences,
      notVaried: cut.names)
  }

  func show(_ report: some SearchReport, as name: String, _ arguments: ParsedArguments) throws -> ExitCode {
    for failure in report.failures.prefix(3) {
      Terminal.error("slumber: \(report.box.text(failure.point)): \(failure.text)")
    }
    let json = report.json
    try experiment.store(report.files, json, as: name)
    try Terminal.show(report.page, json: json, arguments)
    experiment.noteResults()
    return report.failures.isEmpty ? .done : .someRunsFailed
  }
}

/// The sides that a search compares: policies of one design point, or one policy at design points that differ in a factor or the arm.
struct SensitivitySides {
  struct Side {
    let point: DesignPoint
    /// The labels of the policies of the side, and their names in the comparison.
    let policies, names: [String]
  }

  static let options = """
    --factor NAME|arms | compare the levels of this factor, or the arms, under one policy (--policy)
    --against POLICY|LEVEL | compare only this policy or level with the baseline (may be repeated)
    """

  let all: [Side]
  /// The factor whose levels are compared; nil if policies are compared.
  let factor: String?
  var names: [String] { all.flatMap(\.names) }

  init(_ arguments: ParsedArguments, _ file: StudyFile, _ point: DesignPoint) throws {
    factor = arguments.value("--factor")
    guard let factor else {
      let policies = try Self.policies(arguments, point.study)
      all = [Side(point: point, policies: policies, names: policies)]
      return
    }
    let levels = try Self.levels(of: factor, file, point)
    let named = arguments.all("--against")
    try Self.check(named, among: levels.map(\.name), what: "level of `\(factor)` other than the first")
    let study = point.study
    let policy = study.comparison.baseline ?? study.policies[0].label
    all = levels.enumerated().filter { $0.offset == 0 || named.isEmpty || named.contains($0.element.name) }
      .map { Side(point: $0.element.point, policies: [policy], names: [$0.element.name]) }
  }

  /// The design points that differ from a given point only in a factor or the arm, by level, beginning with
  /// the first level.
  private static func levels(
    of factor: String, _ file: StudyFile, _ point: DesignPoint
  ) throws -> [(name: String, point: DesignPoint)] {
    let known = (point.levels.map(\.name) + (Set(file.points.map(\.arm)).count > 1 ? ["arms"] : [])).unique
    guard known.contains(factor) else {
      let list = known.isEmpty ? "it has none" : known.joined(separator: ", ")
      throw UsageError(
        "`--factor` was given `\(factor)`\(NameSuggestion.question(for: factor, in: known)), expected a factor of the "
          + "study, or `arms` if it has several: \(list)")
    }
    let others = point.levels.filter { $0.name != factor }
    let found = file.points.filter { other in
      (factor == "arms" || other.arm == point.arm) && other.levels.filter { $0.name != factor } == others
    }.map { other in (name: other.levels.first { $0.name == factor }?.text ?? other.arm, point: other) }
    guard found.count > 1 else {
      throw UsageError(
        "`--factor` needs design points that differ in `\(factor)` only, but only `\(point.name)` has these other levels. "
          + "To choose another design point, use --point")
    }
    return found
  }

  private static func policies(_ arguments: ParsedArguments, _ study: Study) throws -> [String] {
    let labels = study.policies.map(\.label)
    let baseline = study.comparison.baseline ?? labels[0]
    let named = arguments.all("--against")
    try check(
      named, among: [baseline] + labels.filter { $0 != baseline },
      what: "policy of the study other than its baseline")
    let others = named.isEmpty ? labels.filter { $0 != baseline } : named
    guard !others.isEmpty else {
      throw UsageError(
        "the study has only one policy. Add another with --policy NAME, or compare levels under this policy with "
          + "--factor NAME")
    }
    return [baseline] + others
  }

  private static func check(_ named: [String], among all: [String], what: String) throws {
    for (place, name) in named.enumerated() {
      guard all.dropFirst().contains(name) else {
        let others = all.dropFirst().joined(separator: ", ")
        throw UsageError(
          "`--against` was given `\(name)`, expected a \(what) `\(all[0])`: "
            + (others.isEmpty ? "the study has only this one; add another with --policy" : others))
      }
      if named[..<place].contains(name) { throw UsageError("`--against` was given `\(name)` twice") }
    }
  }

  /// The parameter space of the assumptions that affect at least one side, without parameters that differ
  /// between the sides.
  func box(_ box: (Side) -> SensitivityBox) -> SensitivityBox {
    guard all.count > 1 else { return box(all[0]) }
    let joined = SensitivityBox(joining: all.map(box))
    let places = Dictionary(grouping: joined.factors, by: \.name)
    return joined.keeping(
      Set(joined.factors.filter { places[$0.name]?.count == 1 }),
      reason: "set by the levels that are compared")
  }
}
