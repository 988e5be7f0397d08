import OutputAnalysis
import ResultsStore

/// The daily values of a metric under a policy from day 0 on: each the ratio of the sums over the replications.
struct DailySeries: Sendable {
  let metric: String
  let unit: String
  let policy: String
  /// The days with a value, ascending; a day without an open, for example, has none.
  let days: [Int]
  /// One value for each of ``days``, in the unit of the metric.
  let values: [Double]
  let finding: Finding

  /// The judgment of a series.
  enum Finding: Hashable, Sendable {
    /// The days to leave out.
    case leavesOut(Int)
    /// The rule would leave out as much as it may: the series has not settled in its first half.
    case unsettled
    /// Fewer than ``WarmUpCheck/leastDays`` days have a value.
    case tooShort
  }

  /// - Parameter runs: The whole days of each replication, as many in each.
  init(_ metric: DailyMetric, policy: String, runs: [[DayRow]]) {
    self.metric = metric.name
    unit = metric.unit
    self.policy = policy
    var (days, values): ([Int], [Double]) = ([], [])
    for day in 0..<(runs.map(\.count).min() ?? 0) {
      let parts = runs.map { metric.fraction($0[day]) }
      let whole = parts.reduce(0) { $0 + $1.denominator }
      guard whole > 0 else { continue }
      days.append(day)
      values.append(parts.reduce(0) { $0 + $1.numerator } / whole)
    }
    (self.days, self.values) = (days, values)
    guard days.count >= WarmUpCheck.leastDays, let rule = TruncationRule(values) else {
      finding = .tooShort
      return
    }
    finding = rule.isTooShort ? .unsettled : .leavesOut(rule.values == 0 ? 0 : days[rule.values])
  }

  /// The days that the rule leaves out; nil where it says nothing.
  var leftOut: Int? { if case .leavesOut(let days) = finding { days } else { nil } }

  /// Mean of the daily values before a day, and from it on; nil where there is none.
  func means(around day: Int) -> (before: Double?, after: Double?) {
    func mean(_ isMeant: (Int) -> Bool) -> Double? {
      let own = zip(days, values).filter { isMeant($0.0) }.map(\.1)
      return own.isEmpty ? nil : own.reduce(0, +) / Double(own.count)
    }
    return (mean { $0 < day }, mean { $0 >= day })
  }
}
