import EventSimulation
import ResultsStore
import StudyMetrics

/// The runs of one design point, by policy and replication.
struct PointSample {
  let designPoint: String
  let arm: String
  /// Labels in the order of the study.
  let policies: [String]
  let replications: [Int]
  private let runs: [String: [Int: PolicyRun]]

  /// Design points in the order in which runs name them.
  static func points(of runs: [PolicyRun]) -> [PointSample] {
    var order: [String] = []
    var byPoint: [String: [PolicyRun]] = [:]
    for run in runs {
      if byPoint[run.designPoint] == nil { order.append(run.designPoint) }
      byPoint[run.designPoint, default: []].append(run)
    }
    return order.compactMap { name in byPoint[name].map { PointSample(name, $0) } }
  }

  private init(_ name: String, _ found: [PolicyRun]) {
    designPoint = name
    arm = found.first?.arm ?? ""
    var order: [String] = []
    var table: [String: [Int: PolicyRun]] = [:]
    for run in found {
      if table[run.policy] == nil { order.append(run.policy) }
      table[run.policy, default: [:]][run.replication] = run
    }
    policies = order
    replications = Set(found.map(\.replication)).sorted()
    runs = table
  }

  /// The values of one metric, one per policy and replication.
  struct Values {
    /// By policy; one entry per replication of the point.
    let byPolicy: [String: [Double?]]
    let notes: [String]
    var isEmpty: Bool { byPolicy.values.allSatisfy { $0.allSatisfy { $0 == nil } } }
    func of(_ policy: String) -> [Double?] { byPolicy[policy] ?? [] }
  }

  /// A metric of every run; where a quantile is not reached in some run, its stand-in in all of them.
  func values(of metric: MetricDefinition) -> Values {
    let own = table(metric.name)
    guard let substitute = metric.substitute else { return Values(byPolicy: own, notes: []) }
    let stand = table(substitute)
    let missed = policies.reduce(0) { count, policy in
      count + zip(own[policy] ?? [], stand[policy] ?? []).count { $0 == nil && $1 != nil }
    }
    guard missed > 0 else { return Values(byPolicy: own, notes: []) }
    let hours = Int(MetricCatalogue.delayLimit.hours)
    return Values(
      byPolicy: stand,
      notes: [
        "not reached in \(missed) \(missed == 1 ? "run" : "runs"): mean restricted to \(hours) h instead"
      ])
  }

  private func table(_ name: String) -> [String: [Double?]] {
    var table: [String: [Double?]] = [:]
    for policy in policies { table[policy] = replications.map { runs[policy]?[$0]?.values[name] } }
    return table
  }
}
