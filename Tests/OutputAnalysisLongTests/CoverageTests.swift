import Foundation
import OutputAnalysis
import TestSupport
import Testing

/// How often single 95 % intervals of differences and ratios cover the difference of a pool of replications, in samples without
/// replacement.
///
/// `.ci/pool.py` makes a pool from an export. `SLUMBER_POOL` names another pool, from which 2,000 samples of each size are drawn, not 200.
@Suite("Coverage of intervals")
struct CoverageTests {
  private static let other = ProcessInfo.processInfo.environment["SLUMBER_POOL"]
  private static let trials = other != nil ? 2000 : 200

  /// The samples of each metric by policy, over the replications of the pool.
  private static func pool() throws -> (policies: [String], metrics: [String: [String: ReplicationSample]]) {
    let file =
      other.map { URL(fileURLWithPath: $0) }
      ?? PackageRoot.file("Tests/OutputAnalysisLongTests/Fixtures/coverage-pool.csv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let header = try #require(lines.first)
    var policies: [String] = []
    var rows: [String: [[String]]] = [:]
    for line in lines.dropFirst() {
      if rows[line[1]] == nil { policies.append(line[1]) }
      rows[line[1], default: []].append(line)
    }
    var metrics: [String: [String: ReplicationSample]] = [:]
    for column in stride(from: 2, to: header.count, by: 2) {
      metrics[header[column]] = rows.mapValues { lines in
        let cells = lines.map { (Double($0[column]), Double($0[column + 1])) }
        return cells.contains { $0.1 != nil }
          ? .fractions(cells.map { cell in cell.0.flatMap { top in cell.1.map { .init(top, over: $0) } } })
          : .values(cells.map(\.0))
      }
    }
    return (policies, metrics)
  }

  /// The upper 99 % bound of a share after Clopper and Pearson, by bisection of the binomial distribution.
  private static func upperBound(_ hits: Int, of trials: Int) -> Double {
    guard hits < trials else { return 1 }
    func atMost(_ share: Double) -> Double {
      (0...hits).reduce(0) { sum, count in
        let ways = lgamma(Double(trials + 1)) - lgamma(Double(count + 1)) - lgamma(Double(trials - count + 1))
        return sum + exp(ways + Double(count) * log(share) + Double(trials - count) * log(1 - share))
      }
    }
    var (low, high) = (Double(hits) / Double(trials), 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if atMost(middle) > 0.01 { low = middle } else { high = middle }
    }
    return high
  }

  private static func chosen(_ sample: ReplicationSample, _ places: [Int]) -> ReplicationSample {
    switch sample {
    case .values(let values): .values(places.map { values[$0] })
    case .fractions(let fractions): .fractions(places.map { fractions[$0] })
    }
  }

  @Test("intervals of differences and ratios cover the truth of the pool")
  func coverage() throws {
    let (policies, metrics) = try Self.pool()
    let baseline = policies[0]
    var random = SeededGenerator(seed: 17)
    var rows = ["metric,policy,baseline,interval,replications,samples,covered,share,upper99"]
    for (metric, samples) in metrics.sorted(by: { $0.key < $1.key }) {
      for policy in policies.dropFirst() {
        let (own, base) = (try #require(samples[policy]), try #require(samples[baseline]))
        let common = try ReplicationSample.common([own, base])
        let truths = [own, base].map { $0.estimate(over: common) ?? .nan }
        for size in [12, 20, 80] {
          var counts = [(0, 0), (0, 0)]
          for _ in 0..<Self.trials {
            let places = Array(common.shuffled(using: &random).prefix(size))
            let member = VerdictFamily.Member(
              .samples(policy: Self.chosen(own, places), baseline: Self.chosen(base, places)),
              margin: .absolute(0), polarity: .smallerIsBetter)
            let outcome = try VerdictFamily([member]).outcomes[0]
            let ratio = outcome.ratio.map { (lower: $0.lower, upper: $0.upper) }
            let found = [(outcome.interval, truths[0] - truths[1]), (ratio, truths[0] / truths[1])]
            for (place, (interval, truth)) in found.enumerated() {
              guard let interval, truth.isFinite else { continue }
              counts[place].0 += interval.lower <= truth && truth <= interval.upper ? 1 : 0
              counts[place].1 += 1
            }
          }
          for (kind, (covered, trials)) in zip(["difference", "ratio"], counts) where trials > 0 {
            let upper = Self.upperBound(covered, of: trials)
            let share = Double(covered) / Double(trials)
            rows.append(
              "\(metric),\(policy),\(baseline),\(kind),\(size),\(trials),\(covered),"
                + String(format: "%.4f,%.4f", share, upper))
            #expect(upper >= (Self.other == nil ? 0.9 : 0.94), "\(rows.last ?? "")")
          }
        }
      }
    }
    let folder = PackageRoot.file("out")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let text = rows.map { $0 + "\n" }.joined()
    try Data(text.utf8).write(to: folder.appendingPathComponent("coverage.csv"))
    print(text)
  }
}
