import Dispatch
import EventSimulation
import JSON
import OutputAnalysis
import PhoneSimulation
import PlainText
import ResultsStore
import StudyFormat
import Synchronization
import Workload

/// The figures that developers ask for most, for each app and series over the devices of one replication.
package struct RunSummary: Sendable {
  struct Row: Sendable, Hashable {
    var app: String
    var series: String
    var mechanism: Mechanism
    var devices: Int
    /// Seconds from install to the first run: median; nil where it is not reached by half of the devices.
    var firstRun: Double?
    /// Median of the seconds from one run to the next, nil where it is not reached; the last wait of each device is
    /// cut off.
    var nextRunMedian: Double?
    /// 90th percentile of the same times; nil where it is not reached.
    var nextRun90: Double?
    /// 99th percentile of the same times; nil where it is not reached.
    var nextRun99: Double?
    /// Runs of the horizon over its length in days, on one device.
    var runsPerDay: Double
    /// Share of whole device-days without a run.
    var daysWithoutRun: Double
    /// Share of opens after warm-up that found fresh content; nil without content or opens.
    var freshOpens: Double?
    /// Share of the waits of its app and mechanism after warm-up that ended with a start or delivery by 15 min, 1 h and
    /// 24 h: cumulative incidence, of which lost, cancelled and force-quit waits are competing ends.
    var deliveredBy: [Double?]
    /// The reason that blocked longest and its share of the waiting.
    var blocksMost: String
  }

  var rows: [Row]
  /// The devices grouped by what decides how often work runs.
  var segments: [SegmentRow]
  var heading: String

  private struct Key: Hashable {
    var app: Int
    var series: String
    var mechanism: Mechanism
  }

  /// Replays the devices of a replication under one policy.
  package init(
    _ study: Study, policy: Int, replication: Int, devices: [Int], jobs: Int, bundleID: String? = nil,
    point: String = "base"
  ) throws {
    let found = Mutex<[Int: Result<DeviceRuns, SimulationFailure>]>([:])
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, devices.count))) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < devices.count else { return }
        let replay = DeviceReplay(study, policy: policy, replication: replication, device: devices[index])
        let runs = Result { () throws(SimulationFailure) in try DeviceRuns(replay, bundleID: bundleID) }
        found.withLock { $0[index] = runs }
      }
    }
    var sums: [Key: Sums] = [:]
    var opens: [Int: (fresh: Int, all: Int)] = [:]
    var waits: [Waits.Key: Waits] = [:]
    var segmentRuns: [SegmentRuns] = []
    for index in devices.indices {
      guard let result = found.withLock({ $0[index] }) else { continue }
      let device = try result.get()
      if let runs = device.segmentRuns { segmentRuns.append(runs) }
      for (app, count) in device.opens {
        opens[app, default: (0, 0)].fresh += count.fresh
        opens[app, default: (0, 0)].all += count.all
      }
      for (key, found) in device.waits { waits[key, default: Waits()].merge(found) }
      for series in device.series {
        let key = Key(app: series.app, series: series.name, mechanism: series.mechanism)
        sums[key, default: Sums()].add(series, end: device.end)
      }
    }
    rows = try sums.sorted {
      ($0.key.app, $0.key.mechanism.rawValue, $0.key.series) < (
        $1.key.app, $1.key.mechanism.rawValue, $1.key.series
      )
    }.map { key, sums in
      try sums.row(
        app: study.apps[key.app].bundleID, key.series, key.mechanism, opens: opens[key.app],
        waits[Waits.Key(app: key.app, mechanism: key.mechanism)] ?? Waits())
    }
    segments = SegmentRow.rows(segmentRuns)
    heading =
      "\(devices.count == 1 ? "1 device" : "\(devices.count) devices"), \(study.horizonText), "
      + "\(study.policies[policy].label), replication \(replication), design point \(point)"
  }

  package var page: TextPage {
    var page = TextPage(heading)
    for section in [SegmentRow.page(segments), often, soon, TextPage(Self.legend)] {
      page.addGap()
      page.add(section)
    }
    return page
  }

  private var often: TextPage {
    var table = TextTable([
      ("series", .left), ("kind", .left), ("devices", .right), ("runs/day", .right),
      ("next: median", .right), ("p90", .right), ("p99", .right), ("days without", .right),
    ])
    for row in rows {
      table.add([
        name(of: row), row.mechanism.name, "\(row.devices)", ExplanationText.number(row.runsPerDay),
        Self.span(row.nextRunMedian), Self.span(row.nextRun90), Self.span(row.nextRun99),
        Self.percent(row.daysWithoutRun),
      ])
    }
    return TextPage("How often", table)
  }

  private var soon: TextPage {
    var table = TextTable([
      ("series", .left), ("kind", .left), ("first run", .right), ("by 15 min", .right), ("1 h", .right),
      ("24 h", .right), ("fresh opens", .right), ("blocks most", .left),
    ])
    for row in rows {
      table.add([
        name(of: row), row.mechanism.name, Self.span(row.firstRun), Self.percent(row.deliveredBy[0]),
        Self.percent(row.deliveredBy[1]), Self.percent(row.deliveredBy[2]), Self.percent(row.freshOpens),
        row.blocksMost,
      ])
    }
    return TextPage("How soon", table)
  }

  private static var legend: String {
    var text = "Legend\n"
    for line in [
      "series: identifier, or app and mechanism, without what the ids of all apps begin with; next: time from one run to the next; days without: device-days "
        + "without a run",
      "first run: from the installation, median; by 15 min, 1 h, 24 h: share of the waits that had ended by then",
      "fresh opens: share of opens that found fresh content; blocks most: the reason with the most waiting",
      "next, first run, runs/day, days without and blocks most include the warm-up; the other columns do not",
    ] { text += "  \(line)\n" }
    return text
  }

  /// The identifier where it begins with the app's, or else both; without what the ids of all apps begin with.
  private func name(of row: Row) -> String {
    let name = row.series.hasPrefix(row.app) ? row.series : "\(row.app) \(row.series)"
    return String(name.dropFirst(commonPrefix.count))
  }

  /// Whole words with their dots that the ids of all apps begin with: `org.example.`.
  private var commonPrefix: String {
    var words = rows.first.map { $0.app.split(separator: ".").dropLast().map(String.init) } ?? []
    while !words.isEmpty, !rows.allSatisfy({ $0.app.hasPrefix(words.joined(separator: ".") + ".") }) {
      words.removeLast()
    }
    return words.isEmpty ? "" : words.joined(separator: ".") + "."
  }

  private static func span(_ seconds: Double?) -> String {
    seconds.map { TimeWords.span(.seconds($0)) } ?? "not reached"
  }
  private static func percent(_ share: Double?) -> String {
    share.map { "\(($0 * 1000).rounded() / 10) %" } ?? ""
  }

  package var json: JSONValue {
    .members([
      "heading": .string(heading), "segments": .array(segments.map(\.json)),
      "rows": .array(
        rows.map { row in
          .members([
            "app": .string(row.app), "series": .string(row.series), "mechanism": .string(row.mechanism.name),
            "devices": .integer(Int64(row.devices)), "first_run_median_s": .optional(row.firstRun),
            "next_run_median_s": .optional(row.nextRunMedian), "next_run_p90_s": .optional(row.nextRun90),
            "next_run_p99_s": .optional(row.nextRun99), "runs_per_day": .number(row.runsPerDay),
            "days_without_run_share": .number(row.daysWithoutRun),
            "fresh_open_share": .optional(row.freshOpens),
            "delivered_by_15min": .optional(row.deliveredBy[0]),
            "delivered_by_1h": .optional(row.deliveredBy[1]),
            "delivered_by_24h": .optional(row.deliveredBy[2]), "blocks_most": .string(row.blocksMost),
          ])
        }),
    ])
  }
}
