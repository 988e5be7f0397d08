/// Runs that belong to several design points.
///
/// The level of one policy's parameter changes nothing for the others, so their runs are stored once, at one of
/// the points that differ in such levels only. A comparison needs them at each of these points.
enum SharedRuns {
  /// Where a stored run stands, and what it depends on.
  struct Place {
    let run: PolicyRun
    let policyName: String
    let factors: [FactorLevel]

    init(_ stored: StoredRun) {
      run = PolicyRun(
        designPoint: stored.designPoint, arm: stored.arm, policy: stored.policy,
        replication: stored.replication, values: [:], devices: stored.devicesDone, runID: stored.runID,
        enforces: stored.enforces)
      (policyName, factors) = (stored.policyName, stored.factors)
    }

    /// The levels that the run depends on, among those of a point.
    func concerning(_ factors: [FactorLevel]) -> [FactorLevel] {
      factors.filter { factor in
        !factor.name.hasPrefix("policies.") || factor.name.hasPrefix("policies.\(run.policy).")
          || factor.name.hasPrefix("policies.\(policyName).")
      }
    }
  }

  /// The runs of every point, in the order of the study.
  ///
  /// - Parameters:
  ///   - runs: What is stored, in the order of the study.
  ///   - places: Theirs, in the same order.
  static func atEveryPoint(_ runs: [PolicyRun], _ places: [Place]) -> [PolicyRun] {
    var points: [String] = []
    var byPoint: [String: [Int]] = [:]
    for (index, run) in runs.enumerated() {
      if byPoint[run.designPoint] == nil { points.append(run.designPoint) }
      byPoint[run.designPoint, default: []].append(index)
    }
    var policies: [String] = []
    for point in points {
      var seen: Set<String> = []
      let labels = (byPoint[point] ?? []).map { runs[$0].policy }.filter { seen.insert($0).inserted }
      if labels.count > policies.count { policies = labels }
    }
    return points.flatMap { point -> [PolicyRun] in
      let own = byPoint[point] ?? []
      guard let any = own.first else { return [] }
      let others = own.map { runs[$0].policy }.filter { !policies.contains($0) }
      return (policies + others).flatMap { policy -> [PolicyRun] in
        let stored = own.filter { runs[$0].policy == policy }
        if !stored.isEmpty { return stored.map { runs[$0] } }
        let home = runs.indices.first { index in
          runs[index].policy == policy && runs[index].arm == runs[any].arm
            && places[index].concerning(places[index].factors)
              == places[index].concerning(places[any].factors)
        }
        return (home.flatMap { byPoint[runs[$0].designPoint] } ?? [])
          .filter { runs[$0].policy == policy }
          .map { shared in
            var run = runs[shared]
            run.designPoint = point
            return run
          }
      }
    }
  }
}
