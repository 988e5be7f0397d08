import ResultsStore
import StudyReports

/// The numbers that an experiment keeps of each run.
package enum KeptNumbers: Sendable {
  /// Metrics of the population, each with its substitute.
  case metrics([String])
  /// Quantities that a study expects.
  case quantities([Expectation], of: Study)

  package static func metrics(andSubstitutes names: [String]) -> KeptNumbers {
    .metrics(names.flatMap { [$0, MetricCatalogue.metric($0)?.substitute].compactMap(\.self) }.unique)
  }

  /// Names of the numbers, by which finished runs are known again.
  var names: [String] {
    switch self {
    case .metrics(let names): names
    case .quantities(let expectations, _): expectations.map(\.quantityKey)
    }
  }

  /// Whether the event logs of the runs have to be read.
  var areObserved: Bool { if case .quantities = self { true } else { false } }

  /// The numbers as a results file keeps them.
  func rows(of finished: StudyRunner.Finished) -> [MetricRow] {
    let runID = finished.entry.planned.runID
    func row(_ name: String, _ unit: String, _ value: Double?, _ fraction: MetricFraction?) -> MetricRow {
      MetricRow(
        runID: runID, scope: .population, entity: "all", metric: name, unit: unit, value: value,
        fraction: fraction)
    }
    switch self {
    case .metrics(let names):
      let totals = finished.accumulator.population
      return names.compactMap(MetricCatalogue.metric).map {
        row($0.name, $0.unit, $0.value(totals), $0.fraction(totals))
      }
    case .quantities(let expectations, let study):
      let judged = JudgedRun(finished)
      var found: [String: MetricRow] = [:]
      for expectation in expectations {
        let value = study.quantity(of: expectation, in: [judged]).values[0]
        let isBound = study.isLowerBound(expectation, in: judged)
        for key in [expectation.quantityKey] + (isBound ? [expectation.boundKey] : []) {
          found[key] = row(key, expectation.quantity.unit, value, nil)
        }
      }
      return found.sorted { $0.key < $1.key }.map(\.value)
    }
  }
}

extension PolicyRun {
  /// A run with the numbers that were kept of it.
  init(_ run: StoredRun, _ rows: [MetricRow]) {
    self.init(
      designPoint: run.designPoint, arm: run.arm, policy: run.policy, replication: run.replication,
      values: [:], devices: run.devicesDone)
    for row in rows {
      values[row.metric] = row.value
      fractions[row.metric] = row.fraction
    }
  }
}

extension Expectation {
  /// The quantity with all that says where it is read: `launchesPerDay org.example.news refresh`.
  var quantityKey: String {
    let window = hours.map { "\($0.from) to \($0.to)" }
    return ([quantity.name] + [app, mechanism, window].compactMap(\.self)).joined(separator: " ")
  }

  /// The key of a value that is the least that it can be.
  var boundKey: String { "≥ \(quantityKey)" }
}
