public struct PolicyRun: Sendable, Hashable {
  package var designPoint: String
  package var arm: String
  package var policy: String
  package var replication: Int
  /// The metrics that have a value. Values of ratios of sums may be absent.
  package var values: [String: Double]
  /// Numerators and denominators of metrics that are ratios of sums, also where the denominator is 0.
  package var fractions: [String: MetricFraction]
  package var devices: Int?
  package var runID: String
  package var enforces: [String]?

  package init(
    designPoint: String, arm: String, policy: String, replication: Int, values: [String: Double],
    fractions: [String: MetricFraction] = [:], devices: Int? = nil, runID: String = "",
    enforces: [String]? = nil
  ) {
    (self.designPoint, self.arm, self.policy, self.replication) = (designPoint, arm, policy, replication)
    (self.values, self.fractions) = (values, fractions)
    (self.devices, self.runID, self.enforces) = (devices, runID, enforces)
  }

  /// The mean nominal battery energy of the devices in joules; nil if the metrics of the run do not determine
  /// it.
  package var nominalJoules: Double? {
    // Device-days times a hundredth of it, over device-days.
    guard let shares = fractions["battery_share_per_day"]?.denominator, shares > 0,
      let days = fractions["background_energy_j_per_day"]?.denominator, days > 0
    else { return nil }
    return 100 * shares / days
  }
}

extension ResultsFile {
  /// The finished runs with their metrics, in the order of the study. A run that several design points share
  /// appears at each of them.
  package func policyRuns(
    of app: String? = nil, metrics wanted: Set<String>? = nil
  ) throws(ResultsError) -> [PolicyRun] {
    // Runs share the text of a name.
    var names: [String: String] = [:]
    // A study has many runs, and their replay commands would take more room than their metrics.
    let places = try runs().filter { $0.status == .ok }.map(SharedRuns.Place.init)
    var found: [PolicyRun] = []
    for place in places {
      var run = place.run
      let rows =
        wanted?.isEmpty == true ? [] : try metrics(of: run.runID, scope: app == nil ? .population : .app)
      for row in rows where (app == nil || row.entity == app) && wanted?.contains(row.metric) ?? true {
        let metric = row.metric
        let name = names[metric] ?? metric
        names[name] = name
        if let fraction = row.fraction {
          run.fractions[name] = fraction
        } else if let value = row.value {
          run.values[name] = value
        }
      }
      found.append(run)
    }
    return SharedRuns.atEveryPoint(found, places)
  }
}

/// Runs that belong to several design points. The level of one policy's parameter changes nothing for the
/// others, so their runs are stored once, at one of the points that differ in such levels only. A comparison
/// needs them at each of these points.
enum SharedRuns {
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
        let shared = (home.flatMap { byPoint[runs[$0].designPoint] } ?? []).map { runs[$0] }
        return shared.filter { $0.policy == policy }.map { run in
          var run = run
          run.designPoint = point
          return run
        }
      }
    }
  }
}
