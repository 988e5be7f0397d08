import Basics
import EventSimulation
import OutputAnalysis
import PhoneSimulation
import Workload

/// The figures that developers ask for most, for each app and series over the devices of one replication.
package struct RunSummary: Sendable {
  private(set) var rows: [Row]
  let segments: [SegmentRow]
  private let heading: String

  struct Key: Hashable, Sendable {
    var app: Int
    var mechanism: Mechanism
    /// Empty for all series of the mechanism.
    var series = ""
  }

  package init(
    _ study: Study, policy: Int, replication: Int, devices: [Int], jobs: Int, bundleID: String? = nil,
    point: String = "base"
  ) throws {
    let found = try PhoneSample.concurrently(devices.count, jobs: jobs) {
      index throws(SimulationFailure) -> DeviceRuns in
      let replay = DeviceReplay(study, policy: policy, replication: replication, device: devices[index])
      return try DeviceRuns(replay, bundleID: bundleID)
    }
    var rows: [Key: Row] = [:]
    var opens: [Int: [OpenObservation]] = [:]
    var waits: [Key: Waits] = [:]
    for device in found {
      for (app, found) in device.opens { opens[app, default: []] += found }
      for (key, found) in device.waits { waits[key, default: Waits()].merge(found) }
      for (key, histories) in device.series {
        rows[key, default: Row(app: study.apps[key.app].bundleID, key: key)].add(histories, end: device.end)
      }
    }
    func order(_ key: Key) -> (Int, UInt8, String) { (key.app, key.mechanism.rawValue, key.series) }
    self.rows = rows.values.map { row in
      var row = row
      row.freshOpens = opens[row.key.app]?.freshShare
      row.deliveries = waits[Key(app: row.key.app, mechanism: row.key.mechanism)] ?? Waits()
      return row
    }.sorted { order($0.key) < order($1.key) }
    segments = SegmentRow.rows(found.compactMap(\.segmentRuns))
    heading =
      "\(CountText.text(devices.count, "device")), \(study.horizonText), "
      + "\(study.policies[policy].label), replication \(replication), design point \(point)"
  }

  package var page: TextPage {
    let name = TextColumn<Row>("series", name)
    let kind = TextColumn<Row>("kind", \.key.mechanism.name)
    let often = TextTable(
      rows,
      [
        name, kind, .init("devices", .right) { "\($0.devices)" },
        .init("runs/day", .right) { DigitsText.hundredths($0.runsPerDay) },
        .init("next: median", .right) { Self.span($0.next(0.5)) },
        .init("p90", .right) { Self.span($0.next(0.9)) }, .init("p99", .right) { Self.span($0.next(0.99)) },
        .init("days without", .right) { Self.percent($0.daysWithoutRun) },
      ])
    let soon = TextTable(
      rows,
      [
        name, kind, .init("first run", .right) { Self.span($0.firstRun) },
        .init("by 15 min", .right) { Self.percent($0.deliveries.share(by: 900)) },
        .init("1 h", .right) { Self.percent($0.deliveries.share(by: 3600)) },
        .init("24 h", .right) { Self.percent($0.deliveries.share(by: 86_400)) },
        .init("fresh opens", .right) { Self.percent($0.freshOpens) }, .init("blocks most", \.blocksMost),
      ])
    var page = TextPage(heading)
    for section in [
      SegmentRow.page(segments), TextPage("How often", often), TextPage("How soon", soon),
      TextPage(Self.legend),
    ] {
      page.addGap()
      page.add(section)
    }
    return page
  }

  private static let legend = """
    Legend
      series: identifier, or app and mechanism, without what the ids of all apps begin with; next: time from one run to the next; days without: device-days without a run
      first run: from the installation, median; by 15 min, 1 h, 24 h: share of the waits that had ended by then
      fresh opens: share of opens that found fresh content; blocks most: the reason with the most waiting
      next, first run, runs/day, days without and blocks most include the warm-up; the other columns do not
    """

  /// The identifier where it begins with the app's, or else both; without what the ids of all apps begin with.
  private func name(of row: Row) -> String {
    let name = row.key.series.hasPrefix(row.app) ? row.key.series : "\(row.app) \(row.key.series)"
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
    JSONValue(["heading": heading, "segments": segments.map(\.json), "rows": rows.map(\.json)])
  }

  struct Row: Sendable {
    let app: String
    let key: Key
    private(set) var devices = 0
    /// Times from the installation to the first run, and from run to run; the last wait of each device is cut off.
    private var first: [KaplanMeier.Observation] = []
    private var next: [KaplanMeier.Observation] = []
    private var runs = 0
    private var observed = TimeSpan.zero
    private var (days, emptyDays) = (0, 0)
    private var waits = WaitTotals([])
    /// Of its app after warm-up; nil without content or opens.
    var freshOpens: Double?
    /// Those of its app and mechanism after warm-up.
    var deliveries = Waits()

    init(app: String, key: Key) { (self.app, self.key) = (app, key) }

    mutating func add(_ histories: [ItemHistory], end: Instant) {
      let launches = histories.compactMap(\.launched).sorted()
      devices += 1
      waits.merge(WaitTotals(histories))
      runs += launches.count
      let length = end - Instant.zero
      first.append(
        .init(length: ((launches.first ?? end) - Instant.zero).seconds, isCensored: launches.isEmpty))
      next += zip(launches, launches.dropFirst()).map { .init(length: ($1 - $0).seconds, isCensored: false) }
      if let last = launches.last { next.append(.init(length: (end - last).seconds, isCensored: true)) }
      let wholeDays = Int(length.microseconds / TimeSpan.day.microseconds)
      observed += length
      days += wholeDays
      emptyDays += wholeDays - Set(launches.map(\.day).filter { $0 < wholeDays }).count
    }

    /// Seconds to the first run: median; nil where it is not reached by half of the devices.
    var firstRun: Double? { (try? KaplanMeier(first))?.quantile(0.5) }

    /// A quantile of the seconds from one run to the next; nil where it is not reached.
    func next(_ share: Double) -> Double? { (try? KaplanMeier(next))?.quantile(share) }

    var runsPerDay: Double { observed > .zero ? Double(runs) / observed.days : 0 }

    /// Share of whole device-days without a run.
    var daysWithoutRun: Double { days > 0 ? Double(emptyDays) / Double(days) : 0 }

    var blocksMost: String {
      waits.mostBlocking.map { "\($0.reason.name) (\(Int(($0.share * 100).rounded())) %)" } ?? "nothing"
    }

    var json: JSONValue {
      JSONValue([
        "app": app, "series": key.series, "mechanism": key.mechanism.name, "devices": devices,
        "first_run_median_s": firstRun, "next_run_median_s": next(0.5), "next_run_p90_s": next(0.9),
        "next_run_p99_s": next(0.99), "runs_per_day": runsPerDay, "days_without_run_share": daysWithoutRun,
        "fresh_open_share": freshOpens, "delivered_by_15min": deliveries.share(by: 900),
        "delivered_by_1h": deliveries.share(by: 3600), "delivered_by_24h": deliveries.share(by: 86_400),
        "blocks_most": blocksMost,
      ])
    }
  }

  struct Waits: Sendable {
    private var delays = DelaySketch()
    private var competing = QuantileSketch()

    init(_ observations: [DelayObservation] = []) {
      for delay in observations {
        delays.add(delay.length.seconds, isCensored: delay.isCensored)
        if delay.isCensored, delay.end != .horizon { competing.add(delay.length.seconds) }
      }
    }

    mutating func merge(_ other: Waits) {
      delays.merge(other.delays)
      competing.merge(other.competing)
    }

    /// The share that ended with a start or delivery by some seconds: cumulative incidence, of which lost, cancelled
    /// and force-quit waits are competing ends; nil without waits.
    func share(by seconds: Double) -> Double? {
      CumulativeIncidence(delays, competing: competing).share(by: seconds)
    }
  }

  struct DeviceRuns: Sendable {
    var series: [Key: [ItemHistory]] = [:]
    var opens: [Int: [OpenObservation]] = [:]
    var waits: [Key: Waits] = [:]
    var end: Instant
    /// Nil on a device without any of the apps.
    var segmentRuns: SegmentRuns?

    init(_ replay: DeviceReplay, bundleID: String?) throws(SimulationFailure) {
      let explainer = try Explainer(replay)
      end = replay.plan.end
      var apps: [Int32] = []
      for (index, app) in replay.plan.apps.enumerated() where bundleID == nil || app.bundleID == bundleID {
        guard let specification = app.specification else { continue }
        apps.append(Int32(index))
        let own = explainer.histories(app: Int32(index), series: nil)
        for (name, histories) in Dictionary(grouping: own, by: DeclaredSeries.of) {
          series[Key(app: specification, mechanism: name.mechanism, series: name.name)] = histories
        }
      }
      for app in explainer.result.apps {
        for mechanism in Mechanism.allCases {
          let delays = app.mechanisms[Int(mechanism.rawValue)].delays
          if !delays.isEmpty { waits[Key(app: app.specification, mechanism: mechanism)] = Waits(delays) }
        }
        if app.hasContent { opens[app.specification] = app.opens }
      }
      segmentRuns = SegmentRuns(explainer, apps: apps)
    }
  }
}
