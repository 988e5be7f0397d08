import OutputAnalysis
import ResultsStore
import StudyReports
import TestSupport
import Testing

/// Four labels of one policy, judged by the rule of `run --precision` until it stops: how often all intervals of the
/// comparison that follows contain the true difference, 0, and how often none of its verdicts says that one is better.
@Suite("Guarantees of --precision")
struct PrecisionGuaranteeTests {
  /// The noise of one replication.
  enum Noise: String, CaseIterable, Sendable {
    case normal, exponential, ratioOfSums
  }

  private static let policies = ["A", "B", "C", "D"]
  /// A ratio of sums in the catalogue, and a metric that is a mean over replications.
  private static let ratio = "fresh_open_share"
  private static let mean = "launch_fairness"

  private func run(
    _ noise: Noise, _ policy: String, _ replication: Int, _ shared: Double, _ random: inout SeededGenerator
  )
    -> PolicyRun
  {
    var run = PolicyRun(
      designPoint: "base", arm: "base", policy: policy, replication: replication, values: [:])
    switch noise {
    case .normal: run.values[Self.mean] = 10 + shared + random.normal()
    case .exponential: run.values[Self.mean] = 10 + shared + random.exponential()
    case .ratioOfSums:
      // Few opens in some replications, many in others; a share of 0.5 in truth.
      let opens = 5 + (20 * random.exponential()).rounded()
      let fresh = 0.5 * opens + 0.5 * opens.squareRoot() * (0.7 * shared + 0.7 * random.normal())
      run.fractions[Self.ratio] = MetricFraction(fresh, over: opens)
    }
    return run
  }

  @Test(
    "A/A differences are covered at least as often as promised, less three standard errors",
    arguments: Tier.isLong ? Noise.allCases : [.normal])
  func coverageInNumbers(_ noise: Noise) throws {
    let metric = noise == .ratioOfSums ? Self.ratio : Self.mean
    let margin = noise == .ratioOfSums ? 0.06 : 0.6
    let plan = PrecisionPlan(
      ComparisonPlan(metrics: [.init(name: metric, margin: .absolute(margin))]), target: .margin, limit: 1000)
    var random = SeededGenerator(seed: 700 + UInt64(noise.rawValue.count))
    var (covered, clean, replications, atFirst) = (0, 0, 0, 0)
    for _ in 0..<GuaranteeTable.trials {
      var byPolicy: [String: [PolicyRun]] = [:]
      var count = 0
      for checkpoint in plan.checkpoints {
        while count < checkpoint {
          let shared = random.normal()
          for policy in Self.policies {
            byPolicy[policy, default: []].append(run(noise, policy, count, shared, &random))
          }
          count += 1
        }
        let runs = Self.policies.flatMap { byPolicy[$0] ?? [] }
        if try PrecisionCheck(runs, plan: plan).isPrecise { break }
      }
      if count == 10 { atFirst += 1 }
      replications += count
      let rows = try Comparison(Self.policies.flatMap { byPolicy[$0] ?? [] }, plan: plan.comparison).rows
      let judged = rows.filter { $0.verdict != nil }
      #expect(judged.count == 3)
      if judged.allSatisfy({ ($0.differenceLower ?? 1) <= 0 && ($0.differenceUpper ?? -1) >= 0 }) {
        covered += 1
      }
      let verdicts = Set(judged.compactMap(\.verdict))
      if verdicts.isDisjoint(with: ["better", "worse", "slightlyBetter", "slightlyWorse"]) { clean += 1 }
    }
    for (name, kept) in [("coverage", covered), ("no_false_verdict", clean)] {
      let guarantee = Guarantee(
        name: "precision_aa_k4_\(noise.rawValue)_\(name)", promised: 0.95, kept: kept,
        trials: GuaranteeTable.trials, values: Double(4 * replications) / Double(GuaranteeTable.trials))
      try GuaranteeTable.add(guarantee)
      #expect(guarantee.share >= guarantee.leastShare, "\(guarantee.row)")
    }
    // The rule has to go on for a while, or nothing of it is tested.
    #expect(atFirst < GuaranteeTable.trials / 2)
  }
}
