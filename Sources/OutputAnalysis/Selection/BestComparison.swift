/// Multiple comparisons with the best: an interval for the lead of each system over the best competitor.
///
/// A system that is not the best has 0 as its upper end, the best alone 0 as its lower end; one with 0 inside may be
/// the best. All hold together as soon as the one-sided bounds of the best system against each other do (Hsu,
/// "Constrained simultaneous confidence intervals for multiple comparisons with the best", Annals of Statistics 12,
/// 1984). Larger is better.
public struct BestComparison: Hashable, Sendable {
  public struct Lead: Hashable, Sendable {
    /// The estimate: the mean minus the largest mean of the competitors.
    public let estimate: Double
    /// The bounds of the interval: the lower bound is at most 0, the upper bound at least 0.
    public let lower, upper: Double
  }

  public let leads: [Lead]

  public init(means: [Double], width: (Int, Int) -> Double) throws(AnalysisError) {
    try AnalysisError.requireFinite(means)
    guard means.count >= 2 else { throw .emptySample }
    func others(_ system: Int) -> [Int] { means.indices.filter { $0 != system } }
    func least(_ system: Int, _ rivals: [Int], _ bound: (Int) -> Double) -> Double {
      rivals.map { means[system] - means[$0] + bound($0) }.min() ?? 0
    }
    let estimates = means.indices.map { one in least(one, others(one)) { _ in 0 } }
    let uppers = means.indices.map { one in max(0, least(one, others(one)) { width(one, $0) }) }
    // The best by its mean is one also where all widths are 0.
    let candidates = means.indices.filter { uppers[$0] > 0 || estimates[$0] >= 0 }
    leads = means.indices.map { one in
      let rivals = others(one).filter(candidates.contains)
      return Lead(
        estimate: estimates[one],
        lower: candidates == [one] ? 0 : min(0, least(one, rivals) { -width(one, $0) }), upper: uppers[one])
    }
  }

  /// Compares systems over the same replications, at least two, paired: each pair has its own variance of differences, and
  /// Bonferroni's level for the bounds of the best system against each other.
  public init(paired values: [[Double]], confidence: Double) throws(AnalysisError) {
    try AnalysisError.requireConfidence(confidence)
    guard let first = values.first, values.count >= 2, first.count >= 2 else { throw .emptySample }
    let single = 1 - (1 - confidence) / Double(values.count - 1)
    let factor = StudentT(degreesOfFreedom: Double(first.count - 1)).oneSidedFactor(confidence: single)
    var widths = [[Double]](repeating: [Double](repeating: 0, count: values.count), count: values.count)
    var means: [Double] = []
    for (one, own) in values.enumerated() {
      means.append(try Moments(own).mean)
      for (other, theirs) in values[..<one].enumerated() {
        guard own.count == theirs.count else {
          throw .unequalCounts(first: own.count, second: theirs.count)
        }
        let differences = try Moments(zip(own, theirs).map { $0 - $1 })
        let width = factor * (differences.standardError ?? 0)
        (widths[one][other], widths[other][one]) = (width, width)
      }
    }
    try self.init(means: means) { widths[$0][$1] }
  }
}
