import Basics
import EventSimulation
import OutputAnalysis
import RandomStreams
import ResultsStore

package struct ComparedRuns: Sendable {
  package private(set) var runs: [PolicyRun]
  package let devices: [String: DeviceDistribution]
  package let levels: [String: [FactorLevel]]
  /// The name in the catalogue of the policy of each label.
  package let names: [String: String]

  package init(_ file: ResultsFile, plan: ComparisonPlan) throws {
    let stored = try file.runs()
    levels = Dictionary(stored.map { ($0.designPoint, $0.factors) }) { first, _ in first }
    names = Dictionary(stored.map { ($0.policy, $0.policyName) }) { first, _ in first }
    runs = try file.policyRuns(of: plan)
    var devices: [String: DeviceDistribution] = [:]
    for run in runs where devices[run.runID] == nil {
      devices[run.runID] = DeviceDistribution(try file.deviceFacts(of: run.runID))
    }
    self.devices = devices
  }

  /// The runs at the study's defaults, without the runs of plausible sets.
  var atOwnValues: ComparedRuns {
    var own = self
    own.runs = runs.filter { PlausibleDifferences.isBase(levels[$0.designPoint] ?? []) }
    return own
  }
}

extension ResultsFile {
  fileprivate func policyRuns(of plan: ComparisonPlan) throws -> [PolicyRun] {
    let runs = try policyRuns(of: plan.app)
    guard let app = plan.app, runs.allSatisfy({ $0.values.isEmpty && $0.fractions.isEmpty }) else {
      return runs
    }
    throw ComparisonError.unknownApp(app, known: try apps())
  }
}

struct PointSample {
  let designPoint: String
  let arm: String
  let policies: [String]
  let replications: [Int]
  private let runs: [String: [Int: PolicyRun]]
  private let devices: [String: DeviceDistribution]

  static func points(of runs: [PolicyRun], devices: [String: DeviceDistribution] = [:]) -> [PointSample] {
    let byPoint = Dictionary(grouping: runs, by: \.designPoint)
    return runs.map(\.designPoint).unique.map { PointSample($0, byPoint[$0] ?? [], devices) }
  }

  private init(_ name: String, _ found: [PolicyRun], _ devices: [String: DeviceDistribution]) {
    designPoint = name
    arm = found.first?.arm ?? ""
    policies = found.map(\.policy).unique
    runs = Dictionary(grouping: found, by: \.policy).mapValues { runs in
      Dictionary(runs.map { ($0.replication, $0) }) { $1 }
    }
    replications = Set(found.map(\.replication)).sorted()
    self.devices = devices
  }

  struct Values {
    /// The values by policy, one entry per replication of the point.
    let byPolicy: [String: MetricSeries]
    let notes: [String]
    let isEmpty: Bool
    func of(_ policy: String) -> MetricSeries { byPolicy[policy] ?? .sample(.values([])) }
  }

