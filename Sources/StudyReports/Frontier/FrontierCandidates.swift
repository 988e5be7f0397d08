import OutputAnalysis
import ResultsStore

struct FrontierCandidates {
  struct Candidate {
    let label: String
    let policy: String
    /// Place of the level among those of the group; 0 where the policy has one only.
    let level: Int
    let gates: Int?
    /// The levels of its design point; without the levels of factors that do not concern the policy.
    let levels: [FactorLevel]
    let values: [Int: Objectives]
  }

  struct Objectives: Equatable { let first, second: MetricEntry }

  /// Arm and levels that all candidates share.
  let name: String
  let arm: String
  /// Factors whose levels stand side by side.
  let over: [String]
  let candidates: [Candidate]
  let withoutValues: [String]
  let nominalJoules: Double?

  static func groups(
    of runs: [PolicyRun], metrics: FrontMetrics, levels: [String: [FactorLevel]], over: [String]
  ) -> [FrontierCandidates] {
    func name(_ run: PolicyRun) -> String {
      let shared = (levels[run.designPoint] ?? []).filter { !over.contains($0.name) }
      return ([run.arm] + shared.map { "\($0.name)=\($0.value)" }).joined(separator: ";")
    }
    let byGroup = Dictionary(grouping: runs, by: name)
    return runs.map(name).unique.map { FrontierCandidates($0, byGroup[$0] ?? [], metrics, levels, over) }
  }

  private init(
    _ name: String, _ runs: [PolicyRun], _ metrics: FrontMetrics, _ levels: [String: [FactorLevel]],
    _ over: [String]
  ) {
    self.name = name
    arm = runs.first?.arm ?? ""
    self.over = over.filter { factor in
      runs.contains { levels[$0.designPoint]?.contains { $0.name == factor } ?? false }
    }
    nominalJoules = runs.lazy.compactMap(\.nominalJoules).first
    let (policies, points) = (runs.map(\.policy).unique, runs.map(\.designPoint).unique)
    var values: [String: [String: [Int: Objectives]]] = [:]
    func gates(_ policy: String, _ point: String) -> Int? {
      runs.first { $0.policy == policy && $0.designPoint == point }?.enforces?.count
    }
    for run in runs {
      guard let first = run.entry(metrics.first.name), let second = run.entry(metrics.second.name) else {
        continue
      }
      values[run.policy, default: [:]][run.designPoint, default: [:]][run.replication] = Objectives(
        first: first, second: second)
    }
    var candidates: [Candidate] = []
    for policy in policies {
      let byPoint = values[policy] ?? [:]
      let present = points.filter { byPoint[$0] != nil }
      guard let first = present.first, let firstValues = byPoint[first] else { continue }
      // A policy that the factors do not concern is one policy, whether it was run at one level or at all.
      if present.allSatisfy({ byPoint[$0] == firstValues }) {
        candidates.append(
          Candidate(
            label: policy, policy: policy, level: 0, gates: gates(policy, first),
            levels: (levels[first] ?? []).filter { !over.contains($0.name) }, values: firstValues))
        continue
      }
      for point in present {
        let own = (levels[point] ?? []).filter { over.contains($0.name) }.map(\.value)
        candidates.append(
          Candidate(
            label: "\(policy) \(own.joined(separator: ", "))", policy: policy,
            level: points.firstIndex(of: point) ?? 0,
            gates: gates(policy, point), levels: levels[point] ?? [], values: byPoint[point] ?? [:]))
      }
    }
    self.candidates = candidates
    withoutValues = policies.filter { values[$0] == nil }
  }

  /// Factors that are parameters of the policies themselves, so that their levels are choices.
  static func choices(
    among levels: [String: [FactorLevel]], policies: [String], facts: PolicyFacts
  ) -> [String] {
    let parameters = Set(policies.flatMap { facts.parameters(of: $0) })
    return factors(levels).filter { $0.hasPrefix("policies.") || parameters.contains($0) }
  }

  static func factors(_ levels: [String: [FactorLevel]]) -> [String] {
    // All design points of a study have the same factors.
    levels.sorted { $0.key < $1.key }.first?.value.map(\.name) ?? []
  }
}

struct FrontierSamples {
  private(set) var candidates: [FrontierCandidates.Candidate]
  private(set) var left: [String] = []
  private(set) var replications: [Int] = []
  private(set) var first: [ReplicationSample] = []
  private(set) var second: [ReplicationSample] = []
  private let metrics: FrontMetrics

  init(_ all: [FrontierCandidates.Candidate], _ metrics: FrontMetrics) {
    candidates = all
    self.metrics = metrics
    // Without a candidate there may be more common replications, but no estimate is lost by that.
    while let label = gather() {
      left.append(label)
      candidates.removeAll { $0.label == label }
    }
  }

  /// Takes the samples of the candidates; returns the first one without an estimate.
  private mutating func gather() -> String? {
    guard let any = candidates.first else { return nil }
    replications = any.values.keys.filter { key in candidates.allSatisfy { $0.values[key] != nil } }.sorted()
    first = candidates.map { own in ReplicationSample(replications.map { own.values[$0]?.first }) }
    second = candidates.map { own in ReplicationSample(replications.map { own.values[$0]?.second }) }
    guard !replications.isEmpty else { return nil }
    let places = Array(replications.indices)
    return candidates.indices.first {
      first[$0].estimate(over: places) == nil || second[$0].estimate(over: places) == nil
    }.map { candidates[$0].label }
  }

  var costs: [EnergyStalenessFrontier.Point] {
    candidates.indices.map { index in
      EnergyStalenessFrontier.Point(
        candidates[index].label, energy: first[index].scaled(by: metrics.first.costSign),
        staleness: second[index].scaled(by: metrics.second.costSign))
    }
  }

  func pseudoValues(_ index: Int) throws -> (first: PseudoValues, second: PseudoValues) {
    (try first[index].pseudoValues(), try second[index].pseudoValues())
  }
}
