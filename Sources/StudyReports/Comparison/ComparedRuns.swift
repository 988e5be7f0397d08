import ResultsStore
import StudyMetrics

/// The finished runs of a results file as comparisons need them, read once for comparison, effects and fronts.
package struct ComparedRuns: Sendable {
  /// In the order of the study.
  let runs: [PolicyRun]
  /// How devices differ, by run.
  let devices: [String: DeviceDistribution]
  /// Levels of each design point.
  let levels: [String: [FactorLevel]]
  /// The name in the catalogue of the policy of each label.
  let names: [String: String]

  /// Reads the runs with the metrics that a plan compares: those of the population, or of one app.
  ///
  /// - Throws: ``ComparisonError/unknownApp(_:known:)`` where no run has metrics of the app, `ResultsError` where the file is
  ///   damaged.
  package init(_ file: ResultsFile, plan: ComparisonPlan) throws {
    let stored = try file.runs()
    levels = Dictionary(stored.map { ($0.designPoint, $0.factors) }) { first, _ in first }
    names = Dictionary(stored.map { ($0.policy, $0.policyName) }) { first, _ in first }
    runs = try file.policyRuns(of: plan)
    var devices: [String: DeviceDistribution] = [:]
    for run in runs where devices[run.runID] == nil {
      devices[run.runID] = DeviceDistribution(try file.deviceFacts(of: run.runID))
    }
    self.devices = devices
  }
}

extension ResultsFile {
  /// Finished runs with the metrics that a plan compares: those of the population, or of one app.
  fileprivate func policyRuns(of plan: ComparisonPlan) throws -> [PolicyRun] {
    let runs = try policyRuns(of: plan.app)
    guard let app = plan.app, runs.allSatisfy({ $0.values.isEmpty && $0.fractions.isEmpty }) else {
      return runs
    }
    throw ComparisonError.unknownApp(app, known: try apps())
  }
}
