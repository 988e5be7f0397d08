import EventSimulation
import OutputAnalysis
import PhoneSimulation
import ResultsStore
import SchedulingPolicies
import Studies
import StudyReports
import TestSupport
import Testing
import Workload

/// Definitions, section 15: every delay metric can be computed again from the rows of `attempts.csv`.
@Suite("Rows of waits")
struct WaitRowTests {
  @Test("give all delay metrics and cumulative incidences again, for population, apps and mechanisms")
  func again() throws {
    let devices = try (0..<12).map { try RandomPhone($0, days: 4) }
    var compared = 0
    for descriptor in PolicyCatalogue.builtIn.all where ["seven-factor", "never"].contains(descriptor.name) {
      for device in devices {
        let result = try device.run(descriptor, records: .attempts)
        var accumulator = RunAccumulator(apps: device.apps.map(\.bundleID), nominalJoules: 1)
        accumulator.add(result, of: device.plan)
        let rows = RunDetails(runID: "r", result, of: device.plan, records: .attempts).attempts
        for metric in accumulator.metrics(runID: "r") {
          guard let found = try Self.completed(metric, rows) ?? Self.value(metric, rows) else { continue }
          #expect(metric.value == found.value, "\(metric.scope) \(metric.entity) \(metric.metric)")
          compared += 1
        }
      }
    }
    #expect(compared > 500)
  }

  /// The share completed by a time, by the rows of phones that are observed for three of four days: of processing requests within
  /// 72 h, and of transfers by the times of `delivered_by_…`. Nil for other metrics.
  private static func completed(_ metric: MetricRow, _ rows: [AttemptRow]) throws -> (value: Double?, Void)? {
    let isTransfer =
      metric.scope == .mechanism && Mechanism.allCases.contains { $0.isTransfer && $0.name == metric.entity }
    let limits = ["delivered_by_15min": 900.0, "delivered_by_1h": 3600, "delivered_by_24h": 86_400]
    let mechanism = isTransfer ? metric.entity : "processing"
    guard
      let limit = isTransfer
        ? limits[metric.metric] : metric.metric == "processing_completed_share" ? 259_200 : nil
    else { return nil }
    var ends = DelaySketch()
    var competing = QuantileSketch()
    for row in rows where row.mechanism == mechanism && (metric.scope != .app || row.app == metric.entity) {
      guard let from = row.waitFromMicroseconds, let waited = row.waitUntilMicroseconds else { continue }
      let wasLaunched = row.waitEnd == "launched"
      let until = wasLaunched ? row.endedMicroseconds ?? 4 * 86_400_000_000 : waited
      let isCensored = wasLaunched ? row.endedMicroseconds == nil : row.waitEnd == "horizon"
      let isDone = wasLaunched && row.outcome == "completed"
      ends.add(Double(until - from) / 1e6, isCensored: !isDone)
      if !isDone, !isCensored { competing.add(Double(until - from) / 1e6) }
    }
    return (CumulativeIncidence(ends, competing: competing).share(by: limit), ())
  }

  /// The value of a delay metric by the rows; nil for other metrics.
  private static func value(_ metric: MetricRow, _ rows: [AttemptRow]) throws -> (value: Double?, Void)? {
    var name = Substring(metric.metric)
    var mechanisms: [String]?
    switch metric.scope {
    case .mechanism: mechanisms = [metric.entity]
    case .population, .app:
      for mechanism in ["refresh", "processing", "push"] where name.hasPrefix("\(mechanism)_del") {
        mechanisms = [mechanism]
        name = name.dropFirst(mechanism.count + 1)
      }
      if name.hasPrefix("transfer_delay") {
        mechanisms = Mechanism.allCases.filter(\.isTransfer).map(\.name)
        name = name.dropFirst("transfer_".count)
      }
    case .component: return nil
    }
    guard let mechanisms, name.hasPrefix("delay_") || name.hasPrefix("delivered_by_") else { return nil }
    var delays = DelaySketch()
    var competing = QuantileSketch()
    for row in rows where mechanisms.contains(row.mechanism) {
      guard metric.scope != .app || row.app == metric.entity, let end = row.waitEnd else { continue }
      let from = try #require(row.waitFromMicroseconds)
      let until = try #require(row.waitUntilMicroseconds)
      let length = Double(until - from) / 1e6
      delays.add(length, isCensored: end != "launched" && end != "delivered")
      if ["forceQuit", "canceled", "lost"].contains(end) { competing.add(length) }
    }
    let curve = KaplanMeier(delays)
    switch name {
    case "delay_median_s": return (curve.quantile(0.5), ())
    case "delay_p90_s": return (curve.quantile(0.9), ())
    case "delay_restricted_mean_s": return (curve.restrictedMean(upTo: 172_800), ())
    case "delay_median_not_reached": return (delays.count == 0 ? nil : curve.median == nil ? 1 : 0, ())
    case "delivered_by_15min": return (CumulativeIncidence(delays, competing: competing).share(by: 900), ())
    case "delivered_by_1h": return (CumulativeIncidence(delays, competing: competing).share(by: 3600), ())
    case "delivered_by_24h": return (CumulativeIncidence(delays, competing: competing).share(by: 86_400), ())
    default: return nil
    }
  }
}
