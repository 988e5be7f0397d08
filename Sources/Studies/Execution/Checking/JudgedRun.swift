import OutputAnalysis
import PhoneSimulation
import ResultsStore
import Workload

struct JudgedRun {
  let replication: Int
  /// Whether the study does not ask for its replication, which serves metrics only.
  let isExtra: Bool
  let metrics: [String: MetricRow]
  let counts: [EventCountRow]
  let observations: LogObservations

  init(_ run: StudyRunner.Finished, isExtra: Bool = false) {
    self.isExtra = isExtra
    let planned = run.entry.planned
    replication = planned.replication
    metrics = run.accumulator.metrics(runID: planned.runID).reduce(into: [:]) { metrics, row in
      metrics["\(row.scope.rawValue)/\(row.entity)/\(row.metric)"] = row
    }
    counts = run.accumulator.eventCountRows(runID: planned.runID)
    observations = run.observations
  }
}

extension Study {
  func quantity(of expectation: Expectation, in runs: [JudgedRun]) -> ObservedQuantity {
    if case .metric(let name) = expectation.quantity {
      let scope = expectation.app.map { "app/\($0)" } ?? expectation.mechanism.map { "mechanism/\($0)" }
      let rows = runs.map { $0.metrics["\(scope ?? "population/all")/\(name)"] }
      let isRatio = rows.contains { $0?.fraction != nil }
      let fractions = rows.map {
        $0?.fraction.map { ReplicationSample.Fraction($0.numerator, over: $0.denominator) }
      }
      return ObservedQuantity(values: rows.map { $0?.value }, fractions: isRatio ? fractions : nil)
    }
    return ObservedQuantity(values: runs.map { value(expectation, $0) })
  }

  private func value(_ expectation: Expectation, _ run: JudgedRun) -> Double? {
    switch expectation.quantity {
    case .metric: return nil
    case .event(let event, let reason):
      return Double(
        run.counts.filter {
          $0.event == event && (reason == nil || $0.reason == reason)
            && (expectation.app == nil || $0.app == expectation.app)
            && (expectation.mechanism == nil || $0.mechanism == expectation.mechanism)
        }.reduce(0) { $0 + $1.count })
    case .observation: return reading(expectation, run)?.value
    case .finding: return Double(findings(of: expectation, in: run).reduce(0) { $0 + $1.value })
    }
  }

  func findings(of expectation: Expectation, in run: JudgedRun) -> [AppFindingKind: Int] {
    guard case .finding(let name) = expectation.quantity else { return [:] }
    let app = app(of: expectation)
    return run.observations.findings.reduce(into: [:]) { sums, found in
      let kind = found.key.kind
      guard app == nil || app == found.key.app, name == nil || name == kind.rawValue || name == kind.rule
      else { return }
      sums[kind, default: 0] += found.value
    }
  }

  private func reading(_ expectation: Expectation, _ run: JudgedRun) -> LogObservation.Reading? {
    guard case .observation(let name, let reason) = expectation.quantity else { return nil }
    return run.observations.reading(
      name, app: app(of: expectation), mechanism: expectation.namedMechanism, reason: reason,
      hours: expectation.hours)
  }

  func app(of expectation: Expectation) -> Int? {
    expectation.app.flatMap { id in apps.firstIndex { $0.bundleID == id } }
  }
}

extension Expectation {
  var namedMechanism: Mechanism? { Mechanism.allCases.first { $0.name == mechanism } }

  /// Whether it claims something of a metric, which noise may hide; an observation of phones claims nothing.
  var judgesMetric: Bool {
    if case .metric = quantity { relation != .observed } else { false }
  }

  /// The verdict if a replication has no value: a bound decides a metric, and without a value a count is not as claimed.
  var withoutValue: ExpectationJudge.Verdict { judgesMetric ? .undecided : .contradicted }
}
