import ModelParameters
import ResultsStore
import SchedulingPolicies
import StudyReports

/// Searches settings of a policy in the first replications of a study, and judges the best ones in further replications.
///
/// The settings of a round are policies on the same devices and days, so that all differences are paired.
package struct TuningMethod: Method {
  package private(set) var search: TuningSearch
  private let file: StudyFile
  private let design: DesignPoint
  private let policy: StudyPolicy
  /// The policy that knows the future. It is a heuristic, so a setting can be better in one metric.
  private let reference: StudyPolicy
  private let metrics: FrontMetrics
  package var cuts: [String] = []
  package private(set) var failures: [String] = []
  /// The places of the settings that were asked for last.
  private var asked: [Int] = []
  /// The runs of the default, the judged settings, and the reference; nil before the test.
  private var tested: [[PolicyRun]]?
  private var isTesting = false

  /// - Parameter design: The design point with the policy.
  package init(
    _ search: TuningSearch, _ file: StudyFile, _ design: DesignPoint, policy: StudyPolicy,
    metrics: FrontMetrics
  ) {
    (self.search, self.file, self.design) = (search, file, design)
    (self.policy, self.metrics) = (policy, metrics)
    reference = StudyPolicy(Clairvoyant.descriptor, in: design.study)
  }

  /// The parameters of a policy with values to try: all with a range, or those whose name begins with a pattern.
  package static func box(_ policy: StudyPolicy, patterns: [String]) -> SensitivityBox {
    let names = Set(policy.descriptor.parameterNames)
    return SensitivityBox(policy.parameters, grades: [.a, .b, .c, .d], patterns: patterns) {
      names.contains($0.name) ? nil : "not a parameter of the policy"
    }
  }

  package mutating func next(_ found: PointResults) -> [Point] {
    take(found)
    if !search.next.isEmpty {
      asked = search.next
      return asked.map { point(setting($0), search.seeds) }
    }
    guard tested == nil else { return [] }
    isTesting = true
    asked = [0] + search.judged
    return (asked.map(setting) + [reference]).map { point($0, search.plan.testSeeds) }
  }

  private func setting(_ place: Int) -> StudyPolicy {
    var policy = policy
    policy.label = TuningSearch.Setting.name(place)
    for (name, value) in search.values(place) { policy.parameters.set(name, value) }
    return policy
  }

  private func point(_ policy: StudyPolicy, _ replications: Range<Int>) -> Point {
    Point(
      design, policies: [policy], replications: replications,
      numbers: .metrics([metrics.first.name, metrics.second.name]))
  }

  private mutating func take(_ found: PointResults) {
    guard !asked.isEmpty else { return }
    let names = asked.map(TuningSearch.Setting.name) + [reference.label]
    failures += found.failures.map { "\(names[$0.point]), replication \($0.replication): \($0.text)" }
    if isTesting {
      tested = found.runs
    } else {
      search.add(found.runs.map { metrics.costs(of: $0, in: search.seeds) })
    }
  }

  package func findings() throws -> TuningReport {
    guard let tested else { throw StudyRunner.Stop.interrupted }
    let findings = try TuningFindings(
      [0] + search.judged, runs: tested, reference: reference.label, metrics: metrics,
      seeds: search.plan.testSeeds)
    let heading = SearchHeading(
      study: file.study.name, studyDigest: file.baseDigest, designPoint: design.name,
      devices: design.study.deviceCount, replications: search.plan.replications, cuts: cuts)
    return TuningReport(
      search, findings, policy: policy.label, parameters: policy.parameters, heading: heading,
      failures: failures)
  }
}
