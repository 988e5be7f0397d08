import EventSimulation
import OutputAnalysis
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
  private let devices: [String: DeviceDistribution]

  /// Design points in the order in which runs name them.
  ///
  /// - Parameter devices: How devices differ, by run; empty where it is not known.
  static func points(
    of runs: [PolicyRun], devices: [String: DeviceDistribution] = [:]
  ) -> [PointSample] {
    var order: [String] = []
    var byPoint: [String: [PolicyRun]] = [:]
    for run in runs {
      if byPoint[run.designPoint] == nil { order.append(run.designPoint) }
      byPoint[run.designPoint, default: []].append(run)
    }
    return order.compactMap { name in byPoint[name].map { PointSample(name, $0, devices) } }
  }

  private init(_ name: String, _ found: [PolicyRun], _ devices: [String: DeviceDistribution]) {
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
    self.devices = devices
  }

  /// One metric of every policy.
  struct Values {
    /// By policy; one entry per replication of the point.
    let byPolicy: [String: MetricSeries]
    let notes: [String]
    /// Whether no run has a value.
    let isEmpty: Bool
    func of(_ policy: String) -> MetricSeries { byPolicy[policy] ?? .sample(.values([])) }
  }

  /// A metric of every run; where a quantile is not reached in some run, its stand-in in all of them.
  func values(of metric: MetricDefinition) -> Values {
    if let quantile = metric.deviceQuantile { return values(of: quantile) }
    let own = table(metric.name)
    guard let substitute = metric.substitute else { return values(own) }
    let stand = table(substitute)
    let missed = policies.reduce(0) { count, policy in
      count
        + zip(own[policy] ?? [], stand[policy] ?? []).count { $0?.value == nil && $1?.value != nil }
    }
    guard missed > 0 else { return values(own) }
    let hours = Int(MetricCatalogue.delayLimit.hours)
    return values(
      stand,
      notes: [
        "not reached in \(missed) \(missed == 1 ? "run" : "runs"): mean restricted to \(hours) h instead"
      ])
  }

  private func values(_ table: [String: [MetricEntry?]], notes: [String] = []) -> Values {
    Values(
      byPolicy: table.mapValues { .sample(ReplicationSample($0)) }, notes: notes,
      isEmpty: table.values.allSatisfy { $0.allSatisfy { $0?.value == nil } })
  }

  private func values(of quantile: DeviceQuantileMetric) -> Values {
    var table: [String: MetricSeries] = [:]
    var isEmpty = true
    var fewest = Int64.max
    for policy in policies {
      let values = replications.map { replication in
        runs[policy]?[replication].flatMap { devices[$0.runID]?[quantile.property] }
      }
      let count = values.reduce(0) { $0 + ($1?.sketch.count ?? 0) }
      if count > 0 { (isEmpty, fewest) = (false, min(fewest, count)) }
      table[policy] = .devices(values, probability: quantile.probability)
    }
    let least = DeviceQuantile.leastDevices(quantile.probability)
    let notes =
      fewest < least
      ? ["\(fewest) phones in all: fewer than the \(least) that a 95 % interval of this quantile needs"] : []
    return Values(byPolicy: table, notes: notes, isEmpty: isEmpty)
  }

  /// Devices times replications that two policies have in common; nil where the devices are not known.
  func deviceReplications(_ policy: String, _ other: String) -> Int? {
    var sum = 0
    for replication in replications {
      guard let run = runs[policy]?[replication], runs[other]?[replication] != nil else { continue }
      guard let devices = run.devices else { return nil }
      sum += devices
    }
    return sum
  }

  /// Nominal energy of the battery in joules; nil where no run of the policy tells it.
  func nominalJoules(_ policy: String) -> Double? {
    replications.lazy.compactMap { runs[policy]?[$0]?.nominalJoules }.first
  }

  private func table(_ name: String) -> [String: [MetricEntry?]] {
    var table: [String: [MetricEntry?]] = [:]
    for policy in policies { table[policy] = replications.map { runs[policy]?[$0]?.entry(name) } }
    return table
  }
}
