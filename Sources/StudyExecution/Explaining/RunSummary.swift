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
public struct RunSummary: Sendable {
  /// One app and series.
  public struct Row: Sendable, Hashable {
    public var app: String
    /// Identifier of a request or session; `push` for pushes.
    public var series: String
    public var mechanism: Mechanism
    public var devices: Int
    /// Seconds from install to the first run: median; nil where it is not reached by half of the devices.
    public var firstRun: Double?
    /// Seconds from one run to the next; the last wait of each device is cut off.
    public var nextRunMedian: Double?
    public var nextRun90: Double?
    public var nextRun99: Double?
    public var runsPerDay: Double
    /// Share of device-days without a run.
    public var daysWithoutRun: Double
    /// Share of opens after warm-up that found fresh content; nil without content or opens.
    public var freshOpens: Double?
    /// Share of the waits of its app and mechanism after warm-up that ended with a start or delivery by 15 min, 1 h and
    /// 24 h: cumulative incidence, of which lost, cancelled and force-quit waits are competing ends.
    public var deliveredBy: [Double?]
    /// The reason that blocked longest and its share of the waiting.
    public var blocksMost: String
  }

  public var rows: [Row]
  /// Devices, horizon in days, policy.
  public var heading: String

  private struct Key: Hashable {
    var app: Int
    var series: String
    var mechanism: Mechanism
  }

  /// Replays the devices of a replication under one policy.
  ///
  /// - Throws: ``SimulationFailure`` of the first device that fails.
  public init(_ study: Study, policy: Int, replication: Int, devices: [Int], jobs: Int) throws {
    let found = Mutex<[Int: Result<DeviceRuns, SimulationFailure>]>([:])
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, devices.count))) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < devices.count else { return }
        let replay = DeviceReplay(study, policy: policy, replication: replication, device: devices[index])
        let runs = Result { () throws(SimulationFailure) in try DeviceRuns(replay) }
        found.withLock { $0[index] = runs }
      }
    }
    var sums: [Key: Sums] = [:]
    var opens: [Int: (fresh: Int, all: Int)] = [:]
    var waits: [Waits.Key: Waits] = [:]
    for index in devices.indices {
      guard let result = found.withLock({ $0[index] }) else { continue }
      let device = try result.get()
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
    heading =
      "\(devices.count) devices, \(study.horizonText), \(study.policies[policy].label), "
      + "replication \(replication)"
  }

  /// The table for a terminal.
  public var text: String {
    var table = TextTable([
      ("app", .left), ("series", .left), ("kind", .left), ("first run", .right), ("next: median", .right),
      ("p90", .right), ("p99", .right), ("runs/day", .right), ("days without", .right),
      ("fresh opens", .right), ("by 15 min", .right), ("1 h", .right), ("24 h", .right),
      ("blocks most", .left),
    ])
    func span(_ seconds: Double?) -> String { seconds.map { TimeWords.span(.seconds($0)) } ?? "not reached" }
    func percent(_ share: Double?) -> String {
      share.map { "\((($0) * 1000).rounded() / 10) %" } ?? ""
    }
    for row in rows {
      table.add([
        row.app, row.series, row.mechanism.name, span(row.firstRun), span(row.nextRunMedian),
        span(row.nextRun90),
        span(row.nextRun99), "\((row.runsPerDay * 100).rounded() / 100)", percent(row.daysWithoutRun),
        percent(row.freshOpens), percent(row.deliveredBy[0]), percent(row.deliveredBy[1]),
        percent(row.deliveredBy[2]), row.blocksMost,
      ])
    }
    return "\(heading)\n\(table.text)"
  }

  public var json: JSONValue {
    .members([
      "heading": .string(heading),
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
