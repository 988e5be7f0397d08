import Basics
import ModelParameters
import OutputAnalysis
import ResultsStore
import Studies
import StudyReports

/// `slumber run --select`: replications until the best of several policies is selected.
struct SelectionMethod: Method {
  private let plan: SelectionPlan
  private let file: StudyFile
  private var values: StoredValues
  private var selection: StagedSelection
  /// Stages that were printed.
  private var told = 0
  /// The last stage that was judged, and the end of the one that was asked for last.
  private var judged: Experiment.Stage?
  private var end = Experiment.Stage.End.whole

  static func run(_ arguments: ParsedArguments, _ file: StudyFile, by conduct: Conduct) throws -> ExitCode {
    var method = try SelectionMethod(try plan(arguments, file), of: file)
    guard let results = try StageRule.run(&method, arguments, file, by: conduct) else { return .failed }
    let report = try method.findings()
    try Terminal.show(report.page, json: report.json, arguments)
    Terminal.note("results: \(results.path)")
    return RunCommand.end(isInterrupted: report.state == .interrupted, failed: try results.counts().failed)
  }

  private init(_ plan: SelectionPlan, of file: StudyFile) throws {
    (self.plan, self.file) = (plan, file)
    values = StoredValues(metric: plan.metric.name)
    selection = try plan.selection { _, _ in nil }
  }

  mutating func next(_ found: PointResults) throws -> [Point] {
    guard let stage = found.stage else {
      return points(plan.policies.map { ($0, StagedSelection.firstStage) })
    }
    end = stage.end
    guard end == .whole, let file = found.file else { return [] }
    judged = stage
    try values.read(stage.plan, from: file)
    selection = try plan.selection(values.value)
    for stage in selection.stages.dropFirst(told) {
      Terminal.note(
        "\(stage.replications) replications: \(stage.survivors.map { plan.policies[$0] }.joined(separator: ", ")) "
          + "still in")
    }
    told = selection.stages.count
    return selection.isEnded ? [] : points(Array(zip(plan.policies, selection.replications)))
  }

  private func points(_ asked: [(label: String, replications: Int)]) -> [Point] {
    let design = file.points[0]
    return asked.compactMap { label, replications in
      design.study.policies.first { $0.label == label }.map {
        Point(design, policies: [$0], replications: 0..<replications)
      }
    }
  }

  func findings() throws -> SelectionReport {
    let state: SelectionReport.State =
      switch end {
      case .whole: selection.selected == nil ? .limit : .selected
      case .interrupted: .interrupted
      case .missing(let runs): .failed(runs)
      }
    return try SelectionReport(
      selection, plan: plan, state: state, cost: PrecisionReport.Cost(judged, of: file), value: values.value)
  }

  private struct StoredValues {
    let metric: String
    private var byPolicy: [String: [Int: Double]] = [:]
    private var denominator: Double?

    init(metric: String) { self.metric = metric }

    mutating func read(_ plan: RunPlan, from results: ResultsFile) throws {
      for entry in plan.entries where value(entry.planned.policy, entry.planned.replication) == nil {
        let run = entry.planned
        let row = try results.metrics(of: run.runID, scope: .population).first { $0.metric == metric }
        guard let fraction = row?.fraction, let value = fraction.value else {
          throw CommandFailure(
            "`\(run.policy)` has no value of `\(metric)` in replication \(run.replication)")
        }
        guard denominator.map({ $0 == fraction.denominator }) ?? true else {
          throw CommandFailure(
            "`--select` does not support `\(metric)`, whose denominators differ between runs")
        }
        denominator = fraction.denominator
        byPolicy[run.policy, default: [:]][run.replication] = value
      }
    }

    func value(_ policy: String, _ replication: Int) -> Double? { byPolicy[policy]?[replication] }
  }

  private static func candidates(_ arguments: ParsedArguments, _ file: StudyFile) throws -> [StudyPolicy] {
    guard file.points.count == 1 else {
      throw UsageError("`--select` needs a study with one design point, found \(file.points.count)")
    }
    let future = Set(arguments.policies.all.filter(\.usesFuture).map(\.name))
    let candidates = file.study.policies.filter { !future.contains($0.name) }
    guard candidates.count > 1 else {
      throw UsageError(
        "`--select` needs two policies that do not know the future, found "
          + (candidates.isEmpty ? "none" : "`\(candidates[0].label)` alone"))
    }
    return candidates
  }

  private static func plan(_ arguments: ParsedArguments, _ file: StudyFile) throws -> SelectionPlan {
    let name = arguments.value("--select") ?? ""
    let names = SelectionPlan.metrics.map(\.name)
    _ = try MetricSelection.metric(name)
    guard let metric = SelectionPlan.metrics.first(where: { $0.name == name }) else {
      throw UsageError(
        "`--select` was given `\(name)`, expected a metric with a fixed denominator and a preferred direction:\n"
          + names.map { "  \($0)" }.joined(separator: "\n"))
    }
    guard let text = arguments.value("--delta") else {
      throw UsageError(
        "`--select` needs `--delta D`, the smallest lead that matters: \(MetricDifference.expectation(of: metric))"
      )
    }
    guard let difference = MetricDifference.value(text, of: metric) else {
      throw UsageError("`--delta` was given `\(text)`, expected \(MetricDifference.expectation(of: metric))")
    }
    let candidates = try candidates(arguments, file)
    let labels = candidates.map(\.label)
    let leftOut = file.study.policies.map(\.label).filter { !labels.contains($0) }
    let confidence =
      try arguments.number("--confidence", between: 1 / Double(candidates.count), and: 1)
      ?? file.study.comparison.confidence
    return SelectionPlan(
      metric: metric, difference: difference, confidence: confidence,
      limit: try StageRule.limit(arguments, file, atLeast: StagedSelection.firstStage),
      policies: labels, leftOut: leftOut)
  }
}

/// A difference as users write it: `50`, in the unit of the metric, or `0.05 Wh/d`.
enum MetricDifference {
  /// The value in the unit of the metric; nil unless the text is a number above 0, alone or with a
  /// convertible unit.
  static func value(_ text: String, of metric: MetricDefinition) -> Double? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    guard let first = parts.first, let number = Quantity.number(first), number > 0 else { return nil }
    let unit = parts.count == 1 ? metric.unit : parts.count == 2 ? parts[1] : nil
    let value = units(of: metric).first { $0.name == unit }.map { number * $0.scale }
    return value.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  static func expectation(of metric: MetricDefinition) -> String {
    let names = units(of: metric).map(\.name)
    return "a number above 0, in \(metric.unit)"
      + (names.count > 1 ? " or with a unit (\(names.joined(separator: ", ")))" : "")
  }

  private static func units(of metric: MetricDefinition) -> [(name: String, scale: Double)] {
    let own = (name: metric.unit, scale: 1.0)
    let parts = metric.unit.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2, let base = baseUnit(parts[0]) else { return [own] }
    let others = ParameterUnit.allCases.filter { $0.dimension == base.dimension && $0.rawValue != parts[0] }
    return [own] + others.map { ("\($0.rawValue)/\(parts[1])", $0.scale / base.scale) }
  }

  /// The unit of the numerator; nil for a unit without conversions. Bytes are the base unit of data.
  private static func baseUnit(_ name: String) -> (dimension: ParameterUnit.Dimension, scale: Double)? {
    if name == "B" { return (.data, 1) }
    guard let unit = ParameterUnit(rawValue: name), [.energy, .time].contains(unit.dimension) else {
      return nil
    }
    return (unit.dimension, unit.scale)
  }
}
