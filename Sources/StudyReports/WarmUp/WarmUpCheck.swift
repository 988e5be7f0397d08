import ResultsStore
import StudyMetrics

/// A check of the warm-up: the daily values of the default metrics from day 0 on, and the days that the rule MSER-1 leaves
/// out of each.
///
/// Policies are compared over the same days, so that the greatest number of days over metrics and policies is proposed for
/// all policies of a design point.
package struct WarmUpCheck: Sendable {
  /// Whole days that a series needs before it is judged: four weeks.
  package static let leastDays = 28

  /// One design point.
  package struct Point: Sendable {
    /// Name as in `runs.csv`.
    package let name: String
    /// Warm-up of the runs, in days: a mean where devices of a trace differ.
    package let warmUpDays: Double
    /// Whole days that all devices of all runs have.
    package let days: Int
    /// The most replications of a policy.
    package let replications: Int
    /// By metric, then by policy, in the order of the study; metrics without any value are left out.
    let series: [DailySeries]
  }

  /// The judgment of the warm-up of a design point.
  package enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// No series leaves out more days than the warm-up has.
    case longEnough
    /// A series leaves out more days than the warm-up has.
    case tooLittle
    /// A series has not settled in the first half of the days.
    case unsettled
    /// Too few days to judge.
    case tooShort
  }

  /// Name of the study.
  package let study: String
  /// In the order of the study.
  package let points: [Point]

  /// Checks the current runs of a results file that are done.
  ///
  /// - Throws: ``ComparisonError`` where no run is done.
  package init(_ file: ResultsFile) throws {
    let runs = try file.policyRuns()
    guard !runs.isEmpty else { throw ComparisonError.noRuns }
    var days: [String: [DayRow]] = [:]
    for run in runs where days[run.runID] == nil { days[run.runID] = try file.days(of: run.runID) }
    self.init(study: try file.study().name, runs, days: days)
  }

  /// Checks runs in the order of the study.
  ///
  /// - Parameter days: The days of each run by its identity.
  init(study: String, _ runs: [PolicyRun], days: [String: [DayRow]]) {
    self.study = study
    var seen: Set<String> = []
    points = runs.map(\.designPoint).filter { seen.insert($0).inserted }.map { name in
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
      whole += days.reduce(0) { $0 + Double($1.microseconds) } / 8.64e10
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

  /// The days from the first on that all devices have as whole days.
  private static func common(_ days: [DayRow]) -> [DayRow] {
    let first = days.first?.microseconds
    return Array(days.prefix { $0.microseconds == first && $0.microseconds % 86_400_000_000 == 0 })
  }

  /// The series that leaves out the most days, the first of equal ones; nil where none could be judged.
  var longest: DailySeries? {
    series.filter { $0.leftOut != nil }.max { ($0.leftOut ?? 0) < ($1.leftOut ?? 0) }
  }

  /// The series that have not settled in their first half.
  var unsettled: [DailySeries] { series.filter { $0.finding == .unsettled } }

  /// The warm-up that is proposed for all policies, in days; nil where nothing could be judged.
  package var proposed: Int? { longest?.leftOut }

  /// The judgment of the warm-up.
  package var verdict: WarmUpCheck.Verdict {
    if !unsettled.isEmpty { return .unsettled }
    guard let proposed else { return .tooShort }
    return Double(proposed) <= warmUpDays ? .longEnough : .tooLittle
  }
}
