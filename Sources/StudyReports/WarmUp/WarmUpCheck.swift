import OutputAnalysis
import ResultsStore

/// A check of the warm-up: the daily values of the default metrics from day 0 on, and the days that the rule MSER-1 leaves
/// out of each.
///
/// Policies are compared over the same days, so that the greatest number of days over metrics and policies is proposed for
/// all policies of a design point.
package struct WarmUpCheck: Sendable {
  /// Whole days that a series needs before it is judged: four weeks.
  static let leastDays = 28

  package struct Point: Sendable {
    package internal(set) var name: String
    /// Warm-up of the runs, in days: a mean if the devices of a trace differ.
    package let warmUpDays: Double
    /// Whole days that all devices of all runs have.
    package let days: Int
    package let replications: Int
    package internal(set) var series: [DailySeries]
  }

  package enum Verdict: String, Sendable, Hashable, CaseIterable {
    case longEnough
    case tooLittle
    /// A series has not settled in the first half of the days.
    case unsettled
    case tooShort
  }

  package let study: String
  package let points: [Point]

  package init(_ file: ResultsFile) throws {
    let runs = try file.policyRuns()
    guard !runs.isEmpty else { throw ComparisonError.noRuns }
    var days: [String: [DayRow]] = [:]
    for run in runs where days[run.runID] == nil { days[run.runID] = try file.days(of: run.runID) }
    self.init(study: try file.study().name, runs, days: days)
  }

  init(study: String, _ points: [Point]) { (self.study, self.points) = (study, points) }

  package init(study: String, _ runs: [PolicyRun], days: [String: [DayRow]]) {
    self.study = study
    points = runs.map(\.designPoint).unique.map { name in
      Point(name, runs.filter { $0.designPoint == name }, days)
    }
  }
}

extension WarmUpCheck.Point {
  fileprivate init(_ name: String, _ runs: [PolicyRun], _ all: [String: [DayRow]]) {
    var policies: [String] = []
    var rows: [String: [[DayRow]]] = [:]
    var (whole, observed, devices) = (0.0, 0.0, 0)
    for run in runs {
      if rows[run.policy] == nil { policies.append(run.policy) }
      let days = all[run.runID] ?? []
      rows[run.policy, default: []].append(Self.common(days))
      whole += days.reduce(0) { $0 + Double($1.length) } / 8.64e10
      observed += run.fractions["energy_j_per_day"]?.denominator ?? 0
      devices += run.devices ?? 0
    }
    self.name = name
    warmUpDays = devices > 0 ? ((whole - observed) / Double(devices) * 1e6).rounded() / 1e6 : 0
    days = rows.values.map { $0.map(\.count).min() ?? 0 }.min() ?? 0
    replications = rows.values.map(\.count).max() ?? 0
    series = DailyMetric.all.flatMap { metric in
      policies.map { DailySeries(metric, policy: $0, runs: rows[$0] ?? []) }
    }
    .filter { !$0.values.isEmpty }
  }

  private static func common(_ days: [DayRow]) -> [DayRow] {
    let first = days.first?.length
    return Array(days.prefix { $0.length == first && $0.length % 86_400_000_000 == 0 })
  }

  package var longest: DailySeries? {
    series.filter { $0.leftOut != nil }.max { ($0.leftOut ?? 0) < ($1.leftOut ?? 0) }
  }

  package var unsettled: [DailySeries] { series.filter(\.isUnsettled) }
  package var proposed: Int? { longest?.leftOut }

  package var verdict: WarmUpCheck.Verdict {
    if !unsettled.isEmpty { return .unsettled }
    guard let proposed else { return .tooShort }
    return Double(proposed) <= warmUpDays ? .longEnough : .tooLittle
  }
}

/// The daily values of a metric under a policy from day 0 on: each the ratio of the sums over the replications.
package struct DailySeries: Sendable {
  package let metric: String
  private(set) var unit: String
  package internal(set) var policy: String
  /// The days with a value, ascending; for example, a day without an open has no value.
  package let days: [Int]
  package private(set) var values: [Double]
  /// The days that the rule leaves out; nil for a series that is too short or not settled.
  package private(set) var leftOut: Int?
  /// Whether the rule would leave out as much as it may: the series has not settled in its first half.
  private(set) var isUnsettled = false

  init(_ metric: DailyMetric, policy: String, runs: [[DayRow]]) {
    self.metric = metric.name
    unit = MetricCatalogue.metric(metric.name)?.unit ?? ""
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
    guard days.count >= WarmUpCheck.leastDays, let rule = TruncationRule(values) else { return }
    isUnsettled = rule.isTooShort
    if !isUnsettled { leftOut = rule.values == 0 ? 0 : days[rule.values] }
  }

  /// The series with its values in the unit of a report.
  func shown(in units: ShownUnits) -> DailySeries {
    var shown = self
    let unit = units(MetricCatalogue.metric(metric), for: values.map(Optional.init))
    (shown.unit, shown.values) = (unit.name, values.map { unit($0) })
    return shown
  }

  package func means(around day: Int) -> (before: Double?, after: Double?) {
    func mean(_ isMeant: (Int) -> Bool) -> Double? {
      let own = zip(days, values).filter { isMeant($0.0) }.map(\.1)
      return own.isEmpty ? nil : own.reduce(0, +) / Double(own.count)
    }
    return (mean { $0 < day }, mean { $0 >= day })
  }
}

/// A default metric as a ratio of the sums of a day.
struct DailyMetric: Sendable {
  let name: String
  let fraction: @Sendable (DayRow) -> MetricFraction

  private static func perDay(_ nanojoules: Int64, _ row: DayRow) -> MetricFraction {
    MetricFraction(Double(nanojoules) / 1e9, over: Double(row.length) / 8.64e10)
  }

  static let all: [DailyMetric] = [
    DailyMetric(name: "discretionary_battery_j_per_day") { perDay($0.discretionaryBattery, $0) },
    DailyMetric(name: "energy_j_per_day") { perDay($0.energy, $0) },
    DailyMetric(name: "staleness_at_reachable_open_s") {
      MetricFraction(Double($0.reachableStaleness) / 1e6, over: Double($0.reachableOpens))
    },
    DailyMetric(name: "fresh_reachable_open_share") {
      MetricFraction(Double($0.freshReachableOpens), over: Double($0.reachableOpens))
    },
    DailyMetric(name: "processing_completed_share") {
      MetricFraction(Double($0.processingCompleted), over: Double($0.processingWanted))
    },
  ]
}
