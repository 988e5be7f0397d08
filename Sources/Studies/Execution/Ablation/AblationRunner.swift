import ModelParameters
import OutputAnalysis
import PhoneSimulation
import ResultsStore
import SchedulingPolicies
import StudyReports
import Synchronization

/// Runs all settings of an ablation on the same devices, replications and streams.
///
/// A cell is one device of one replication under every setting, so that its timeline is made once and all
/// differences are paired. Nothing is stored but the metrics asked for.
package struct AblationRunner: Sendable {
  package let plan: AblationPlan
  package let replications: Int
  /// One after another, so that memory holds the runs of a few replications only.
  private let runners: [StudyRunner]
  /// Names of the metrics, with those that stand in for them.
  private let metrics: [String]

  package init(
    _ file: StudyFile, point: DesignPoint, policy: StudyPolicy, plan: AblationPlan, replications: Int,
    metrics: [String]
  ) {
    self.plan = plan
    self.replications = replications
    self.metrics = MetricCatalogue.withSubstitutes(metrics)
    var point = point
    point.order = 0
    point.study.records = []
    point.study.policies = plan.settings.map { $0.applied(to: policy, label: plan.label($0)) }
    let entries = (0..<replications).map { [point] replication in
      point.study.policies.enumerated().map { index, policy in
        RunPlan.Entry(point, index, policy, replication: replication, runID: "\(index)-\(replication)")
      }
    }
    let own = StudyFile(file, points: [point])
    let length = max(1, Self.runsInMemory / plan.settings.count)
    runners = stride(from: 0, to: replications, by: length).map { start in
      StudyRunner(own, runs: entries[start..<min(start + length, replications)].flatMap { $0 })
    }
  }

  /// A run that is under way holds some 100 kB.
  private static let runsInMemory = 1500

  package var cellCount: Int { runners.reduce(0) { $0 + $1.cellCount } }
  package var deviceDays: Int { runners.reduce(0) { $0 + $1.deviceDays } }
  package var runCount: Int { plan.settings.count * replications }

  /// Runs everything; any number of workers finds the same.
  package func run(
    jobs: Int, shouldStop: @escaping @Sendable () -> Bool = { false },
    progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws -> AblationResults {
    let found = Mutex<[[PolicyRun?]]>(
      Array(repeating: Array(repeating: nil, count: replications), count: plan.settings.count))
    let failures = Mutex<[AblationResults.Failure]>([])
    let finish: @Sendable (StudyRunner.Finished) -> Void = { finished in
      let planned = finished.entry.planned
      let setting = finished.entry.policy
      if let failure = finished.failure {
        let failure = AblationResults.Failure(
          setting: setting, label: planned.policy, replication: failure.replication, text: "\(failure)")
        failures.withLock { $0.append(failure) }
      } else {
        let run = finished.policyRun(metrics, policy: AblationResults.name(ofSetting: setting))
        found.withLock { $0[setting][planned.replication] = run }
      }
    }
    var done = 0
    for runner in runners {
      let before = done
      try runner.run(jobs: jobs, shouldStop: shouldStop, progress: { progress(before + $0) }, finish: finish)
      done += runner.deviceDays
    }
    return AblationResults(
      runs: found.withLock { $0 }.flatMap { $0.compactMap(\.self) },
      failures: failures.withLock { $0 }.sorted {
        ($0.replication, $0.setting) < ($1.replication, $1.setting)
      })
  }
}

extension StudyRunner.Finished {
  func policyRun(_ metrics: [String], policy: String) -> PolicyRun {
    let run = entry.planned
    let (values, fractions) = accumulator.populationMetrics(metrics)
    return PolicyRun(
      designPoint: run.designPoint, arm: run.arm, policy: policy, replication: run.replication,
      values: values, fractions: fractions, devices: devicesDone)
  }
}

extension RunAccumulator {
  /// Metrics of the population that have a value, and what ratios are made of.
  func populationMetrics(
    _ names: [String]
  ) -> (values: [String: Double], fractions: [String: MetricFraction]) {
    let totals = population
    return names.compactMap(MetricCatalogue.metric).reduce(into: ([:], [:])) { found, metric in
      found.values[metric.name] = metric.value(totals)
      found.fractions[metric.name] = metric.fraction(totals)
    }
  }
}

extension MetricCatalogue {
  /// Names of metrics, each with the one that stands in for it.
  static func withSubstitutes(_ names: [String]) -> [String] {
    names.flatMap { [$0, metric($0)?.substitute].compactMap(\.self) }
  }
}

extension AblationPolicy {
  package init(_ policy: StudyPolicy) {
    let names = LiftableFactor.sevenFactors.map(\.parameter)
    let changed = Set(policy.parameters.overriddenNames)
    self.init(
      label: policy.label, enforcements: names.map { $0.map { policy.parameters.choice($0) } ?? "soft" },
      enforces: policy.enforces,
      changes: names.compactMap(\.self).filter(changed.contains)
        .map { Change(parameter: $0, value: policy.parameters.choice($0)) },
      hasScore: policy.descriptor.parameterNames.contains("score.weights"))
  }
}

extension AblationPlan {
  package init(_ policy: StudyPolicy) { self.init(AblationPolicy(policy)) }
}

extension AblationSetting {
  func applied(to policy: StudyPolicy, label: String) -> StudyPolicy {
    var policy = policy
    policy.label = label
    policy.enforces = enforces
    for (place, factor) in LiftableFactor.sevenFactors.enumerated() where off.contains(place) {
      if let name = factor.parameter { policy.parameters.set(name, .choice("off")) }
    }
    return policy
  }
}