  /// The values of a metric for every run; if a run does not reach a quantile, all runs use the substitute.
  func values(of metric: MetricDefinition) -> Values {
    if let quantile = metric.deviceQuantile { return values(of: quantile) }
    let own = table(metric.name)
    guard let substitute = metric.substitute else { return values(own) }
    let stand = table(substitute)
    let missed = policies.reduce(0) { count, policy in
      count + zip(own[policy] ?? [], stand[policy] ?? []).count { $0?.value == nil && $1?.value != nil }
    }
    guard missed > 0 else { return values(own) }
    let hours = Int(MetricCatalogue.delayLimit.hours)
    return values(
      stand,
      notes: [
        "not reached in \(CountText.text(missed, "run")): mean restricted to \(hours) h instead"
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
      ? ["\(fewest) devices in total: fewer than the \(least) that a 95 % interval of this quantile needs"]
      : []
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

  func gates(_ policy: String) -> Int? {
    replications.lazy.compactMap { runs[policy]?[$0]?.enforces?.count }.first
  }

  func nominalJoules(_ policy: String) -> Double? {
    replications.lazy.compactMap { runs[policy]?[$0]?.nominalJoules }.first
  }

  private func table(_ name: String) -> [String: [MetricEntry?]] {
    var table: [String: [MetricEntry?]] = [:]
    for policy in policies { table[policy] = replications.map { runs[policy]?[$0]?.entry(name) } }
    return table
  }
}

enum MetricEntry: Hashable {
  case value(Double)
  case fraction(MetricFraction)

  var value: Double? {
    switch self {
    case .value(let value): value
    case .fraction(let fraction): fraction.value
    }
  }
}

extension PolicyRun {
  func entry(_ metric: String) -> MetricEntry? {
    fractions[metric].map { .fraction($0) } ?? values[metric].map { .value($0) }
  }
}

extension ReplicationSample {
  /// The sample of entries by replication. Entries of a metric are all values or all fractions.
  init(_ entries: [MetricEntry?]) {
    let fractions = entries.map { entry -> Fraction? in
      guard case .fraction(let fraction)? = entry else { return nil }
      return Fraction(fraction.numerator, over: fraction.denominator)
    }
    guard fractions.allSatisfy({ $0 == nil }) else {
      self = .fractions(fractions)
      return
    }
    self = .values(entries.map { $0?.value })
  }
}

enum MetricSeries {
  case sample(ReplicationSample)
  /// A quantile of the values of all devices; nil where a replication is missing.
  case devices([DeviceValues?], probability: Double)

  var known: Int {
    switch self {
    case .sample(let sample): (0..<sample.count).count(where: sample.hasEntry)
    case .devices(let devices, _): devices.count { $0 != nil }
    }
  }

  static func pair(
    _ policy: MetricSeries, _ baseline: MetricSeries, _ resamples: ReplicationResamples
  ) throws -> VerdictFamily.Member.Pair {
    switch (policy, baseline) {
    case (.devices(let own, let probability), .devices(let others, _)):
      .quantiles(
        try DeviceQuantileDifference(of: own, minus: others) { (values) throws(AnalysisError) in
          try resamples.quantile(probability, of: values)
        })
    case (.sample(let own), .sample(let other)): .samples(policy: own, baseline: other)
    // All policies have series of one kind.
    case (.devices, .sample), (.sample, .devices): throw AnalysisError.emptySample
    }
  }

  func estimate(confidence: Double, _ resamples: ReplicationResamples) throws -> MetricEstimate? {
    switch self {
    case .sample(let sample):
      let values = try sample.pseudoValues()
      guard values.estimate != nil else { return nil }
      let interval = try MeanInterval(values, confidence: confidence)
      return MetricEstimate(
        value: interval.mean, halfWidth: interval.halfWidth, lower: interval.lower, upper: interval.upper)
    case .devices(let devices, let probability):
      let known = devices.compactMap(\.self)
      guard !known.isEmpty else { return nil }
      let quantile = try resamples.quantile(probability, of: known)
      guard let value = quantile.estimate else { return nil }
      let interval = try quantile.distribution?.interval(confidence: confidence)
      return MetricEstimate(
        value: value, halfWidth: interval.map { ($0.upper - $0.lower) / 2 }, lower: interval?.lower,
        upper: interval?.upper)
    }
  }
}

/// An estimate of a metric with its own interval.
struct MetricEstimate {
  let value: Double
  let halfWidth: Double?
  /// The ends of the interval. The lower end is at least 0, because no metric is negative.
  let lower, upper: Double?

  init(value: Double, halfWidth: Double?, lower: Double?, upper: Double?) {
    (self.value, self.halfWidth, self.upper) = (value, halfWidth, upper)
    self.lower = lower.map { max(min(0, value), $0) }
  }
}

/// The bootstrap resamples of all estimates of a report: the same for equal numbers of replications, so that
/// differences keep their pairing and no estimate depends on which others are made.
struct ReplicationResamples {
  /// The quantiles of a report, cached because each difference needs the quantile of a policy again.
  private final class Quantiles {
    struct Question: Hashable {
      var probability: Double
      var replications: [DeviceValues]
    }
    var known: [Question: DeviceQuantile] = [:]
  }
  private let quantiles = Quantiles()

  func of(_ replications: Int) -> BootstrapResamples {
    BootstrapResamples(replications: replications) {
      let stream = RandomStream(.bootstrap)
      return { stream.integer(below: $0) }
    }
  }

  func quantile(
    _ probability: Double, of replications: [DeviceValues]
  ) throws(AnalysisError) -> DeviceQuantile {
    let question = Quantiles.Question(probability: probability, replications: replications)
    if let known = quantiles.known[question] { return known }
    let quantile = try DeviceQuantile(probability, of: replications, resamples: of(replications.count))
    quantiles.known[question] = quantile
    return quantile
  }
}

extension RandomStream {
  /// Creates a stream of draws for no device; a group is the name of the user of the stream.
  package convenience init(
    _ purpose: StreamPurpose, seed: UInt64 = 1, group: String? = nil, replication: Int = 0
  ) {
    self.init()
    let group = group.map { StreamAddress.group(of: $0) } ?? 0
    seek(sequential: .init(seed: seed, group: group, replication: replication, device: 0, purpose: purpose))
  }
}

extension Sequence where Element: Hashable {
  package var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
