import Foundation
import OutputAnalysis
import ResultsStore
import StudyReports
import TestSupport
import Testing

/// The selection of `run --select` among systems whose best one is known.
@Suite("Guarantees of --select")
struct SelectionGuaranteeTests {
  /// Waits of customers of an M/M/1 queue by Lindley's recursion, stationary from the first one on.
  private struct Queue {
    let serviceRate: Double

    /// The queue with arrivals of rate 1 and a mean wait: w = 1 / (μ (μ − 1)).
    init(meanWait: Double) { serviceRate = (1 + (1 + 4 / meanWait).squareRoot()) / 2 }

    /// The mean wait of some customers, from numbers that several queues may share.
    func meanWait(_ customers: Int, _ random: inout SeededGenerator) -> Double {
      // The stationary wait is 0 with probability 1 − ρ, else exponential with rate μ − 1.
      let start = random.uniform()
      let load = 1 / serviceRate
      var wait = start < 1 - load ? 0 : -log((1 - start) / load) / (serviceRate - 1)
      var sum = 0.0
      for _ in 0..<customers {
        sum += wait
        wait = max(0, wait + random.exponential() / serviceRate - random.exponential())
      }
      return sum / Double(customers)
    }
  }

  private func plan(_ policies: [String], _ difference: Double) throws -> SelectionPlan {
    let metric = try #require(MetricCatalogue.metric("hours_dead_per_day"))
    return SelectionPlan(
      metric: metric, difference: difference, confidence: 0.95, limit: 1_000_000, policies: policies)
  }

  /// Selects again and again among systems of which the first is the best.
  ///
  /// - Parameter value: One replication of all systems; smaller is better.
  private func judge(
    _ name: String, systems: Int, difference: Double, seed: UInt64,
    value: (inout SeededGenerator) -> [Double]
  ) throws {
    let policies = (0..<systems).map { "p\($0)" }
    let plan = try plan(policies, difference)
    var random = SeededGenerator(seed: seed)
    var (correct, values) = (0, 0)
    for _ in 0..<GuaranteeTable.trials {
      var rows: [[Double]] = []
      let selection = try plan.selection { policy, replication in
        while rows.count <= replication { rows.append(value(&random)) }
        return rows[replication][policies.firstIndex(of: policy) ?? 0]
      }
      if selection.selected == 0 { correct += 1 }
      values += selection.replicationsDone.reduce(0, +)
    }
    let guarantee = Guarantee(
      name: "select_\(name)_pcs", promised: 0.95, kept: correct, trials: GuaranteeTable.trials,
      values: Double(values) / Double(GuaranteeTable.trials))
    try GuaranteeTable.add(guarantee)
    #expect(guarantee.share >= guarantee.leastShare, "\(guarantee.row)")
  }

  @Test("picks the shortest queue, common random numbers for one rival and streams of their own for two")
  func queuesInNumbers() throws {
    let waits = [0.8, 1, 1, 1]
    let queues = waits.map(Queue.init)
    try judge("mm1_k4_slippage", systems: 4, difference: 0.2, seed: 811) { random in
      let seed = random.next()
      return queues.indices.map { place in
        var own = SeededGenerator(seed: place < 2 ? seed : random.next())
        return queues[place].meanWait(100, &own)
      }
    }
  }

  @Test("the recursion has the mean wait that it is made for")
  func recursion() {
    var random = SeededGenerator(seed: 5)
    var moments = Moments()
    let queue = Queue(meanWait: 0.8)
    for _ in 0..<20_000 { moments.add(queue.meanWait(10, &random)) }
    #expect(abs(moments.mean - 0.8) < 5 * (moments.standardError ?? 0))
  }

  @Test(
    "picks the best of five with skewed values, means over many each, or with unequal variances of differences",
    arguments: ([("skewed", 812), ("unequal", 813)] as [(String, UInt64)]).suffix(Tier.isLong ? 2 : 1))
  func fiveInNumbers(_ name: String, seed: UInt64) throws {
    try judge("\(name)_k5_slippage", systems: 5, difference: 0.25, seed: seed) { random in
      let shared = random.normal()
      return (0..<5).map { system in
        let behind = system == 0 ? 0.0 : 0.25
        guard name == "skewed" else { return behind + shared + 0.1 * Double(1 << system) * random.normal() }
        return behind + 0.5 * shared + (0..<4).reduce(0.0) { sum, _ in sum + random.exponential() } / 4
      }
    }
  }
}
