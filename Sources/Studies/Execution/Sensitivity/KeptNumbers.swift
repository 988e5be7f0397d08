import ResultsStore
import StudyReports

/// The numbers that a search keeps of each run.
package enum KeptNumbers: Sendable {
  /// Metrics of the population, each with the one that stands in for it.
  case metrics([String])
  /// Quantities that a study expects.
  case quantities([Expectation], of: Study)

  package static func metrics(andSubstitutes names: [String]) -> KeptNumbers {
    .metrics(names.flatMap { [$0, MetricCatalogue.metric($0)?.substitute].compactMap(\.self) })
  }

  /// Names of the numbers, by which finished runs are known again.
  var names: [String] {
    switch self {
    case .metrics(let names): names
    case .quantities(let expectations, _): expectations.map(\.quantityKey)
    }
  }

  /// Whether they are read from event logs.
  var areObserved: Bool {
    if case .quantities = self { true } else { false }
  }

  func policyRun(of finished: StudyRunner.Finished, policy: String) -> PolicyRun {
    switch self {
    case .metrics(let names): return finished.policyRun(names, policy: policy)
    case .quantities(let expectations, let study):
      var run = finished.policyRun([], policy: policy)
      let judged = JudgedRun(finished)
      for expectation in expectations {
        let value = study.quantity(of: expectation, in: [judged]).values[0]
        run.values[expectation.quantityKey] = value
        if study.isLowerBound(expectation, in: judged) { run.values[expectation.boundKey] = value }
      }
      return run
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
