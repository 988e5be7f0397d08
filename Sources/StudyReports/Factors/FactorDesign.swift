import OutputAnalysis
import ResultsStore
import StudyMetrics

/// The runs of a study with factors, by arm, policy, levels and replication.
struct FactorDesign {
  /// A factor with its levels in the order of the study.
  struct Factor {
    let name: String
    let levels: [FactorLevel]

    /// Whether its levels change the fleet or its draws, so that replications have nothing in common.
    var changesFleet: Bool {
      // Another phone in the same hands leaves people and timelines as they are.
      name != "population.device"
        && (name == "seed" || ["population", "trace"].contains { name == $0 || name.hasPrefix("\($0).") })
    }

    /// Whether it varies a parameter of policies of other names only.
    func leavesOut(_ label: String, _ name: String) -> Bool {
      self.name.hasPrefix("policies.") && !self.name.hasPrefix("policies.\(label).")
        && !self.name.hasPrefix("policies.\(name).")
    }
  }

  let arms: [String]
  let policies: [String]
  let factors: [Factor]
  let replications: [Int]
  private let runs: [String: [PolicyRun]]
  private let levels: [String: [FactorLevel]]
  private let names: [String: String]

  /// - Parameters:
  ///   - runs: In the order of the study, those that several design points share at each of them.
  ///   - levels: Levels of each design point.
  ///   - names: What the catalogue calls the policy of each label.
  init(_ runs: [PolicyRun], levels: [String: [FactorLevel]], names: [String: String]) {
    func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
      var seen: Set<Element> = []
      return elements.filter { seen.insert($0).inserted }
    }
    arms = unique(runs.map(\.arm))
    policies = unique(runs.map(\.policy))
    replications = Set(runs.map(\.replication)).sorted()
    let points = unique(runs.map(\.designPoint))
    factors = unique(points.flatMap { levels[$0]?.map(\.name) ?? [] }).map { name in
      Factor(
        name: name, levels: unique(points.compactMap { levels[$0]?.first { $0.name == name } }))
    }
    self.runs = Dictionary(grouping: runs) { "\($0.arm)\u{0}\($0.policy)" }
    self.levels = levels
    self.names = names
  }

  /// Policies that a factor concerns.
  func policies(of factor: Factor) -> [String] {
    policies.filter { !factor.leavesOut($0, names[$0] ?? $0) }
  }

  /// The runs of a policy at some levels, whatever the levels of other factors.
  private func runs(_ policy: String, _ arm: String, at chosen: [FactorLevel]) -> [PolicyRun] {
    (runs["\(arm)\u{0}\(policy)"] ?? []).filter { run in
      let own = levels[run.designPoint] ?? []
      return chosen.allSatisfy(own.contains)
    }
  }

  /// A metric of a policy at some levels, pooled over those of all other factors; nil without a value.
  func sample(
    _ metric: String, _ policy: String, _ arm: String, at chosen: [FactorLevel]
  ) throws(AnalysisError) -> ReplicationSample? {
    var points: [String: [Int: PolicyRun]] = [:]
    var order: [String] = []
    for run in runs(policy, arm, at: chosen) {
      if points[run.designPoint] == nil { order.append(run.designPoint) }
      points[run.designPoint, default: [:]][run.replication] = run
    }
    let entries = order.map { point in replications.map { points[point]?[$0]?.entry(metric) } }
    guard entries.contains(where: { $0.contains { $0?.value != nil } }) else { return nil }
    return try ReplicationSample.pooled(entries.map { ReplicationSample($0) })
  }

  /// Devices times replications behind a policy at some levels; nil where the devices are not known.
  func deviceReplications(_ policy: String, _ arm: String, at chosen: [FactorLevel]) -> Int? {
    runs(policy, arm, at: chosen).reduce(0) { sum, run in
      sum.flatMap { sum in run.devices.map { sum + $0 } }
    }
  }
}
