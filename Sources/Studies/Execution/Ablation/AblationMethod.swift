import ModelParameters
import SchedulingPolicies
import StudyReports

/// Runs all settings of an ablation on the same devices, replications and streams.
///
/// The settings are policies of one point, so that each timeline is made once and all differences are paired.
package struct AblationMethod: Method {
  package let plan: AblationPlan
  private let file: StudyFile
  private let design: DesignPoint
  private let point: Point
  private let metrics: [String]
  private let confidence: Double
  private var results = AblationResults(runs: [])

  package init(
    _ file: StudyFile, _ design: DesignPoint, policy: StudyPolicy, replications: Int, metrics: [String],
    confidence: Double = 0.95
  ) {
    (self.file, self.design, self.metrics, self.confidence) = (file, design, metrics, confidence)
    let plan = AblationPlan(AblationPolicy(policy))
    self.plan = plan
    point = Point(
      design, policies: plan.settings.map { $0.applied(to: policy, label: plan.label($0)) },
      replications: 0..<replications, numbers: .metrics(andSubstitutes: metrics))
  }

  package var runCount: Int { plan.settings.count * point.replications.count }
  package var failures: [AblationResults.Failure] { results.failures }

  package mutating func next(_ found: PointResults) -> [Point] {
    guard let runs = found.runs.first else { return [point] }
    results = AblationResults(
      runs: runs,
      failures: found.failures.map { .init(label: plan.label(plan.settings[$0.policy]), text: $0.text) })
    return []
  }

  /// - Returns: nil if every run failed.
  package func findings() throws -> AblationReport? {
    guard !results.runs.isEmpty else { return nil }
    return AblationReport(
      try Ablation(results, plan: plan, metrics: metrics, confidence: confidence), study: design.study.name,
      designPoint: design.name, designPoints: file.points.count, devices: design.study.deviceCount,
      isTraced: design.study.trace != nil, replications: point.replications.count, results: results)
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

extension AblationSetting {
  func applied(to policy: StudyPolicy, label: String) -> StudyPolicy {
    var policy = policy
    policy.label = label
    policy.enforces = enforces
    if !hasScore {
      policy.descriptor = Immediate.descriptor
      policy.name = policy.descriptor.name
    }
    for (place, factor) in LiftableFactor.sevenFactors.enumerated() where off.contains(place) {
      if let name = factor.parameter { policy.parameters.set(name, .choice("off")) }
    }
    return policy
  }
}
