import Basics
import OutputAnalysis
import ResultsStore

/// The settings of a search next to the default of a policy, over replications that the search has not used.
///
/// All differences are paired by replication. Their intervals are simultaneous over both metrics, all judged settings and
/// the reference (Bonferroni).
package struct TuningFindings: Sendable {
  package enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// Neither interval has worse values, and one interval has better values only.
    case dominates
    /// Neither interval has better values, and one interval has worse values only.
    case dominated
    /// One interval has better values only, and the other interval has worse values only.
    case tradeOff
    /// Both metrics are equal in every replication.
    case same
    case notDecided

    /// - Parameter differences: The differences of both metrics, with 1 if lower is better, −1 if higher is better.
    init(_ differences: [(interval: MeanInterval, sign: Double)]) {
      let ends = differences.compactMap { interval, sign in
        interval.halfWidth.map { (least: sign * interval.mean - $0, most: sign * interval.mean + $0) }
      }
      let (isBetter, isWorse) = (ends.contains { $0.most < 0 }, ends.contains { $0.least > 0 })
      if ends.count < differences.count {
        self = .notDecided
      } else if isBetter, isWorse {
        self = .tradeOff
      } else if isBetter, ends.allSatisfy({ $0.most <= 0 }) {
        self = .dominates
      } else if isWorse, ends.allSatisfy({ $0.least >= 0 }) {
        self = .dominated
      } else {
        self = ends.allSatisfy { $0.least == 0 && $0.most == 0 } ? .same : .notDecided
      }
    }
  }

  /// One of the two metrics of a setting.
  package struct Side: Sendable {
    package let estimate: Double
    /// The setting minus the default; nil for the default.
    package let difference: MeanInterval?
  }

  package struct Row: Sendable {
    package let name: String
    /// The place in the search; nil for the reference.
    let place: Int?
    /// The values of both metrics.
    package let sides: [Side]
    /// nil for the default and the reference.
    package let verdict: Verdict?
    /// The sum of the relative improvements of both metrics.
    let gain: Double
  }

  /// The two metrics of the front.
  package let metrics: [MetricDefinition]
  /// The default, the settings by the first metric, and the reference.
  package let rows: [Row]
  /// The settings without an estimate.
  package let left: [String]
  package static let confidence = 0.95
  /// The number of simultaneous intervals.
  package let statements: Int
  /// The number of replications that all settings have.
  package let replications: Int

  /// - Parameters:
  ///   - places: The places of the settings in the search, the default first.
  ///   - runs: The runs of the settings, then the runs of the reference.
  package init(
    _ places: [Int], runs: [[PolicyRun]], reference: String, metrics: FrontMetrics, seeds: Range<Int>
  ) throws {
    self.metrics = metrics.both
    let names = places.map(TuningSearch.Setting.name) + [reference]
    let samples = runs.map { metrics.samples(of: $0, in: seeds) }
    let known = samples.indices.filter {
      samples[$0].allSatisfy { $0.estimate(over: Array(0..<seeds.count)) != nil }
    }
    left = names.indices.filter { !known.contains($0) }.map { names[$0] }
    statements = 2 * known.count { $0 != 0 }
    guard known.first == 0 else {
      (rows, replications) = ([], 0)
      return
    }
    let common = try ReplicationSample.common(known.flatMap { samples[$0] })
    replications = common.count
    let single = try MultiplicityAdjustment.singleConfidence(
      overall: Self.confidence, size: max(1, statements))
    let values = try known.map { try samples[$0].map { try $0.pseudoValues(in: common) } }
    let signs = metrics.both.map(\.costSign)
    let all = try zip(known, values).map { index, own in
      let sides = try zip(own, values[0]).map { own, base in
        Side(
          estimate: try own.requiredEstimate(),
          difference: index == 0
            ? nil : try PairedDifference(of: own, minus: base, confidence: single).interval)
      }
      let differences = zip(sides, signs).compactMap { side, sign in
        side.difference.map { (interval: $0, sign: sign) }
      }
      let gains = try zip(differences, values[0]).map { own, base in
        let base = try base.requiredEstimate()
        return base == 0 ? 0 : -own.sign * own.interval.mean / abs(base)
      }
      let place = index < places.count ? places[index] : nil
      return Row(
        name: names[index], place: place, sides: sides,
        verdict: place == nil || index == 0 ? nil : Verdict(differences), gain: gains.reduce(0, +))
    }
    rows =
      all.filter { $0.place == 0 }
      + all.filter { $0.verdict != nil }.sorted {
        ($0.sides[0].estimate, $0.sides[1].estimate) < ($1.sides[0].estimate, $1.sides[1].estimate)
      } + all.filter { $0.place == nil }
  }

  /// Whether no other setting has estimates that are at least as good in both metrics, and better in one; nil for the reference.
  package func isOnFront(_ row: Row) -> Bool? {
    func costs(_ row: Row) -> NondominatedOrder.Costs {
      (metrics[0].costSign * row.sides[0].estimate, metrics[1].costSign * row.sides[1].estimate)
    }
    guard row.place != nil else { return nil }
    return !rows.contains { $0.place != nil && NondominatedOrder.dominates(costs($0), costs(row)) }
  }

  package var judged: Int { rows.count { $0.verdict != nil } }

  /// The settings that dominate the default.
  package var dominating: [Row] { rows.filter { $0.verdict == .dominates } }

  /// The setting that dominates the default with the largest sum of relative improvements; nil if the runs do not show
  /// such a setting.
  package var best: Row? { dominating.max { $0.gain < $1.gain } }
}

extension FrontMetrics {
  var both: [MetricDefinition] { [first, second] }

  fileprivate func samples(of runs: [PolicyRun], in replications: Range<Int>) -> [ReplicationSample] {
    let byReplication = Dictionary(runs.map { ($0.replication, $0) }) { first, _ in first }
    return both.map { metric in
      ReplicationSample(replications.map { byReplication[$0]?.entry(metric.name) })
    }
  }

  /// The costs of a setting by its runs, of which less is better; nil without an estimate.
  package func costs(of runs: [PolicyRun], in replications: Range<Int>) -> NondominatedOrder.Costs? {
    let costs = zip(samples(of: runs, in: replications), both).compactMap { sample, metric in
      sample.estimate(over: Array(0..<replications.count)).map { metric.costSign * $0 }
    }
    return costs.count == 2 ? (costs[0], costs[1]) : nil
  }
}
