/// Runs that belong to several design points.
///
/// The level of one policy's parameter changes nothing for the others, so their runs are stored once, at one of
/// the points that differ in such levels only. A comparison needs them at each of these points.
enum SharedRuns {
  /// The runs of every point, in the order of the study.
  ///
  /// - Parameter runs: What is stored, in the order of the study, each with its metrics.
  static func atEveryPoint(_ runs: [(stored: StoredRun, run: PolicyRun)]) -> [PolicyRun] {
    var points: [String] = []
    var byPoint: [String: [(stored: StoredRun, run: PolicyRun)]] = [:]
    for run in runs {
      if byPoint[run.stored.designPoint] == nil { points.append(run.stored.designPoint) }
      byPoint[run.stored.designPoint, default: []].append(run)
    }
    var policies: [String] = []
    for point in points {
      let found = (byPoint[point] ?? []).map(\.stored.policy)
      let labels = found.enumerated().filter { !found[..<$0.offset].contains($0.element) }.map(\.element)
      if labels.count > policies.count { policies = labels }
    }
    return points.flatMap { point -> [PolicyRun] in
      let own = byPoint[point] ?? []
      guard let any = own.first?.stored else { return [] }
      let others = own.map(\.stored.policy).filter { !policies.contains($0) }
      return (policies + others).flatMap { policy -> [PolicyRun] in
        let stored = own.filter { $0.stored.policy == policy }
        if !stored.isEmpty { return stored.map(\.run) }
        let home = runs.first {
          $0.stored.policy == policy && $0.stored.arm == any.arm
            && concerning(policy, $0.stored, $0.stored.factors) == concerning(policy, $0.stored, any.factors)
        }
        return (home.flatMap { byPoint[$0.stored.designPoint] } ?? [])
          .filter { $0.stored.policy == policy }
          .map { shared in
            var run = shared.run
            run.designPoint = point
            return run
          }
      }
    }
  }

  /// The levels that a policy's runs depend on.
  private static func concerning(
    _ policy: String, _ run: StoredRun, _ factors: [FactorLevel]
  ) -> [FactorLevel] {
    factors.filter { factor in
      !factor.name.hasPrefix("policies.") || factor.name.hasPrefix("policies.\(policy).")
        || factor.name.hasPrefix("policies.\(run.policyName).")
    }
  }
}
